// Faults in cutting by planes and by boxes.

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
    find: '-sign * plane[k]',
    replace: 'sign * plane[k]',
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

const clip = inFile(`${folder}/convex-clip.ts`, [
  {
    says: 'a region is not cut by the planes that follow',
    find: 'opening.edges().map(turned), plane + 1',
    replace: 'opening.edges().map(turned), Infinity',
  },
  {
    says: 'a way along a line goes on to the wrong point',
    find: 'const [from, to] = open > 0 ?',
    replace: 'const [from, to] = open < 0 ?',
  },
  {
    says: 'points on a plane always count as beyond it',
    find: 'sign < 0 || (sign === 0 && onPlane)',
    replace: 'sign < 0',
  },
]);

const cut = inFile(`${folder}/convex-cut.ts`, [
  {
    says: 'the solid outside of a box that only touches has its touched faces filled anew',
    find: 'if (this.#isUncut()) return this.#surface;',
    replace: '',
  },
  {
    says: 'a face beside the box keeps its edge without the new corners',
    find: 'if (between.length > 0) isWhole = false;',
    replace: '',
  },
]);

const cutBox = inFile(`${folder}/cut-box.ts`, [
  {
    says: 'a side of the box lies a whole length from its middle',
    find: 'size[axis] / 2)',
    replace: 'size[axis])',
  },
]);

const lines = inFile(`${folder}/divide-on-lines.ts`, [
  {
    says: 'an edge along two planes stays whole',
    find: 'if (second === 0) {',
    replace: 'if (second >= 0) {',
  },
]);

const chain = inFile(`${folder}/edge-chain.ts`, [
  {
    says: 'an edge does not cancel with its reverse',
    find: '(isUp ? count : -count)',
    replace: 'count',
  },
]);

const exact = inFile(`${folder}/exact-points.ts`, [
  {
    says: 'a crossing is as far from the wrong end',
    find: 'sign * (s * b.x[k] - t * a.x[k])',
    replace: 'sign * (s * a.x[k] - t * b.x[k])',
  },
  {
    says: 'a new corner is off by a place or two',
    find: 'roundedQuotient(x[k], w, this.#exponent)',
    replace: 'roundedQuotient(x[k], w, this.#exponent) * (1 + 2 ** -51)',
  },
  {
    says: 'a point where an edge crosses a second plane lies on no given edge',
    find: 'ofA >= 0 && isOn(b, ofA) ? ofA : ofB >= 0 && isOn(a, ofB) ? ofB : -1',
    replace: 'ofA >= 0 && ofA === ofB && isOn(b, ofA) ? ofA : -1',
  },
]);

const rounded = inFile(`${folder}/rounded-points.ts`, [
  {
    says: 'corners that round to the same place stay apart',
    find: 'this.#byPlace.get(key) ?? ',
    replace: '',
  },
]);

const view = inFile(`${folder}/flat-view.ts`, [
  {
    says: 'a surface is always seen from above',
    find: 'normal[axis] > 0 ?',
    replace: 'normal[axis] !== 0 ?',
  },
]);

const forBoxes = [...clip, ...cut, ...cutBox, ...lines, ...chain, ...exact, ...rounded, ...view];

export const osteotomy = [...sides, ...half, ...rings, ...cap, ...fill, ...check, ...solids, ...forBoxes];
