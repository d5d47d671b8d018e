// Polynomials with integer coefficients → their roots in [0, 1], and the exact sign of another polynomial at such a
// root, by Sturm sequences.
//
// Sources: S. Basu, R. Pollack, M.-F. Roy, *Algorithms in Real Algebraic Geometry*, 2nd edition, 2006, ch. 2.2. The
// sequence of f and f′·g begins with these two; each next one is the negated remainder of the two before. V(t) counts
// the sign changes along it. If f is 0 neither at a nor at b, V(a) − V(b) is the number of f's roots in ]a, b[ with
// g > 0, minus the number with g < 0 (the Tarski query). With g = 1 it is the number of roots. f′·g may be replaced by
// its remainder modulo f. H. Cohen, *A Course in Computational Algebraic Number Theory*, 1993, algorithm 3.3.1, for the
// common divisor of a remainder's coefficients.
//
// Most signs need no sequence: the interval of f's root is narrowed until g has one sign throughout. The sequence is
// used only if that does not happen soon, as when g is 0 at the root.

/** Lowest degree first; the highest coefficient is not 0. The zero polynomial has none. */
export type Coefficients = readonly bigint[];
export type Sign = -1 | 0 | 1;
/** A time: n / 2^k. */
export interface Time {
  readonly n: bigint;
  readonly k: number;
}

/** Bits to which an interval is narrowed in turn, with a test for a constant sign after each. */
const NARROWER = [12, 44, 90];

export function add(p: Coefficients, q: Coefficients): Coefficients {
  const [long, short] = p.length < q.length ? [q, p] : [p, q];
  return withoutZeros(long.map((c, i) => (i < short.length ? c + short[i] : c)));
}

export function negated(p: Coefficients): Coefficients {
  return p.map((c) => -c);
}

export function multiply(p: Coefficients, q: Coefficients): Coefficients {
  if (p.length === 0 || q.length === 0) return [];
  const product = new Array<bigint>(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) product[i + j] += p[i] * q[j];
  return product;
}

export function withoutZeros(p: Coefficients): Coefficients {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  return length === p.length ? p : p.slice(0, length);
}

/** A root of `of`: a known time, or the only one in ]n, n + 1[ / 2^k, at whose ends `of` is not 0. */
export class Root {
  readonly #of: Coefficients;
  #isTime: boolean;
  #n: bigint;
  #k: number;

  constructor(of: Coefficients, { n, k }: Time, isTime: boolean) {
    this.#of = of;
    this.#n = n;
    this.#k = k;
    this.#isTime = isTime;
  }

