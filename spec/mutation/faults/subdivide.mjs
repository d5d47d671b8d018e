// Faults in face subdivision.

import { inFile } from './in-file.mjs';

const faceShape = inFile('lib/geometry/triangles/face-shape.ts', [
  {
    says: 'the longest edge is sought among two of three',
    find: 'return Math.max(edgeSquared(A, a, b), edgeSquared(A, b, c), edgeSquared(A, c, a));',
    replace: 'return Math.max(edgeSquared(A, a, b), edgeSquared(A, b, c));',
  },
  {
    says: 'the shortest edge is taken for the longest',
    find: 'return Math.max(edgeSquared(A, a, b)',
    replace: 'return Math.min(edgeSquared(A, a, b)',
  },
  {
    says: 'an edge within rounding of h counts as shorter',
    find: 'h * h * (1 - 8 * UNIT_ROUNDOFF)',
    replace: 'h * h * (1 + 8 * UNIT_ROUNDOFF)',
  },
  {
    says: 'a halving is taken to divide the squared edge by 8',
    find: 'squared /= 4) level++',
    replace: 'squared /= 8) level++',
  },
  {
    says: 'the level before the deepest is taken for all beyond',
    find: 'level <= DEEPEST_LEVEL;',
    replace: 'level < DEEPEST_LEVEL;',
  },
  {
    says: 'the level of a face that is too large wraps round a byte',
    find: 'squared > wanted && level <= DEEPEST_LEVEL;',
    replace: 'squared > wanted;',
  },
  {
    says: 'the resolution that the message names is refused in its turn',
    find: '(1.01 * (longest / 2 ** DEEPEST_LEVEL',
    replace: '(0.99 * (longest / 2 ** DEEPEST_LEVEL',
  },
]);

const leafLattice = inFile('lib/stages/subdivide/leaf-lattice.ts', [
  {
    says: 'two corners of the face are swapped',
    find: 'const WHOLE_FACE = [0, 0, LATTICE, 0, 0, LATTICE];',
    replace: 'const WHOLE_FACE = [0, 0, 0, LATTICE, LATTICE, 0];',
  },
  {
    says: 'the last lattice number of a leaf is not written',
    find: 'for (let k = 0; k < 6; k++) columns.lattice[6 * at + k] = lattice[from + k];',
    replace: 'for (let k = 0; k < 5; k++) columns.lattice[6 * at + k] = lattice[from + k];',
  },
  {
    says: 'a face that is too large is recognised by its shortest edge',
    find: 'resolutionTooFine(longestEdgeSquared(positions, a, b, c), slack',
    replace: 'resolutionTooFine(longestEdgeSquared(positions, a, a, a), slack',
  },
]);

const subdivideWhere = inFile('lib/stages/subdivide/subdivide-where.ts', [
  {
    says: 'what the test rules out is kept',
    find: 'if (!mayHold(this.#point, corners)) return;',
    replace: 'mayHold(this.#point, corners);',
  },
  {
    says: 'the last face is left out',
    find: 'for (let i = 0; i < count; i++)',
    replace: 'for (let i = 0; i < count - 1; i++)',
  },
  { says: 'children share their parent’s path', find: 'path * 2 ** more + child);', replace: 'path * 2 ** more);' },
  {
    says: 'a quad is asked about by three corners',
    find: 'mayHold(this.#point, corners)',
    replace: 'mayHold(this.#point, 3)',
  },
]);

const faceLevelsFile = inFile('lib/index/bodies/leaf-levels.ts', [
  {
    says: 'what a pose may stretch an edge by is left out',
    find: 'longestEdgeSquared(positions, a, b, c) * stretch * stretch',
    replace: 'longestEdgeSquared(positions, a, b, c)',
  },
  {
    says: 'what rounding adds to the edges of the parts is left out',
    find: 'leafLevel(squared, resolution - leafEdgeSlack',
    replace: 'leafLevel(squared, resolution - 0 * leafEdgeSlack',
  },
  {
    says: 'a whole face is halved for the rounding of its parts',
    find: 'level === 0 ? 0 : leafLevel',
    replace: 'level < 0 ? 0 : leafLevel',
  },
  {
    says: 'the last face has no level',
    find: 'f < to; f++',
    replace: 'f < to - 1; f++',
  },
]);

