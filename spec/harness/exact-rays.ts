// A ray and a surface → which closed faces it meets, where it first meets each, in exact arithmetic; and rays of all
// kinds about a surface.

import { createMesh, inspectMesh, type TriangleMesh } from '#kerf';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt, quotient } from './exact-grid.ts';
import { coordinates, unitVector } from './random-geometry.ts';

type Random = () => number;

/** A place on a ray, as a multiple of its direction: numerator / denominator, the latter > 0. */
interface Place {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const ZERO: Place = { numerator: 0n, denominator: 1n };
const isBefore = (a: Place, b: Place): boolean => a.numerator * b.denominator < b.numerator * a.denominator;
const placeOf = (numerator: bigint, denominator: bigint): Place =>
  denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
const isZero = (v: IntegerPoint) => v[0] === 0n && v[1] === 0n && v[2] === 0n;

/** The first place at which a ray from the origin meets a closed segment; null if none. */
function segmentPlace(d: IntegerPoint, a: IntegerPoint, b: IntegerPoint): Place | null {
  const e = minus(b, a);
  const w = cross(d, e);
  if (isZero(w)) {
    // Parallel, or a point.
    if (!isZero(cross(a, d))) return null;
    const [first, second] = [dot(a, d), dot(b, d)].map((n) => placeOf(n, dot(d, d)));
    const [near, far] = isBefore(first, second) ? [first, second] : [second, first];
    if (far.numerator < 0n) return null;
    return near.numerator < 0n ? ZERO : near;
  }
  if (dot(a, w) !== 0n) return null;
  const ww = dot(w, w);
  const onRay = dot(cross(a, e), w);
  const onSegment = dot(cross(a, d), w);
  return onRay < 0n || onSegment < 0n || onSegment > ww ? null : placeOf(onRay, ww);
}

/** The first place at which the ray from the origin meets the closed triangle; null if none. */
function trianglePlace(d: IntegerPoint, a: IntegerPoint, b: IntegerPoint, c: IntegerPoint): Place | null {
  const n = cross(minus(b, a), minus(c, a));
  const speed = dot(n, d);
  if (speed !== 0n) {
    const sides = [dot(d, cross(b, c)), dot(d, cross(c, a)), dot(d, cross(a, b))];
    if (sides.some((side) => side > 0n) && sides.some((side) => side < 0n)) return null;
    const place = placeOf(dot(n, a), speed);
    return place.numerator < 0n ? null : place;
  }
  if (dot(n, a) !== 0n) return null;
  // In the ray's plane, or without area: by its edges, unless the ray begins inside.
  const within = [cross(b, c), cross(c, a), cross(a, b)].map((side) => dot(side, n));
  if (!isZero(n) && within.every((side) => side >= 0n)) return ZERO;
  return [segmentPlace(d, a, b), segmentPlace(d, b, c), segmentPlace(d, c, a)].reduce(
    (first, place) => (place !== null && (first === null || isBefore(place, first)) ? place : first),
    null,
  );
}

export interface FirstHit {
  /** Every face that the ray first meets there. */
  readonly faces: number[];
  /** mm from the ray's origin. */
  readonly distance: number;
}

/** Whether f64 proves that the ray passes a face: that it stays farther from a corner than the face's longest edge. */
function passes(ray: ArrayLike<number>, p: ArrayLike<number>, a: number, b: number, c: number): boolean {
  const between = (i: number, j: number) => Math.hypot(p[i] - p[j], p[i + 1] - p[j + 1], p[i + 2] - p[j + 2]);
  const most = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  const [dx, dy, dz] = [ray[3] / most, ray[4] / most, ray[5] / most];
  const [x, y, z] = [p[a] - ray[0], p[a + 1] - ray[1], p[a + 2] - ray[2]];
  const along = (x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz);
  const far = Math.hypot(x - along * dx, y - along * dy, z - along * dz);
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(p[a]), Math.abs(p[a + 1]), Math.abs(p[a + 2]));
  return far > Math.max(between(a, b), between(a, c)) * (1 + 1e-6) + 1e-9 * size;
}

