// A live surface ↔ the numbers by which edits speak of its faces and vertices, and its mesh in an order of its own.
//
// The live surface never uses a number twice, and neither do edits; but a detector that compacts its bone gives new
// ones. The mesh has the faces of the given surface first, in their order, then the sides of slots in the order in
// which they were first made: however the bone came to be as it is, its mesh is the same.

import { GrowingArray } from '#core';
import type { CutEdit, NumberedMesh, Renumbering } from './edit-records.ts';
import type { LiveSurface } from './live-surface.ts';
import type { ShownPart } from './slot-solid.ts';

const NONE = -1;

export class SlotNumbers {
  /** What the numbers stand for: xyz of vertices, corners of faces. */
  positions: GrowingArray<Float64Array<ArrayBuffer>>;
  faces: GrowingArray<Uint32Array<ArrayBuffer>>;
  readonly #surface: LiveSurface;
  /** By vertex and by face of the live surface. */
  readonly #vertexNumbers = new GrowingArray(new Int32Array(64));
  readonly #faceNumbers = new GrowingArray(new Int32Array(64));

  constructor(surface: LiveSurface) {
    this.#surface = surface;
    this.positions = new GrowingArray(new Float64Array(surface.positions.length + 3));
    this.faces = new GrowingArray(new Uint32Array(surface.faces.length + 3));
    // At first the numbers are the rows of the mesh.
    this.edit([]);
  }

  /** Numbers what the live surface has got since last time. @param removed its faces that are gone. */
  edit(removed: readonly number[]): CutEdit {
    const { faces } = this.#surface;
    const [firstPosition, firstFace] = [this.positions.length, this.faces.length];
    for (let face = this.#faceNumbers.length; face < faces.length / 3; face++) {
      this.#faceNumbers.push(this.faces.length / 3);
      for (let k = 3 * face; k < 3 * face + 3; k++) this.faces.push(this.#numberOf(faces.values[k]));
    }
    return {
      remove: Uint32Array.from(removed, (face) => this.#faceNumbers.values[face]).sort(),
      positions: this.positions.values.slice(firstPosition, this.positions.length),
      faces: this.faces.values.slice(firstFace, this.faces.length),
    };
  }

  /** Of a vertex that a live face uses; it gets one if it has none, as one that was dropped and comes back. */
  #numberOf(vertex: number): number {
    const numbers = this.#vertexNumbers;
    while (numbers.length <= vertex) numbers.push(NONE);
    if (numbers.values[vertex] === NONE) {
      numbers.values[vertex] = this.positions.length / 3;
      for (let k = 3 * vertex; k < 3 * vertex + 3; k++) this.positions.push(this.#surface.positions.values[k]);
    }
    return numbers.values[vertex];
  }

  /** @param given the number of faces of the given surface. @param parts those that are not all of a given face. */
  numbered(given: number, parts: Iterable<ShownPart>): NumberedMesh {
    const { faces, positions } = this.#surface;
    const cutFaces = new Map<number, ShownPart>();
    const sides: ShownPart[] = [];
    for (const shown of parts)
      if (shown.part.face < 0) sides.push(shown);
      else cutFaces.set(shown.part.face, shown);
    sides.sort((a, b) => a.order - b.order);
    const live = new GrowingArray(new Uint32Array(given + 64));
    for (let face = 0; face < given; face++) {
      const cut = cutFaces.get(face);
      if (cut !== undefined) for (const part of cut.faces) live.push(part);
      else if (this.#surface.isLive(face)) live.push(face);
    }
    for (const side of sides) for (const face of side.faces) live.push(face);
    const rowOf = new Int32Array(positions.length / 3).fill(NONE);
    const used: number[] = [];
    const rows = new Uint32Array(3 * live.length);
    for (let n = 0; n < rows.length; n++) {
      const vertex = faces.values[3 * live.values[Math.floor(n / 3)] + (n % 3)];
      if (rowOf[vertex] === NONE) rowOf[vertex] = used.push(vertex) - 1;
      rows[n] = rowOf[vertex];
    }
    return {
      positions: Float64Array.from(
        { length: 3 * used.length },
        (_, n) => positions.values[3 * used[Math.floor(n / 3)] + (n % 3)],
      ),
      faces: rows,
      faceNumbers: Uint32Array.from({ length: live.length }, (_, n) => this.#faceNumbers.values[live.values[n]]),
      vertexNumbers: Uint32Array.from(used, (vertex) => this.#vertexNumbers.values[vertex]),
    };
  }

  /** Adopts new numbers; what has none is never spoken of again. */
  renumber({ faces, vertices, faceCount, vertexCount }: Renumbering): void {
    const [newPositions, newFaces] = [new Float64Array(3 * vertexCount), new Uint32Array(3 * faceCount)];
    for (let n = 0; n < this.positions.length; n++) {
      const vertex = vertices[Math.floor(n / 3)];
      if (vertex !== NONE) newPositions[3 * vertex + (n % 3)] = this.positions.values[n];
    }
    for (let n = 0; n < this.faces.length; n++) {
      const face = faces[Math.floor(n / 3)];
      if (face !== NONE) newFaces[3 * face + (n % 3)] = vertices[this.faces.values[n]];
    }
    this.positions = growing(newPositions);
    this.faces = growing(newFaces);
    for (const [numbers, renumbered] of [
      [this.#vertexNumbers, vertices],
      [this.#faceNumbers, faces],
    ] as const)
      for (let n = 0; n < numbers.length; n++)
        if (numbers.values[n] !== NONE) numbers.values[n] = renumbered[numbers.values[n]];
  }
}

/** Numbers that others may follow. */
function growing<T extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(numbers: T): GrowingArray<T> {
  const array = new GrowingArray(numbers);
  array.length = numbers.length;
  return array;
}
