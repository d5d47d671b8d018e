// A cache changes speed only: along walks that nearly touch, touch, overlap and jump, every field but `iterations`
// equals to the last bit that of a call without a cache, by either method, and with a cache that other pairs have used.

import { expect, test } from '@jest/globals';
import { type Convex, type ConvexDistance, convexDistance } from '#kerf';
import { gridPose, harshPair, somePair, stepped } from '#harness/convex-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';

type Random = () => number;
type Pose = readonly number[];

function fieldsOf({ distance, low, high, pointA, pointB, normal, status }: ConvexDistance) {
  return { status, distance, low, high, pointA: [...pointA], pointB: [...pointB], normal: [...normal] };
}

const moved = (pose: Pose, v: ArrayLike<number>, t: number): Pose =>
  pose.map((x, i) => (i >= 12 && i < 15 ? x + t * v[i - 12] : x));

/** Adjusted so that the bodies touch, or miss or overlap each other by as little as a few ulps. */
function nearlyTouching(a: Convex, b: Convex, pose: Pose, random: Random): Pose {
  const { distance, normal } = convexDistance(a, b, pose);
  if (Number.isNaN(distance)) return pose;
  const gap =
    random() < 0.25 ? 0 : (random() < 0.5 ? -1 : 1) * Math.max(Math.abs(distance), 1e-3) * 10 ** (-16 * random());
  return moved(pose, normal, gap - distance);
}

function nextPose(a: Convex, b: Convex, pose: Pose, random: Random): Pose {
  const which = random();
  if (which < 0.35) {
    const k = 12 + Math.floor(3 * random());
    return pose.map((x, i) => (i === k ? stepped(x, Math.floor(9 * random()) - 4) : x));
  }
  if (which < 0.6) return moved(pose, unitVector(random), 0.1 * random());
  if (which < 0.9) return nearlyTouching(a, b, pose, random);
  return random() < 0.5 ? gridPose(random, 1) : rigidPose(random, 1);
}

const SEED = 11;
const WALKS = longRun(1000, 15);
test(`${WALKS} walks of 12 poses: warm and cold are the same bytes (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const shared = {};
  const seen = { near: 0, apart: 0, overlapping: 0 };
  for (let walk = 0; walk < WALKS; walk++) {
    const { a, b, pose: start } = walk % 4 === 3 ? harshPair(random) : somePair(random);
    const isRound = [a, b].some(({ kind }) => kind === 'sphere' || kind === 'capsule');
    const caches = { gjk: {}, 'v-clip': {}, both: {} };
    let pose: Pose = start;
    for (let step = 0; step < 12; step++) {
      pose = nextPose(a, b, pose, random);
      for (const method of isRound ? (['gjk'] as const) : (['gjk', 'v-clip'] as const)) {
        const cold = convexDistance(a, b, pose, { method });
        const cache = random() < 0.2 ? shared : random() < 0.3 ? caches.both : caches[method];
        const warm = convexDistance(a, b, pose, { method, cache });
        expect([walk, step, method, fieldsOf(warm)]).toEqual([walk, step, method, fieldsOf(cold)]);
        const isNear = Math.abs(cold.distance) < 1e-6;
        seen[isNear ? 'near' : cold.distance > 0 ? 'apart' : 'overlapping']++;
      }
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(WALKS);
});
