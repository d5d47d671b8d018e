// Rounding a path: what it may move, that it stays as it is when rounded again; and which poses thinning keeps.

import { expect, test } from '@jest/globals';
import { type Pass, rounded, type TaskPath, thinned } from '../../../examples/trainer/src/path.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, strained } from '#harness/random-geometry.ts';
import { handPath, turned } from './hand-paths.ts';

const passOf = (poses: readonly (readonly number[])[], parts: Partial<Pass> = {}): Pass => ({
  tool: 'saw',
  poses: Float64Array.from(poses.flat()),
  seconds: poses.map((_, n) => n / 10),
  forces: poses.map(() => null),
  ...parts,
});
const pathOf = (...passes: Pass[]): TaskPath => ({ passes });
const poseOf = ({ poses }: Pass, n: number) => Array.from(poses.subarray(16 * n, 16 * n + 16));

/** The angle between two rotations, rad: the entries' differences are 2√2 sin(angle/2) long. */
function angleBetween(a: readonly number[], b: readonly number[]): number {
  const squares = a.slice(0, 12).map((x, k) => (x - b[k]) ** 2);
  const half = Math.sqrt(squares.reduce((sum, x) => sum + x)) / (2 * Math.SQRT2);
  return 2 * Math.asin(Math.min(1, half));
}

/** rad: the rounding of three components by ½ of 1/32767 of the largest, which is at least half of the quaternion. */
const ANGLE = 2 * Math.asin(Math.sqrt(3) / (2 * 32767));

/** Rotations of all kinds: any, by one angle about axes and diagonals, and as bad to round as could be found. */
function rotations(): number[][] {
  const random = mulberry32(7);
  const poses = Array.from({ length: 4000 }, () => rigidPose(random, 100));
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++)
      for (let z = -1; z <= 1; z++) {
        const size = Math.hypot(x, y, z);
        if (size === 0) continue;
        const axis = [x / size, y / size, z / size];
        for (const degrees of [0, 1e-7, 0.001, 45, 60, 90, 120, 180, 180 - 1e-9])
          poses.push(turned(identity, axis, (degrees * Math.PI) / 180));
        // The quaternion (x, y, z)·(½ + n)/32767 and 1: three components in the middle between two integers.
        const tangent = (n: number) => (size * (0.5 + n)) / 32767;
        for (const n of [0, 1, 7, 400]) poses.push(turned(identity, axis, 2 * Math.atan(tangent(n) * (1 - 1e-9))));
      }
  return poses;
}

test('rotations move by no more than derived, and nearly as much; the matrix is a rotation to the last digits', () => {
  let worst = 0;
  for (const pose of rotations()) {
    const found = poseOf(rounded(pathOf(passOf([pose]))).passes[0], 0);
    const angle = angleBetween(pose, found);
    worst = Math.max(worst, angle / ANGLE);
    // The given matrices are orthonormal up to a few roundings.
    expect(angle).toBeLessThan(ANGLE + 20 * 2 ** -53);
    for (let p = 0; p < 3; p++)
      for (let q = 0; q < 3; q++) {
        const dot = [0, 1, 2].reduce((sum, k) => sum + found[4 * p + k] * found[4 * q + k], 0);
        // Each entry is rounded once, and the sum of three products three times more.
        expect(Math.abs(dot - (p === q ? 1 : 0))).toBeLessThan(8 * 2 ** -53);
      }
  }
  expect(worst).toBeGreaterThan(0.99);
});

test('places move by 0.005 mm at most in each coordinate, times by 0.005 s, forces by 0.05 N; nulls stay; seed 3', () => {
  const random = mulberry32(3);
  let worst = 0;
  for (let n = 0; n < 3000; n++) {
    const pose = rigidPose(random, 10 ** (5 * random() - 1));
    if (n % 3 === 0) pose[12] = (Math.round(100 * pose[12]) + 0.5) / 100;
    const [time, force] = [86_000 * random(), n % 5 === 0 ? null : 100 * random()];
    const [pass] = rounded(pathOf(passOf([pose], { seconds: [time], forces: [force] }))).passes;
    const moved = [12, 13, 14].map((k) => Math.abs(pass.poses[k] - pose[k]));
    worst = Math.max(worst, ...moved);
    // A coordinate x is multiplied by 100, and an integer divided by 100: two roundings of x.
    const rounding = 2 * 2 ** -53 * Math.max(...pose.slice(12, 15).map(Math.abs), time, 100);
    for (const by of moved) expect(by).toBeLessThanOrEqual(0.005 + rounding);
    expect(Math.abs(pass.seconds[0] - time)).toBeLessThanOrEqual(0.005 + rounding);
    if (force === null) expect(pass.forces[0]).toBeNull();
    else expect(Math.abs((pass.forces[0] ?? Number.NaN) - force)).toBeLessThanOrEqual(0.05 + rounding);
  }
  expect(worst).toBeGreaterThan(0.00499);
});

