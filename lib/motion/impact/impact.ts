// Four points that move linearly → whether and when a vertex meets a face, or an edge meets an edge.

import { checkNumbers, described, OptionError } from '../../core/index.ts';
import { exactEdgeEdge, exactVertexFace } from './exact-impact.ts';
import { ImpactFilter } from './impact-filter.ts';
import { placesOnEdges, weightsOnFace } from './impact-parameters.ts';
import { narrowed, ROOT_BITS, type Root } from './roots.ts';

export interface Impact {
  /** The first time is in [low, high] ⊂ [0, 1]; high − low ≤ 2^-40, and both are equal where it is an f64. */
  readonly low: number;
  readonly high: number;
  /**
   * Where, at the middle of that interval, rounded: the barycentric weights of the face's second and third corner; or
   * the positions along the two edges, 0 at the first end, 1 at the second.
   */
  readonly parameters: readonly [number, number];
}

const filter = new ImpactFilter();
/** The query at hand, and where its points are at a time. */
const numbers = new Float64Array(24);
const places = new Float64Array(12);

/**
 * Whether a vertex and a face share a point at some time of the closed [0, 1], and when they first do. Exact: null if
 * and only if they never do, for any finite numbers, degenerate faces and motions included.
 * @param points 24 numbers: xyz of the vertex and of the face's three corners at t = 0, then the same at t = 1; between
 * these times each point moves linearly.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE.
 */
export function vertexFaceImpact(points: ArrayLike<number>): Impact | null {
  takePoints(points, 'vertexFaceImpact');
  const found = firstTime(filter.vertexFace(numbers), exactVertexFace);
  if (found === null) return null;
  const { low, high } = found;
  return { low, high, parameters: weightsOnFace(placesAt(low + 0.5 * (high - low))) };
}

/**
 * The same of two edges.
 * @param points 24 numbers: xyz of the two ends of one edge and the two ends of the other at t = 0, then at t = 1.
 * @throws OptionError WRONG_TYPE, BAD_LENGTH, NON_FINITE_COORDINATE.
 */
export function edgeEdgeImpact(points: ArrayLike<number>): Impact | null {
  takePoints(points, 'edgeEdgeImpact');
  const found = firstTime(filter.edgeEdge(numbers), exactEdgeEdge);
  if (found === null) return null;
  const { low, high } = found;
  return { low, high, parameters: placesOnEdges(placesAt(low + 0.5 * (high - low))) };
}

interface FirstTime {
  readonly low: number;
  readonly high: number;
}

/** What f64 leaves undecided is asked in integers. */
function firstTime(
  filtered: ReturnType<ImpactFilter['vertexFace']>,
  exact: (points: ArrayLike<number>) => Root | null,
): FirstTime | null {
  if (filtered === 'none') return null;
  if (filtered === 'hit') return { low: filter.low, high: filter.high };
  const root = exact(numbers);
  return root === null ? null : timeOf(root);
}

function timeOf(root: Root): FirstTime {
  const { m, k, isEnd } = narrowed(root, ROOT_BITS);
  // f64 holds every multiple of 2^-52 in [0, 1].
  const cut = BigInt(Math.max(0, k - 52));
  const cell = m >> cut;
  const unit = 2 ** -Math.min(k, 52);
  const isHeld = isEnd && cell << cut === m;
  return { low: Number(cell) * unit, high: Number(isHeld ? cell : cell + 1n) * unit };
}

/** xyz of the four points, times a power of two by which no product of them overflows or underflows. */
function placesAt(t: number): Float64Array {
  let most = 0;
  for (let i = 0; i < 12; i++) {
    places[i] = (1 - t) * numbers[i] + t * numbers[12 + i];
    most = Math.max(most, Math.abs(places[i]));
  }
  const scale = 2 ** -Math.max(-1000, Math.floor(Math.log2(most)));
  for (let i = 0; i < 12; i++) places[i] *= scale;
  return places;
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
    numbers[i] = points[i];
    if (!Number.isFinite(numbers[i]))
      throw new OptionError(
        'NON_FINITE_COORDINATE',
        `${'xyz'[i % 3]} of point ${Math.floor((i % 12) / 3)} of ${name} at t = ${i < 12 ? 0 : 1} is ${described(points[i])}, expected a finite number; check where it comes from.`,
      );
  }
}
