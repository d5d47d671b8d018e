// Faults in the compiled stages (lib/stages/compiled) and in what calls them.

import { inFile } from './in-file.mjs';

const floats = inFile('lib/stages/compiled/module/records/floats.ts', [
  { says: 'arrays lie one on another', find: 'take(8 * length)', replace: 'take(0)' },
]);

// What says how wide bounds are alters which way a distance goes, not the distance: the host makes it known.
const bounds = inFile('lib/stages/compiled/module/records/core.ts', [
  { says: 'a rounding is a hundredth', find: '1.1102230246251565e-16', replace: '1e-2' },
]);

const sphereFace = inFile('lib/stages/compiled/module/subdivide/sphere-face.ts', [
  {
    says: 'the second face is never met',
    find: 'return boxes & i64x2.bitmask(planes);',
    replace: 'return boxes & i64x2.bitmask(planes) & 1;',
  },
  { says: 'the sphere is not inflated', find: 'sqrt(most) + inflate', replace: 'sqrt(most)' },
  { says: 'planes are not looked at', find: 'return boxes & i64x2.bitmask(planes);', replace: 'return boxes;' },
  {
    says: 'the sphere holds two of the three corners',
    find: 'max(fromCentre(p), max(fromCentre(p + 24), fromCentre(p + 48)))',
    replace: 'max(fromCentre(p), fromCentre(p + 24))',
  },
  {
    says: 'the sphere reaches only to the nearest corner',
    find: 'max(fromCentre(p), max(fromCentre(p + 24), fromCentre(p + 48)))',
    replace: 'min(fromCentre(p), min(fromCentre(p + 24), fromCentre(p + 48)))',
  },
  {
    says: 'the box takes a corner’s z from the next corner’s y',
    find: 'pairAt(A, B, 64, z)',
    replace: 'pairAt(A, B, 56, z)',
  },
  {
    says: 'the support along the normal forgets the third corner',
    find: 'const gap = outside(toA, toB, toC);',
    replace: 'const gap = outside(toA, toB, toB);',
  },
  {
    says: 'a face below the sphere is measured to its far side',
    find: 'f64x2.max(least, f64x2.neg(most))',
    replace: 'f64x2.max(least, f64x2.neg(least))',
  },
  {
    says: 'the gap to the plane is compared without the normal’s length',
    find: 'f64x2.mul(limit, dot(nx, ny, nz, nx, ny, nz))',
    replace: 'limit',
  },
  {
    says: 'without vectors, the second face is the first',
    find: '(i32(mayMeetOne(B)) << 1)',
    replace: '(i32(mayMeetOne(A)) << 1)',
  },
  {
    says: 'without vectors, the box is not measured in z',
    find: 'if (dx * dx + dy * dy + dz * dz > squared) return false;',
    replace: 'if (dx * dx + dy * dy > squared) return false;',
  },
  {
    says: 'without vectors, a face below the sphere is measured to its far side',
    find: '-max(max(a, b), c)',
    replace: '-min(min(a, b), c)',
  },
]);

const subTriangle = inFile('lib/stages/compiled/module/subdivide/sub-triangle.ts', [
  { says: 'an odd last face is lost', find: 'kept += may & 1;', replace: 'kept += i + 1 < end ? may & 1 : 0;' },
  {
    says: 'the first face of a list is not tried',
    find: 'for (let i = start; i < end; i += 2)',
    replace: 'for (let i = start + 1; i < end; i += 2)',
  },
  {
    says: 'the last face of a list is not tried',
    find: 'const end = start + count;',
    replace: 'const end = start + count - 1;',
  },
  {
    says: 'what is inside is taken to be outside',
    find: 'if (!isSigned) return false;',
    replace: 'if (isSigned) return false;',
  },
  {
    says: 'the midpoint of the wrong edge is taken',
    find: '(load<i32>(u, 4) + load<i32>(v, 4)) >> 1',
    replace: 'load<i32>(u, 4)',
  },
  {
    says: 'two corners of the face are swapped',
    find: '[0, 0, 67108864, 0, 0, 67108864]',
    replace: '[0, 0, 0, 67108864, 67108864, 0]',
  },
  {
    says: 'a list has room for one depth less',
    find: 'const wanted = count * (depthOf(node) + 2) + 1;',
    replace: 'const wanted = count * depthOf(node) + 1;',
  },
  {
    says: 'a quad’s last corner is that of the quad before',
    find: 'if (cornersAt(depth) === 4) cornerOf(parent, from + 24, point + 72);',
    replace: '',
  },
]);