test('rounded again, a path stays as it is, bit by bit', () => {
  const paths = [pathOf(passOf(rotations())), handPath(1, [200, 300]), pathOf()];
  const far = [-1e4, -0.001, 1e4];
  paths.push(pathOf(passOf(far.map((x) => [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, x, -x, 0, 1]))));
  for (const path of paths) {
    const once = rounded(path);
    expect(rounded(once)).toEqual(once);
    for (const { poses } of once.passes) expect(poses.some((x) => Object.is(x, -0))).toBe(false);
  }
});

test('what cannot be a pose, a time or a force is refused in a sentence', () => {
  const random = mulberry32(4);
  const pose = rigidPose(random, 50);
  const changed = (k: number, x: number) => pose.map((old, i) => (i === k ? x : old));
  const refused = (pass: Pass) => expect(() => rounded(pathOf(passOf([pose]), pass)));
  const poses: [readonly number[], RegExp][] = [
    [changed(13, 10_001), /^Pose 0 of pass 1 is at .+, expected three numbers from −10000 to 10000 mm; /],
    [changed(12, Number.NaN), /^Pose 0 of pass 1 is at NaN, /],
    [changed(5, Number.NaN), /^Pose 0 of pass 1 is NaN from the nearest rotation, at most 0.00011 is allowed; /],
    [changed(3, 1), /from the nearest rotation/],
    [changed(15, 2), /from the nearest rotation/],
    [pose.map((x, k) => (k < 12 ? -x : x)), /from the nearest rotation/],
    [pose.map((x, k) => (k < 12 ? 1.001 * x : x)), /from the nearest rotation/],
    [strained(pose, [0, 0, 0, 0.001, 0, 0]), /from the nearest rotation/],
    [pose.map((x, k) => (k < 12 ? 0 : x)), /from the nearest rotation/],
  ];
  for (const [bad, says] of poses) refused(passOf([bad])).toThrow(says);
  refused(passOf([pose, pose], { seconds: [1, 0.9] })).toThrow(
    /^Pose 1 of pass 1 is at 0.9 s, expected 1 to 86400 s; /,
  );
  refused(passOf([pose], { seconds: [-1] })).toThrow(/is at -1 s, expected 0 to 86400 s; /);
  refused(passOf([pose], { seconds: [Number.NaN] })).toThrow(/is at NaN s/);
  refused(passOf([pose], { forces: [-1] })).toThrow(
    /^The force at pose 0 of pass 1 is -1 N, expected 0 to 10000 N, or/,
  );
  refused(passOf([pose], { forces: [] })).toThrow(
    /^Pass 1 has 16 numbers of poses, 1 times and 0 forces, expected 16, /,
  );
  refused(passOf([])).toThrow(/^Pass 1 has 0 numbers of poses, 0 times/);
});

test('thinning keeps the ends of each pass, and each pose left out is near the last one kept; seeds 1 to 20', () => {
  let left = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const path = handPath(seed, [1, 2, 150]);
    const [mm, degrees] = [0.3 * seed, 90 / seed ** 2];
    const found = thinned(path, { mm, degrees });
    expect(found.passes.map(({ tool }) => tool)).toEqual(['burr', 'saw', 'saw']);
    for (const [n, pass] of path.passes.entries()) {
      const kept = found.passes[n];
      const places = kept.seconds.map((time) => pass.seconds.indexOf(time));
      const count = pass.seconds.length;
      expect([places[0], places[places.length - 1]]).toEqual([0, count - 1]);
      for (const [i, place] of places.entries()) {
        expect([poseOf(kept, i), kept.forces[i]]).toEqual([poseOf(pass, place), pass.forces[place]]);
        const distance = (other: number) =>
          Math.hypot(...[12, 13, 14].map((k) => pass.poses[16 * place + k] - pass.poses[16 * other + k]));
        const angle = (other: number) => (180 / Math.PI) * angleBetween(poseOf(pass, place), poseOf(pass, other));
        const next = places[i + 1] ?? count;
        for (let other = place + 1; other < next; other++, left++)
          expect([distance(other) < mm, angle(other) < degrees]).toEqual([true, true]);
        if (next < count - 1) expect(distance(next) >= mm || angle(next) >= degrees).toBe(true);
      }
    }
  }
  expect(left).toBeGreaterThan(500);
});

test('thinned by nothing, a path keeps all; by half a turn and a metre, its ends', () => {
  const path = handPath(9, [80]);
  expect(thinned(path, { mm: 0, degrees: 0 })).toEqual(path);
  expect(thinned(path, { mm: 1000, degrees: 181 }).passes[0].seconds).toHaveLength(2);
});
