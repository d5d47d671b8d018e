// Polynomials in time with integer coefficients, and vectors of them: sums, products, greatest common divisors.

/** Lowest degree first; zeros may lead. */
export type Polynomial = readonly bigint[];
/** x, y and z of a moving point or direction. */
export type MovingVector = readonly [Polynomial, Polynomial, Polynomial];

export const isZero = (p: Polynomial): boolean => p.every((c) => c === 0n);

export function plus(p: Polynomial, q: Polynomial): Polynomial {
  return Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) + (q[i] ?? 0n));
}

export function minus(p: Polynomial, q: Polynomial): Polynomial {
  return Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) - (q[i] ?? 0n));
}

export function times(p: Polynomial, q: Polynomial): Polynomial {
  const all = new Array<bigint>(Math.max(p.length + q.length - 1, 0)).fill(0n);
  for (let i = 0; i < p.length; i++) if (p[i] !== 0n) for (let j = 0; j < q.length; j++) all[i + j] += p[i] * q[j];
  return all;
}

export function difference(a: MovingVector, b: MovingVector): MovingVector {
  return [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])];
}

export function dot(a: MovingVector, b: MovingVector): Polynomial {
  return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
}

export function cross(a: MovingVector, b: MovingVector): MovingVector {
  const part = (i: number, j: number) => minus(times(a[i], b[j]), times(a[j], b[i]));
  return [part(1, 2), part(2, 0), part(0, 1)];
}

/** The greatest common divisor; its coefficients share no factor. */
export function commonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  let [a, b] = [primitive(p), primitive(q)];
  if (a.length < b.length) [a, b] = [b, a];
  while (b.length > 0) [a, b] = [b, primitive(remainder(a, b))];
  return a;
}

/** p with each of its roots once, without leading zeros; empty for the polynomial 0. */
export function squareFree(p: Polynomial): Polynomial {
  const whole = primitive(p);
  if (whole.length < 3) return whole;
  const shared = commonDivisor(whole, derivative(whole));
  return shared.length < 2 ? whole : primitive(quotient(whole, shared));
}

function derivative(p: Polynomial): Polynomial {
  return p.slice(1).map((c, i) => c * BigInt(i + 1));
}

/** Remainder of lead(b)^k·a by b, for a k that makes it integer (a pseudo-remainder). */
function remainder(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  let rest = [...a];
  while (rest.length >= b.length) {
    const top = rest[rest.length - 1];
    const shift = rest.length - b.length;
    rest = rest.slice(0, -1).map((c, i) => lead * c - (i >= shift ? top * b[i - shift] : 0n));
    while (rest.length > 0 && rest[rest.length - 1] === 0n) rest.pop();
  }
  return rest;
}

/** a / b up to a factor, if b divides a. */
function quotient(a: Polynomial, b: Polynomial): Polynomial {
  const lead = b[b.length - 1];
  const places = a.length - b.length + 1;
  const rest = a.map((c) => c * lead ** BigInt(places));
  const found = new Array<bigint>(places).fill(0n);
  for (let i = places - 1; i >= 0; i--) {
    found[i] = rest[i + b.length - 1] / lead;
    for (let j = 0; j < b.length; j++) rest[i + j] -= found[i] * b[j];
  }
  return found;
}

/** p without leading zeros and without a factor shared by all coefficients. */
function primitive(p: Polynomial): Polynomial {
  let length = p.length;
  while (length > 0 && p[length - 1] === 0n) length--;
  const whole = p.slice(0, length);
  let factor = 0n;
  for (const c of whole) {
    for (let rest = c; rest !== 0n; ) [factor, rest] = [rest, factor % rest];
    if (factor === 1n || factor === -1n) return whole;
  }
  if (factor === 0n) return whole;
  const positive = factor < 0n ? -factor : factor;
  return whole.map((c) => c / positive);
}
