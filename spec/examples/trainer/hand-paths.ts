// A seed → paths as a hand makes them: a tool that drifts and turns, with tremor, in one or more passes.

import type { Pass, TaskPath } from '../../../examples/trainer/src/path.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';

/** mm from pose to pose, on average about this. */
const STEP = 0.6;
/** rad. */
const TURN = 0.02;

export function handPath(seed: number, counts: readonly number[]): TaskPath {
  const random = mulberry32(seed);
  let time = 3 * random();
  return {
    passes: counts.map((count, n): Pass => {
      let pose = rigidPose(random, 80);
      let way = unitVector(random);
      const poses: number[][] = [];
      const seconds: number[] = [];
      const forces: (number | null)[] = [];
      for (let i = 0; i < count; i++) {
        const drift = way.map((x) => 0.95 * x + 0.3 * signed(random));
        way = drift as [number, number, number];
        pose = turned(pose, unitVector(random), TURN * signed(random));
        for (let k = 0; k < 3; k++) pose[12 + k] += STEP * way[k];
        poses.push(pose);
        time += 0.1 + 0.02 * random();
        seconds.push(time);
        forces.push(random() < 0.1 ? null : 8 * random());
      }
      return { tool: n === 0 ? 'burr' : 'saw', poses: Float64Array.from(poses.flat()), seconds, forces };
    }),
  };
}

/** The pose turned about an axis in the bone's frame, its place kept (Rodrigues). */
export function turned(pose: readonly number[], [x, y, z]: readonly number[], angle: number): number[] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const out = [...pose];
  for (let column = 0; column < 12; column += 4) {
    const [a, b, d] = pose.slice(column, column + 3);
    const along = (1 - c) * (x * a + y * b + z * d);
    out[column] = c * a + s * (y * d - z * b) + along * x;
    out[column + 1] = c * b + s * (z * a - x * d) + along * y;
    out[column + 2] = c * d + s * (x * b - y * a) + along * z;
  }
  return out;
}