  /** The sign of g at the root. */
  signOf(g: Coefficients): Sign {
    if (g.length < 2) return signOf(g[0] ?? 0n);
    if (this.#changesSign())
      for (const bits of NARROWER) {
        this.#narrow(bits);
        if (this.#isTime) break;
        const sign = signOver(g, this.#n, this.#k);
        if (sign !== 0) return sign;
      }
    if (this.#isTime) return signAt(g, this.#n, this.#k);
    const sequence = sturm(this.#of, g);
    return (changes(sequence, this.#n, this.#k) - changes(sequence, this.#n + 1n, this.#k)) as Sign;
  }

  /** 1 if the root is after a time, −1 if before, 0 if equal. */
  compare({ n, k }: Time): Sign {
    return this.signOf([-n, 1n << BigInt(k)]);
  }

  #changesSign(): boolean {
    return !this.#isTime && signAt(this.#of, this.#n, this.#k) !== signAt(this.#of, this.#n + 1n, this.#k);
  }

  /**
   * Narrows an interval, at whose ends `of` has opposite signs, to a width of 2^-bits. The chord predicts a point of a
   * finer grid; if the root lies in neither cell beside it, a coarser grid is tried.
   */
  #narrow(bits: number): void {
    const of = this.#of;
    for (let step = 4; this.#k < bits && !this.#isTime; ) {
      const k = this.#k + step;
      const start = this.#n << BigInt(step);
      const end = start + (1n << BigInt(step));
      const from = valueAt(of, this.#n, this.#k);
      const guess = start + (from << BigInt(step)) / (from - valueAt(of, this.#n + 1n, this.#k));
      const at = guess === start ? start + 1n : guess === end ? end - 1n : guess;
      const value = valueAt(of, at, k);
      const isBefore = value > 0n === from > 0n;
      const next = isBefore ? at + 1n : at - 1n;
      const beyond = value === 0n ? 0n : valueAt(of, next, k);
      if (value === 0n || beyond === 0n) {
        this.#n = value === 0n ? at : next;
        this.#k = k;
        this.#isTime = true;
      } else if (value > 0n !== beyond > 0n) {
        this.#n = isBefore ? at : next;
        this.#k = k;
        step *= 2;
      } else step >>= 1;
    }
  }
}

/** The roots in [0, 1] of a polynomial that is not 0, in no particular order. */
export function rootsOf(p: Coefficients): Root[] {
  if (signOver(p, 0n, 0) !== 0) return [];
  const found: Root[] = [];
  let of = p;
  const divideOut = (n: bigint, k: number) => {
    found.push(new Root(of, { n, k }, true));
    of = without(of, n, k);
  };
  for (const end of [0n, 1n]) if (signAt(of, end, 0) === 0) divideOut(end, 0);
  // Roots at the ends of intervals are divided out as they are met.
  let sequence = sturm(of, [1n]);
  const open: Time[] = [{ n: 0n, k: 0 }];
  while (open.length > 0) {
    const { n, k } = open.pop() as Time;
    const count = changes(sequence, n, k) - changes(sequence, n + 1n, k);
    if (count === 0) continue;
    // Halves at least once: contact that only touches at mid-step is a double root there, which no interval's ends
    // bracket.
    if (count === 1 && k > 0) {
      found.push(new Root(of, { n, k }, false));
      continue;
    }
    const middle = 2n * n + 1n;
    if (signAt(of, middle, k + 1) === 0) {
      divideOut(middle, k + 1);
      sequence = sturm(of, [1n]);
    }
    open.push({ n: 2n * n, k: k + 1 }, { n: middle, k: k + 1 });
  }
  return found;
}

/** The sign of p throughout [n, n + 1] / 2^k; 0 if its terms about the middle do not prove one. */
function signOver(p: Coefficients, n: bigint, k: number): Sign {
  // In terms of x from −1 to 1, with time (2n + 1 + x) / 2^(k + 1).
  const terms = p.map((c, i) => c << BigInt((k + 1) * (p.length - 1 - i)));
  const middle = 2n * n + 1n;
  for (let low = 0; low < terms.length - 1; low++)
    for (let i = terms.length - 2; i >= low; i--) terms[i] += middle * terms[i + 1];
  let others = 0n;
  for (let i = 1; i < terms.length; i++) others += absolute(terms[i]);
  return absolute(terms[0]) > others ? signOf(terms[0]) : 0;
}

/** p at n / 2^k, times 2^(k · degree). */
function valueAt(p: Coefficients, n: bigint, k: number): bigint {
  let value = 0n;
  for (let i = p.length - 1; i >= 0; i--) value = value * n + (p[i] << BigInt(k * (p.length - 1 - i)));
  return value;
}

const signAt = (p: Coefficients, n: bigint, k: number): Sign => signOf(valueAt(p, n, k));
const signOf = (value: bigint): Sign => (value > 0n ? 1 : value < 0n ? -1 : 0);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** f, the remainder of f′·g modulo f, and the negated remainders that follow, each times a positive number. */
function sturm(f: Coefficients, g: Coefficients): Coefficients[] {
  const slope = f.slice(1).map((c, i) => c * BigInt(i + 1));
  let [before, last] = [f, remainder(multiply(slope, g), f)];
  const all = [f];
  let lead = 1n;
  let divisor = 1n;
  while (last.length > 0) {
    all.push(last);
    const drop = BigInt(before.length - last.length);
    const factor = lead * divisor ** drop;
    [before, last] = [last, remainder(before, last).map((c) => -c / factor)];
    lead = absolute(before[before.length - 1]);
    if (drop > 0n) divisor = lead ** drop / divisor ** (drop - 1n);
  }
  return all;
}

/** The remainder modulo b of a times |b's leading coefficient|^(degree of a − degree of b + 1). */
function remainder(a: Coefficients, b: Coefficients): Coefficients {
  const size = absolute(b[b.length - 1]);
  const isNegative = b[b.length - 1] < 0n;
  const rest = a.slice();
  for (let shift = a.length - b.length; shift >= 0; shift--) {
    const top = rest.pop() as bigint;
    const factor = isNegative ? -top : top;
    for (let i = 0; i < rest.length; i++) {
      rest[i] *= size;
      if (i >= shift) rest[i] -= factor * b[i - shift];
    }
  }
  return withoutZeros(rest);
}

function changes(sequence: readonly Coefficients[], n: bigint, k: number): number {
  let count = 0;
  let last: Sign = 0;
  for (const p of sequence) {
    const sign = signAt(p, n, k);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) count++;
    last = sign;
  }
  return count;
}

/** p with its root n / 2^k, n odd or k = 0, divided out with its multiplicity. */
function without(p: Coefficients, n: bigint, k: number): Coefficients {
  let rest = p;
  while (rest.length > 1 && signAt(rest, n, k) === 0) {
    // Divides by 2^k·t − n, from the highest degree: the results are integers by Gauss's lemma.
    const out = new Array<bigint>(rest.length - 1);
    let carry = 0n;
    for (let i = rest.length - 1; i > 0; i--) {
      carry = (rest[i] + n * carry) >> BigInt(k);
      out[i - 1] = carry;
    }
    rest = out;
  }
  return rest;
}
