// The local contact model: samples of the tool's surface near the bone, and for each a list of the bone faces that can
// be nearest to it. It is one buffer, which threads share or pass on.
//
//   point i    own, centres, distances, gradients, hardness, ids, windings, and its list: counts[i] entries from
//              starts[i] on, of which the first nears[i] are enough while it has hardly moved
//   entry      a face (its index in this model), and a lower bound on its distance, L + g·(p − centre)
//   face       nine coordinates, and its number in the bone
//
// It is valid as long as none of its points has moved farther than `motion` from its centre, and no other sample
// farther than `maxDistance`. Until then every point's signed distance follows from it exactly, except that of a point
// outside the bone without a list, which stays farther than CLOSE. Samples that are not in it are outside the bone.
// (W. A. McNeely, K. D. Puterbaugh, J. J. Troy, SIGGRAPH 1999, sample the tool likewise, but represent the bone by
// voxels of a fixed size; here its faces represent it.)

import { BOUND } from '#proximity';

export const MOST_POINTS = 2048;
export const MOST_FACES = 12_288;
/** Entries of all points' lists together. */
export const MOST_ENTRIES = 98_304;

/** Share of `motion` that a sample may move while a standing model serves (standing-model.ts). */
export const NEAR = 1 / 4;

/** Slots of `head`. Serial number: models that have the same one are the same, apart from their time. */
export const SERIAL = 0;
/** mm that each point may move. */
export const MOTION = 2;
/** mm: no sample outside the model is nearer to the bone than this, so each may move this far. */
export const MAX_DISTANCE = 3;
/** Points, faces and entries in use. */
export const POINTS = 4;
export const FACES = 5;
export const ENTRIES = 6;
/** A bound on every coordinate, mm: see lengthSlack. */
export const MAGNITUDE = 7;
/** 1 if tool points that are not in the model lie inside the bone: the tool is deeper than the model covers. */
export const EMBEDDED = 8;
/** performance.timeOrigin + performance.now() when its pose was taken, ms. */
export const TAKEN_AT = 9;
/** How many edits of the bone it shows. */
export const EDITS = 11;
/** Faces of these numbers and higher were made by edits. */
export const EDIT_FACES = 12;
const HEAD = 16;

const PARTS = {
  head: [Float64Array, HEAD],
  /** Tool frame → bone frame, when it was made. */
  pose: [Float64Array, 16],
  /** In the tool's frame, xyz, mm. */
  own: [Float64Array, 3 * MOST_POINTS],
  /** The same under the pose, bone frame: the centres of the lists. */
  centres: [Float64Array, 3 * MOST_POINTS],
  /** Signed distances to the bone then, mm; a lower bound if a point has no list. */
  distances: [Float64Array, MOST_POINTS],
  /** Unit gradients of the signed distance then, bone frame; 0 if unknown. */
  gradients: [Float64Array, 3 * MOST_POINTS],
  /** Corners of the faces, 9 numbers each, bone frame. */
  corners: [Float64Array, 9 * MOST_FACES],
  /** L and g of each entry: see faceSupport; its face is not nearer than L + g·(p − centre). */
  bounds: [Float64Array, BOUND * MOST_ENTRIES],
  /** Hardness of the bone at each point, 1 for cortical bone; not written if the tool does not cut. */
  hardness: [Float32Array, MOST_POINTS],
  /** A point's number among the tool's samples, the same in every model. */
  ids: [Uint32Array, MOST_POINTS],
  starts: [Uint32Array, MOST_POINTS],
  counts: [Uint32Array, MOST_POINTS],
  /** How many entries at the start of a list can matter until the point has moved NEAR times `motion`. */
  nears: [Uint32Array, MOST_POINTS],
  /** The bone's winding number about each point then; 0 if the bone is open. */
  windings: [Int32Array, MOST_POINTS],
  /** Each face's number in the bone. */
  faceIds: [Uint32Array, MOST_FACES],
  /** Each entry's face, as its index in this model. */
  entries: [Uint32Array, MOST_ENTRIES],
} as const;

/** The arrays of a model, or the parts of them in use. */
export type ModelParts = { readonly [K in keyof typeof PARTS]: InstanceType<(typeof PARTS)[K][0]> };
export type LocalModel = ModelParts & { readonly memory: ArrayBufferLike };

/** Bytes of a model. */
export const MODEL_BYTES = Object.values(PARTS).reduce(
  (sum, [Typed, length]) => sum + Typed.BYTES_PER_ELEMENT * length,
  0,
);

/** @param from the byte offset at which the model begins, a multiple of 8; the model takes MODEL_BYTES from there. */
export function localModel(memory: ArrayBufferLike, from = 0): LocalModel {
  let at = from;
  const views = Object.entries(PARTS).map(([name, [Typed, length]]) => {
    const view = new Typed(memory as ArrayBuffer, at, length);
    at += view.byteLength;
    return [name, view];
  });
  return { ...(Object.fromEntries(views) as ModelParts), memory };
}

/** How much of a part is in use: a count for each point, face or entry; or all of it. */
const USED: { readonly [K in keyof ModelParts]: (head: Float64Array) => number } = {
  head: () => HEAD,
  pose: () => 16,
  own: (head) => 3 * head[POINTS],
  centres: (head) => 3 * head[POINTS],
  distances: (head) => head[POINTS],
  gradients: (head) => 3 * head[POINTS],
  corners: (head) => 9 * head[FACES],
  bounds: (head) => BOUND * head[ENTRIES],
  hardness: (head) => head[POINTS],
  ids: (head) => head[POINTS],
  starts: (head) => head[POINTS],
  counts: (head) => head[POINTS],
  nears: (head) => head[POINTS],
  windings: (head) => head[POINTS],
  faceIds: (head) => head[FACES],
  entries: (head) => head[ENTRIES],
};

/** A copy of the parts in use, for a message. */
export function packModel(model: LocalModel): ModelParts {
  const names = Object.keys(PARTS) as (keyof ModelParts)[];
  return Object.fromEntries(names.map((name) => [name, model[name].slice(0, USED[name](model.head))])) as ModelParts;
}

/** Makes a model the same as another one. */
export function copyModel(from: LocalModel, to: LocalModel): void {
  for (const name of Object.keys(PARTS) as (keyof ModelParts)[])
    to[name].set(from[name].subarray(0, USED[name](from.head)));
}

/** Writes a packed model into a model. */
export function unpackModel(packed: ModelParts, out: LocalModel): void {
  for (const name of Object.keys(PARTS) as (keyof ModelParts)[]) out[name].set(packed[name]);
}