const moduleDivisions = inFile('lib/stages/compiled/module/records/divisions.ts', [
  {
    says: 'the nodes so far are lost when the table grows',
    find: 'moved(nodes, NODE * used,',
    replace: 'moved(nodes, 0 * used,',
  },
]);

const writeDivisions = inFile('lib/stages/compiled/write-divisions.ts', [
  { says: 'the last node is not written', find: 'node < count; node++', replace: 'node < count - 1; node++' },
  { says: 'a node’s depth is left out', find: 'u32[to + 1] = depths[node];', replace: '' },
  {
    says: 'a node has as many leaves as its first child',
    find: '= leaves[node];',
    replace: '= leaves[children[MOST_CHILDREN * node]];',
  },
]);

const compiledDivisions = inFile('lib/stages/compiled/compiled-side.ts', [
  {
    says: 'the nodes of other divisions stay',
    find: 'if (this.#divisions !== divisions) this.#nodes = 0;',
    replace: '',
  },
]);

const latticeCorner = inFile('lib/geometry/triangles/lattice-corner.ts', [
  { says: 'a corner is multiplied and not divided', find: 'const part = 1 / n;', replace: 'const part = 1 / (n + 1);' },
  {
    says: 'the second and third weight of a lattice point are swapped',
    find: '(w * F[f + 1] + i * F[f + 4] + j * F[f + 7])',
    replace: '(w * F[f + 1] + j * F[f + 4] + i * F[f + 7])',
  },
  {
    says: 'a lattice point is taken from corner a on: other bits from the other face of an edge',
    find: '(w * F[f] + i * F[f + 3] + j * F[f + 6]) * part',
    replace: 'F[f] + (i * (F[f + 3] - F[f]) + j * (F[f + 6] - F[f]) + 0 * w) * part',
  },
]);

const subdivideFaces = inFile('lib/stages/compiled/module/subdivide/subdivide-faces.ts', [
  {
    says: 'what is inside is dropped',
    find: 'if (kept === 0) return !isPointInside() || visitInside(node, split, depth, bits, path, 1);',
    replace: 'if (kept === 0) return true;',
  },
  {
    says: 'a sub-triangle with one face near it is dropped',
    find: 'if (kept === 0) return !isPointInside() || visitInside(node, split, depth, bits, path, 1);',
    replace: 'if (kept <= 1) return !isPointInside() || visitInside(node, split, depth, bits, path, 1);',
  },
  {
    says: 'a sub-triangle without faces near it is kept wherever it is',
    find: 'if (kept === 0) return !isPointInside() || visitInside(node, split, depth, bits, path, 1);',
    replace: 'if (kept === 0) return visitInside(node, split, depth, bits, path, 1);',
  },
  { says: 'children share their parent’s path', find: 'path | (child << (32 - bits - more))', replace: 'path' },
  {
    says: 'a path forgets the splits above the last',
    find: 'path | (child << (32 - bits - more))',
    replace: '<u32>child << (32 - bits - more)',
  },
  {
    says: 'the bits of a child are swapped in its path',
    find: 'path | (child << (32 - bits - more))',
    replace: 'path | (((child & 1) << 1) | (child >> 1)) << (32 - bits - more)',
  },
  {
    says: 'a face known to be inside loses its mark',
    find: 'visit(node, 0, 0, 0, 0, load<i32>(at, 16), load<i32>(at, 8))',
    replace: 'visit(node, 0, 0, 0, 0, load<i32>(at, 16), 0)',
  },
  {
    says: 'a leaf’s list begins at the first face of the table',
    find: 'store<u32>(leaves.start + 4 * at, firstNear);',
    replace: 'store<u32>(leaves.start + 4 * at, 0);',
  },
]);

const countLeaves = inFile('lib/stages/compiled/module/subdivide/count-leaves.ts', [
  { says: 'a certain sub-triangle counts as one leaf', find: 'counted += leavesOf(node);', replace: 'counted++;' },
  {
    says: 'a sub-triangle is certain once one corner is within the distance',
    find: 'for (let k = 0; k < 3 * corners; k += 3) {',
    replace: 'for (let k = 0; k < 3; k += 3) {',
  },
  {
    says: 'what lies inside the other solid is left out',
    find: 'if (kept === 0 && !isInside) return;',
    replace: 'if (kept === 0) return;',
  },
]);

