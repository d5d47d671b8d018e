// Faults in a window of a bone: in what lies beyond it, in how the two are joined, and in how it grows.

import { inFile } from './in-file.mjs';

const inset = 'lib/surgery/inset';
const cutting = 'lib/surgery/cutting';

export const windows = [
  ...inFile(`${inset}/clip-face.ts`, [
    {
      says: 'a part goes on along the wrong edge where a face comes back into the box',
      find: 'isWithin(s) ? OWN_EDGES + side : a.edge',
      replace: 'isWithin(s) ? OWN_EDGES + side : b.edge',
    },
  ]),
  ...inFile(`${inset}/cut-out.ts`, [
    {
      says: 'a face within the box stays',
      find: 'if (cuts.has(face) || isWithin(positions, faces, face, within)) continue;',
      replace: 'if (cuts.has(face)) continue;',
    },
  ]),
  ...inFile(`${inset}/in-square.ts`, [
    {
      says: 'what is crossed along the bottom is not counted',
      find: 'end[0] > 0 && 2 * end[0] <= m[0]',
      replace: 'end[0] < 0',
    },
  ]),
  ...inFile(`${inset}/node-paths.ts`, [
    {
      says: 'paths that cross are left as they are',
      find: 'if (!(toC * toD < 0 && toA * toB < 0)) return null;',
      replace: 'return null;',
    },
  ]),
  ...inFile(`${inset}/outer-face.ts`, [
    {
      says: 'the rim is left out of the faces beyond',
      find: '...back.slice(0, -1)',
      replace: '...back.slice(0, 0)',
    },
  ]),
  ...inFile(`${inset}/rim-side.ts`, [
    {
      says: 'what is covered on one side of the box does not go on on the next',
      find: '=== isFilled) continue;',
      replace: '=== isFilled || cells.length > 0) continue;',
    },
    {
      says: 'what juts out is taken for bare bone',
      find: "isIn(a, b, isPiece) === isPiece ? 'jutting' : 'bare'",
      replace: "isIn(a, b, isPiece) === isPiece ? 'bare' : 'bare'",
    },
  ]),
  ...inFile(`${inset}/outer-body.ts`, [
    {
      says: 'a tool buried in bone beyond the window is not noticed',
      find: 'if (this.#given.isInside(x, y, z)) return true;',
      replace: 'void [x, y, z];',
    },
  ]),
  ...inFile(`${cutting}/window-edge.ts`, [
    {
      says: 'what comes through the side of a window from within is not noticed',
      find: 'this.#place.every((x, k) => x > low[k] && x < high[k])',
      replace: 'this.#place.every((x, k) => x > low[k] - 9 && x < high[k] + 9)',
    },
  ]),
  ...inFile(`${cutting}/grow-window.ts`, [
    {
      says: 'a window that grows forgets what was cut',
      find: 'to.flip(next);',
      replace: 'void next;',
    },
  ]),
  ...inFile(`${cutting}/continue-numbers.ts`, [
    {
      says: "a cell's faces are numbered apart",
      find: 'if (!isSame)',
      replace: 'if (!isSame && rows.length < 0)',
    },
  ]),
  ...inFile(`${cutting}/cut-record.ts`, [
    {
      says: 'cuts before a window grew are saved where they were in its lattice',
      find: 'place[axis] + from.first[axis] - to.first[axis]',
      replace: 'place[axis]',
    },
  ]),
];
