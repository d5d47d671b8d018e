// Edits in the numbers of a loop's owner × the loop's bone, rebuilt at times from its live faces → edits in the bone's
// own numbers; and a face's number back.
//
//   owner's number   0 1 2 3 4 5 6 7 8 …     faces: #faces[own] is the owner's. It ascends, since live faces keep their
//   own number       – 0 – – 1 2 – 3 4       order and new ones come last. Vertices: #vertices[owner's] is the own one.
//
// An edit may name any vertex that has ever existed. One that no live face uses is no longer in the bone; its stored
// coordinates bring it back. So what edits have added and retired keeps 28 bytes a vertex and 1 a face.

import type { AppliedEdit, BoneBody, EditableBone } from '#bodies';
import { GrowingArray } from '#core';

const NONE = -1;

/** At first, both numbers are the same. */
export class OwnerNumbers implements EditableBone {
  /** How many faces and vertices have ever existed. */
  faceCount: number;
  vertexCount: number;
  /** Where edits are logged, in own numbers; null: nowhere. */
  log: AppliedEdit[] | null = null;
  readonly #body: BoneBody;
  readonly #retired: GrowingArray<Uint8Array>;
  readonly #positions: GrowingArray<Float64Array>;
  #faces: GrowingArray<Uint32Array>;
  readonly #vertices: GrowingArray<Int32Array>;

  constructor(body: BoneBody) {
    const { faceCount, vertexCount, retired, positions } = body;
    this.#body = body;
    this.faceCount = faceCount;
    this.vertexCount = vertexCount;
    this.#retired = filledWith(retired?.slice(0, faceCount) ?? new Uint8Array(faceCount));
    this.#positions = filledWith(positions.slice(0, 3 * vertexCount));
    this.#faces = filledWith(new Uint32Array(faceCount).map((_, face) => face));
    this.#vertices = filledWith(new Int32Array(vertexCount).map((_, vertex) => vertex));
  }

  get name(): string {
    return this.#body.name;
  }

  get liveFaceCount(): number {
    return this.#body.liveFaceCount;
  }

  get retired(): Uint8Array {
    return this.#retired.values;
  }

  /** The owner's number of a face of the bone. */
  ownersFace(own: number): number {
    return this.#faces.values[own];
  }

  /** Edits the bone, by the owner's numbers, already checked. */
  apply(remove: Uint32Array, positions: Float64Array, faces: Uint32Array): void {
    const own = this.#translated(remove, positions, faces);
    for (const face of remove) this.#retired.values[face] = 1;
    for (let i = 0; i < faces.length / 3; i++) {
      this.#faces.push(this.faceCount++);
      this.#retired.push(0);
    }
    this.vertexCount += positions.length / 3;
    this.#body.apply(own.remove, own.positions, own.faces);
    this.log?.push(own);
  }

  #translated(remove: Uint32Array, positions: Float64Array, faces: Uint32Array): AppliedEdit {
    const vertices = this.#vertices;
    const kept = this.#positions;
    const first = this.#body.vertexCount;
    const added = [...positions];
    for (const x of positions) kept.push(x);
    for (let i = 0; i < positions.length / 3; i++) vertices.push(first + i);
    const corners = faces.map((vertex) => {
      if (vertices.values[vertex] === NONE) {
        vertices.values[vertex] = first + added.length / 3;
        added.push(...kept.values.subarray(3 * vertex, 3 * vertex + 3));
      }
      return vertices.values[vertex];
    });
    return { remove: remove.map((face) => this.#ownFace(face)), positions: Float64Array.from(added), faces: corners };
  }

  /** The own number of a live face, by bisection. */
  #ownFace(face: number): number {
    const { values, length } = this.#faces;
    let [low, high] = [0, length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] < face) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Takes note that the bone has been rebuilt.
   * @param kept for the faces it had when the rebuild began: −1 for those no longer there. Faces of later edits follow
   * them.
   * @param vertices by old own number: the new one, −1 if no live face uses it.
   */
  renumber(kept: Int32Array, vertices: Int32Array): void {
    const before = this.#faces;
    this.#faces = new GrowingArray(new Uint32Array(this.#body.faceCount));
    for (let own = 0; own < before.length; own++)
      if (own >= kept.length || kept[own] !== NONE) this.#faces.push(before.values[own]);
    const own = this.#vertices.values;
    for (let vertex = 0; vertex < this.vertexCount; vertex++)
      if (own[vertex] !== NONE) own[vertex] = vertices[own[vertex]];
  }
}

function filledWith<T extends Float64Array | Uint32Array | Int32Array | Uint8Array>(values: T): GrowingArray<T> {
  const array = new GrowingArray(values);
  array.length = values.length;
  return array;
}
