// A stream of uniform numbers → two convex bodies and a pose, of all shapes, scales and kinds of contact; and the
// oracle's answer for them.

import { type Convex, type ConvexBody, createConvex } from '#convex';
import { checkPose } from '#core';
import { createMesh } from '#mesh';
import { exactConvexDistance, posedPositions, type RoundHull } from '#reference';
import { POINT_KINDS, pointsOfKind } from './hull-points.ts';
import { rigidPose, unitVector } from './random-geometry.ts';

type Random = () => number;

export interface ConvexPair {
  readonly a: Convex;
  readonly b: Convex;
  readonly pose: readonly number[];
}

/** The hull of points, xyz each. */
export function hullOf(points: readonly number[]): Convex {
  const last = points.length / 3 - 1;
  const faces = Array.from({ length: 3 * Math.ceil((last + 1) / 3) }, (_, i) => Math.min(i, last));
  return createConvex({ kind: 'hull', mesh: createMesh(points, faces) });
}

/** A sphere, a capsule, a box or a hull of up to 16 points, within about ±scale of `offset`. */
export function someConvex(random: Random, scale: number, offset = 0): Convex {
  const small = (n: number) => Math.floor(n * random());
  const radius = random() < 0.3 ? 0 : scale * random();
  const which = random();
  if (offset === 0 && which < 0.1) return createConvex({ kind: 'sphere', radius });
  if (offset === 0 && which < 0.2) return createConvex({ kind: 'capsule', radius, length: scale * random() });
  const side = () => scale * (random() < 0.5 ? (1 + small(4)) / 2 : 0.01 + random());
  if (offset === 0 && which < 0.35) return createConvex({ kind: 'box', size: [side(), side(), side()] });
  const points = pointsOfKind(random, POINT_KINDS[small(POINT_KINDS.length)], 3 + small(14));
  return hullOf(points.map((x) => offset + scale * x));
}

/** Maps axes to axes; the translation is in eighths. */
export function gridPose(random: Random, scale: number): number[] {
  const turn = Math.floor(3 * random());
  const sign = random() < 0.5 ? 1 : -1;
  const pose = Array.from({ length: 16 }, () => 0);
  for (let column = 0; column < 3; column++) pose[4 * column + ((column + turn) % 3)] = column < 2 ? sign : 1;
  for (let k = 0; k < 3; k++) pose[12 + k] = scale * (Math.floor(17 * random()) / 8 - 1);
  pose[15] = 1;
  return pose;
}

/** The f64 that is `steps` above x, among all f64. */
export function stepped(x: number, steps: number): number {
  if (steps === 0) return x;
  if (x === 0) return steps * 2 ** -60;
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += BigInt(x > 0 ? steps : -steps);
  return new Float64Array(bits.buffer)[0];
}

/** Every second pose is on the grid, one in five a few ulp off it; one pair in ten is 1e5 mm from the origin. */
export function somePair(random: Random): ConvexPair {
  const scale = [1e-3, 1, 1, 1e3][Math.floor(4 * random())];
  const offset = random() < 0.1 ? 1e5 : 0;
  const [a, b] = [someConvex(random, scale, offset), someConvex(random, scale)];
  const pose = random() < 0.5 ? gridPose(random, scale) : rigidPose(random, (random() < 0.5 ? 0.8 : 1.6) * scale);
  const k = 12 + Math.floor(3 * random());
  if (random() < 0.2) pose[k] = stepped(pose[k], Math.floor(5 * random()) - 2);
  return { a, b, pose: pose.map((x, i) => (i >= 12 && i < 15 ? x + offset : x)) };
}

/** Five points near a segment, as near as a few roundings; eight of a plate as thin; or a body as in somePair. */
function harshConvex(random: Random, scale: number, offset: number): Convex {
  const which = random();
  if (which < 0.3) return someConvex(random, scale, offset);
  const thin = 2 ** -(5 + Math.floor(45 * random()));
  const [from, along] = [unitVector(random), unitVector(random)];
  const points =
    which < 0.7
      ? Array.from({ length: 5 }, random).flatMap((t) => from.map((x, k) => x + t * along[k] + thin * random()))
      : Array.from({ length: 8 }, () => unitVector(random)).flatMap(([x, y, z]) => [x, y, thin * z]);
  return hullOf(points.map((x) => offset + scale * x));
}

/** Needles and thin plates, each at a scale of its own; in three pairs out of four, a point of each is in one place. */
export function harshPair(random: Random): ConvexPair {
  const scales = [1e-3, 1, 1e3];
  const scale = () => scales[Math.floor(3 * random())];
  const own = scale();
  const offset = random() < 0.1 ? 1e5 : 0;
  const [a, b] = [harshConvex(random, own, offset), harshConvex(random, random() < 0.7 ? own : scale(), 0)];
  const pose = rigidPose(random, 0);
  const [p, q] = [a, b].map((body) => meanOfSome(random, (body as ConvexBody).points));
  const far = random() < 0.25 ? own : 0;
  for (let k = 0; k < 3; k++)
    pose[12 + k] = p[k] - pose[k] * q[0] - pose[4 + k] * q[1] - pose[8 + k] * q[2] + far * (2 * random() - 1);
  return { a, b, pose };
}

function meanOfSome(random: Random, points: Float64Array): number[] {
  const some = () => 3 * Math.floor((random() * points.length) / 3);
  const [i, j, t] = [some(), some(), random()];
  return [0, 1, 2].map((k) => (1 - t) * points[i + k] + t * points[j + k]);
}

/** The stored points and radii, for which the exact answer is computed. */
export function roundHulls({ a, b, pose }: ConvexPair): readonly [RoundHull, RoundHull] {
  const [first, second] = [a as ConvexBody, b as ConvexBody];
  const stored = posedPositions(second.points, checkPose(pose).matrix);
  return [
    { points: first.points, radius: first.radius },
    { points: stored, radius: second.radius },
  ];
}

export function exactDistanceOf(pair: ConvexPair): ReturnType<typeof exactConvexDistance> {
  return exactConvexDistance(...roundHulls(pair));
}
