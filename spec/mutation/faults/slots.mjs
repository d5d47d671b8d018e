// Faults in slots that are cut exactly, one in the other.

import { inFile } from './in-file.mjs';

const folder = 'lib/surgery/slots';

const parts = inFile(`${folder}/cut-parts.ts`, [
  {
    says: 'a part next to one that was cut keeps its edges whole',
    find: 'polygon.length === 0 && outline.length === part.outline.length',
    replace: 'polygon.length === 0',
  },
  {
    says: 'a side of an earlier slot that the cell lies along is not known as one',
    find: 'return side.id === id && side.sign === -sign;',
    replace: 'return false;',
  },
  {
    says: 'a face that lies in a side of the cell is not known to end the bone there',
    find: '&& points.facing(face, id) === -sign;',
    replace: '&& false;',
  },
  {
    says: 'sides of slots face into the bone',
    find: 'side: { id, sign: -sign }',
    replace: 'side: { id, sign }',
  },
  {
    says: 'parts that lines of the cell meet far from it are left out',
    find: '!isBeyond || walls > 1 || (walls === 1 && ends > 0)',
    replace: '!isBeyond',
  },
]);

const view = inFile(`${folder}/cell-view.ts`, [
  {
    says: 'a plane that faces the other way is taken as it is',
    find: 'return sign * this.#points.signOf(point, id);',
    replace: 'return this.#points.signOf(point, id);',
  },
  {
    says: 'an edge that was divided again is divided once',
    find: 'open.push([edge[0], point], [point, edge[1]]);',
    replace: '',
  },
]);

const cell = inFile(`${folder}/exact-cell.ts`, [
  {
    says: 'a step of the lattice is half as long',
    find: 'const STEP_BITS = 20;',
    replace: 'const STEP_BITS = 21;',
  },
  {
    says: 'the box holds the low flat alone',
    find: 'for (const flat of [origin, top]) {',
    replace: 'for (const flat of [origin]) {',
  },
]);

const solid = inFile(`${folder}/slot-solid.ts`, [
  {
    says: 'what one cell of a stroke has made the next one does not cut',
    find: '[...near, ...made]',
    replace: 'near',
  },
  {
    says: 'faces on the lines of a cell are not asked for',
    find: 'for (const face of this.surface.nearLine(line.point, line.direction)) faces.add(face);',
    replace: '',
  },
  {
    says: 'parts that come back have the faces of before',
    find: 'shown.faces = shown.faces.map((_, n) => first + n);',
    replace: '',
  },
]);

const points = inFile(`${folder}/slot-points.ts`, [
  {
    says: 'f64 always decides on which side of a plane a point lies',
    find: 'Math.abs(height) > ROUNDED * size',
    replace: 'size > 0',
  },
  {
    says: 'a crossing is as far from the wrong end',
    find: 'sign * (s * b.x[k] - t * a.x[k])',
    replace: 'sign * (s * a.x[k] - t * b.x[k])',
  },
  {
    says: 'points that round to the same place are one',
    find: 'isSame(this.#exactly(point), exact)',
    replace: 'point >= 0',
  },
  {
    says: 'a vertex that was heeded is not found by its place',
    find: '.unshift(vertex)',
    replace: '.at(vertex)',
  },
  {
    says: 'corners take the digits of the points that they are made of',
    find: 'if (found !== null) return found;',
    replace: 'if (found !== null) break;',
  },
]);

const planes = inFile(`${folder}/exact-planes.ts`, [
  {
    says: 'a plane given twice as long is another one',
    find: 'normal.reduce(commonDivisor, 0n) * (first < 0n ? -1n : 1n)',
    replace: 'first < 0n ? -1n : 1n',
  },
]);

const path = inFile(`${folder}/blade-path.ts`, [
  {
    says: 'a turn is one chord',
    find: 'Math.ceil(Math.sqrt(bend / most))',
    replace: '1',
  },
]);

const sweep = inFile(`${folder}/outline-sweep.ts`, [
  {
    says: 'an edge that drifts far from where it last swept sweeps nothing',
    find: 'every((p) => toLine(p, this.#lines[i]) <= BAND)',
    replace: 'every((p) => toLine(p, this.#lines[i]) <= 1024 * BAND)',
  },
]);

const frame = inFile(`${folder}/slot-frame.ts`, [
  {
    says: 'a blade of another thickness is in the planes of a slot',
    find: 'Math.max(off(low, this.origin), off(high, this.top))',
    replace: 'off(low, this.origin)',
  },
]);

const patch = inFile(`${folder}/patch-fault.ts`, [
  {
    says: 'parts of a surface may touch at a corner or an edge',
    find: 'if (!isOneCycle(around)) return true;',
    replace: '',
  },
]);

const near = inFile(`${folder}/near-index.ts`, [
  {
    says: 'a line misses a box by a rounding',
    find: '8 * UNIT_ROUNDOFF * sum + 2 * Number.MIN_VALUE',
    replace: '0',
  },
]);

const live = inFile(`${folder}/live-surface.ts`, [
  {
    says: 'a change is made although it is at fault',
    find: 'if (fault === null) this.restore(',
    replace: 'this.restore(',
  },
]);

const numbers = inFile(`${folder}/slot-numbers.ts`, [
  {
    says: 'sides of slots come in the order in which they came back',
    find: 'sides.sort((a, b) => a.order - b.order);',
    replace: '',
  },
  {
    says: 'an edit repeats the vertices of before',
    find: 'this.positions.values.slice(firstPosition, this.positions.length)',
    replace: 'this.positions.values.slice(0, this.positions.length)',
  },
  {
    says: 'faces keep their old numbers',
    find: '      [this.#faceNumbers, faces],\n    ] as const)',
    replace: '    ] as const)',
  },
]);

const journal = inFile(`${folder}/slot-journal.ts`, [
  {
    says: 'the bound is that of the flats alone',
    find: 'swept.error + this.#rounded',
    replace: 'swept.flatError',
  },
  {
    says: 'the mesh loses as much as the tool may have taken',
    find: 'volumeLoss: volume',
    replace: 'volumeLoss: removedVolume.high',
  },
]);

export const slots = [
  ...parts,
  ...view,
  ...cell,
  ...solid,
  ...points,
  ...planes,
  ...path,
  ...sweep,
  ...frame,
  ...patch,
  ...near,
  ...live,
  ...numbers,
  ...journal,
];
