// A bone's mesh, and what takes its place, a grid or slots → what is removed and added, with numbers that go on.
//
// When a window grows, or a growth is undone, or the grid takes over from slots, most of the surface stays as it is,
// bit by bit. Such faces keep their numbers, so the edit holds what differs. A cell's faces stay together, as their
// numbers must.

import { weldVertices } from '#mesh';
import type { CutEdit, NumberedMesh, Renumbering } from '#slots';
import { type CutGrid, type GrowingMesh, NONE } from './cut-grid.ts';
import { numberedMesh, renumber } from './numbered-mesh.ts';

/** What numbers refer to. */
interface Numbered {
  readonly positions: { readonly values: Float64Array; readonly length: number };
  readonly faces: { readonly values: Uint32Array; readonly length: number };
}

/** What gets the numbers. */
export interface Renumbered {
  readonly numbered: NumberedMesh;
  /** What its own numbers refer to; new arrays after `renumber`. */
  readonly mesh: GrowingMesh;
  renumber(renumbering: Renumbering): void;
  /** Sets to NONE the faces that must not keep their number, as others that belong to them cannot. */
  keepWhole(before: NumberedMesh, after: NumberedMesh, faceOf: Int32Array): void;
}

export function renumberedGrid(grid: CutGrid): Renumbered {
  return {
    numbered: numberedMesh(grid),
    get mesh() {
      return grid.mesh;
    },
    renumber: (renumbering) => renumber(grid, renumbering),
    keepWhole: (before, after, faceOf) => keepCellsWhole(grid, before, after, faceOf),
  };
}

/** @param before the mesh as numbered, and the arrays that its numbers refer to. @param next gets the numbers. */
export function continueNumbers(before: NumberedMesh, { positions, faces }: Numbered, next: Renumbered): CutEdit {
  const after = next.numbered;
  const vertexOf = sameVertices(before, after);
  const faceOf = sameFaces(before, after, vertexOf);
  next.keepWhole(before, after, faceOf);
  const own = next.mesh;
  const [vertices, vertexCount] = numbersFor(
    after.vertexNumbers,
    own.positions.length / 3,
    positions.length / 3,
    (n) => (vertexOf[n] === NONE ? NONE : before.vertexNumbers[vertexOf[n]]),
  );
  const [numbers, faceCount] = numbersFor(after.faceNumbers, own.faces.length / 3, faces.length / 3, (n) =>
    faceOf[n] === NONE ? NONE : before.faceNumbers[faceOf[n]],
  );
  next.renumber({ faces: numbers, vertices, faceCount, vertexCount });
  const made = next.mesh;
  made.positions.values.set(positions.values.subarray(0, positions.length));
  made.faces.values.set(faces.values.subarray(0, faces.length));
  const isKept = new Uint8Array(before.faceNumbers.length);
  for (const face of faceOf) if (face !== NONE) isKept[face] = 1;
  return {
    remove: before.faceNumbers.filter((_, face) => isKept[face] === 0).sort(),
    positions: made.positions.values.slice(positions.length, made.positions.length),
    faces: made.faces.values.slice(faces.length, made.faces.length),
  };
}

/** By vertex, the one at the same place before; NONE if there is none. No vertex is named twice. */
function sameVertices(before: NumberedMesh, after: NumberedMesh): Int32Array {
  const count = before.positions.length / 3;
  const both = new Float64Array(before.positions.length + after.positions.length);
  both.set(before.positions);
  both.set(after.positions, before.positions.length);
  const first = weldVertices(both);
  const isTaken = new Uint8Array(count);
  return Int32Array.from({ length: after.positions.length / 3 }, (_, n) => {
    const vertex = first[count + n];
    if (vertex >= count || isTaken[vertex] === 1 || !isSameBits(both, vertex, count + n)) return NONE;
    isTaken[vertex] = 1;
    return vertex;
  });
}

/** Vertices at 0 and at −0 are at the same place, but not the same. */
function isSameBits(positions: Float64Array, a: number, b: number): boolean {
  return [0, 1, 2].every((k) => Object.is(positions[3 * a + k], positions[3 * b + k]));
}

/** By face, the one with the same vertices before; NONE if there is none. */
function sameFaces(before: NumberedMesh, after: NumberedMesh, vertexOf: Int32Array): Int32Array {
  /** By vertex: the last face with that first corner, and by face the one before it. */
  const last = new Int32Array(before.positions.length / 3).fill(NONE);
  const previous = new Int32Array(before.faceNumbers.length);
  for (let face = 0; face < previous.length; face++) {
    const vertex = before.faces[3 * face];
    previous[face] = last[vertex];
    last[vertex] = face;
  }
  return Int32Array.from({ length: after.faceNumbers.length }, (_, face) => {
    const [a, b, c] = [0, 1, 2].map((k) => vertexOf[after.faces[3 * face + k]]);
    if (a === NONE || b === NONE || c === NONE) return NONE;
    let held = last[a];
    while (held !== NONE && !(before.faces[3 * held + 1] === b && before.faces[3 * held + 2] === c))
      held = previous[held];
    return held;
  });
}

function keepCellsWhole(grid: CutGrid, before: NumberedMesh, after: NumberedMesh, faceOf: Int32Array): void {
  const rowOf = new Int32Array(grid.faces.length / 3).fill(NONE);
  for (let row = 0; row < after.faceNumbers.length; row++) rowOf[after.faceNumbers[row]] = row;
  for (let cell = 0; cell < grid.cells.count; cell++) {
    const rows = Array.from({ length: grid.faceCount[cell] }, (_, n) => rowOf[grid.firstFace[cell] + n]);
    const isSame = rows.every(
      (row, n) => faceOf[row] !== NONE && before.faceNumbers[faceOf[row]] === before.faceNumbers[faceOf[rows[0]]] + n,
    );
    if (!isSame) for (const row of rows) faceOf[row] = NONE;
  }
}

/** The old numbers' new ones; those without one of `kept` go on from `next`. @returns them, and the number after. */
function numbersFor(
  own: Uint32Array,
  count: number,
  next: number,
  kept: (row: number) => number,
): [numbers: Int32Array, next: number] {
  const numbers = new Int32Array(count).fill(NONE);
  let after = next;
  for (let row = 0; row < own.length; row++) {
    const known = kept(row);
    numbers[own[row]] = known === NONE ? after++ : known;
  }
  return [numbers, after];
}
