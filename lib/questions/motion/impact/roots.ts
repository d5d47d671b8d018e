// A polynomial with integer coefficients → its roots in [0, 1], in order, each in its own interval; and the sign of
// another polynomial at a root. All of it is exact.
//
// Sources: G. E. Collins, A. G. Akritas, "Polynomial real root isolation using Descarte's rule of signs", SYMSAC 1976;
// J. M. Lane, R. F. Riesenfeld, "Bounds on a polynomial", BIT 21, 1981. The number of sign changes among the Bernstein
// coefficients over an interval is the number of roots inside it, or exceeds that by an even number. None: no root.
// One: one root. More: the interval is halved. That ends, since each root is counted once (`squareFree`).
//
//   0 |-------------|------|------|-- 1     An interval is ]m, m + 1[ / 2^k. A root on a seam is that number itself.

import { commonDivisor, type Polynomial, squareFree } from './polynomial.ts';

/** A root of `of` in ]m, m + 1[ / 2^k, the only one there, or at m / 2^k. Neither end of the interval is a root. */
export interface Root {
  readonly of: Polynomial;
  readonly m: bigint;
  readonly k: number;
  /** Whether the root is m / 2^k. */
  readonly isEnd: boolean;
}

/** Bits to which a root is narrowed before a sign is computed there. A time of this many bits is an f64. */
export const ROOT_BITS = 44;

/** 0, as the root of the polynomial t. */
export const START: Root = { of: [0n, 1n], m: 0n, k: 0, isEnd: true };

/** The roots in [0, 1] of a polynomial that is not 0, ascending. */
export function* rootsInUnit(given: Polynomial): Generator<Root> {
  if (commonSign(bernstein(given)) !== 0) return;
  const of = squareFree(given);
  if (of.length < 2) return;
  yield* rootsWithin(of, bernstein(of), 0n, 0, true);
  if (signAt(of, 1n, 0) === 0) yield { of, m: 1n, k: 0, isEnd: true };
}

/**
 * The roots in [m, m + 1[ / 2^k.
 * @param b Bernstein coefficients there.
 * @param hasStart if false, only the roots in ]m, m + 1[ / 2^k.
 */
function* rootsWithin(of: Polynomial, b: readonly bigint[], m: bigint, k: number, hasStart: boolean): Generator<Root> {
  if (hasStart && b[0] === 0n) yield { of, m, k, isEnd: true };
  const changes = signChanges(b);
  if (changes === 0) return;
  if (changes === 1 && b[0] !== 0n && b[b.length - 1] !== 0n) {
    yield { of, m, k, isEnd: false };
    return;
  }
  const [left, right] = halves(b);
  yield* rootsWithin(of, left, 2n * m, k + 1, false);
  yield* rootsWithin(of, right, 2n * m + 1n, k + 1, true);
}

/** The sign of g at a root, and the root in the interval to which deciding narrowed it. */
export function signAtRoot(g: Polynomial, root: Root): { sign: -1 | 0 | 1; root: Root } {
  if (g.every((c) => c === 0n)) return { sign: 0, root };
  let at = root;
  for (let bits = ROOT_BITS; ; bits *= 2) {
    at = narrowed(at, bits);
    if (at.isEnd) return { sign: signAt(g, at.m, at.k), root: at };
    const sign = signOver(g, at);
    if (sign !== 0) return { sign, root: at };
    // Either both have this root, or a root of g lies close.
    if (bits === ROOT_BITS && isRootOf(g, at)) return { sign: 0, root: at };
  }
}

/** The sign of g throughout ]m, m + 1[ / 2^k; 0 if its value at m / 2^k does not decide. */
function signOver(g: Polynomial, { m, k }: Root): -1 | 0 | 1 {
  const value = valueAt(g, m, k);
  // |g′| ≤ Σ i·|c_i| in [0, 1]; the value is scaled by 2^(k·n).
  let slope = 0n;
  for (let i = 1; i < g.length; i++) slope += BigInt(i) * absolute(g[i]);
  return absolute(value) > slope << BigInt(k * (g.length - 2)) ? signOf(value) : 0;
}

/** Whether g is 0 at an inner root: their common divisor then changes its sign in the interval, as `of` does. */
function isRootOf(g: Polynomial, { of, m, k }: Root): boolean {
  const shared = commonDivisor(of, g);
  return shared.length > 1 && signAt(shared, m, k) !== signAt(shared, m + 1n, k);
}

/**
 * The same root in an interval of 2^-bits or less. f64 arithmetic guesses where it lies; exact signs on both sides of
 * the guess, taken farther and farther away until they differ, bracket it.
 */
export function narrowed(root: Root, bits: number): Root {
  const { of, k } = root;
  if (root.isEnd || k >= bits) return root;
  const cells = 1n << BigInt(bits - k);
  let low = root.m * cells;
  let high = low + cells;
  const start = signAt(of, root.m, k);
  let next =
    low +
    BigInt(Math.floor(guess(bernsteinOver(of, root.m, k)) * 2 ** Math.min(bits - k, 52))) *
      (cells >> BigInt(Math.min(bits - k, 52)));
  for (let step = 1n; high - low > 1n; step *= 4n) {
    if (next <= low || next >= high) next = (low + high) >> 1n;
    const sign = signAt(of, next, bits);
    if (sign === 0) return { of, m: next, k: bits, isEnd: true };
    if (sign === start) {
      low = next;
      next += step;
    } else {
      high = next;
      next -= step;
    }
  }
  return { of, m: low, k: bits, isEnd: false };
}

