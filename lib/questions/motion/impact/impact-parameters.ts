// Four points at a time when they share a point, or nearly → where on the face, or along the edges.

import { isSliver } from '#core';

/** xyz of four points. */
type Places = Float64Array;

/** u, v, w and n of the current query: xyz each. */
const u = new Float64Array(3);
const v = new Float64Array(3);
const w = new Float64Array(3);
const n = new Float64Array(3);

/** Barycentric weights of b and c: ≥ 0, with a sum ≤ 1. @param at the vertex, then a, b, c. */
export function weightsOnFace(at: Places): [number, number] {
  takeWay(at, 3, 6, u);
  takeWay(at, 3, 9, v);
  takeWay(at, 3, 0, w);
  takeCross(u, v, n);
  const nn = dot(n, n);
  const uu = dot(u, u);
  const vv = dot(v, v);
  if (!isSliver(nn, Math.max(uu, vv))) {
    const b = clamped(tripleProduct(n, w, v) / nn);
    return [b, Math.min(clamped(tripleProduct(n, u, w) / nn), 1 - b)];
  }
  // No more than its longest edge.
  takeWay(at, 6, 9, n);
  const opposite = dot(n, n);
  if (opposite > Math.max(uu, vv)) {
    takeWay(at, 6, 0, w);
    const c = alongOf(w, n, opposite);
    return [1 - c, c];
  }
  return uu >= vv ? [alongOf(w, u, uu), 0] : [0, alongOf(w, v, vv)];
}

/**
 * Where two segments come nearest, 0 at their first ends, 1 at their second (C. Ericson, *Real-Time Collision
 * Detection*, 2005, 5.1.9). @param at two ends, two ends.
 */
export function placesOnEdges(at: Places): [number, number] {
  takeWay(at, 0, 3, u);
  takeWay(at, 6, 9, v);
  takeWay(at, 6, 0, w);
  const uu = dot(u, u);
  const vv = dot(v, v);
  const uv = dot(u, v);
  const uw = dot(u, w);
  const vw = dot(v, w);
  const det = uu * vv - uv * uv;
  const first = det > 0 ? clamped((uv * vw - vv * uw) / det) : 0;
  const second = vv > 0 ? (uv * first + vw) / vv : 0;
  const nearest = clamped(second);
  return [nearest === second && det > 0 ? first : uu > 0 ? clamped((uv * nearest - uw) / uu) : 0, nearest];
}

const clamped = (x: number): number => Math.min(1, Math.max(0, x));
const alongOf = (to: Float64Array, edge: Float64Array, square: number) => (square > 0 ? clamped(dot(to, edge) / square) : 0); // biome-ignore format: a formula
const dot = (a: Float64Array, b: Float64Array) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function takeWay(at: Places, from: number, to: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = at[to + k] - at[from + k];
}

function takeCross(a: Float64Array, b: Float64Array, out: Float64Array): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/** a·(b × c). */
function tripleProduct(a: Float64Array, b: Float64Array, c: Float64Array): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