const levels = inFile('lib/stages/subdivide/check-leaf-count.ts', [
  {
    says: 'a face that may not be divided so finely passes',
    find: 'if (divided.nodeOf(face[row]) === TOO_FINE_NODE)',
    replace: 'if (divided.nodeOf(face[row]) < 0)',
  },
  { says: 'no resolution may make too many leaves', find: 'return most > MOST_LEAVES;', replace: 'return most < 0;' },
]);

const strips = inFile('lib/geometry/divisions/strips.ts', [
  {
    says: 'an edge of at most h is cut with the others of a quarter',
    find: 'if (least > cut && least > WELL_SHAPED',
    replace: 'if (least > WELL_SHAPED',
  },
  {
    says: 'a quad’s pair is cut if one of its edges is long',
    find: 'one > this.#cut && other > this.#cut ?',
    replace: 'one > this.#cut || other > this.#cut ?',
  },
  {
    says: 'a needle’s middle edge is cut though it is short',
    find: 'if (middle > cut && least <= THIN',
    replace: 'if (least <= THIN',
  },
  {
    says: 'a face of too many leaves is divided',
    find: 'divisions.leaves[node] > MOST_FACE_LEAVES',
    replace: 'divisions.leaves[node] > 4 * MOST_FACE_LEAVES',
  },
  {
    says: 'the square of an edge leaves out one of its products',
    find: '-(x + y + z) + ERROR',
    replace: '-(x + y) + ERROR',
  },
  {
    says: 'a half of a quad is as wide as the other',
    find: 'this.#quad(u0 / 2, v0 / 2, acrossU, acrossV, u2 / 2',
    replace: 'this.#quad(u0 / 2, v0 / 2, u1, v1, u2 / 2',
  },
]);

const divisions = inFile('lib/geometry/divisions/divisions.ts', [
  {
    says: 'children are not compared',
    find: 'this.splits[node] === split &&',
    replace: 'this.splits[node] === split ||',
  },
  {
    says: 'the depth is that of the last child',
    find: 'Math.max(this.depths[node], this',
    replace: 'Math.max(0, this',
  },
]);

const quarteredFaces = inFile('lib/geometry/divisions/quartered-faces.ts', [
  { says: 'the deepest level is too fine', find: 'level <= DEEPEST_LEVEL', replace: 'level < DEEPEST_LEVEL' },
  {
    says: 'beyond the deepest level a face is a leaf',
    find: '?? TOO_FINE_NODE',
    replace: '?? LEAF_NODE',
  },
]);

const children = inFile('lib/geometry/divisions/child-corners.ts', [
  { says: 'the midpoint of the wrong edge is taken', find: '(P[i + 1] + P[j + 1]) / 2', replace: 'P[i + 1]' },
  { says: 'children have three corners', find: 'k < corners; k++', replace: 'k < 3; k++' },
]);

const pieces = inFile('lib/geometry/divisions/visit-pieces.ts', [
  { says: 'a path is counted from its low end', find: 'child << (32 - level)', replace: 'child << level' },
]);

const paths = inFile('lib/geometry/divisions/path-corners.ts', [
  {
    says: 'a path is read from its low end',
    find: '(path << used) >>> (32 - bits)',
    replace: 'path & (2 ** bits - 1)',
  },
  { says: 'children are taken for the first', find: 'MOST_CHILDREN * here + number', replace: 'MOST_CHILDREN * here' },
]);

const splits = inFile('lib/geometry/divisions/splits.ts', [
  { says: 'halves overlap', find: "'0 01 23 3, 01 1 2 23'", replace: "'0 01 23 3, 0 1 2 23'" },
  { says: 'children 1 and 2 of a quarter are swapped', find: '01 1 12, 20 12 2,', replace: '20 12 2, 01 1 12,' },
  { says: 'the middle of a quarter is turned by one corner', find: '12 20 01', replace: '20 01 12' },
]);

export const subdivide = [
  ...faceLevelsFile,
  ...faceShape,
  ...leafLattice,
  ...subdivideWhere,
  ...strips,
  ...divisions,
  ...children,
  ...pieces,
  ...paths,
  ...quarteredFaces,
  ...splits,
  ...levels,
];