/** About where in [0, 1] a polynomial with these Bernstein coefficients changes its sign. */
function guess(b: readonly bigint[]): number {
  // Scales so that the largest has at most 64 bits.
  const digits = Math.max(...b.map((c) => absolute(c).toString(16).length));
  const shift = BigInt(Math.max(0, 4 * digits - 64));
  const f = b.map((c) => Number(c >> shift));
  let [low, high] = [0, 1];
  let [atLow, atHigh] = [f[0], f[f.length - 1]];
  for (let n = 0; n < 60; n++) {
    // False position; the value at the end that is kept is halved, so that no end is kept for long.
    let t = low + ((high - low) * atLow) / (atLow - atHigh);
    if (!(t > low && t < high)) t = (low + high) / 2;
    if (!(t > low && t < high)) break;
    const value = casteljau(f, t);
    if (value === 0) return t;
    if (value > 0 === atLow > 0) {
      if (t - low < 2 ** -54) return t;
      [low, atLow, atHigh] = [t, value, atHigh / 2];
    } else {
      if (high - t < 2 ** -54) return t;
      [high, atHigh, atLow] = [t, value, atLow / 2];
    }
  }
  return (low + high) / 2;
}

function casteljau(b: readonly number[], t: number): number {
  const row = [...b];
  for (let n = row.length - 1; n > 0; n--) for (let i = 0; i < n; i++) row[i] += t * (row[i + 1] - row[i]);
  return row[0];
}

/** The sign of p(m / 2^k). */
const signAt = (p: Polynomial, m: bigint, k: number): -1 | 0 | 1 => signOf(valueAt(p, m, k));

/** p(m / 2^k)·2^(k·n), with n + 1 the number of coefficients. */
function valueAt(p: Polynomial, m: bigint, k: number): bigint {
  const unit = BigInt(k);
  let value = 0n;
  let scale = 0n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * m + (p[i] << scale);
    scale += unit;
  }
  return value;
}

/** The Bernstein coefficients over [0, 1], all multiplied by the same positive factor. */
function bernstein(p: Polynomial): bigint[] {
  const n = p.length - 1;
  if (n < 0) return [];
  // b_i = Σ C(i, k) / C(n, k) · c_k; the factor is the product of all C(n, k).
  const { rows, factor } = binomials(n);
  return p.map((_, i) => {
    let sum = 0n;
    for (let k = 0; k <= i; k++) sum += ((rows[i][k] * factor) / rows[n][k]) * p[k];
    return sum;
  });
}

/** The same over [m, m + 1] / 2^k. */
function bernsteinOver(p: Polynomial, m: bigint, k: number): bigint[] {
  const n = p.length - 1;
  // p((m + s) / 2^k)·2^(k·n) by Horner's shift.
  const shifted = p.map((c, i) => c << BigInt(k * (n - i)));
  for (let i = 0; i < n; i++) for (let j = n - 1; j >= i; j--) shifted[j] += m * shifted[j + 1];
  return bernstein(shifted);
}

/** Halves by de Casteljau's scheme, with each coefficient 2^n times as large. */
function halves(b: readonly bigint[]): [bigint[], bigint[]] {
  const n = b.length - 1;
  const row = [...b];
  const left = new Array<bigint>(n + 1);
  const right = new Array<bigint>(n + 1);
  for (let i = 0; i <= n; i++) {
    left[i] = row[0] << BigInt(n - i);
    right[n - i] = row[n - i] << BigInt(n - i);
    for (let j = 0; j < n - i; j++) row[j] += row[j + 1];
  }
  return [left, right];
}

function signChanges(b: readonly bigint[]): number {
  let changes = 0;
  let last = 0;
  for (const c of b) {
    const sign = signOf(c);
    if (sign !== 0 && last !== 0 && sign !== last) changes++;
    if (sign !== 0) last = sign;
  }
  return changes;
}

/** The sign that all have, else 0. */
function commonSign(b: readonly bigint[]): -1 | 0 | 1 {
  const first = signOf(b[0] ?? 0n);
  return b.every((c) => signOf(c) === first) ? first : 0;
}

const signOf = (x: bigint): -1 | 0 | 1 => (x > 0n ? 1 : x < 0n ? -1 : 0);
const absolute = (x: bigint): bigint => (x < 0n ? -x : x);

/** Pascal's triangle to row n, and the product of that row. */
function binomials(n: number): { rows: readonly (readonly bigint[])[]; factor: bigint } {
  for (let i = pascal.length; i <= n; i++) {
    const row = Array.from({ length: i + 1 }, (_, k) => (pascal[i - 1][k - 1] ?? 0n) + (pascal[i - 1][k] ?? 0n));
    pascal.push(row);
    products.push(row.reduce((all, c) => all * c, 1n));
  }
  return { rows: pascal, factor: products[n] };
}
const pascal: bigint[][] = [[1n]];
const products: bigint[] = [1n];
