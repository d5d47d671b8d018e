// What a cut does to a surface, and the numbers by which edits speak of it.

/** What a cut does to the bone's surface: hand it to `detector.editBone` or `loop.editBone`. */
export interface CutEdit {
  /** Numbers of the faces that are removed. */
  readonly remove: Uint32Array<ArrayBuffer>;
  /** xyz of each new vertex, mm; numbering continues after the last one. */
  readonly positions: Float64Array<ArrayBuffer>;
  /** Three vertex numbers, old or new, of each new face; face numbering continues after the last one. */
  readonly faces: Uint32Array<ArrayBuffer>;
}

export interface NumberedMesh {
  readonly positions: Float64Array<ArrayBuffer>;
  readonly faces: Uint32Array<ArrayBuffer>;
  /** The number that edits use for each face. */
  readonly faceNumbers: Uint32Array<ArrayBuffer>;
  /** The number that edits use for each vertex. */
  readonly vertexNumbers: Uint32Array<ArrayBuffer>;
}

/** Old numbers → new ones, −1 for what is removed; and the new counts, unused numbers included. */
export interface Renumbering {
  readonly faces: Int32Array;
  readonly vertices: Int32Array;
  readonly faceCount: number;
  readonly vertexCount: number;
}
