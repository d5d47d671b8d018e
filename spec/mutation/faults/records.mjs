// Faults in what is derived from the distances: a leaf's interval, point and normal, and two surfaces' smallest
// distance.

import { inFile } from './in-file.mjs';

const contactNormal = inFile('lib/stages/measure/contact-normal.ts', [
  {
    says: 'the normal points from tool to bone',
    find: 'const sign = distance > 0 === bodyIsTool ? 1 : -1;',
    replace: 'const sign = distance > 0 === bodyIsTool ? -1 : 1;',
  },
  {
    says: 'the normal of a penetration points into the solid',
    find: 'const sign = distance > 0 === bodyIsTool ? 1 : -1;',
    replace: 'const sign = bodyIsTool ? 1 : -1;',
  },
  {
    says: 'the other face’s normal points from tool to bone',
    find: 'outwardNormal(other, otherFace, bodyIsTool ? 1 : -1, out, at)',
    replace: 'outwardNormal(other, otherFace, bodyIsTool ? -1 : 1, out, at)',
  },
  {
    says: 'the own face’s normal points from tool to bone',
    find: 'outwardNormal(body, face, bodyIsTool ? -1 : 1, out, at)',
    replace: 'outwardNormal(body, face, bodyIsTool ? 1 : -1, out, at)',
  },
  {
    says: 'a direction is trusted however near the points are',
    find: 'if (isDirectionKnown(distance, slack)) {',
    replace: 'if (isDirectionKnown(distance, 0 * slack)) {',
  },
  {
    says: 'the normal’s y is its x',
    find: 'out[at + 1] = v / length;',
    replace: 'out[at + 1] = u / length;',
  },
  {
    says: 'squares of a tiny direction underflow',
    find: 'const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));\n  if (largest === 0) return false;',
    replace: 'const largest = 1;\n  if (x * x + y * y + z * z === 0) return false;',
  },
]);

const cornerDistance = inFile('lib/geometry/triangles/corner-distance.ts', [
  {
    says: 'an edge’s y is measured from the other corner’s x',
    find: 'const y = A[b + 1] - A[a + 1];',
    replace: 'const y = A[b + 1] - A[a];',
  },
  {
    says: 'acute and obtuse are swapped',
    find: 'if (aa + bb > cc) {',
    replace: 'if (aa + bb < cc) {',
  },
  {
    says: 'the covering radius is at most h/2 in place of h/√3',
    find: 'longest / Math.sqrt(3)',
    replace: 'longest / 2',
  },
  {
    says: 'the covering radius is rounded down',
    find: 'longest / Math.sqrt(3)) * (1 + 64 * UNIT_ROUNDOFF)',
    replace: 'longest / Math.sqrt(3)) * (1 - 64 * UNIT_ROUNDOFF)',
  },
  {
    says: 'the middle of a segment is a quarter of it from its ends',
    find: 'return (longest / 2) *',
    replace: 'return (longest / 4) *',
  },
  {
    says: 'the nearer of the two far points of an obtuse triangle is taken',
    find: 'const obtuse = Math.max((bb',
    replace: 'const obtuse = Math.min((bb',
  },
  {
    says: 'one edge is measured twice, one not at all',
    find: 'const third = edgeSquared(A, c, a);',
    replace: 'const third = edgeSquared(A, b, a);',
  },
  {
    says: 'the area under the circumradius has a sign flipped',
    find: '4 * aa * bb - rest * rest',
    replace: '4 * aa * bb + rest * rest',
  },
]);

const nearestMiddles = inFile('lib/index/proximity/nearest-middles.ts', [
  { says: 'a leaf of the tool is split', find: 'if (toolLevel === 0) return true;', replace: '' },
]);

