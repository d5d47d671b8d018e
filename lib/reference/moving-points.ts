// Points that move linearly from start to end → whether a vertex and a face, or two edges, share a point at any time of
// the closed [0, 1]: by the definition, at every time at which that can change.
//
// Whether they share a point is a question of signs of polynomials in time, so that it can change only at their roots.
// The set of times is closed: it holds 0, or begins at a root of
//
//   side     the volume of the four points: 0 while they are in one plane;
//   or, where that is 0 all the time, a volume of the normal and an edge, or what tells a point on an edge.
//
// Each root of each is asked by itself.

import type { ExactNumber } from './exact-numbers.ts';
import { gridded, type Vector } from './integer-vectors.ts';
import { add, type Coefficients, type IsolatedRoot, multiply, rootsOf, signAtRoot, type Time } from './sturm.ts';

type Moving = readonly [Coefficients, Coefficients, Coefficients];

/** A vertex, then the three corners of a face: 12 numbers each. */
export function vertexMeetsFace(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  const [p, a, b, c] = moving(start, end);
  const normal = cross(sub(b, a), sub(c, a));
  const edges = [[a, b], [b, c], [c, a]] as const; // biome-ignore format: a list
  const sides = edges.map(([from, to]) => dot(normal, cross(sub(to, from), sub(p, from))));
  const onEdges = edges.map(([from, to]) => onSegment(p, from, to));
  return meetsAt(dot(normal, sub(p, a)), dot(normal, normal), sides, onEdges);
}

/** Two ends, two ends. */
export function edgeMeetsEdge(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): boolean {
  const [a, b, c, d] = moving(start, end);
  const normal = cross(sub(b, a), sub(d, c));
  // On one side of an edge's plane along the normal is the other edge's one end, on the other side its other end.
  const side = (from: Moving, to: Moving, p: Moving) => dot(normal, cross(sub(to, from), sub(p, from)));
  const sides = [side(a, b, d), negated(side(a, b, c)), side(c, d, a), negated(side(c, d, b))];
  const onEdges = [onSegment(a, c, d), onSegment(b, c, d), onSegment(c, a, b), onSegment(d, a, b)];
  return meetsAt(dot(normal, sub(c, a)), dot(normal, normal), sides, onEdges);
}

interface OnSegment {
  /** |(a − p) × (b − p)|², which is 0 where p is on their line, or a = b = p … */
  readonly off: Coefficients;
  /** … and (a − p)·(b − p), which is then ≤ 0 where p is between them. */
  readonly beyond: Coefficients;
}

function onSegment(p: Moving, a: Moving, b: Moving): OnSegment {
  const [x, y] = [sub(a, p), sub(b, p)];
  const across = cross(x, y);
  return { off: dot(across, across), beyond: dot(x, y) };
}

function meetsAt(
  volume: Coefficients,
  square: Coefficients,
  sides: readonly Coefficients[],
  onEdges: readonly OnSegment[],
): boolean {
  const meets = (at: Time | IsolatedRoot) => {
    if (signAtRoot(volume, at) !== 0) return false;
    if (signAtRoot(square, at) !== 0) return sides.every((side) => signAtRoot(side, at) >= 0);
    return onEdges.some(({ off, beyond }) => signAtRoot(off, at) === 0 && signAtRoot(beyond, at) <= 0);
  };
  if (meets({ n: 0n, d: 1n })) return true;
  const all = [volume, square, ...sides, ...onEdges.flatMap(({ off, beyond }) => [off, beyond])];
  const changing = isZero(volume) ? all.filter((p) => !isZero(p)) : [volume];
  return changing.some((p) => rootsOf(p).some(meets));
}

function moving(start: ArrayLike<ExactNumber>, end: ArrayLike<ExactNumber>): Moving[] {
  const { vectors } = gridded(start, end);
  const way = (k: number, from: Vector, to: Vector): Coefficients => [from[k], to[k] - from[k]];
  return vectors[0].map((from, i) => [way(0, from, vectors[1][i]), way(1, from, vectors[1][i]), way(2, from, vectors[1][i])]); // biome-ignore format: a point
}

const isZero = (p: Coefficients) => p.every((c) => c === 0n);
const negated = (p: Coefficients) => p.map((c) => -c);

function sub(a: Moving, b: Moving): Moving {
  return [add(a[0], b[0], -1n), add(a[1], b[1], -1n), add(a[2], b[2], -1n)];
}

function dot(a: Moving, b: Moving): Coefficients {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]));
}

function cross(a: Moving, b: Moving): Moving {
  const part = (i: number, j: number) => add(multiply(a[i], b[j]), multiply(a[j], b[i]), -1n);
  return [part(1, 2), part(2, 0), part(0, 1)];
}
