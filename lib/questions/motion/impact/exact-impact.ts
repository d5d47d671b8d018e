// Four points that move linearly → the first time in [0, 1] at which a vertex lies on a face, or two edges share a
// point: exactly, whatever the motion.
//
// Everything is a polynomial in time with integer coefficients, since f64 numbers are integers in a common unit. Let n
// be the face's normal, or the cross product of the edges, and q a vector from a point of one to a point of the other.
// f = n·q, of degree 3, is 0 when all four points are in one plane.
//
//   f is not 0 for all t   The times are its roots, three at most. If n ≠ 0 there, the signs of the barycentric
//                          coordinates, of degree 4, decide whether they share a point. If n = 0, the face is no more
//                          than its edges, or the two edges are parallel: the vertex must lie on an edge of the face,
//                          or an end of one edge on the other (the rim).
//   f = 0 for all t        All stay in one plane. They share a point at t = 0, or when something first reaches the
//                          rim: points shared before that were shared at t = 0.
//
// A point p lies on the closed segment from a to b, even if a = b, if and only if (a − p) × (b − p) = 0 and
// (a − p)·(b − p) ≤ 0. The first such time, if not 0, is a root of any component of the cross product that is not 0 for
// all t; if all components are, it is a root of the dot product.
//
// The coplanarity cubic: X. Provot, "Collision and self-collision handling in cloth model dedicated to design
// garments", 1997. Signs at its roots: M. Tang, R. Tong, Z. Wang, D. Manocha, "Fast and exact continuous collision
// detection with Bernstein sign classification", ACM TOG 33(6), 2014; they leave degenerate motions to a tolerance.

import { toIntegers } from '#triangles';
import {
  cross,
  difference,
  dot,
  isZero,
  type MovingVector,
  minus,
  type Polynomial,
  plus,
  times,
} from './polynomial.ts';
import { type Root, rootsInUnit, START, signAtRoot } from './roots.ts';

/** Four points as 24 numbers: at t = 0, then at t = 1. */
type Points = ArrayLike<number>;

interface Query {
  /** f. */
  readonly plane: Polynomial;
  /** n. */
  readonly normal: MovingVector;
  /** If the normal is not 0, all of these are ≥ 0 if and only if face and vertex, or the edges, share a point. */
  inside(): Iterable<Polynomial>;
  rim(): Iterable<Segment>;
}

/** A point and the ends of a segment: (a − p) × (b − p), and (a − p)·(b − p). */
interface Segment {
  readonly across: MovingVector;
  readonly along: Polynomial;
}

/** The first impact of a vertex and a face: the vertex comes first, then the face's corners. null: never. */
export function exactVertexFace(points: Points): Root | null {
  const [p, a, b, c] = movingPoints(points);
  const [e1, e2, q] = [difference(b, a), difference(c, a), difference(p, a)];
  const normal = cross(e1, e2);
  return firstTime({
    plane: dot(normal, q),
    normal,
    *inside() {
      const v = dot(normal, cross(q, e2));
      yield v;
      const w = dot(normal, cross(e1, q));
      yield w;
      yield minus(dot(normal, normal), plus(v, w));
    },
    *rim() {
      yield segment(p, a, b);
      yield segment(p, b, c);
      yield segment(p, c, a);
    },
  });
}

/** The first impact of two edges: the ends of one, then those of the other. null: never. */
export function exactEdgeEdge(points: Points): Root | null {
  const [a, b, c, d] = movingPoints(points);
  const [e, f, q] = [difference(b, a), difference(d, c), difference(c, a)];
  const normal = cross(e, f);
  return firstTime({
    plane: dot(normal, q),
    normal,
    *inside() {
      const square = dot(normal, normal);
      for (const other of [f, e]) {
        const along = dot(normal, cross(q, other));
        yield along;
        yield minus(square, along);
      }
    },
    *rim() {
      yield segment(a, c, d);
      yield segment(b, c, d);
      yield segment(c, a, b);
      yield segment(d, a, b);
    },
  });
}

/** Each coordinate as x(0) + t·(x(1) − x(0)), all in the same unit. */
function movingPoints(points: Points): readonly MovingVector[] {
  const { values } = toIntegers(Array.from(points));
  const coordinate = (i: number): Polynomial => [values[i], values[12 + i] - values[i]];
  return [0, 3, 6, 9].map((i) => [coordinate(i), coordinate(i + 1), coordinate(i + 2)]);
}

function segment(p: MovingVector, a: MovingVector, b: MovingVector): Segment {
  const [x, y] = [difference(a, p), difference(b, p)];
  return { across: cross(x, y), along: dot(x, y) };
}

function firstTime(query: Query): Root | null {
  if (!isZero(query.plane)) return firstAccepted(query.plane, (root) => meet(query, root));
  const start = meet(query, START);
  if (start !== null) return start;
  const rim = [...query.rim()];
  // The roots of a product are its factors' roots, in order.
  const changes = rim.map(({ across, along }) => across.find((p) => !isZero(p)) ?? along).filter((p) => !isZero(p));
  return changes.length === 0 ? null : firstAccepted(changes.reduce(times), (root) => onRim(rim, root));
}

/** The first root accepted, its interval narrowed as far as the decision required. */
function firstAccepted(of: Polynomial, accept: (root: Root) => Root | null): Root | null {
  for (const root of rootsInUnit(of)) {
    const accepted = accept(root);
    if (accepted !== null) return accepted;
  }
  return null;
}

/** Whether they meet at a time at which all four are in one plane. */
function meet(query: Query, root: Root): Root | null {
  const flat = areZero(query.normal, root);
  if (flat.answer) return onRim(query.rim(), flat.root);
  let at = flat.root;
  for (const condition of query.inside()) {
    const found = signAtRoot(condition, at);
    if (found.sign < 0) return null;
    at = found.root;
  }
  return at;
}

function onRim(rim: Iterable<Segment>, root: Root): Root | null {
  let at = root;
  for (const { across, along } of rim) {
    const found = areZero(across, at);
    at = found.root;
    if (!found.answer) continue;
    const side = signAtRoot(along, at);
    at = side.root;
    if (side.sign <= 0) return at;
  }
  return null;
}

function areZero(all: readonly Polynomial[], root: Root): { answer: boolean; root: Root } {
  let at = root;
  for (const p of all) {
    const found = signAtRoot(p, at);
    at = found.root;
    if (found.sign !== 0) return { answer: false, root: at };
  }
  return { answer: true, root: at };
}