const minimumDistance = inFile('lib/index/proximity/minimum-distance.ts', [
  {
    says: 'pairs of nodes are passed over from half of the best distance on',
    find: 'while (nodes.take(nearest.limit)) {',
    replace: 'while (nodes.take(nearest.limit / 4)) {',
  },
  {
    says: 'the last child of a bone node is not looked at',
    find: 'const end = Math.min(sizes[level], BRANCHING * (boneNode + 1));',
    replace: 'const end = Math.min(sizes[level], BRANCHING * (boneNode + 1) - 1);',
  },
  {
    says: 'the first child of a tool node is not looked at',
    find: 'const i = 6 * child;\n      let gap = shift',
    replace: 'if (child % BRANCHING === 0) continue;\n      const i = 6 * child;\n      let gap = shift',
  },
  {
    says: 'the first face of a bone leaf is not tried',
    find: 'for (let s = BRANCHING * boneNode, i = 6 * BRANCHING * boneLine; s < boneEnd; s++, i += 6) {',
    replace: 'for (let s = BRANCHING * boneNode + 1, i = 6 * BRANCHING * boneLine + 6; s < boneEnd; s++, i += 6) {',
  },
  {
    says: 'faces that an edit has removed count',
    find: 'if (retired !== null && retired[face] === 1) continue;',
    replace: '',
  },
  {
    says: 'the last answer’s face is tried though an edit has removed it',
    find: 'if (boneFace >= 0 && (retired === null || retired[boneFace] === 0)) {',
    replace: 'if (boneFace >= 0) {',
  },
  {
    says: 'the last answer’s face is tried before it is posed',
    find: 'this.#toolAligned.pose(toolGroup);',
    replace: '',
  },
  {
    says: 'the pair of a shared point that was found first is the answer, whatever led to it',
    find: 'nearest.beginShared();',
    replace: 'return;',
  },
  {
    says: 'a bone’s node reaches as far as its least corner',
    find: 'this.#corners[k] = axes[k] > 0 ? 3 + k : k;',
    replace: 'this.#corners[k] = axes[k] > 0 ? k : 3 + k;',
  },
  {
    says: 'a tool’s node begins at its greatest corner',
    find: 'this.#corners[3 + k] = own[k] > 0 ? k : 3 + k;',
    replace: 'this.#corners[3 + k] = own[k] > 0 ? 3 + k : k;',
  },
  {
    says: 'the way between the frames adds nothing along the axis',
    find: 'for (let k = 0; k < 4; k++) own[k] =',
    replace: 'for (let k = 0; k < 3; k++) own[k] =',
  },
  {
    says: 'the gap of two aligned boxes is measured to the far side',
    find: 'const dy = a[i + 1] > b[j + 4] ? a[i + 1] - b[j + 4] :',
    replace: 'const dy = a[i + 1] > b[j + 4] ? a[i + 1] - b[j + 1] :',
  },
]);

const nearestPair = inFile('lib/index/proximity/nearest-pair.ts', [
  {
    says: 'a shared point is sought only where the computed distance is 0',
    find: 'if (pair[PAIR_LOWER] <= this.#tool.frame.slack && this.#intersector',
    replace: 'if (pair[PAIR_SQUARED] === 0 && this.#intersector',
  },
  {
    says: 'a computed distance of 0 counts without the exact test',
    find: 'if (pair[PAIR_LOWER] <= this.#tool.frame.slack && this.#intersector.share(corners)) {',
    replace: 'if (pair[PAIR_SQUARED] === 0 || this.#intersector.share(corners)) {',
  },
  {
    says: 'surfaces apart by less than rounding have distance 0',
    find: '} else if (distance === 0 || distance',
    replace: '} else if (distance',
  },
  {
    says: 'a distance whose square underflows is 0',
    find: 'distance = pair[PAIR_LOWER];',
    replace: 'distance = Math.sqrt(pair[PAIR_SQUARED]);',
  },
  {
    says: 'a pair nearer by less than a millionth is not taken',
    find: 'if (distance > this.distance) return;',
    replace: 'if (distance > this.distance * (1 - 2 ** -20)) return;',
  },
  {
    says: 'of tied pairs the first that was met is kept',
    find: '(boneFace > this.boneFace || (boneFace === this.boneFace && toolFace >= this.toolFace))',
    replace: 'this.boneFace >= 0',
  },
  {
    says: 'what is wanted ends at nine tenths of the distance',
    find: 'this.maxDistance = this.distance + 2',
    replace: 'this.maxDistance = 0.9 * this.distance + 2',
  },
  {
    says: 'a computed distance is taken however wide apart its bounds are',
    find: 'distance - pair[PAIR_LOWER] > knownGap(this.#bone.magnitude)) {',
    replace: 'distance - pair[PAIR_LOWER] > 1) {',
  },
]);

