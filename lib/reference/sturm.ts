// Polynomials with integer coefficients → how many roots they have between two times, and the sign of another one at
// such a root: by Sturm sequences, exactly.
//
// Source: S. Basu, R. Pollack, M.-F. Roy, *Algorithms in Real Algebraic Geometry*, 2nd edition, 2006, ch. 2.2. The
// sequence of f and f′·g begins with these two; each next one is the remainder of the two before, negated. V(t) counts
// the changes of sign along it. Where f is 0 neither at a nor at b, V(a) − V(b) is the number of f's roots in ]a, b[ at
// which g > 0, less the number of those at which g < 0 (the Tarski query). With g = 1 it is the number of roots.

/** Lowest degree first. */
export type Coefficients = readonly bigint[];
/** A time: n / d, d > 0. */
export interface Time {
  readonly n: bigint;
  readonly d: bigint;
}

/** An interval of time at whose ends `of` is not 0, with one root of it between. */
export interface IsolatedRoot {
  readonly of: Coefficients;
  readonly from: Time;
  readonly to: Time;
}

export function add(p: Coefficients, q: Coefficients, factor = 1n): Coefficients {
  return Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) + factor * (q[i] ?? 0n));
}

export function multiply(p: Coefficients, q: Coefficients): Coefficients {
  if (p.length === 0 || q.length === 0) return [];
  return Array.from({ length: p.length + q.length - 1 }, (_, n) => {
    let sum = 0n;
    for (let i = Math.max(0, n - q.length + 1); i <= Math.min(n, p.length - 1); i++) sum += p[i] * q[n - i];
    return sum;
  });
}

/** The times in [0, 1] at which p is 0 and that halving has met, and intervals of one other root each. */
export function rootsOf(p: Coefficients): (Time | IsolatedRoot)[] {
  const found: (Time | IsolatedRoot)[] = [];
  let of = withoutZeros(p);
  for (const end of [0n, 1n]) {
    const at = { n: end, d: 1n };
    if (of.length === 0 || signAt(of, at) !== 0) continue;
    found.push(at);
    of = without(of, at);
  }
  // f's roots at seams are divided out as they are met.
  const open: [Time, Time][] = [
    [
      { n: 0n, d: 1n },
      { n: 1n, d: 1n },
    ],
  ];
  let sequence = sturm(of, [1n]);
  while (open.length > 0) {
    const [from, to] = open.pop() as [Time, Time];
    const count = changes(sequence, from) - changes(sequence, to);
    if (count === 0) continue;
    if (count === 1) {
      found.push({ of, from, to });
      continue;
    }
    const middle = { n: from.n * to.d + to.n * from.d, d: 2n * from.d * to.d };
    if (signAt(of, middle) === 0) {
      found.push(middle);
      of = without(of, middle);
      sequence = sturm(of, [1n]);
    }
    open.push([from, middle], [middle, to]);
  }
  return found;
}

/** The sign of g at a time that is known or isolated. */
export function signAtRoot(g: Coefficients, root: Time | IsolatedRoot): number {
  if (!('of' in root)) return signAt(g, root);
  const sequence = sturm(root.of, g);
  return changes(sequence, root.from) - changes(sequence, root.to);
}

export function signAt(p: Coefficients, { n, d }: Time): number {
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * n + p[i] * power;
    power *= d;
  }
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** f, f′·g, and their negated remainders, each times a positive number. */
function sturm(f: Coefficients, g: Coefficients): Coefficients[] {
  const slope = f.slice(1).map((c, i) => c * BigInt(i + 1));
  const all = [f, withoutZeros(multiply(slope, g))];
  while (all[all.length - 1].length > 0) all.push(negatedRemainder(all[all.length - 2], all[all.length - 1]));
  return all.slice(0, -1);
}

function negatedRemainder(a: Coefficients, b: Coefficients): Coefficients {
  const lead = b[b.length - 1];
  let rest = a;
  while (rest.length >= b.length) {
    // Times |lead|, so that signs stay.
    const top = lead > 0n ? rest[rest.length - 1] : -rest[rest.length - 1];
    const shift = rest.length - b.length;
    const size = lead > 0n ? lead : -lead;
    rest = withoutZeros(rest.map((c, i) => size * c - (i < shift ? 0n : top * b[i - shift])).slice(0, -1));
  }
  return reduced(rest.map((c) => -c));
}

/** Without a factor that all coefficients share. */
function reduced(p: Coefficients): Coefficients {
  let factor = 0n;
  for (const c of p) for (let a = c < 0n ? -c : c; a !== 0n; ) [factor, a] = [a, factor % a];
  return factor > 1n ? p.map((c) => c / factor) : p;
}

function changes(sequence: readonly Coefficients[], at: Time): number {
  let count = 0;
  let last = 0;
  for (const p of sequence) {
    const sign = signAt(p, at);
    if (sign !== 0 && last !== 0 && sign !== last) count++;
    if (sign !== 0) last = sign;
  }
  return count;
}

/** p without its root n / d, as often as it is one. */
function without(p: Coefficients, at: Time): Coefficients {
  const { n, d } = lowest(at);
  let rest = p;
  while (rest.length > 0 && signAt(rest, at) === 0) {
    // By d·t − n, from the lowest degree or the highest: integers, by the lemma of Gauss.
    const out = new Array<bigint>(rest.length - 1);
    let carry = 0n;
    for (let i = rest.length - 1; i > 0; i--) {
      carry = (rest[i] + n * carry) / d;
      out[i - 1] = carry;
    }
    rest = out;
  }
  return rest;
}

function lowest({ n, d }: Time): Time {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}

function withoutZeros(p: Coefficients): Coefficients {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  return length === p.length ? p : p.slice(0, length);
}
