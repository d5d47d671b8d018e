// The impacts of a step → the largest f64 before the first of them, exactly.
//
// A row's interval is 2^-40 wide, and the first time in it need not be an f64. Exact roots are computed for the rows
// whose intervals begin before the least end of all.

import { exactEdgeEdge, exactVertexFace } from '../impact/exact-impact.ts';
import { narrowed, type Root } from '../impact/roots.ts';
import type { ImpactTable } from './impact-table.ts';

/** f64 has no digit after the 1074th binary place, and 53 digits at most. */
const LAST_PLACE = 1074;
const DIGITS = 53;

/** Vertex and face, or two edges, as in a row of the table. */
export type Features = Readonly<Record<'kind' | 'a' | 'b', number>>;

/** What may meet first. */
export interface FirstImpacts {
  /** The least end of an interval; Infinity if nothing meets. */
  readonly limit: number;
  /** Those whose intervals begin before it; none if it is 0. */
  readonly rows: readonly Features[];
}

export function firstImpacts({ length, kind, a, b, low, high }: ImpactTable): FirstImpacts {
  const limit = high.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const rows: Features[] = [];
  for (let row = 0; row < length && limit > 0; row++)
    if (low[row] <= limit) rows.push({ kind: kind[row], a: a[row], b: b[row] });
  return { limit, rows };
}

/** @param pointsOf writes the 24 numbers of a query. @returns 0 also if something touches at t = 0. */
export function freeTime(
  { limit, rows }: FirstImpacts,
  pointsOf: (features: Features, out: Float64Array) => void,
): number {
  if (limit === 0) return 0;
  const points = new Float64Array(24);
  let free = 1;
  for (const features of rows) {
    pointsOf(features, points);
    const root = features.kind === 0 ? exactVertexFace(points) : exactEdgeEdge(points);
    if (root !== null) free = Math.min(free, before(root));
  }
  return free;
}

/** The largest f64 less than a root in [0, 1]; 0 if the root is 0. */
function before(root: Root): number {
  let at = root;
  for (let bits = 64; !at.isEnd; bits *= 2) {
    at = narrowed(at, Math.min(bits, LAST_PLACE));
    // No f64 lies inside an interval whose beginning has this many digits, or that is this short.
    if (!at.isEnd && (digitsOf(at.m) >= DIGITS || at.k >= LAST_PLACE)) return below(at.m, at.k);
  }
  return at.m === 0n ? 0 : below((at.m << 64n) - 1n, at.k + 64);
}

/** The largest f64 ≤ m / 2^k. */
function below(m: bigint, k: number): number {
  const cut = Math.max(0, digitsOf(m) - DIGITS, k - LAST_PLACE);
  return Number(m >> BigInt(cut)) * 2 ** (cut - k);
}

const digitsOf = (m: bigint): number => (m === 0n ? 0 : m.toString(2).length);
