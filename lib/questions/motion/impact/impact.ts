// Four points that move linearly → whether and when a vertex meets a face, or an edge meets an edge.

import { checkNumbers, described, OptionError } from '#core';
import { ElementaryImpact } from './elementary-impact.ts';

export interface Impact {
  /** The first time is in [low, high] ⊂ [0, 1]; high − low ≤ 2^-40. */
  readonly low: number;
  readonly high: number;
  /**
   * Where, at the middle of that interval, rounded: the barycentric weights of the face's second and third corner; or
   * the positions along the two edges, 0 at the first end, 1 at the second.
   */
  readonly parameters: readonly [number, number];
}

const impact = new ElementaryImpact();

/**
 * Whether a vertex and a face share a point at some time in the closed [0, 1], and when they first do. Exact: null if
 * and only if they never do, for any finite numbers, degenerate faces and motions included.
 * @param points 24 numbers: xyz of the vertex and of the face's three corners at t = 0, then the same at t = 1; between
 * these times each point moves linearly.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE.
 */
export function vertexFaceImpact(points: ArrayLike<number>): Impact | null {
  takePoints(points, 'vertexFaceImpact');
  return impact.vertexFace() ? found() : null;
}

/**
 * The same for two edges.
 * @param points 24 numbers: xyz of the two ends of one edge and the two ends of the other at t = 0, then at t = 1.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE.
 */
export function edgeEdgeImpact(points: ArrayLike<number>): Impact | null {
  takePoints(points, 'edgeEdgeImpact');
  return impact.edgeEdge() ? found() : null;
}

function found(): Impact {
  const { low, high, parameters } = impact;
  return { low, high, parameters: [parameters[0], parameters[1]] };
}

/** Checks the points and copies them. */
function takePoints(points: unknown, name: string): void {
  checkNumbers(points, `The points of ${name}`, 'pass 24 numbers: four points at t = 0, then at t = 1');
  if (points.length !== 24)
    throw new OptionError(
      'BAD_LENGTH',
      `The points of ${name} have ${points.length} numbers, expected 24; pass xyz of four points at t = 0, then at t = 1.`,
    );
  for (let i = 0; i < 24; i++) {
    impact.points[i] = points[i];
    if (!Number.isFinite(impact.points[i]))
      throw new OptionError(
        'NON_FINITE_COORDINATE',
        `${'xyz'[i % 3]} of point ${Math.floor((i % 12) / 3)} of ${name} at t = ${i < 12 ? 0 : 1} is ${described(points[i])}, expected a finite number; check where it comes from.`,
      );
  }
}
