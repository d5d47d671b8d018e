// Points that move linearly → whether a vertex and a face, or two edges, ever share a point: the definition written as
// plainly as possible, with a Tarski query for every sign and every root of every polynomial involved. It shares
// nothing with lib/oracle/reference/moving-points.ts except the conversion of f64 to integers.

import { type ExactNumber, exactFraction } from '#reference';

type Polynomial = readonly bigint[];
type Moving = readonly [Polynomial, Polynomial, Polynomial];
/** n / d, d > 0. */
interface Time {
  readonly n: bigint;
  readonly d: bigint;
}
/** One root of `of` between two times that are not roots. */
interface Isolated {
  readonly of: Polynomial;
  readonly from: Time;
  readonly to: Time;
}

/** @param points 24 numbers: xyz of the four points at t = 0, then at t = 1. */
export function plainlyMeets(kind: 'vertex-face' | 'edge-edge', points: ArrayLike<ExactNumber>): boolean {
  const [p, q, r, s] = moving(points);
  const side = (n: Moving, from: Moving, to: Moving, x: Moving) => dot(n, cross(sub(to, from), sub(x, from)));
  if (kind === 'vertex-face') {
    const n = cross(sub(r, q), sub(s, q));
    const edges = [[q, r], [r, s], [s, q]] as const; // biome-ignore format: a list
    return meetsAt(
      dot(n, sub(p, q)),
      dot(n, n),
      edges.map(([from, to]) => side(n, from, to, p)),
      edges.map(([from, to]) => onSegment(p, from, to)),
    );
  }
  const n = cross(sub(q, p), sub(s, r));
  const against = (x: Polynomial) => x.map((c) => -c);
  const sides = [side(n, p, q, s), against(side(n, p, q, r)), side(n, r, s, p), against(side(n, r, s, q))];
  return meetsAt(dot(n, sub(r, p)), dot(n, n), sides, [
    onSegment(p, r, s),
    onSegment(q, r, s),
    onSegment(r, p, q),
    onSegment(s, p, q),
  ]);
}

interface OnSegment {
  /** |(a − p) × (b − p)|²: 0 if p is on their line. */
  readonly off: Polynomial;
  /** (a − p)·(b − p): in that case ≤ 0 if p is between them. */
  readonly beyond: Polynomial;
}

function onSegment(p: Moving, a: Moving, b: Moving): OnSegment {
  const [x, y] = [sub(a, p), sub(b, p)];
  return { off: dot(cross(x, y), cross(x, y)), beyond: dot(x, y) };
}

function meetsAt(
  volume: Polynomial,
  square: Polynomial,
  sides: readonly Polynomial[],
  onSegments: readonly OnSegment[],
): boolean {
  const meets = (at: Time | Isolated) => {
    if (signAtRoot(volume, at) !== 0) return false;
    if (signAtRoot(square, at) !== 0) return sides.every((x) => signAtRoot(x, at) >= 0);
    return onSegments.some(({ off, beyond }) => signAtRoot(off, at) === 0 && signAtRoot(beyond, at) <= 0);
  };
  const all = [volume, square, ...sides, ...onSegments.flatMap(({ off, beyond }) => [off, beyond])];
  return meets({ n: 0n, d: 1n }) || all.some((p) => p.some((c) => c !== 0n) && rootsOf(p).some(meets));
}

function rootsOf(p: Polynomial): (Time | Isolated)[] {
  const found: (Time | Isolated)[] = [];
  let of = p;
  const divideOut = (at: Time) => {
    found.push(at);
    of = without(of, at);
  };
  const open: [Time, Time][] = [[{ n: 0n, d: 1n }, { n: 1n, d: 1n }]]; // biome-ignore format: one interval
  for (const at of open[0]) if (signAt(of, at) === 0) divideOut(at);
  while (open.length > 0) {
    const [from, to] = open.pop() as [Time, Time];
    const sequence = sturm(of, [1n]);
    const count = changes(sequence, from) - changes(sequence, to);
    if (count === 1) found.push({ of, from, to });
    if (count < 2) continue;
    const middle = lowest({ n: from.n * to.d + to.n * from.d, d: 2n * from.d * to.d });
    if (signAt(of, middle) === 0) divideOut(middle);
    open.push([from, middle], [middle, to]);
  }
  return found;
}

