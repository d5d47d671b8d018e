// A bone as it is → a bone of its live faces alone, indexed and with capacity for edits, and the new number of each
// face and vertex.

import type { CandidateMethod } from '#records';
import type { BodyParts } from './body.ts';
import { BoneBody } from './bone-body.ts';

/** What a bone is rebuilt from. The arrays are the bone's own: copy them if it may be edited meanwhile. */
export interface BoneSnapshot {
  readonly name: string;
  readonly method: CandidateMethod;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly retired: Uint8Array | null;
}

export interface CompactBone {
  readonly parts: BodyParts;
  /** By old face: its new number, −1 if it is retired. */
  readonly faces: Int32Array;
  /** By old vertex: its new number, −1 if no live face uses it. */
  readonly vertices: Int32Array;
}

export function snapshotOf(bone: BoneBody): BoneSnapshot {
  const { name, method, positions, vertexCount, faces, faceCount, retired } = bone;
  return {
    name,
    method,
    positions: positions.subarray(0, 3 * vertexCount),
    faces: faces.subarray(0, 3 * faceCount),
    retired: retired?.subarray(0, faceCount) ?? null,
  };
}

/** Live faces and the vertices that they use keep their order. */
export function compactBone({ name, method, positions, faces, retired }: BoneSnapshot): CompactBone {
  const newFaces = new Int32Array(faces.length / 3).fill(-1);
  const newVertices = new Int32Array(positions.length / 3).fill(-1);
  let faceCount = 0;
  for (let face = 0; face < newFaces.length; face++) {
    if (retired?.[face] === 1) continue;
    newFaces[face] = faceCount++;
    for (let corner = 3 * face; corner < 3 * face + 3; corner++) newVertices[faces[corner]] = 0;
  }
  let vertexCount = 0;
  for (let vertex = 0; vertex < newVertices.length; vertex++)
    if (newVertices[vertex] === 0) newVertices[vertex] = vertexCount++;
  const livePositions = new Float64Array(3 * vertexCount);
  for (let vertex = 0; vertex < newVertices.length; vertex++)
    if (newVertices[vertex] >= 0)
      for (let k = 0; k < 3; k++) livePositions[3 * newVertices[vertex] + k] = positions[3 * vertex + k];
  const liveFaces = new Uint32Array(3 * faceCount);
  for (let face = 0; face < newFaces.length; face++)
    if (newFaces[face] >= 0)
      for (let k = 0; k < 3; k++) liveFaces[3 * newFaces[face] + k] = newVertices[faces[3 * face + k]];
  const bone = new BoneBody({ name, positions: livePositions, faces: liveFaces }, undefined, method);
  // An empty edit raises all capacities.
  bone.apply(new Uint32Array(0), new Float64Array(0), new Uint32Array(0));
  return { parts: bone.parts(), faces: newFaces, vertices: newVertices };
}
