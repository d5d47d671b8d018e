// Faults in cutting by planes.

import { inFile } from './in-file.mjs';

const folder = 'lib/surgery/osteotomy';

const sides = inFile(`${folder}/plane-sides.ts`, [
  {
    says: 'f64 always decides on which side of a plane a vertex lies',
    find: 'Math.abs(height) > ROUNDED * size + LEAST && size < Infinity',
    replace: 'size < Infinity',
  },
  {
    says: 'a crossing is as far from the wrong end',
    find: 's * b[k] - t * a[k]',
    replace: 's * a[k] - t * b[k]',
  },
]);

const half = inFile(`${folder}/half-mesh.ts`, [
  {
    says: 'a vertex on the plane lies within either half',
    find: 'sign * this.#sides.of[v] > 0',
    replace: 'sign * this.#sides.of[v] >= 0',
  },
]);

const rings = inFile(`${folder}/section-rings.ts`, [
  {
    says: 'a hole sees through edges',
    find: '!edges.some(([p, q]) => edgesMeet(corners, hole, c, p, q))',
    replace: 'true',
  },
  {
    says: 'ways to a corner and straight back stay',
    find: 'if (out.at(-2) === vertex) out.pop();\n    else out.push(vertex);',
    replace: 'out.push(vertex);',
  },
]);

const fill = inFile(`${folder}/fill-loops.ts`, [
  {
    says: 'slivers along flat sides stay',
    find: 'flipToDelaunay(faces, first, at);',
    replace: '',
  },
]);

const cap = inFile(`${folder}/cap-section.ts`, [
  {
    says: 'a section faces into its half',
    find: 'sign * plane[3 + axis] < 0',
    replace: 'sign * plane[3 + axis] > 0',
  },
]);

const check = inFile(`${folder}/check-half.ts`, [
  {
    says: 'a section that meets other faces passes',
    find: 'if (a < 0 || b < 0 || a === b)',
    replace: 'if (a < 0 || b < 0) continue;\n    if (a === b)',
  },
]);

const solids = inFile(`${folder}/solids.ts`, [
  {
    says: 'a cavity is a solid of its own',
    find: 'owner[shell] = around?.shell ?? shell;',
    replace: 'owner[shell] = shell;',
  },
]);

export const osteotomy = [...sides, ...half, ...rings, ...cap, ...fill, ...check, ...solids];
