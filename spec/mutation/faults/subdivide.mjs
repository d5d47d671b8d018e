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

const sphereReach = inFile('lib/stages/subdivide/sphere-face.ts', [
  {
    says: 'the sphere is not inflated by δ',
    find: 'this.#radius = Math.sqrt(squared) + this.#inflate;',
    replace: 'this.#radius = Math.sqrt(squared);',
  },
  {
    says: 'the sphere holds two of the three corners',
    find: 'for (let k = 0; k < 9; k += 3)',
    replace: 'for (let k = 0; k < 6; k += 3)',
  },
  {
    says: 'the sphere reaches only to the nearest corner',
    find: 'squared = Math.max(squared, dx * dx',
    replace: 'squared = Math.min(squared || Infinity, dx * dx',
  },
  {
    says: 'the face’s box is measured to its far side in x',
    find: 'const dx = outside(Math.min(ax, bx, cx), Math.max(ax, bx, cx));',
    replace: 'const dx = outside(Math.max(ax, bx, cx), Math.min(ax, bx, cx));',
  },
  {
    says: 'the box takes a corner’s z from the next corner’s y',
    find: 'const cz = A[c + 2] - this.#z;',
    replace: 'const cz = A[c + 1] - this.#z;',
  },
  {
    says: 'the support along the normal forgets the third corner',
    find: 'const gap = Math.max(0, Math.min(toA, toB, toC), -Math.max(toA, toB, toC));',
    replace: 'const gap = Math.max(0, Math.min(toA, toB), -Math.max(toA, toB));',
  },
  {
    says: 'a plane behind the sphere is measured to its far corner',
    find: '-Math.max(toA, toB, toC));',
    replace: '-Math.min(toA, toB, toC));',
  },
  {
    says: 'the gap to the plane is compared without the normal’s length',
    find: 'return gap * gap <= squared * (nx * nx + ny * ny + nz * nz);',
    replace: 'return gap * gap <= squared;',
  },
  {
    says: 'the distance to an interval is that to its far end',
    find: 'return low > 0 ? low : high < 0 ? -high : 0;',
    replace: 'return low > 0 ? high : high < 0 ? -low : 0;',
  },
]);

const subdivideFaces = inFile('lib/stages/subdivide/subdivide-faces.ts', [
  {
    says: 'the bits of a child are swapped in its path',
    find: 'path * CHILDREN + child,',
    replace: 'path * CHILDREN + ((child & 1) << 1) + (child >> 1),',
  },
  {
    says: 'a path forgets the splits above the last',
    find: 'path * CHILDREN + child,',
    replace: 'child,',
  },
  {
    says: 'the first face of a list is not tried',
    find: 'for (let i = start; i < end; i++) if',
    replace: 'for (let i = start + 1; i < end; i++) if',
  },
  {
    says: 'the last face of a list is not tried',
    find: 'i < end; i++) if (sphere',
    replace: 'i < end - 1; i++) if (sphere',
  },
  {
    says: 'a sub-triangle with one face near it is dropped',
    find: 'if (kept === 0 && this.#inside?.(point) !== true) return;',
    replace: 'if (kept <= 1 && this.#inside?.(point) !== true) return;',
  },
  {
    says: 'a sub-triangle deep inside is dropped',
    find: 'if (kept === 0 && this.#inside?.(point) !== true) return;',
    replace: 'if (kept === 0) return;',
  },
  {
    says: 'a sub-triangle without faces near it is kept wherever it is',
    find: 'if (kept === 0 && this.#inside?.(point) !== true) return;',
    replace: 'if (kept === 0 && this.#inside === null) return;',
  },
  {
    says: 'a face known to be inside loses its mark',
    find: 'this.#visit(0, 0, 0, count[row], known[row]);',
    replace: 'this.#visit(0, 0, 0, count[row], 0);',
  },
  {
    says: 'δ is left out of the sphere',
    find: 'new SphereFaceTest(other, maxDistance + slack)',
    replace: 'new SphereFaceTest(other, slack)',
  },
  {
    says: 'the slack of the sphere is rounded inward',
    find: 'new SphereFaceTest(other, maxDistance + slack)',
    replace: 'new SphereFaceTest(other, maxDistance - 2 * slack)',
  },
  {
    says: 'the slack takes the smaller body’s magnitude',
    find: 'lengthSlack(Math.max(body.magnitude, other.magnitude) + maxDistance)',
    replace: 'lengthSlack(Math.min(body.magnitude, other.magnitude))',
  },
  {
    says: 'the second and third weight of a lattice point are swapped',
    find: '(w * face[m] + i * face[3 + m] + j * face[6 + m]) * part;',
    replace: '(w * face[m] + j * face[3 + m] + i * face[6 + m]) * part;',
  },
  {
    says: 'a lattice point is taken from corner a on: other bits from the other face of an edge',
    find: '(w * face[m] + i * face[3 + m] + j * face[6 + m]) * part;',
    replace: 'face[m] + (i * (face[3 + m] - face[m]) + j * (face[6 + m] - face[m]) + 0 * w) * part;',
  },
]);

const leafLattice = inFile('lib/stages/subdivide/leaf-lattice.ts', [
  {
    says: 'children 1 and 2 are swapped',
    find: '0, 0, 0, 1, 0, 2, 0, 1, 1, 1, 1, 2, 0, 2, 1, 2, 2, 2,',
    replace: '0, 0, 0, 1, 0, 2, 0, 2, 1, 2, 2, 2, 0, 1, 1, 1, 1, 2,',
  },
  {
    says: 'the middle child is turned by one corner',
    find: '1, 2, 0, 2, 0, 1);',
    replace: '0, 1, 1, 2, 0, 2);',
  },
  {
    says: 'the midpoint of the wrong edge is taken',
    find: 'lattice[u + 1] + lattice[v + 1];',
    replace: '2 * lattice[u + 1];',
  },
  {
    says: 'two corners of the face are swapped',
    find: 'const WHOLE_FACE = [0, 0, 1, 0, 0, 1];',
    replace: 'const WHOLE_FACE = [0, 0, 0, 1, 1, 0];',
  },
  {
    says: 'a leaf’s list begins at the first face of the table',
    find: 'columns.start[at] = start;',
    replace: 'columns.start[at] = 0;',
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
    find: 'if (!this.#mayHold(this.#point)) return;',
    replace: 'this.#mayHold(this.#point);',
  },
  {
    says: 'the last face is left out',
    find: 'for (let i = 0; i < count; i++)',
    replace: 'for (let i = 0; i < count - 1; i++)',
  },
  { says: 'children share their parent’s path', find: 'path * CHILDREN + child);', replace: 'path * CHILDREN);' },
]);

const leafCount = inFile('lib/stages/subdivide/check-leaf-count.ts', [
  {
    says: 'a certain sub-triangle counts as one leaf',
    find: 'this.#count += CHILDREN ** (this.#leaf - level);',
    replace: 'this.#count++;',
  },
  {
    says: 'a sub-triangle is certain once one corner is within the distance',
    find: 'for (let k = 0; k < 9; k += 3) {',
    replace: 'for (let k = 0; k < 3; k += 3) {',
  },
  {
    says: 'what lies inside the other solid is left out',
    find: 'if (kept === 0 && !isInside) return;',
    replace: 'if (kept === 0) return;',
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

export const subdivide = [
  ...faceLevelsFile,
  ...faceShape,
  ...sphereReach,
  ...subdivideFaces,
  ...leafLattice,
  ...subdivideWhere,
  ...leafCount,
];
