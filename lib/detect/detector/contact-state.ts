// What the stages found → the state of the two bodies, exactly.
//
// 1. intersecting, if a pair of faces shares a point.
// 2. enclosed, if a connected part of one body lies inside the other solid. Without shared points, one vertex decides.
// 3. near, if a candidate pair comes within δ; else separated. The records' certified intervals decide most cases, f64
//    distances with their error bound nearly all others, and integers the rest.

import { lengthSlack } from '#core';
import type { CandidatePairs, ContactState, DistanceRecords, InsideTest, Surface } from '#records';
import {
  gapAtMost,
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TrianglePair,
} from '#triangles';

/** A body, with the other solid's inside test; null if the other has no inside. */
interface Part {
  readonly body: Surface & { readonly topology: { representatives(): Uint32Array } };
  readonly inside: InsideTest | null;
}

interface StateInput {
  readonly bone: Surface;
  readonly tool: Surface;
  /** The pairs of faces that share a point. */
  readonly intersecting: Uint32Array;
  readonly parts: readonly Part[];
  readonly records: readonly DistanceRecords[];
  /** The candidate pairs; called only if the records do not decide. */
  readonly pairs: () => CandidatePairs;
  readonly delta: number;
}

/** @returns the state, and how many pairs were escalated to integers for it. */
export function contactState({ bone, tool, intersecting, parts, records, pairs, delta }: StateInput): {
  state: ContactState;
  escalated: number;
} {
  if (intersecting.length > 0) return { state: 'intersecting', escalated: 0 };
  for (const { body, inside } of parts)
    if (inside !== null && hasPartInside(body, body.topology.representatives(), inside))
      return { state: 'enclosed', escalated: 0 };
  const { near, escalated } = isNear(bone, tool, pairs, records, delta);
  return { state: near ? 'near' : 'separated', escalated };
}

/**
 * Whether a connected part of `body`, which shares no point with the other surface, lies inside the other solid.
 * @param representatives one vertex of each part.
 */
export function hasPartInside(body: Surface, representatives: Uint32Array, inside: InsideTest): boolean {
  const { positions: A } = body;
  for (const vertex of representatives) if (inside(A[3 * vertex], A[3 * vertex + 1], A[3 * vertex + 2])) return true;
  return false;
}

/**
 * Whether two surfaces that share no point, neither inside the other, come within δ.
 * @returns the verdict, and how many pairs were escalated to integers.
 */
function isNear(
  bone: Surface,
  tool: Surface,
  candidates: () => CandidatePairs,
  records: readonly DistanceRecords[],
  delta: number,
): { near: boolean; escalated: number } {
  let decided = true;
  for (const { columns, length } of records)
    for (let row = 0; row < length; row++) {
      if (columns.high[row] <= delta) return { near: true, escalated: 0 };
      decided = false;
    }
  if (decided) return { near: false, escalated: 0 };
  const pairs = candidates();
  const slack = lengthSlack(Math.max(bone.magnitude, tool.magnitude) + delta);
  const measure = new TriangleDistance();
  const corners = new TrianglePair();
  const pair = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  const { positions: P, faces: F } = bone;
  const { positions: Q, faces: G } = tool;
  const { boneFace, toolFace } = pairs.columns;
  let escalated = 0;
  for (let i = 0; i < pairs.length; i++) {
    corners.loadFirstFace(P, F, boneFace[i]).loadSecondFace(Q, G, toolFace[i]);
    measure.measure(corners, false, pair);
    if (pair[PAIR_LOWER] - slack > delta) continue;
    if (Math.sqrt(pair[PAIR_SQUARED]) + slack <= delta) return { near: true, escalated };
    escalated++;
    if (gapAtMost(corners, delta)) return { near: true, escalated };
  }
  return { near: false, escalated };
}