const pointTable = inFile('lib/stages/compiled/module/proximity/point-table.ts', [
  { says: 'points begin outside', find: 'store<i32>(at, UNKNOWN, SIGN);', replace: 'store<i32>(at, 0, SIGN);' },
  { says: 'points that differ in z are one', find: ' && load<f64>(at, 16) === z) return', replace: ') return' },
  { says: '−0 and 0 are two points', find: 'const x = load<f64>(p) + 0;', replace: 'const x = load<f64>(p);' },
  {
    says: 'the points of the question before stay',
    find: 'export function clearPoints(): void {\n  count = 0;',
    replace: 'export function clearPoints(): void {\n  if (count > 0) return;',
  },
  {
    says: 'a new point keeps the face of the one that had its slot',
    find: 'store<i32>(at, -1, PLACE);',
    replace: '',
  },
  {
    says: 'the points so far are lost when the table grows',
    find: 'moved(slots, SLOT * used, SLOT * capacity)',
    replace: 'moved(slots, 0, SLOT * capacity)',
  },
  {
    says: 'the newest point is lost when the slots are spread anew',
    find: 'for (let slot = 0; slot < count; slot++) {',
    replace: 'for (let slot = 0; slot < count - 1; slot++) {',
  },
  { says: 'the distance kept is its square', find: 'sqrt(foundSquared)', replace: 'foundSquared' },
  {
    says: 'a sign that one corner has is not kept for the others',
    find: 'store<i32>(slots + b, inside ? 1 : 0, SIGN);',
    replace: 'store<i32>(slots + b, 0, SIGN);',
  },
  {
    says: 'inside and outside are swapped',
    find: 'return load<i32>(at, SIGN) === 1;',
    replace: 'return load<i32>(at, SIGN) !== 1;',
  },
]);

const cellFaces = inFile('lib/stages/compiled/module/proximity/cell-faces.ts', [
  {
    says: 'lists outlast the places of their faces',
    find: '  memory.fill(buckets, 0, 4 * bucketCount);\n  cellCount = 0;',
    replace: '  cellCount = cellCount;',
  },
  { says: 'lists outlast edits', find: '  edition++;\n', replace: '' },
  {
    says: 'a shorter list is left where the host wrote it',
    find: '    memory.copy(bounds + 32 * first, bounds + 32 * listed, 32 * even);\n',
    replace: '',
  },
  {
    says: 'a cell is looked up before its list is asked for',
    find: '    const number = cellOf(ox, oy, oz, size);\n    const cell = cells + CELL * number;',
    replace: '    const cell = cells + CELL * cellOf(ox, oy, oz, size);',
  },
  {
    says: 'of equals the first one tried wins',
    find: ' || (squared === foundSquared && face < foundFace)',
    replace: '',
  },
  {
    says: 'only the face with the least bound is measured',
    find: 'if (!isOneWithin(least + 8 * i, limit)) continue;',
    replace: 'if (limit >= 0) continue;',
  },
  {
    says: 'a computed distance is taken however wide apart its bounds are',
    find: 'if (distance - lower > knownGap) {',
    replace: 'if (distance < lower) {',
  },
]);

// Whether a pair is known to cross only saves work: the host makes a distance known that its bounds leave open.
const leafPairs = inFile('lib/stages/compiled/module/measure/leaf-pairs.ts', [
  {
    says: 'nearer faces are not sought behind the first',
    find: '    limit = min(limit, distance + rounding);',
    replace: '    limit = -1;',
  },
  {
    says: 'the search shrinks to half of the nearest face’s distance',
    find: '    limit = min(limit, distance + rounding);',
    replace: '    limit = min(limit, distance / 2 + rounding);',
  },
  { says: 'wide intervals are taken as they are', find: '<= knownGap)', replace: '<= 1)' },
  {
    says: 'the last face near a leaf is not measured',
    find: 'i < start + count; i++',
    replace: 'i < start + count - 1; i++',
  },
  {
    says: 'every leaf is measured as if it had a corner inside',
    find: 'onlyCrossing ? rounding : maxDistance + rounding',
    replace: 'rounding',
  },
  {
    says: 'only a computed distance of 0 is a crossing',
    find: 'mayShare = distance <= rounding;',
    replace: 'mayShare = distance === 0;',
  },
  { says: 'no face is a crossing', find: 'mayShare = distance <= rounding;', replace: 'mayShare = distance < 0;' },
  {
    says: 'of a leaf with a corner inside, a shared point is not sought',
    find: 'if (count === 0) return;',
    replace: 'if (count === 0 || onlyCrossing) return;',
  },
  {
    says: 'the farthest face is the nearest',
    find: 'distance >= nearestDistance) continue;',
    replace: '(nearestPlace >= 0 && distance <= nearestDistance)) continue;',
  },
  {
    says: 'the gap of two boxes is measured to the far side',
    find: 'max(low - max(u, max(v, w)), ',
    replace: 'max(low - min(u, min(v, w)), ',
  },
  {
    says: 'an overlap of two boxes counts as a gap',
    find: 'return gap > 0 ? gap * gap : 0;',
    replace: 'return gap * gap;',
  },
  {
    says: 'a face is passed over that is nearer than what is wanted',
    find: 'const beyond = limit + 2 * rounding;',
    replace: 'const beyond = limit / 2;',
  },
]);

