// Candidate pairs → the pairs that share a point, ascending, exactly.

import { type SharedSegment, TriangleIntersector } from '../distance/index.ts';
import type { CandidatePairs, Surface } from '../records/index.ts';

export class PairIntersector {
  /** Pairs of the last call that no plain f64 sign decided. */
  escalated = 0;
  readonly #intersector = new TriangleIntersector();
  #keys = new Float64Array(256);

  /** @returns bone, tool, bone, tool, … in ascending order. */
  find(bone: Surface, tool: Surface, pairs: CandidatePairs): Uint32Array {
    const { boneFace, toolFace } = pairs.columns;
    const { positions: P, faces: F } = bone;
    const { positions: Q, faces: G } = tool;
    const intersector = this.#intersector;
    intersector.escalated = 0;
    if (this.#keys.length < pairs.length) this.#keys = new Float64Array(2 * pairs.length);
    const keys = this.#keys;
    let found = 0;
    for (let i = 0; i < pairs.length; i++) {
      const f = 3 * boneFace[i];
      const g = 3 * toolFace[i];
      if (intersector.share(P, 3 * F[f], 3 * F[f + 1], 3 * F[f + 2], Q, 3 * G[g], 3 * G[g + 1], 3 * G[g + 2]))
        keys[found++] = boneFace[i] * tool.faceCount + toolFace[i];
    }
    this.escalated = intersector.escalated;
    const sorted = keys.subarray(0, found).sort();
    const out = new Uint32Array(2 * found);
    for (let i = 0; i < found; i++) {
      out[2 * i] = Math.floor(sorted[i] / tool.faceCount);
      out[2 * i + 1] = sorted[i] % tool.faceCount;
    }
    return out;
  }
}

/** The segments that the pairs share, 6 numbers each. */
export function sharedSegments(bone: Surface, tool: Surface, pairs: Uint32Array, segment: SharedSegment): Float64Array {
  const out = new Float64Array(3 * pairs.length);
  const { positions: P, faces: F } = bone;
  const { positions: Q, faces: G } = tool;
  for (let i = 0; i < pairs.length; i += 2) {
    const f = 3 * pairs[i];
    const g = 3 * pairs[i + 1];
    segment.find(P, 3 * F[f], 3 * F[f + 1], 3 * F[f + 2], Q, 3 * G[g], 3 * G[g + 1], 3 * G[g + 2], out, 3 * i);
  }
  return out;
}

/** Visits, for a face of one body, the faces of the other that it shares a point with. @param own 0 for the bone's faces, 1 for the tool's. */
export function crossingsOf(pairs: Uint32Array, own: 0 | 1): (face: number, visit: (other: number) => void) => void {
  const rows = new Map<number, number[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const others = rows.get(pairs[i + own]);
    if (others) others.push(pairs[i + 1 - own]);
    else rows.set(pairs[i + own], [pairs[i + 1 - own]]);
  }
  return (face, visit) => {
    for (const other of rows.get(face) ?? []) visit(other);
  };
}