/** @param ray origin, direction. @returns the first hit, of all faces; null if the ray meets none. */
export function firstHit({ positions, faces }: TriangleMesh, ray: ArrayLike<number>): FirstHit | null {
  let first: Place | null = null;
  let tied: number[] = [];
  const { values: way, places: finer } = onGrid([ray[3], ray[4], ray[5]]);
  const direction = pointAt(way, 0);
  let scale = 0;
  for (let face = 0; face < faces.length / 3; face++) {
    const [i, j, k] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
    if (passes(ray, positions, i, j, k)) continue;
    const corners = [i, j, k].flatMap((at) => [positions[at], positions[at + 1], positions[at + 2]]);
    const { values, places } = onGrid([ray[0], ray[1], ray[2], ...corners]);
    const origin = pointAt(values, 0);
    const [a, b, c] = [3, 6, 9].map((n) => minus(pointAt(values, n), origin));
    const found = trianglePlace(direction, a, b, c);
    if (found === null) continue;
    // In multiples of the direction as it is, in mm.
    const place = placeOf(found.numerator << BigInt(finer), found.denominator << BigInt(places));
    if (first !== null && isBefore(first, place)) continue;
    if (first === null || isBefore(place, first)) tied = [];
    first = place;
    tied.push(face);
    scale = quotient(place.numerator, place.denominator);
  }
  if (first === null) return null;
  const most = Math.max(...[ray[3], ray[4], ray[5]].map(Math.abs));
  const distance = scale * most * Math.hypot(ray[3] / most, ray[4] / most, ray[5] / most);
  return { faces: tied, distance };
}

export const RAY_KINDS = [
  ...['across', 'at a corner', 'at an edge', 'from inside', 'from a face', 'in the plane of a face'],
  ...['from far away', 'along an axis', 'past', 'tiny direction', 'huge direction'],
] as const;

/** Rays of all kinds in turn, 6 numbers each: kind i mod RAY_KINDS.length. @param far sizes away, for the far ones. */
export function raysAround(mesh: TriangleMesh, random: Random, count: number, far = 1e4): Float64Array {
  const { positions, faces } = mesh;
  const { min: low, max: high } = inspectMesh(mesh).bounds;
  const size = Math.max(...high.map((x, k) => x - low[k]));
  const rays = new Float64Array(6 * count);
  const between = (a: readonly number[], b: readonly number[], t: number) => a.map((x, k) => x + t * (b[k] - x));
  const to = (a: readonly number[], b: readonly number[]) => b.map((x, k) => x - a[k]);
  for (let i = 0; i < count; i++) {
    const face = Math.floor((random() * faces.length) / 3);
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * faces[3 * face + k];
      return Array.from(positions.subarray(at, at + 3));
    });
    const onFace = between(a, between(b, c, random()), Math.sqrt(random()));
    const within = low.map((x, k) => x + random() * (high[k] - x));
    const outside = (by: number) => {
      const way = unitVector(random);
      return within.map((x, k) => x + by * size * way[k]);
    };
    const direction = unitVector(random).map((x) => x * (0.1 + random()));
    let origin: readonly number[] = outside(1 + random());
    let toward: readonly number[] = to(origin, within);
    const kind = RAY_KINDS[i % RAY_KINDS.length];
    if (kind === 'at a corner') toward = to(origin, a);
    else if (kind === 'at an edge') toward = to(origin, between(a, b, 0.5));
    else if (kind === 'from inside') [origin, toward] = [within, direction];
    else if (kind === 'from a face') [origin, toward] = [[a, b, onFace][i % 3], direction];
    else if (kind === 'in the plane of a face')
      [origin, toward] = [between(onFace, between(a, b, 2 * random() - 0.5), 4 * random() + 1), to(c, between(a, b, random()))]; // biome-ignore format: one line
    else if (kind === 'from far away') {
      origin = outside(far * (0.5 + random()));
      toward = to(origin, onFace);
    } else if (kind === 'along an axis') {
      const axis = Math.floor(3 * random());
      origin = onFace.map((x, k) => (k === axis ? low[k] - size * random() : x));
      toward = [0, 1, 2].map((k) => (k === axis ? 0.1 + random() : 0));
    } else if (kind === 'past') toward = direction;
    else if (kind === 'tiny direction') toward = to(origin, onFace).map((x) => (x / size) * 1e-300);
    else if (kind === 'huge direction') toward = to(origin, onFace).map((x) => (x / size) * 1e300);
    rays.set([...origin, ...toward], 6 * i);
  }
  return rays;
}

/** Crossing triangles of all sizes and shapes; every eighth has no area. */
export function triangleSoup(random: Random, faces: number): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < faces; i++) {
    const at = coordinates(random, 3, 10, 0);
    const corner = () => at.map((x) => x + 10 ** (1 - 3 * random()) * (2 * random() - 1));
    const [a, b] = [corner(), corner()];
    const between = [a, a.map((x, k) => (x + b[k]) / 2), b.map((x, k) => (3 * x + a[k]) / 4)][i % 3];
    positions.push(...a, ...b, ...(i % 8 === 0 ? between : corner()));
  }
  return createMesh(
    positions,
    Array.from({ length: 3 * faces }, (_, i) => i),
    { name: 'soup' },
  );
}
