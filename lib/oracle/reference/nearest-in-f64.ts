// f64 points and triangles → approximate nearest points: guesses that f64-bounds.ts evaluates to get bounds.

import type { Numbers } from './integer-vectors.ts';

type Three = readonly [number, number, number];

/** Bound once: in a sandboxed context (a test runner's) each look-up of a global costs more than the arithmetic. */
const { max, min, sqrt } = Math;

/**
 * Corner weights ≥ 0, with a sum of 1 up to rounding, of a point near the triangle's closest point (C. Ericson,
 * Real-Time Collision Detection, 5.1.5).
 */
export function nearestWeights(point: Numbers, corners: Numbers): Three {
  const ab: Three = [corners[3] - corners[0], corners[4] - corners[1], corners[5] - corners[2]];
  const ac: Three = [corners[6] - corners[0], corners[7] - corners[1], corners[8] - corners[2]];
  const onto = (edge: Three, corner: number) =>
    edge[0] * (point[0] - corners[3 * corner]) +
    edge[1] * (point[1] - corners[3 * corner + 1]) +
    edge[2] * (point[2] - corners[3 * corner + 2]);
  const d1 = onto(ab, 0);
  const d2 = onto(ac, 0);
  if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
  const d3 = onto(ab, 1);
  const d4 = onto(ac, 1);
  if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return shares(-d3, d1, 0);
  const d5 = onto(ab, 2);
  const d6 = onto(ac, 2);
  if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return shares(-d6, 0, d2);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0 && d4 - d3 + (d5 - d6) > 0) return shares(0, d5 - d6, d4 - d3);
  const [wa, wb, wc] = [max(va, 0), max(vb, 0), max(vc, 0)];
  return wa + wb + wc > 0 ? shares(wa, wb, wc) : [1, 0, 0];
}

/** The weights divided by their sum; the first corner alone if the sum overflows. */
function shares(wa: number, wb: number, wc: number): Three {
  const total = wa + wb + wc;
  return total < Infinity ? [wa / total, wb / total, wc / total] : [1, 0, 0];
}

/**
 * The approximate vector between the closest points of two triangles, from b's to a's: the shortest over all corners
 * against triangles and edges against edges.
 */
interface Apart {
  readonly apart: Three;
  /** The greatest distance of the six corners from the first, to which all are relative. */
  readonly extent: number;
}

export function nearestOfTriangles(a: Numbers, b: Numbers): Apart {
  const [p, q] = [relative(a, a), relative(b, a)];
  let apart: Three = minus(corner(p, 0), corner(q, 0));
  let least = inner(apart, apart);
  const offer = (onA: Three, onB: Three) => {
    const between = minus(onA, onB);
    const squared = inner(between, between);
    if (squared < least) [least, apart] = [squared, between];
  };
  let farthest = 0;
  for (let i = 0; i < 3; i++) {
    const [ofA, ofB, nextOfA] = [corner(p, i), corner(q, i), corner(p, (i + 1) % 3)];
    farthest = max(farthest, inner(ofA, ofA), inner(ofB, ofB));
    offer(ofA, weighted(q, nearestWeights(ofA, q)));
    offer(weighted(p, nearestWeights(ofB, p)), ofB);
    for (let j = 0; j < 3; j++) {
      const [start, end] = [corner(q, j), corner(q, (j + 1) % 3)];
      const [s, t] = nearestOnSegments(ofA, nextOfA, start, end);
      offer(along(ofA, nextOfA, s), along(start, end, t));
    }
  }
  return { apart, extent: sqrt(farthest) };
}

/** Closest points as fractions along segments p0 p1 and q0 q1 (C. Ericson, Real-Time Collision Detection, 5.1.9). */
function nearestOnSegments(p0: Three, p1: Three, q0: Three, q1: Three): readonly [number, number] {
  const d = minus(p1, p0);
  const e = minus(q1, q0);
  const r = minus(p0, q0);
  const [dd, ee, de] = [inner(d, d), inner(e, e), inner(d, e)];
  const [dr, er] = [inner(d, r), inner(e, r)];
  const square = dd * ee - de * de;
  let s = square > 0 ? share(de * er - dr * ee, square) : 0;
  const t = share(de * s + er, ee);
  s = share(de * t - dr, dd);
  return [s, t];
}

/** A quotient, clamped to 0 … 1; 0 if the divisor is not positive. */
function share(dividend: number, divisor: number): number {
  return divisor > 0 ? min(1, max(0, dividend / divisor)) : 0;
}

function corner(corners: Numbers, i: number): Three {
  return [corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]];
}

/** Corners relative to the first corner of `origin`. */
function relative(corners: Numbers, origin: Numbers): Float64Array {
  const differences = new Float64Array(9);
  for (let i = 0; i < 9; i++) differences[i] = corners[i] - origin[i % 3];
  return differences;
}

function weighted(corners: Numbers, [wa, wb, wc]: Three): Three {
  return [
    wa * corners[0] + wb * corners[3] + wc * corners[6],
    wa * corners[1] + wb * corners[4] + wc * corners[7],
    wa * corners[2] + wb * corners[5] + wc * corners[8],
  ];
}

function along(p: Three, q: Three, t: number): Three {
  return [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])];
}

function minus(p: Three, q: Three): Three {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function inner(p: Three, q: Three): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