const deepPiece = inFile('lib/stages/compiled/module/subdivide/deep-piece.ts', [
  {
    says: 'the depth is that of the centre',
    find: 'depthOf(centre) - farthest - slack >= longest',
    replace: 'depthOf(centre) - slack >= longest',
  },
  {
    says: 'the depth is that of the shallowest corner',
    find: 'least - greatestCornerDistance(MEMORY, p, p + 3, p + 6) >= longest',
    replace: 'least >= longest',
  },
  { says: 'edges may exceed H', find: 'if (longest > interior) return false;', replace: '' },
  { says: 'a quad is a leaf', find: 'cornersAt(depth) !== 3', replace: 'cornersAt(depth) === 0' },
]);

const measureSubTriangles = inFile('lib/stages/compiled/module/measure/measure-sub-triangles.ts', [
  { says: 'the deepest corner is the first', find: '      deepest = c;\n', replace: '' },
  {
    says: 'the covering radius is that of the whole face',
    find: 'const first = indexOf(leafPoint);',
    replace: 'const first = indexOf(parent);',
  },
  {
    says: 'the covering radius is half of what it is',
    find: 'max(least - beyond, faceBound())',
    replace: 'max(least - 0.5 * beyond, faceBound())',
  },
  {
    says: 'the bound by one face is left out',
    find: 'max(least - beyond, faceBound())',
    replace: '(least - beyond)',
  },
  {
    says: 'of two lower bounds the weaker is taken',
    find: 'low = max(least -',
    replace: 'low = min(least -',
  },
  {
    says: 'no point of a leaf is taken to be deeper than its corners',
    find: 'max(least - beyond, faceBound())',
    replace: 'max(least, faceBound())',
  },
  {
    says: 'the lower bound at the corners is rounded up',
    find: 'faceBound()) - slack;',
    replace: 'faceBound()) + slack;',
  },
  { says: 'the upper bound at the corners has no slack', find: 'high = least + slack;', replace: 'high = least;' },
  {
    says: 'the lower bound of a leaf apart is rounded up',
    find: 'max<f64>(0, distance - slack)',
    replace: 'max<f64>(0, distance + slack)',
  },
  {
    says: 'the lower bound of a leaf apart is the computed distance',
    find: 'max<f64>(0, distance - slack)',
    replace: 'distance',
  },
  {
    says: 'the upper bound of a leaf apart is rounded down',
    find: '  high = distance + slack;',
    replace: '  high = distance - slack;',
  },
  {
    says: 'distances within the slack of the limit are taken',
    find: 'return askWithin(leafPoint, start, count) === 1;',
    replace: 'return true;',
  },
  {
    says: 'a leaf whose f64 bounds do not decide is dropped',
    find: 'return askWithin(leafPoint, start, count) === 1;',
    replace: 'return false;',
  },
  {
    says: 'leaves inside are measured as if they were outside',
    find: 'if (inside || mayShare) byCorners();',
    replace: 'if (mayShare) byCorners();',
  },
  {
    says: 'inside and outside have the same sign',
    find: 'return isInside(slot) ? -distanceOf(slot) : distanceOf(slot);',
    replace: 'return distanceOf(slot);',
  },
  {
    says: 'the third corner is not measured',
    find: 'const third = signedAt(c);',
    replace: 'const third = signedAt(b);',
  },
  { says: 'the shallowest corner is the deepest', find: 'if (second < least) {', replace: 'if (second > least) {' },
  {
    says: 'a shared point counts as deeper than the corners inside',
    find: 'if (shared < least) {',
    replace: 'if (mayShare) {',
  },
  { says: 'a shared point never counts', find: 'if (shared < least) {', replace: 'if (shared < -Infinity) {' },
  {
    says: 'the bound by one face forgets the last corner',
    find: '  if (most < -bound) most = max(most, cornerTo(place, c, leafPoint + 48));\n',
    replace: '',
  },
  {
    says: 'the bound by one face is that of its nearest corner',
    find: 'most = max(most, cornerTo(place, c, leafPoint + 48));',
    replace: 'most = min(most, cornerTo(place, c, leafPoint + 48));',
  },
  {
    says: 'the opposite point is the point itself',
    find: 'copy3(results.opposite + 24 * row, ends + 24);',
    replace: 'copy3(results.opposite + 24 * row, ends);',
  },
]);

