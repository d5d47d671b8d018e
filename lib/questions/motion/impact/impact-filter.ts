// Four points that move linearly → whether a vertex meets a face, or an edge an edge, and when, if f64 can prove it.
//
// The non-penetration filter of M. Tang, D. Manocha, R. Tong, "Fast continuous collision detection using deforming
// non-penetration filters", I3D 2010, with proven bounds, and with a further search if it cannot rule an impact out.
// Over an interval of time a polynomial lies between the least and the greatest of its Bernstein coefficients, so that
//
//   boxes of the motions that share no point        rule an impact out, exactly;
//   f (see exact-impact.ts) with coefficients of
//   one sign, beyond its bound                      rules it out: the points are never in one plane;
//   a barycentric coordinate with coefficients
//   below −its bound                                rules it out: the point is never inside.
//
// If f's coefficients change sign once, f has one root there: it is bracketed, and the barycentric coordinates at the
// bracket decide. Otherwise the interval is halved, a few times.

import { barycentricBound, coplanarityBound } from '#core';
import { CoplanarityRoot, type Difference } from './coplanarity-root.ts';

export type Filtered = 'none' | 'hit' | 'undecided';
/** Four points as 24 numbers: at t = 0, then at t = 1. */
type Points = ArrayLike<number>;

/** Halvings of time. The bound of f covers five. */
const MOST_HALVINGS = 5;
/** Half-widths tried around a root. */
const HALVES = [2 ** -44, 2 ** -41];
const MOST_GUESSES = 30;
/** No product of six differences of this size overflows, and underflowed ones do not matter. */
const SMALLEST = 2 ** -150;
const LARGEST = 2 ** 150;

/** Offsets of the points whose differences are e, g and q. */
const OF_FACE = [[6, 3], [9, 3], [0, 3]] as const; // biome-ignore format: a table
const OF_EDGES = [[3, 0], [9, 6], [6, 0]] as const; // biome-ignore format: a table

/** State of successive queries. */
export class ImpactFilter {
  /** Queries so far that neither boxes nor the signs of f's coefficients ruled out. */
  coplanar = 0;
  /** After a hit: an interval that contains the time of the first impact. */
  low = 0;
  high = 0;
  /**
   * Two edges of the face and the vector from their common corner to the vertex, or both edges and the vector from the
   * first's start to the second's: xyz at t = 0, then at t = 1.
   */
  readonly #e = new Float64Array(6);
  readonly #g = new Float64Array(6);
  readonly #q = new Float64Array(6);
  /** Bernstein coefficients of e × g, q × g, e × q. */
  readonly #n = new Float64Array(9);
  readonly #a = new Float64Array(9);
  readonly #b = new Float64Array(9);
  /** Those of f, for the last query whose boxes meet; and, if f does not rule it out, of what must be ≥ 0 in a hit. */
  readonly plane = new Float64Array(4);
  readonly inside = [new Float64Array(5), new Float64Array(5), new Float64Array(5), new Float64Array(5)];
  readonly #root = new CoplanarityRoot();
  #insideCount = 0;
  #points: Points = [];
  #differences: readonly [Difference, Difference, Difference] = OF_FACE;
  /** The product of the largest differences. */
  #size = 0;
  /** Bounds on the errors of `plane` and of `inside`. */
  planeBound = 0;
  insideBound = 0;

