// A 1-Lipschitz function and a triangle → an interval, no wider than requested, that holds its minimum over the
// triangle.
//
// Branch and bound. For any point e, an apex, f(x) ≥ f(e) − |x − e|, which is a concave function of x. So on a piece
// with corners cᵢ, at x = Σ λᵢ cᵢ, f(x) ≥ Σ λᵢ bᵢ with bᵢ = f(e) − |cᵢ − e|, and the least bᵢ bounds f from below. With
// two apexes, f(x) ≥ Σ λᵢ (μ bᵢ + (1 − μ) b'ᵢ) for every μ from 0 to 1, so the least μ bᵢ + (1 − μ) b'ᵢ is a bound too.
//
// An apex on the piece gives a bound off by the piece's size. An apex far up the gradient of a distance function, at a
// distance k, gives one off by only size² / 2k. Two such apexes, one on either side, do as well across the kink of a
// valley. So few pieces are needed. Gradients are guessed from differences: a poor guess costs time, never correctness.

type Distance = (x: number, y: number, z: number) => number;

export interface LeastDistance {
  readonly low: number;
  readonly high: number;
}

/** Part of the triangle: nine coordinates, f at the corners, and a lower bound of f on it. */
interface Piece {
  readonly corners: readonly number[];
  readonly values: readonly number[];
  readonly low: number;
}
/** f(e) − |cᵢ − e| of an apex e, at the three corners. */
type Cone = readonly [number, number, number];

// Bound once: in a sandbox such as jest's, looking up the global Math costs more than the call.
const { max, min, sqrt } = Math;
/** At most this many pieces of one triangle are split; then the interval stays as wide as it is. */
const SPLIT_LIMIT = 20_000;
/** The step of the differences, as a share of a piece's radius. */
const STEP = 2 ** -8;
/** An apex moves out by the factor FARTHER once, then as long as that raises its bound, at most FARTHEST times. */
const FARTHER = 4;
const FARTHEST = 12;

/**
 * low ≤ minimum ≤ high, up to the rounding of f; high is a value of f. high − low ≤ width unless SPLIT_LIMIT splits
 * were not enough.
 * @param corners nine coordinates from `at` on, mm. @param width mm, > 0.
 */
export function leastDistance(f: Distance, corners: ArrayLike<number>, at: number, width: number): LeastDistance {
  const first = Array.from({ length: 9 }, (_, i) => corners[at + i]);
  const values = [0, 3, 6].map((i) => f(first[i], first[i + 1], first[i + 2]));
  let high = min(...values);
  const pending: Piece[] = [{ corners: first, values, low: lowerBound(f, first, high - width) }];
  let low = Infinity;
  let splits = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.low >= high - width || splits >= SPLIT_LIMIT) {
      low = min(low, next.low);
      continue;
    }
    splits++;
    const children = quarters(f, next);
    for (const child of children) high = min(high, ...child.values);
    const bounded = children.map((child) => ({
      ...child,
      low: lowerBound(f, child.corners, high - width),
    }));
    // The piece with the lowest bound comes last and is taken first, so that `high` falls soonest.
    pending.push(...bounded.sort((p, q) => q.low - p.low));
  }
  return { low: min(low, high), high };
}

/** A lower bound of f on a piece; `enough` ends the search for a better one. */
function lowerBound(f: Distance, c: readonly number[], enough: number): number {
  const centre = [0, 1, 2].map((k) => (c[k] + c[3 + k] + c[6 + k]) / 3);
  const radius = max(...[0, 3, 6].map((i) => distance(c, i, centre[0], centre[1], centre[2])));
  const cones: Cone[] = [];
  let low = -Infinity;
  for (const start of [centre, c.slice(0, 3), c.slice(3, 6), c.slice(6, 9)]) {
    const cone = farCone(f, c, start, radius);
    low = max(low, min(...cone), ...cones.map((other) => pairBound(cone, other)));
    if (low >= enough) return low;
    cones.push(cone);
  }
  return low;
}

/** The cone of an apex up the gradient from `start`, as far out as is worthwhile. */
function farCone(f: Distance, c: readonly number[], [x, y, z]: readonly number[], radius: number): Cone {
  const coneAt = (ex: number, ey: number, ez: number): Cone => {
    const top = f(ex, ey, ez);
    return [top - distance(c, 0, ex, ey, ez), top - distance(c, 3, ex, ey, ez), top - distance(c, 6, ex, ey, ez)];
  };
  const step = STEP * radius;
  const gx = f(x + step, y, z) - f(x - step, y, z);
  const gy = f(x, y + step, z) - f(x, y - step, z);
  const gz = f(x, y, z + step) - f(x, y, z - step);
  const steepness = sqrt(gx * gx + gy * gy + gz * gz);
  let best = coneAt(x, y, z);
  if (!(steepness > 0)) return best;
  let away = (FARTHER * radius) / steepness;
  for (let i = 0; i < FARTHEST; i++, away *= FARTHER) {
    const cone = coneAt(x + away * gx, y + away * gy, z + away * gz);
    if (i > 0 && min(...cone) <= min(...best)) break;
    best = cone;
  }
  return best;
}

/**
 * The largest value over μ of min over i of μ·pᵢ + (1 − μ)·qᵢ. It is at an end of μ's range, which the single cones
 * cover, or where two of the three lines cross.
 */
function pairBound(p: Cone, q: Cone): number {
  let best = -Infinity;
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const fall = p[i] - q[i] - (p[j] - q[j]);
    const share = (q[j] - q[i]) / fall;
    if (!(share > 0 && share < 1)) continue;
    best = max(best, min(...p.map((value, k) => share * value + (1 - share) * q[k])));
  }
  return best;
}

function distance(c: readonly number[], i: number, x: number, y: number, z: number): number {
  return sqrt((c[i] - x) * (c[i] - x) + (c[i + 1] - y) * (c[i + 1] - y) + (c[i + 2] - z) * (c[i + 2] - z));
}

/** The four triangles between the corners and the midpoints of the edges, with f at their corners. */
function quarters(f: Distance, { corners, values: [fa, fb, fc] }: Piece): Omit<Piece, 'low'>[] {
  const [a, b, c] = [corners.slice(0, 3), corners.slice(3, 6), corners.slice(6, 9)];
  const middle = (p: readonly number[], q: readonly number[]) => p.map((value, k) => (value + q[k]) / 2);
  const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
  const [fab, fbc, fca] = [ab, bc, ca].map(([x, y, z]) => f(x, y, z));
  return [
    { corners: [...a, ...ab, ...ca], values: [fa, fab, fca] },
    { corners: [...ab, ...b, ...bc], values: [fab, fb, fbc] },
    { corners: [...ca, ...bc, ...c], values: [fca, fbc, fc] },
    { corners: [...ab, ...bc, ...ca], values: [fab, fbc, fca] },
  ];
}
