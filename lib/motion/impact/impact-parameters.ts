// Four points at a time at which they share a point, or nearly → where on the face, or along the edges, that is.

import { isSliver } from '../../core/index.ts';

/** xyz of four points. */
type Places = Float64Array;

/** Barycentric weights of b and c: ≥ 0, with a sum ≤ 1. @param at the vertex, then a, b, c. */
export function weightsOnFace(at: Places): [number, number] {
  const [u, v, w] = [edge(at, 3, 6), edge(at, 3, 9), edge(at, 3, 0)];
  const n = cross(u, v);
  const nn = dot(n, n);
  const squares = [dot(u, u), dot(v, v)];
  if (!isSliver(nn, Math.max(...squares))) {
    const b = clamped(dot(n, cross(w, v)) / nn);
    return [b, Math.min(clamped(dot(n, cross(u, w)) / nn), 1 - b)];
  }
  // No more than its longest edge.
  const third = edge(at, 6, 9);
  const opposite = dot(third, third);
  if (opposite > Math.max(...squares)) {
    const c = alongOf(edge(at, 6, 0), third, opposite);
    return [1 - c, c];
  }
  return squares[0] >= squares[1] ? [alongOf(w, u, squares[0]), 0] : [0, alongOf(w, v, squares[1])];
}

/**
 * Where two segments come nearest, 0 at their first ends, 1 at their second (C. Ericson, *Real-Time Collision
 * Detection*, 2005, 5.1.9). @param at two ends, two ends.
 */
export function placesOnEdges(at: Places): [number, number] {
  const [u, v, w] = [edge(at, 0, 3), edge(at, 6, 9), edge(at, 6, 0)];
  const [uu, vv, uv, uw, vw] = [dot(u, u), dot(v, v), dot(u, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  const first = det > 0 ? clamped((uv * vw - vv * uw) / det) : 0;
  const second = vv > 0 ? (uv * first + vw) / vv : 0;
  const nearest = clamped(second);
  return [nearest === second && det > 0 ? first : uu > 0 ? clamped((uv * nearest - uw) / uu) : 0, nearest];
}

const clamped = (x: number): number => Math.min(1, Math.max(0, x));
const alongOf = (w: readonly number[], u: readonly number[], uu: number) => (uu > 0 ? clamped(dot(w, u) / uu) : 0);
const edge = (at: Places, i: number, j: number) => [at[j] - at[i], at[j + 1] - at[i + 1], at[j + 2] - at[i + 2]];
const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; // biome-ignore format: a vector
