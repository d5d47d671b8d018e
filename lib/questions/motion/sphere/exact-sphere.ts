// A sphere whose centre moves on a line, and a face → whether they touch, and an interval of time that holds the first
// contact: in integers, for what f64 leaves undecided.
//
// The distance is a convex function of time. Its least value is 0 if the path passes through the face; else it is at an
// end of the path, or where the path comes nearest to an edge or a corner. Until that time the distance falls, so
// bisection finds the first contact between a time without contact and a later one with it.

import { cross, dot, minus, nearestOnTriangle, toIntegers, type Vector } from '#triangles';

/** Times are multiples of 2^-BITS: f64 holds all of them in [0, 1]. */
const BITS = 50;
const ONE = 1n << BigInt(BITS);

type Face = readonly [Vector, Vector, Vector];

interface Query {
  readonly from: Vector;
  readonly way: Vector;
  readonly face: Face;
  readonly radius: bigint;
}

/** n / d, d > 0. */
interface Time {
  readonly n: bigint;
  readonly d: bigint;
}

/**
 * @param sweep from, to, radius.
 * @param corners of the face, xyz each.
 * @returns null: no contact. Else no contact before `low`, and contact at `high`; or, if they touch only at one instant
 * that is no multiple of 2^-50, contact between.
 */
export function exactSphereOnFace(
  sweep: ArrayLike<number>,
  corners: ArrayLike<number>,
): { low: number; high: number } | null {
  const query = queryOf(sweep, corners);
  if (touchesAt(query, { n: 0n, d: 1n })) return { low: 0, high: 0 };
  const contact = contactTimes(query).find((time) => touchesAt(query, time));
  if (contact === undefined) return null;
  const touches = (cell: bigint) => touchesAt(query, { n: cell, d: ONE });
  let high = (contact.n * ONE) / contact.d;
  if (!touches(high)) return { low: timeOf(high), high: timeOf(high + 1n) };
  for (let low = 0n; ; ) {
    if (high - low === 1n) return { low: timeOf(low), high: timeOf(high) };
    const middle = (low + high) >> 1n;
    if (touches(middle)) high = middle;
    else low = middle;
  }
}

function queryOf(sweep: ArrayLike<number>, corners: ArrayLike<number>): Query {
  const { values } = toIntegers([...Array.from(sweep), ...Array.from(corners)]);
  const at = (i: number): Vector => [values[i], values[i + 1], values[i + 2]];
  return { from: at(0), way: minus(at(3), at(0)), face: [at(7), at(10), at(13)], radius: values[6] };
}

const timeOf = (cell: bigint): number => Number(cell) * 2 ** -BITS;

/** Times after 0, at one of which the distance is least. */
function contactTimes({ from, way, face }: Query): Time[] {
  const found: Time[] = [{ n: 1n, d: 1n }];
  const take = (n: bigint, d: bigint) => {
    const [over, part] = d < 0n ? [-d, -n] : [d, n];
    if (over > 0n && part > 0n && part < over) found.push({ n: part, d: over });
  };
  const square = dot(way, way);
  const normal = cross(minus(face[1], face[0]), minus(face[2], face[0]));
  take(-dot(normal, minus(from, face[0])), dot(normal, way));
  for (let i = 0; i < 3; i++) {
    const [a, b] = [face[i], face[(i + 1) % 3]];
    const [edge, between] = [minus(b, a), minus(from, a)];
    take(-dot(way, between), square);
    // Where the lines come nearest.
    const [along, edgeSquare] = [dot(way, edge), dot(edge, edge)];
    take(along * dot(edge, between) - edgeSquare * dot(way, between), square * edgeSquare - along * along);
  }
  return found;
}

function touchesAt({ from, way, face, radius }: Query, { n, d }: Time): boolean {
  const centre: Vector = [d * from[0] + n * way[0], d * from[1] + n * way[1], d * from[2] + n * way[2]];
  const scaled = (p: Vector): Vector => [d * p[0], d * p[1], d * p[2]];
  const { squared, over } = nearestOnTriangle(centre, [scaled(face[0]), scaled(face[1]), scaled(face[2])]);
  return squared <= radius * radius * d * d * over;
}