const fartherApart = inFile('lib/geometry/triangles/separating-axis.ts', [
  {
    says: 'the second triangle’s last corner is left out',
    find: 'if (toF < low) {',
    replace: 'if (toF < low && toE < low) {',
  },
  {
    says: 'the first triangle’s second corner is left out',
    find: 'if (toB > 0 && toB >= toC) {',
    replace: 'if (toB > toC && toC > 0) {',
  },
  {
    says: 'the direction’s length does not count',
    find: 'maxDistance * maxDistance * (x * x + y * y + z * z)',
    replace: 'maxDistance * maxDistance',
  },
]);

const nodePairs = inFile('lib/index/bvh/node-pairs.ts', [
  {
    says: 'the bone’s nodes are lost when there are more pairs than room',
    find: 'this.#bone = grown(this.#bone, count, count + 1);',
    replace: 'this.#bone = new Uint32Array(this.#bounds.length);',
  },
  {
    says: 'the way down the heap always goes to the first child',
    find: 'if (child + 1 < last && bounds[child + 1] < bounds[child]) child++;',
    replace: '',
  },
]);

const alignedBoxes = inFile('lib/index/bvh/aligned-boxes.ts', [
  {
    says: 'a group’s boxes stay when another takes its line',
    find: 'if (this.#boxAt[line] !== this.#turned || this.#boxOf[line] !== group) {',
    replace: 'if (this.#boxAt[line] !== this.#turned) {',
  },
  {
    says: 'the boxes stay when the axes turn',
    find: 'if (this.#extentAt[line] !== this.#turned || this.#extentOf[line] !== group) {',
    replace: 'if (this.#extentOf[line] !== group) {',
  },
  {
    says: 'the coordinates of the pose before are kept',
    find: 'this.#query++;',
    replace: 'this.#query = 1;',
  },
  {
    says: 'a face’s box leaves out its third corner',
    find: 'const low = Math.min(p, q, r);',
    replace: 'const low = Math.min(p, q);',
  },
]);

const posedBoxes = inFile('lib/index/bvh/posed-boxes.ts', [
  {
    says: 'the boxes of the pose before are kept',
    find: 'this.#stamp++;',
    replace: 'this.#stamp = 1;',
  },
  {
    says: 'a box is not widened by the slack of its frame',
    find: 'this.#slack[0] = frame.slack;',
    replace: 'this.#slack[0] = 0;',
  },
]);

const finishContacts = inFile('lib/stages/measure/finish-contacts.ts', [
  {
    says: 'a corner that the GPU took for the deepest is above the interval',
    find: 'inside ? Math.max(high, distance) :',
    replace: 'inside ? high :',
  },
  {
    says: 'a corner inside has a positive distance',
    find: 'distance = inside ? -d : d;',
    replace: 'distance = d;',
  },
  {
    says: 'the upper end of an inside corner is taken from its one face',
    find: 'high = inside ? Math.max(high, distance) : Math.min(high, d + slack);',
    replace: 'high = Math.min(high, d + slack) * (inside ? -1 : 1);',
  },
  {
    says: 'the leaf’s points beyond its corners are left out',
    find: 'else low -= greatestCornerDistance(corners, 0, 3, 6) + slack;',
    replace: 'else low -= slack;',
  },
  {
    says: 'the corners or edges that the weights name are taken to be the nearest',
    find: 'pair);\n    const distance = this.#known.of(corners, magnitude, pair);',
    replace:
      'pair);\n    if (areApart) this.#pairs.measureNamed(corners, this.#input.floats, weights, pair);\n    const distance = Math.sqrt(pair[PAIR_SQUARED]);',
  },
  {
    says: 'the opposite point is that of the row before',
    find: 'for (let k = 0; k < 6; k++) this.#ends[k] = pair[k];',
    replace: 'for (let k = 0; k < 3; k++) this.#ends[k] = pair[k];',
  },
]);

export const records = [
  ...finishContacts,
  ...contactNormal,
  ...cornerDistance,
  ...nearestMiddles,
  ...minimumDistance,
  ...nearestPair,
  ...fartherApart,
  ...nodePairs,
  ...alignedBoxes,
  ...posedBoxes,
];