const contactNormal = inFile('lib/stages/compiled/module/measure/contact-normal.ts', [
  {
    says: 'normals of the tool point the other way',
    find: 'distance > 0 === isTool ? 1 : -1',
    replace: 'distance > 0 ? 1 : -1',
  },
  {
    says: 'a direction is believed however near the points are',
    find: 'abs(distance) > 1024 * slack',
    replace: 'abs(distance) > 0',
  },
]);

const compiledSide = inFile('lib/stages/compiled/compiled-side.ts', [
  {
    says: 'δ is left out of the sphere',
    find: 'const inflate = maxDistance + lengthSlack',
    replace: 'const inflate = lengthSlack',
  },
  {
    says: 'the slack of the sphere is rounded inward',
    find: 'const inflate = maxDistance + lengthSlack',
    replace: 'const inflate = maxDistance - 2 * lengthSlack',
  },
  {
    says: 'the slack takes the smaller body’s magnitude',
    find: 'const slack = lengthSlack(magnitude + delta);',
    replace: 'const slack = lengthSlack(Math.min(body.magnitude, other.magnitude));',
  },
  {
    says: 'the second half of the rows is left out',
    find: '    this.#inParts({ from: middle, to }, question, pass);\n',
    replace: '',
  },
  {
    says: 'corners stay as at the pose before',
    find: '    if (!bodyIsTool) kept.write(stages);\n',
    replace: '',
  },
]);

const compiledStages = inFile('lib/stages/compiled/compiled-stages.ts', [
  {
    says: 'an error of the host counts as a trap',
    find: 'return error instanceof RangeError ||',
    replace: 'return true ||',
  },
  {
    says: 'views outlast the memory',
    find: 'if (buffer === this.#buffer) return;',
    replace: 'if (this.#buffer !== null) return;',
  },
]);

const copyTables = inFile('lib/stages/compiled/copy-tables.ts', [
  {
    says: 'lists of parts begin where those of the first do',
    find: 'columns.start[i] += near.length',
    replace: 'columns.start[i] += 0',
  },
  {
    says: 'records of a later part name the leaves of the first',
    find: 'columns.subTriangle[i] += leaves',
    replace: 'columns.subTriangle[i] += 0',
  },
]);

const keptFaces = inFile('lib/stages/compiled/kept-faces.ts', [
  {
    says: 'a face keeps its place when all are forgotten',
    find: 'this.#placeOf[this.#faces[place]] = 0;',
    replace: '',
  },
]);

const stageAnswers = inFile('lib/stages/compiled/stage-answers.ts', [
  {
    says: 'a gap of exactly the report distance is beyond it',
    find: 'gapAtMost(pair, maxDistance)) return true;',
    replace: 'gapAtMost(pair, maxDistance * (1 - 2 ** -50))) return true;',
  },
]);

export const compiled = [
  ...floats,
  ...bounds,
  ...sphereFace,
  ...subTriangle,
  ...latticeCorner,
  ...subdivideFaces,
  ...countLeaves,
  ...pointTable,
  ...cellFaces,
  ...leafPairs,
  ...deepPiece,
  ...measureSubTriangles,
  ...contactNormal,
  ...compiledSide,
  ...compiledStages,
  ...copyTables,
  ...keptFaces,
  ...stageAnswers,
  ...moduleDivisions,
  ...writeDivisions,
  ...compiledDivisions,
];
