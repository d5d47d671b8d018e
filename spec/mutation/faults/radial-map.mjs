// Faults in the radial map, in look-ups and in the test of two bodies.

import { inFile } from './in-file.mjs';

const inRoom = (name, faults) => inFile(`lib/index/radial-map/${name}.ts`, faults);

const slack = inRoom('slack', [
  {
    says: 'rounding in the other frame widens no cone',
    find: 'return CONE_SLACK + (2 * moved) / unit;',
    replace: 'return CONE_SLACK;',
  },
  {
    says: 'polygons are taken to be where they are, at any depth',
    find: '8 * Math.sqrt(slack)',
    replace: '-8 * Math.sqrt(slack)',
  },
]);

const polygon = inRoom('cone-polygon', [
  { says: 'a range ends at the polygon’s nearest corner', find: 'if (square > most) most', replace: 'if (!most) most' },
  {
    says: 'the nearest point is a corner',
    find: 'const t = along > 0 ? Math.min(1, along) : 0;',
    replace: 'const t = 0;',
  },
]);

const walk = inRoom('cone-walk', [
  { says: 'the last side of the cube sees nothing', find: 'side < 6; side++', replace: 'side < 5; side++' },
  { says: 'the last column is left out', find: 'column <= last; column++', replace: 'column < last; column++' },
  {
    says: 'a face in one pyramid is taken to be in any',
    find: '< room && Math.abs(points[at + ((axis + 2) % 3)]) < room)) return -1;',
    replace: '< room)) return -1;',
  },
]);

const ranges = inRoom('texel-ranges', [
  {
    says: 'the range of a texel has no end',
    find: 'highs.push(f32Above(range[1]',
    replace: 'highs.push(f32Above(range[0]',
  },
]);

const bounds = inRoom('texel-bounds', [
  { says: 'a wall within another shortens it', find: 'Math.max(ends[used - 1], high)', replace: 'high' },
]);

const zones = inRoom('zone-table', [
  {
    says: 'a range that ends in an interval is free',
    find: '|| high * high * SQUARE_GROW < this.ends[end]',
    replace: '|| true',
  },
  { says: 'a range that begins in an interval is free', find: 'if ((end - first) % 2 === 1) return -1;', replace: '' },
  { says: 'below the axis is above it', find: '+(depth < 0)', replace: '0' },
]);

const sides = inRoom('zone-sides', [
  { says: 'the last zone is that of the middle', find: 'sides[last] = OUTSIDE;', replace: 'sides[last] = atCentre;' },
]);

const table = inRoom('radial-map', [
  {
    says: 'all points look up the first one’s zone',
    find: 'this.side(points[3 * n], points',
    replace: 'this.side(points[0], points',
  },
]);

const surface = inRoom('map-surface', [
  { says: 'each body is one shell', find: 'if (least === vertex) {', replace: 'if (counts.length === 0) {' },
  {
    says: 'vertices that no face uses are part of the surface',
    find: 'isUsed[faces[i + k]] = 1;',
    replace: 'isUsed.fill(1);',
  },
]);

const posed = inRoom('posed-surface', [
  {
    says: 'the pose is applied where its inverse should be',
    find: 'frame.inverse : frame.forward',
    replace: 'frame.forward : frame.forward',
  },
  {
    says: 'a face’s box leaves out its third corner',
    find: 'Math.max(points[k], points[3 + k], points[6 + k])',
    replace: 'Math.max(points[k], points[3 + k])',
  },
]);

const boxSides = inRoom('box-sides', [
  {
    says: 'a box on two sides of the cube is on one',
    find: 'if (high < across) continue;',
    replace: 'if (side) continue;',
  },
  { says: 'a box is as deep as its nearest depth', find: '(b / (b < 0 ? high : low)', replace: '(b / high' },
  { says: 'only the first column is looked up', find: 'column <= lastColumn', replace: 'column <= firstColumn' },
  { says: 'only the first row is looked up', find: 'row <= lastRow', replace: 'row <= firstRow' },
  { says: 'a box ends at its nearest point', find: 'Math.max(-low, high)', replace: 'least' },
  { says: 'a box about the centre is free', find: 'if (!(low > 0)) return MET;', replace: 'if (!(low > 0)) continue;' },
]);

const sideWalk = inRoom('side-walk', [
  {
    says: 'one free texel makes a face free',
    find: 'if (zone < 0) return false;',
    replace: 'if (zone < 0) return true;',
  },
  { says: 'distances are in the wrong unit', find: 'this.#unit / zones.unit', replace: '1' },
]);

const onto = inRoom('onto-map', [
  { says: 'one shell stands for all', find: 'shell + 1 < shells.length', replace: 'shell < 1' },
  { says: 'a shell on an unknown side is outside', find: 'if (side !== -1) sides', replace: 'if (side === 1) sides' },
  {
    says: 'faces that may meet are left out',
    find: 'this.#walk.sideOf(this.#corners, 0, 3, 6) === MET',
    replace: 'false',
  },
]);

const maps = inRoom('test-maps', [
  {
    says: 'a cavity in the inner body is no matter',
    find: 'own.areAllOutside && other.areAllInside',
    replace: 'other.areAllInside',
  },
  {
    says: 'a body round another overlaps nothing',
    find: "if (own.areAllOutside && other.areAllOutside) return 'apart';",
    replace: "if (other.areAllOutside) return 'apart';",
  },
  { says: 'balls end at half of their radius', find: 'radius * stretch', replace: '(radius / 2) * stretch' },
  {
    says: 'the second body has no faces left',
    find: 'ownOnOther.facesMet(boxOf(other, first))',
    replace: 'ownOnOther.facesMet(boxOf(other, NONE.own))',
  },
]);

const sidesOf = inRoom('sides-of', [
  {
    says: 'undecided points stay so',
    find: 'if (sides[n] === POINT_UNDECIDED)',
    replace: 'if (sides[n] > POINT_UNDECIDED)',
  },
]);

export const radialMap = [
  ...slack,
  ...polygon,
  ...walk,
  ...ranges,
  ...bounds,
  ...zones,
  ...sides,
  ...table,
  ...surface,
  ...posed,
  ...boxSides,
  ...sideWalk,
  ...onto,
  ...maps,
  ...sidesOf,
];
