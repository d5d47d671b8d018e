// Faults in face subdivision.

import { inFile } from './in-file.mjs';

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
  { says: 'children share their parent’s path', find: 'path | (child << (32 - bits - more))', replace: 'path' },
  {
    says: 'a quad is asked about by three corners',
    find: 'mayHold(this.#point, corners)',
    replace: 'mayHold(this.#point, 3)',
  },
]);

const dividedFaces = inFile('lib/geometry/divisions/divided-faces.ts', [
  {
    says: 'what a pose may stretch an edge by is left out',
    find: 'return resolution / POSED_STRETCH;',
    replace: 'return resolution;',
  },
  {
    says: 'what rounding adds to edges is left out',
    find: 'resolution - leafEdgeSlack(magnitude)',
    replace: 'resolution - 0 * leafEdgeSlack(magnitude)',
  },
  {
    says: 'divisions for another resolution are kept',
    find: 'resolution === this.#resolution &&',
    replace: 'resolution > 0 &&',
  },
  {
    says: 'an edge is measured twice, another not',
    find: 'ca: edgeSquared(A, c, a)',
    replace: 'ca: edgeSquared(A, a, b)',
  },
  {
    says: 'the resolution that the message names is refused in its turn',
    find: 'return rounded(enough);',
    replace: 'return rounded(0.9 * enough);',
  },
  {
    says: 'the least number of leaves is too large',
    find: '(Math.sqrt(3) / 4) * cut',
    replace: '(Math.sqrt(3) / 5) * cut',
  },
]);

const subTriangleCorners = inFile('lib/index/bodies/sub-triangle-corners.ts', [
  { says: 'another resolution is not noticed', find: 'before?.resolution === resolution', replace: 'before' },
  { says: 'bits beyond the level are let pass', find: 'path << level === 0', replace: 'true' },
  { says: 'a quad is a sub-triangle', find: 'lattice, 0) !== 3', replace: 'lattice, 0) === 0' },
]);

const levels = inFile('lib/stages/subdivide/check-leaf-count.ts', [
  {
    says: 'a face that may not be divided so finely passes',
    find: 'if (divided.nodeOf(face[row]) === TOO_FINE_NODE)',
    replace: 'if (divided.nodeOf(face[row]) < 0)',
  },
  { says: 'no resolution may make too many leaves', find: 'return most > allowed;', replace: 'return most < 0;' },
]);

const strips = inFile('lib/geometry/divisions/strips.ts', [
  {
    says: 'an edge of at most h is cut with the others of a quarter',
    find: 'if (least > cut && (least > WELL_SHAPED',
    replace: 'if ((least > WELL_SHAPED',
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
    says: 'a path of more than 32 bits is let pass',
    find: 'divisions.bits[node] > MOST_BITS',
    replace: 'divisions.bits[node] > 2 * MOST_BITS',
  },
  {
    says: 'large faces are cut into strips at once',
    find: '|| least > LARGE * cut',
    replace: '|| least < 0',
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
    find: '(path << used) >>> (MOST_BITS - bits)',
    replace: 'path & (2 ** bits - 1)',
  },
  { says: 'children are taken for the first', find: 'MOST_CHILDREN * node + number', replace: 'MOST_CHILDREN * node' },
  {
    says: 'a walk goes up too little',
    find: 'Math.clz32(this.#path ^ path)',
    replace: '1 + Math.clz32(this.#path ^ path)',
  },
  {
    says: 'a shorter path keeps the pieces below its end',
    find: 'Math.min(level, Math.clz32(this.#path ^ path))',
    replace: 'Math.clz32(this.#path ^ path)',
  },
]);

const splits = inFile('lib/geometry/divisions/splits.ts', [
  { says: 'halves overlap', find: "'0 01 23 3, 01 1 2 23'", replace: "'0 01 23 3, 0 1 2 23'" },
  { says: 'children 1 and 2 of a quarter are swapped', find: '01 1 12, 20 12 2,', replace: '20 12 2, 01 1 12,' },
  { says: 'the middle of a quarter is turned by one corner', find: '12 20 01', replace: '20 01 12' },
]);

export const subdivide = [
  ...dividedFaces,
  ...subTriangleCorners,
  ...leafLattice,
  ...subdivideWhere,
  ...strips,
  ...divisions,
  ...children,
  ...pieces,
  ...paths,
  ...splits,
  ...levels,
];