  /** @param points the vertex, then the face's corners. */
  vertexFace(points: Points): Filtered {
    if (boxesApart(points, 1)) return 'none';
    const isBounded = this.#loadPlane(points, OF_FACE);
    if (isBounded && this.#isOneSided()) return 'none';
    this.coplanar++;
    if (!isBounded) return 'undecided';
    this.loadFace();
    return this.#decideWhole();
  }

  /** @param points the ends of one edge, then the ends of the other. */
  edgeEdge(points: Points): Filtered {
    if (boxesApart(points, 2)) return 'none';
    const isBounded = this.#loadPlane(points, OF_EDGES);
    if (isBounded && this.#isOneSided()) return 'none';
    this.coplanar++;
    if (!isBounded) return 'undecided';
    this.#loadInside();
    // e × q is −(q × e).
    const [v, w, restV, restW] = this.inside;
    for (let i = 0; i < 5; i++) {
      const square = restV[i];
      restV[i] = square - v[i];
      restW[i] = square + w[i];
      w[i] = -w[i];
    }
    this.#insideCount = 4;
    return this.#decideWhole();
  }

  /** Loads what must be ≥ 0 inside the face, for the points whose plane was loaded last. */
  loadFace(): void {
    this.#loadInside();
    const [v, w, u] = this.inside;
    for (let i = 0; i < 5; i++) u[i] -= v[i] + w[i];
    this.#insideCount = 3;
  }

  /** Loads f, and e × g. @returns false if a difference is too small or too large for bounds to hold. */
  #loadPlane(points: Points, differences: readonly [Difference, Difference, Difference]): boolean {
    const e = subtract(points, differences[0], this.#e);
    const g = subtract(points, differences[1], this.#g);
    const q = subtract(points, differences[2], this.#q);
    if (!(Math.min(e, g, q) > SMALLEST && Math.max(e, g, q) < LARGEST)) return false;
    this.#points = points;
    this.#differences = differences;
    this.#size = e * g * q;
    this.planeBound = coplanarityBound(e, g, q);
    this.insideBound = barycentricBound(e, g, q);
    const n = this.#n;
    const way = this.#q;
    crossed(this.#e, this.#g, n);
    this.plane[0] = dot(n, 0, way, 0);
    this.plane[1] = (dot(n, 0, way, 3) + 2 * dot(n, 3, way, 0)) / 3;
    this.plane[2] = (dot(n, 6, way, 0) + 2 * dot(n, 3, way, 3)) / 3;
    this.plane[3] = dot(n, 6, way, 3);
    return true;
  }

  /** Whether f's coefficients have one sign, beyond the bound: this rules out most queries. */
  #isOneSided(): boolean {
    const b = this.plane;
    const bound = this.planeBound;
    if (b[0] > bound) return b[1] > bound && b[2] > bound && b[3] > bound;
    return b[0] < -bound && b[1] < -bound && b[2] < -bound && b[3] < -bound;
  }

  /** Loads n·(q × g), n·(e × q), n·n. */
  #loadInside(): void {
    const n = this.#n;
    crossed(this.#q, this.#g, this.#a);
    crossed(this.#e, this.#q, this.#b);
    multiplied(n, this.#a, this.inside[0]);
    multiplied(n, this.#b, this.inside[1]);
    multiplied(n, n, this.inside[2]);
  }

  #decideWhole(): Filtered {
    const bound = this.insideBound;
    for (let i = 0; i < this.#insideCount; i++) {
      const b = this.inside[i];
      if (b[0] < -bound && b[1] < -bound && b[2] < -bound && b[3] < -bound && b[4] < -bound) return 'none';
    }
    const b = this.plane;
    return this.#decide(b[0], b[1], b[2], b[3], 0, 1, 0);
  }

  /** Decides for [t0, t1], over which f has the coefficients b0…b3. */
  #decide(b0: number, b1: number, b2: number, b3: number, t0: number, t1: number, halvings: number): Filtered {
    const bound = this.planeBound;
    const start = signBeyond(b0, bound);
    const second = signBeyond(b1, bound);
    const third = signBeyond(b2, bound);
    const end = signBeyond(b3, bound);
    if (start !== 0 && start === second && start === third && start === end) return 'none';
    if (start * end < 0 && (start === second || third === end)) return this.#atRoot(start, t0, t1);
    const t = 0.5 * (t0 + t1);
    if (halvings > 0 && this.#isOutside(t, t1 - t)) return 'none';
    if (halvings === MOST_HALVINGS) return 'undecided';
    const c0 = 0.5 * (b0 + b1);
    const c1 = 0.5 * (b1 + b2);
    const c2 = 0.5 * (b2 + b3);
    const d0 = 0.5 * (c0 + c1);
    const d1 = 0.5 * (c1 + c2);
    const m = 0.5 * (d0 + d1);
    const before = this.#decide(b0, c0, d0, m, t0, t, halvings + 1);
    return before === 'none' ? this.#decide(m, d1, c2, b3, t, t1, halvings + 1) : before;
  }

  /** Whether a barycentric coordinate is negative wherever |t′ − t| ≤ half. */
  #isOutside(t: number, half: number): boolean {
    for (let i = 0; i < this.#insideCount; i++) {
      const b = this.inside[i];
      if (quarticAt(b, t) + half * slopeOf(b) < -this.insideBound) return true;
    }
    return false;
  }

  /** Decides at the one root of f in [t0, t1], before which f has the sign `start`. */
  #atRoot(start: number, t0: number, t1: number): Filtered {
    if (!this.#bracket(start, t0, t1)) return 'undecided';
    const t = 0.5 * (this.low + this.high);
    const half = this.high - this.low;
    if (this.#isOutside(t, half)) return 'none';
    for (let i = 0; i < this.#insideCount; i++) {
      const b = this.inside[i];
      if (quarticAt(b, t) - half * slopeOf(b) <= this.insideBound) return 'undecided';
    }
    return 'hit';
  }

  /** The root → [low, high], no wider than 2^-40, with f's sign proven at both ends. @returns false if that fails. */
  #bracket(start: number, t0: number, t1: number): boolean {
    const t = this.#guess(start, t0, t1);
    for (const half of HALVES) {
      this.low = Math.max(t0, t - half);
      this.high = Math.min(t1, t + half);
      const isLow = this.low === t0 || signBeyond(this.#planeAt(this.low), this.planeBound) === start;
      const isHigh = this.high === t1 || signBeyond(this.#planeAt(this.high), this.planeBound) === -start;
      if (isLow && isHigh) return true;
    }
    const root = this.#root;
    root.load(this.#points, this.#differences, this.#size);
    if (!root.bracket(start, t0, t1, t)) return false;
    this.low = root.low;
    this.high = root.high;
    return true;
  }

  /** False position; the value at the end that is kept is halved at every step, so that no end is kept for long. */
  #guess(start: number, t0: number, t1: number): number {
    let low = t0;
    let high = t1;
    let atLow = start * this.#planeAt(low);
    let atHigh = start * this.#planeAt(high);
    let t = 0.5 * (low + high);
    for (let n = 0; n < MOST_GUESSES && high - low > HALVES[0]; n++) {
      t = low + ((high - low) * atLow) / (atLow - atHigh);
      if (!(t > low && t < high)) return t <= low ? low : high;
      const value = start * this.#planeAt(t);
      if (value > 0) {
        low = t;
        atLow = value;
        atHigh *= 0.5;
      } else {
        high = t;
        atHigh = value;
        atLow *= 0.5;
      }
    }
    return t;
  }

  /** f(t), by de Casteljau's scheme. */
  #planeAt(t: number): number {
    const f = this.plane;
    const s = 1 - t;
    const c0 = s * f[0] + t * f[1];
    const c1 = s * f[1] + t * f[2];
    const c2 = s * f[2] + t * f[3];
    return s * (s * c0 + t * c1) + t * (s * c1 + t * c2);
  }
}

const signBeyond = (x: number, bound: number): number => (x > bound ? 1 : x < -bound ? -1 : 0);

/** @param split how many of the points belong to the first body. */
function boxesApart(points: Points, split: number): boolean {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    let otherLow = Infinity;
    let otherHigh = -Infinity;
    for (let i = k; i < 12; i += 3) {
      const least = Math.min(points[i], points[12 + i]);
      const most = Math.max(points[i], points[12 + i]);
      if (i < 3 * split) {
        low = Math.min(low, least);
        high = Math.max(high, most);
      } else {
        otherLow = Math.min(otherLow, least);
        otherHigh = Math.max(otherHigh, most);
      }
    }
    if (low > otherHigh || otherLow > high) return true;
  }
  return false;
}

/** Subtracts at both times. @returns the largest magnitude in `out`. */
function subtract(points: Points, difference: Difference, out: Float64Array): number {
  const to = difference[0];
  const from = difference[1];
  let most = 0;
  for (let k = 0; k < 3; k++) {
    out[k] = points[to + k] - points[from + k];
    out[3 + k] = points[12 + to + k] - points[12 + from + k];
    most = Math.max(most, Math.abs(out[k]), Math.abs(out[3 + k]));
  }
  return most;
}

/** x × y for linear x and y: three coefficients, each xyz. */
function crossed(x: Float64Array, y: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    out[k] = x[i] * y[j] - x[j] * y[i];
    out[3 + k] = 0.5 * (x[i] * y[3 + j] - x[j] * y[3 + i] + (x[3 + i] * y[j] - x[3 + j] * y[i]));
    out[6 + k] = x[3 + i] * y[3 + j] - x[3 + j] * y[3 + i];
  }
}

function dot(x: Float64Array, i: number, y: Float64Array, j: number): number {
  return x[i] * y[j] + x[i + 1] * y[j + 1] + x[i + 2] * y[j + 2];
}

/** x·y for quadratic x and y: five coefficients. */
function multiplied(x: Float64Array, y: Float64Array, out: Float64Array): void {
  out[0] = dot(x, 0, y, 0);
  out[1] = 0.5 * (dot(x, 0, y, 3) + dot(x, 3, y, 0));
  out[2] = (dot(x, 0, y, 6) + 4 * dot(x, 3, y, 3) + dot(x, 6, y, 0)) / 6;
  out[3] = 0.5 * (dot(x, 3, y, 6) + dot(x, 6, y, 3));
  out[4] = dot(x, 6, y, 6);
}

/** By de Casteljau's scheme. */
function quarticAt(b: Float64Array, t: number): number {
  const s = 1 - t;
  const c0 = s * b[0] + t * b[1];
  const c1 = s * b[1] + t * b[2];
  const c2 = s * b[2] + t * b[3];
  const c3 = s * b[3] + t * b[4];
  const d0 = s * c0 + t * c1;
  const d1 = s * c1 + t * c2;
  const d2 = s * c2 + t * c3;
  return s * (s * d0 + t * d1) + t * (s * d1 + t * d2);
}

/** Bound on the magnitude of the slope in [0, 1]; rounded up. */
function slopeOf(b: Float64Array): number {
  const steps = Math.max(Math.abs(b[1] - b[0]), Math.abs(b[2] - b[1]), Math.abs(b[3] - b[2]), Math.abs(b[4] - b[3]));
  return 4 * steps * (1 + 2 ** -50);
}
