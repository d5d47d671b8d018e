// A line and faces → the faces that it crosses, in order. By definition: the line is moved by (ε, ε², ε³), with an
// actual number ε that is small enough, and must pass the three edges of a face on one side. The place is that of the
// line as it was.
//
// How small: in the integers below, the side of an edge is s₀ + ε·s₁ + ε²·s₂ + ε³·s₃, where each s is an integer of
// fewer than `bits` bits. With ε = 2^−(bits + 2), the first one that is not 0 outweighs all that follow.

import { fromPoint, tripleProductSign } from './certain-signs.ts';
import { isLess, type Ratio } from './exact-numbers.ts';
import {
  areaNormal,
  asTriangle,
  cross,
  dot,
  edgesOf,
  gridded,
  type Numbers,
  subtract,
  type Vector,
} from './integer-vectors.ts';

export interface LineCrossing {
  readonly face: number;
  /** 1 against the face's normal, −1 along it. */
  readonly side: 1 | -1;
  /** t of the place: point + t·way. */
  readonly place: Ratio;
}

/** All faces that a line crosses at t ≥ from, ascending in t, then by number; from null: at any t. */
export function lineCrossings(
  point: Numbers,
  way: Numbers,
  faces: readonly Numbers[],
  from: 0 | null = 0,
): LineCrossing[] {
  const found: LineCrossing[] = [];
  faces.forEach((corners, face) => {
    if (isCertainlyMissed(point, way, corners)) return;
    const crossing = crossingOf(point, way, corners);
    if (crossing !== null && (from === null || crossing.place.numerator >= 0n)) found.push({ face, ...crossing });
  });
  return found.sort((p, q) => (isLess(p.place, q.place) ? -1 : isLess(q.place, p.place) ? 1 : p.face - q.face));
}

/** Whether two edges certainly pass the line on different sides, in f64. */
function isCertainlyMissed(point: Numbers, way: Numbers, corners: Numbers): boolean {
  const [a, b, c] = [0, 1, 2].map((corner) => fromPoint(point, corners, corner));
  const signs = [tripleProductSign(a, b, way), tripleProductSign(b, c, way), tripleProductSign(c, a, way)];
  return signs.includes(1) && signs.includes(-1);
}

function crossingOf(point: Numbers, way: Numbers, corners: Numbers): Omit<LineCrossing, 'face'> | null {
  const { unit, vectors } = gridded(point, corners);
  const wayUnit = gridded(way);
  const d = wayUnit.vectors[0][0];
  const o = vectors[0][0];
  const triangle = asTriangle(vectors[1]);
  const along = dot(areaNormal(triangle), d);
  if (along === 0n) return null;
  const bits = 3 * (bitsOf([o, ...triangle]) + bitsOf([d]));
  const small = BigInt(bits + 2);
  const moved = (x: Vector): Vector => [x[0] << (3n * small), x[1] << (3n * small), x[2] << (3n * small)];
  const start = moved(o);
  const from: Vector = [start[0] + (1n << (2n * small)), start[1] + (1n << small), start[2] + 1n];
  const sides = edgesOf(triangle).map(([a, b]) => {
    const side = dot(cross(subtract(moved(a), from), subtract(moved(b), from)), d);
    return side === 0n ? 0 : side > 0n ? 1 : -1;
  });
  if (sides[0] !== sides[1] || sides[1] !== sides[2]) return null;
  // t·d/wayUnit is in mm, the corners are in mm/unit.
  const up = dot(areaNormal(triangle), subtract(triangle[0], o)) * wayUnit.unit;
  const place =
    along > 0n ? { numerator: up, denominator: along * unit } : { numerator: -up, denominator: -along * unit };
  return { side: along > 0n ? -1 : 1, place };
}

function bitsOf(vectors: readonly Vector[]): number {
  return Math.max(...vectors.flat().map((x) => (x < 0n ? -x : x).toString(2).length)) + 2;
}
