// The phantom's plan → a path that does it, for whoever wants to see it done: the dataset's craniotomy, in small steps.

import { craniotomyPaths } from 'kerf/datasets';
import type { Pass, TaskPath } from './path.ts';
import { cross, unit } from './vectors.ts';

/** mm from pose to pose, and mm a second. */
const STEP = 0.5;
const SPEED = 12;
/** Poses of the saw along each side. */
const SIDE = 4;

export function guidePath(): TaskPath {
  const { burr, saw } = craniotomyPaths();
  const passes: Pass[] = [];
  let began = 0;
  const add = (tool: Pass['tool'], poses: readonly Float64Array[]): void => {
    const small = inSteps(poses);
    const seconds = small.map((_, n) => began + (n * STEP) / SPEED);
    began = seconds[seconds.length - 1] + 1;
    passes.push({
      tool,
      poses: Float64Array.from(small.flatMap((pose) => [...pose])),
      seconds,
      forces: seconds.map(() => null),
    });
  };
  const [above, through] = posesOf(burr).map(upright);
  add('burr', [above, through, above]);
  const lines = posesOf(saw);
  for (let n = 0; n < lines.length; n += SIDE) add('saw', lines.slice(n, n + SIDE));
  return { passes };
}

function posesOf(path: Float64Array): Float64Array[] {
  return Array.from({ length: path.length / 16 }, (_, n) => path.slice(16 * n, 16 * n + 16));
}

/** A burr of the dataset points along its z, the workbench's along its y: y ← z, z ← −y. */
function upright(pose: Float64Array): Float64Array {
  const turned = pose.slice();
  for (let k = 0; k < 3; k++) {
    turned[4 + k] = pose[8 + k];
    turned[8 + k] = -pose[4 + k];
  }
  return turned;
}

/** Straight from pose to pose; the axes are turned in proportion, which is small, and made orthonormal again. */
function inSteps(poses: readonly Float64Array[]): Float64Array[] {
  const out = [poses[0]];
  for (let n = 1; n < poses.length; n++) {
    const [from, to] = [poses[n - 1], poses[n]];
    const count = Math.max(1, Math.ceil(Math.hypot(...[12, 13, 14].map((k) => to[k] - from[k])) / STEP));
    for (let step = 1; step <= count; step++) out.push(between(from, to, step / count));
  }
  return out;
}

function between(from: Float64Array, to: Float64Array, share: number): Float64Array {
  const pose = from.map((x, k) => x + share * (to[k] - x));
  const y = unit([pose[4], pose[5], pose[6]]);
  const z = unit(cross([pose[0], pose[1], pose[2]], y));
  const x = cross(y, z);
  return Float64Array.from([...x, 0, ...y, 0, ...z, 0, pose[12], pose[13], pose[14], 1]);
}
