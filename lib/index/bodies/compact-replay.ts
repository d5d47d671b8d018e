// A compacted bone, and edits in the old numbers → the same edits in the new numbers, and finally the new number of
// each face and vertex.

import { GrowingArray } from '#core';
import { BoneBody } from './bone-body.ts';
import type { CompactBone } from './compact-bone.ts';
import type { AppliedEdit } from './edit-bone.ts';

/**
 * The new numbers of faces and vertices: see Detector.compactBone. A face or vertex added by an edit while the bone was
 * being compacted has one too.
 */
export interface BoneRenumbering {
  /** By old face number: the new one; −1 if the face is retired. */
  readonly faces: Int32Array;
  /** By old vertex: the new one; −1 if no live face uses it. */
  readonly vertices: Int32Array;
  /**
   * The bone's present counts, from which the next edit's numbers continue: all faces or vertices that have a number,
   * plus those that lost theirs to edits while the bone was being compacted.
   */
  readonly faceCount: number;
  readonly vertexCount: number;
}

export class CompactReplay {
  /** The compacted bone. */
  readonly bone: BoneBody;
  readonly #from: BoneBody;
  /** The new number of each old face and vertex, including faces retired since; −1 if there is none. */
  readonly #faces: GrowingArray<Int32Array>;
  readonly #vertices: GrowingArray<Int32Array>;
  #isEdited = false;

  /** @param from the bone under the old numbers, which continues to be edited. @param compact what was made from it. */
  constructor(from: BoneBody, { parts, faces, vertices }: CompactBone) {
    this.#from = from;
    this.bone = new BoneBody(parts);
    this.#faces = new GrowingArray(faces);
    this.#faces.length = faces.length;
    this.#vertices = new GrowingArray(vertices);
    this.#vertices.length = vertices.length;
  }

  /** Applies an edit that the bone has undergone since. */
  apply({ remove, positions, faces }: AppliedEdit): void {
    const { bone } = this;
    const [newFaces, newVertices] = [this.#faces, this.#vertices];
    this.#isEdited = true;
    const added = [...positions];
    for (let i = 0; i < positions.length / 3; i++) newVertices.push(bone.vertexCount + i);
    const corners = faces.map((vertex) => {
      // No live face used it when the bone was compacted: add it again.
      if (newVertices.values[vertex] < 0) {
        newVertices.values[vertex] = bone.vertexCount + added.length / 3;
        added.push(...this.#from.positions.subarray(3 * vertex, 3 * vertex + 3));
      }
      return newVertices.values[vertex];
    });
    for (let i = 0; i < faces.length / 3; i++) newFaces.push(bone.faceCount + i);
    const retired = remove.map((face) => newFaces.values[face]);
    bone.apply(retired, Float64Array.from(added), corners);
  }

  /** The full renumbering, after the last edit. */
  renumbering(): BoneRenumbering {
    const { vertexCount, faceCount } = this.bone;
    const faces = this.#faces.values.slice(0, this.#faces.length);
    const vertices = this.#vertices.values.slice(0, this.#vertices.length);
    if (this.#isEdited) this.#dropUnused(faces, vertices);
    return { faces, vertices, faceCount, vertexCount };
  }

  #dropUnused(newFaces: Int32Array, newVertices: Int32Array): void {
    const { faces, faceCount, vertexCount, retired } = this.bone;
    const isUsed = new Uint8Array(vertexCount);
    for (let face = 0; face < faceCount; face++)
      if (retired?.[face] !== 1) for (let i = 3 * face; i < 3 * face + 3; i++) isUsed[faces[i]] = 1;
    for (let old = 0; old < newFaces.length; old++) if (retired?.[newFaces[old]] === 1) newFaces[old] = -1;
    for (let old = 0; old < newVertices.length; old++) if (isUsed[newVertices[old]] !== 1) newVertices[old] = -1;
  }
}
