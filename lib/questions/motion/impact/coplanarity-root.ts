// A change of sign of f, the volume spanned by four linearly moving points → an interval of time no wider than 2^-40,
// in pairs of f64 (double-double), for use when the errors of f64 leave a wider one.
//
// A pair (high, low) is their exact sum, with |low| ≤ u·|high|. Sums and products of two f64 are exact as pairs: D. E.
// Knuth, *The Art of Computer Programming* II, 4.2.2; T. J. Dekker, "A floating-point technique for extending the
// available precision", 1971. Sums and products of two pairs are rounded, with relative errors of at most 3u² and 7u²:
// M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic", ACM TOMS 44(2), 2017, algorithms 6 and 10.

import { fineCoplanarityBound } from '#core';

/** Offsets of two points: the vector from the second to the first. */
export type Difference = readonly [number, number];

/** Half of an interval's width. */
const HALF = 2 ** -42;
const MOST_STEPS = 4;
/** 2^27 + 1 splits the significand of an f64 into halves. */
const SPLITTER = 2 ** 27 + 1;
/** Times are multiples of this, so that 1 − t is exact. */
const TIME_STEPS = 2 ** 52;

/** The low part of the last operation's result; the high part is returned. */
const LOW = new Float64Array(1);

export class CoplanarityRoot {
  low = 0;
  high = 0;
  /** The low part of the last value. */
  rest = 0;
  /** Differences xyz at t = 0, then at t = 1: high parts, then low parts. */
  readonly #e = new Float64Array(12);
  readonly #g = new Float64Array(12);
  readonly #q = new Float64Array(12);
  /** e × g at t = 0, e(0) × g(1) + e(1) × g(0), e × g at t = 1: high parts, then low parts. */
  readonly #n = new Float64Array(18);
  /** f(t) = f₀s³ + f₁s²t + f₂st² + f₃t³, s = 1 − t: high parts, then low parts. */
  readonly #f = new Float64Array(8);
  #bound = 0;