function signAtRoot(g: Polynomial, root: Time | Isolated): number {
  if (!('of' in root)) return signAt(g, root);
  const sequence = sturm(root.of, g);
  return changes(sequence, root.from) - changes(sequence, root.to);
}

function signAt(p: Polynomial, { n, d }: Time): number {
  const value = p.reduce((sum, c, i) => sum + c * n ** BigInt(i) * d ** BigInt(p.length - 1 - i), 0n);
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

function sturm(f: Polynomial, g: Polynomial): Polynomial[] {
  const slope = f.slice(1).map((c, i) => c * BigInt(i + 1));
  const all = [trimmed(f), trimmed(product(slope, g))];
  while (all[all.length - 1].length > 0) all.push(negatedRemainder(all[all.length - 2], all[all.length - 1]));
  return all;
}

/** Up to a positive factor. */
function negatedRemainder(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  let rest = a;
  while (rest.length >= b.length) {
    const top = rest[rest.length - 1] * lead;
    const shift = rest.length - b.length;
    rest = trimmed(rest.map((c, i) => lead * lead * c - (i < shift ? 0n : top * b[i - shift])));
  }
  let factor = 0n;
  for (const c of rest) for (let x = c; x !== 0n; ) [factor, x] = [x, factor % x];
  const positive = factor < 0n ? -factor : factor;
  return rest.map((c) => -c / positive);
}

function changes(sequence: readonly Polynomial[], at: Time): number {
  const signs = sequence.map((p) => signAt(p, at)).filter((sign) => sign !== 0);
  return signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
}

/** p divided by d·t − n as often as possible. */
function without(p: Polynomial, { n, d }: Time): Polynomial {
  let rest = p;
  while (rest.length > 1 && signAt(rest, { n, d }) === 0) {
    const out: bigint[] = [];
    for (let i = rest.length - 1; i > 0; i--) out[i - 1] = (rest[i] + n * (out[i] ?? 0n)) / d;
    rest = out;
  }
  return rest;
}

function lowest({ n, d }: Time): Time {
  let [a, b] = [n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}

function moving(points: ArrayLike<ExactNumber>): Moving[] {
  const exact = Array.from(points, exactFraction);
  const unit = exact.reduce((product, { d }) => (product % d === 0n ? product : product * d), 1n);
  const whole = exact.map(({ s, n, d }) => (s * n * unit) / d);
  const way = (i: number): Polynomial => trimmed([whole[i], whole[12 + i] - whole[i]]);
  return [0, 3, 6, 9].map((i) => [way(i), way(i + 1), way(i + 2)]);
}

function trimmed(p: Polynomial): Polynomial {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  return p.slice(0, length);
}

function sum(p: Polynomial, q: Polynomial, factor = 1n): Polynomial {
  return trimmed(Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) + factor * (q[i] ?? 0n)));
}

function product(p: Polynomial, q: Polynomial): Polynomial {
  const out = new Array<bigint>(Math.max(0, p.length + q.length - 1)).fill(0n);
  p.forEach((a, i) => {
    q.forEach((b, j) => {
      out[i + j] += a * b;
    });
  });
  return trimmed(out);
}

const sub = (a: Moving, b: Moving): Moving => [sum(a[0], b[0], -1n), sum(a[1], b[1], -1n), sum(a[2], b[2], -1n)];
const dot = (a: Moving, b: Moving): Polynomial =>
  sum(sum(product(a[0], b[0]), product(a[1], b[1])), product(a[2], b[2]));

function cross(a: Moving, b: Moving): Moving {
  const part = (i: number, j: number) => sum(product(a[i], b[j]), product(a[j], b[i]), -1n);
  return [part(1, 2), part(2, 0), part(0, 1)];
}
