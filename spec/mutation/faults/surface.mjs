// Faults in questions about one surface: rays, lines of sight, nearest points.

import { inFile } from './in-file.mjs';

const triangles = 'lib/geometry/triangles';
const folder = 'lib/questions/surface';

const crossing = inFile(`${triangles}/line-crossing.ts`, [
  {
    says: 'sides are taken from f64 without a bound',
    find: 'const SIDE_ERROR = 352 * UNIT_ROUNDOFF;',
    replace: 'const SIDE_ERROR = 0;',
  },
  {
    says: 'a place is known better than it is',
    find: 'const NUMERATOR_ERROR = 48 * UNIT_ROUNDOFF;',
    replace: 'const NUMERATOR_ERROR = 0;',
  },
  {
    says: 'along an axis, a line through an edge is moved the other way',
    find: 'if (along !== 0) return way * Math.sign(along);',
    replace: 'if (along !== 0) return -way * Math.sign(along);',
  },
  {
    says: 'an oblique line through an edge is moved the other way',
    find: 'return along === undefined ? 0 : along > 0n ? 1 : -1;',
    replace: 'return along === undefined ? 0 : along > 0n ? -1 : 1;',
  },
  {
    says: 'a place behind the line’s point is before it',
    find: 'numerator: along < 0n ? -up : up,',
    replace: 'numerator: up,',
  },
]);

const feature = inFile(`${triangles}/nearest-feature.ts`, [
  {
    says: 'signs beside an edge are taken from f64 without a bound',
    find: 'const BESIDE_ERROR = 144 * UNIT_ROUNDOFF;',
    replace: 'const BESIDE_ERROR = 0;',
  },
  {
    says: 'signs along an edge are taken from f64 without a bound',
    find: 'const ALONG_ERROR = 16 * UNIT_ROUNDOFF;',
    replace: 'const ALONG_ERROR = 0;',
  },
  {
    says: 'a foot on an edge belongs to the inside',
    find: 's[6 + k] <= 0 && s[2 * k] > 0',
    replace: 's[6 + k] < 0 && s[2 * k] > 0',
  },
  {
    says: 'a triangle without area is its first edge',
    find: 'lengths[k] > lengths[best] ? k : best',
    replace: 'best',
  },
]);

const sight = inFile(`${triangles}/open-segment.ts`, [
  {
    says: 'a face that holds one end blocks the sight',
    find: 'return this.#goesOn(hasStart ? END : START);',
    replace: 'return true;',
  },
  {
    says: 'a segment that leaves a face in its plane does not meet it',
    find: '(axis >= 0 && this.#crosses(corner, nextCorner(corner), axis))',
    replace: 'false',
  },
  {
    says: 'a corner on the segment is passed by',
    find: 'if (this.#isBetween(corner) || ',
    replace: 'if (',
  },
]);

const walk = inFile(`${folder}/line-walk.ts`, [
  {
    says: 'of two places that f64 cannot tell apart, the first found is nearer',
    find: 'return comparePlaces(this.exactPlace(face), this.exactPlace(other)) || face - other;',
    replace: 'return 1;',
  },
  {
    says: 'boxes are skipped by their exit',
    find: 'const isOtherMet = other <= otherExit + SLAB_SLACK * Math.abs(otherExit);',
    replace: 'const isOtherMet = other <= exit + SLAB_SLACK * Math.abs(exit);',
  },
  {
    says: 'a hit behind the origin counts',
    find: 'if (place + error < 0 || this.exactPlace(face).numerator < 0n) return false;',
    replace: 'if (place + error < 0) return false;',
  },
  {
    says: 'a limit is compared in f64',
    find: 'return compareLength(this.exactPlace(face), this.#most) <= 0;',
    replace: 'return true;',
  },
]);

const nearest = inFile(`${folder}/nearest-query.ts`, [
  {
    says: 'of equally near faces, the first is taken',
    find: 'difference === 0n && faces[i] < faces[best]',
    replace: 'false',
  },
  {
    says: 'faces that are nearest in a corner each are equally near',
    find: 'return String(vertex(feature - CORNER_A));',
    replace: "return 'corner';",
  },
  {
    says: 'only the face that f64 calls nearest is asked',
    find: 'return this.#kept.filter((_, i) => this.#lows[i] <= least);',
    replace: 'return this.#kept.slice(-1);',
  },
  {
    says: 'a limit is compared in f64',
    find: 'return squared <= over;',
    replace: 'return true;',
  },
]);

const place = inFile(`${folder}/nearest-query.ts`, [
  {
    says: 'a foot on a thin face is taken from f64',
    find: '(feature === INSIDE && !this.#isFootKnown(a, b, c))',
    replace: 'false',
  },
]);

const box = inFile(`${folder}/line-of-sight.ts`, [
  {
    says: 'boxes beside the segment are skipped by half their size',
    find: 'hu * Math.abs(wv) + hv * Math.abs(wu) + this.#slack[0]',
    replace: '(hu * Math.abs(wv) + hv * Math.abs(wu)) / 2',
  },
]);

const tree = inFile('lib/index/bvh/pair-tree.ts', [
  {
    says: 'a node’s box is its first child’s',
    find: 'out[to + k] = Math.min(boxes[at + k], boxes[at + 6 + k]);',
    replace: 'out[to + k] = boxes[at + k];',
  },
  {
    says: 'cuts between boxes of the BVH are taken for cuts between faces',
    find: 'return cut * size;',
    replace: 'return Math.max(start + 1, Math.min(end - 1, cut));',
  },
]);

export const surface = [...tree, ...place, ...crossing, ...feature, ...sight, ...walk, ...nearest, ...box];