  /**
   * @param points 24 numbers.
   * @param differences e, g, q. @param size the product of their largest magnitudes.
   */
  load(points: ArrayLike<number>, differences: readonly [Difference, Difference, Difference], size: number): void {
    this.#bound = fineCoplanarityBound(size);
    subtract(points, differences[0], this.#e);
    subtract(points, differences[1], this.#g);
    subtract(points, differences[2], this.#q);
    const n = this.#n;
    for (let k = 0; k < 3; k++) {
      this.#crossAt(0, 0, k, k);
      this.#crossAt(3, 3, k, 6 + k);
      this.#crossAt(0, 3, k, 3 + k);
      const high = n[3 + k];
      const low = n[12 + k];
      this.#crossAt(3, 0, k, 3 + k);
      n[3 + k] = pairSum(n[3 + k], n[12 + k], high, low);
      n[12 + k] = LOW[0];
    }
    this.#dotTo(0, 0, 0, -1, 0);
    this.#dotTo(1, 0, 3, 3, 0);
    this.#dotTo(2, 6, 0, 3, 3);
    this.#dotTo(3, 6, 3, -1, 0);
  }

  /**
   * Brackets the one root in [t0, t1]. Except for rounding at the ends, f has the sign `start` before the root and the
   * opposite sign after it. @returns whether the root is in [low, high], no wider than 2^-40.
   */
  bracket(start: number, t0: number, t1: number, guess: number): boolean {
    let t = guess;
    for (let step = 0; step < MOST_STEPS; step++) {
      t = Math.min(t1, Math.max(t0, t));
      this.low = Math.max(t0, Math.floor((t - HALF) * TIME_STEPS) / TIME_STEPS);
      this.high = Math.min(t1, Math.ceil((t + HALF) * TIME_STEPS) / TIME_STEPS);
      const before = this.valueAt(this.low);
      const behind = this.valueAt(this.high);
      const isLow = this.low === t0 || start * before > this.#bound;
      const isHigh = this.high === t1 || -start * behind > this.#bound;
      if (isLow && isHigh) return true;
      // The secant: f hardly curves in this short a time.
      const rise = behind - before;
      if (rise === 0) return false;
      t = this.low - (before * (this.high - this.low)) / rise;
    }
    return false;
  }

  /** The high part of f(t). If its magnitude exceeds the bound, it has the sign of f. */
  valueAt(t: number): number {
    const f = this.#f;
    const s = 1 - t;
    const tt = product(t, t);
    const ttLow = LOW[0];
    const ttt = pairProduct(tt, ttLow, t, 0);
    const tttLow = LOW[0];
    let sum = 0;
    let sumLow = 0;
    for (let i = 0; i < 3; i++) {
      const high = pairProduct(f[i], f[4 + i], i === 0 ? 1 : i === 1 ? t : tt, i === 2 ? ttLow : 0);
      sum = pairSum(sum, sumLow, high, LOW[0]);
      sumLow = LOW[0];
      sum = pairProduct(sum, sumLow, s, 0);
      sumLow = LOW[0];
    }
    const last = pairProduct(f[3], f[7], ttt, tttLow);
    const value = pairSum(sum, sumLow, last, LOW[0]);
    this.rest = LOW[0];
    return value;
  }

  /** Component k of e(i) × g(j) → n. i, j: 0 at t = 0, 3 at t = 1. */
  #crossAt(i: number, j: number, k: number, to: number): void {
    const e = this.#e;
    const g = this.#g;
    const y = k === 2 ? 0 : k + 1;
    const z = k === 0 ? 2 : k - 1;
    const first = pairProduct(e[i + y], e[6 + i + y], g[j + z], g[6 + j + z]);
    const firstLow = LOW[0];
    const second = pairProduct(e[i + z], e[6 + i + z], g[j + y], g[6 + j + y]);
    this.#n[to] = pairSum(first, firstLow, -second, -LOW[0]);
    this.#n[9 + to] = LOW[0];
  }

  /** (n at a)·(q at b), plus (n at c)·(q at d) if c ≥ 0 → f at `to`. */
  #dotTo(to: number, a: number, b: number, c: number, d: number): void {
    const n = this.#n;
    const q = this.#q;
    let sum = 0;
    let low = 0;
    for (let k = 0; k < 3; k++) {
      const term = pairProduct(n[a + k], n[9 + a + k], q[b + k], q[6 + b + k]);
      sum = pairSum(sum, low, term, LOW[0]);
      low = LOW[0];
    }
    for (let k = 0; c >= 0 && k < 3; k++) {
      const term = pairProduct(n[c + k], n[9 + c + k], q[d + k], q[6 + d + k]);
      sum = pairSum(sum, low, term, LOW[0]);
      low = LOW[0];
    }
    this.#f[to] = sum;
    this.#f[4 + to] = low;
  }
}

/** Exact differences, as pairs. */
function subtract(points: ArrayLike<number>, difference: Difference, out: Float64Array): void {
  const to = difference[0];
  const from = difference[1];
  for (let k = 0; k < 3; k++) {
    out[k] = sum(points[to + k], -points[from + k]);
    out[6 + k] = LOW[0];
    out[3 + k] = sum(points[12 + to + k], -points[12 + from + k]);
    out[9 + k] = LOW[0];
  }
}

/** a + b, exact. */
function sum(a: number, b: number): number {
  const high = a + b;
  const part = high - a;
  LOW[0] = a - (high - part) + (b - part);
  return high;
}

/** a·b, exact. */
function product(a: number, b: number): number {
  const high = a * b;
  const wideA = SPLITTER * a;
  const wideB = SPLITTER * b;
  const aHigh = wideA - (wideA - a);
  const bHigh = wideB - (wideB - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  LOW[0] = aLow * bLow - (high - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  return high;
}

/** a + b, exact if |a| ≥ |b|. */
function shortSum(a: number, b: number): number {
  const high = a + b;
  LOW[0] = b - (high - a);
  return high;
}

function pairSum(a: number, aLow: number, b: number, bLow: number): number {
  const high = sum(a, b);
  const highLow = LOW[0];
  const low = sum(aLow, bLow);
  const lowLow = LOW[0];
  const both = shortSum(high, highLow + low);
  return shortSum(both, lowLow + LOW[0]);
}

function pairProduct(a: number, aLow: number, b: number, bLow: number): number {
  const high = product(a, b);
  return shortSum(high, LOW[0] + (a * bLow + aLow * b));
}
