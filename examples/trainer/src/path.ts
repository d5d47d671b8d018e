// What the trainee did, as the tools moved; the same path as a link carries it, and with fewer poses.

import { integersOf, passOf } from './pass-integers.ts';

export interface TaskPath {
  readonly passes: readonly Pass[];
}

/** Motion of one tool that is on, without interruption: at least one pose. */
export interface Pass {
  readonly tool: 'burr' | 'saw';
  /** 16 per pose, column-major, rigid, tool frame → bone frame, mm. */
  readonly poses: Float64Array;
  /** Since the task began, one per pose, never less than the one before. */
  readonly seconds: readonly number[];
  /** N, one per pose; null where no force is known. */
  readonly forces: readonly (number | null)[];
}

/** How far a tool may move, in place and in direction, before its next pose is kept. */
export interface Thinning {
  readonly mm: number;
  readonly degrees: number;
}

/**
 * The path that a link carries, in numbers that are the same in every engine: places to 0.01 mm (each coordinate moves
 * by 0.005 mm at most), rotations to 0.0031° (rotation-integers.ts), times to 0.01 s, forces to 0.1 N. Rounded again,
 * it stays as it is, bit by bit.
 * @throws PoseError NOT_RIGID, COORDINATE_RANGE; OptionError BAD_PATH.
 */
export function rounded(path: TaskPath): TaskPath {
  return { passes: path.passes.map((pass, n) => passOf(integersOf(pass, n))) };
}

/**
 * Leaves out poses at which the tool's origin is less than `mm` from, and its direction less than `degrees` off, those
 * of the last pose kept. The first and the last pose of each pass stay.
 */
export function thinned(path: TaskPath, by: Thinning): TaskPath {
  return { passes: path.passes.map((pass) => thinnedPass(pass, by)) };
}

function thinnedPass({ tool, poses, seconds, forces }: Pass, { mm, degrees }: Thinning): Pass {
  // The entries of two rotations differ by 2√2 sin(angle/2) in the root of the sum of their squares.
  const turn = Math.SQRT2 * 2 * Math.sin((Math.min(degrees, 180) * Math.PI) / 360);
  const count = seconds.length;
  const kept: number[] = [];
  for (let n = 0; n < count; n++) {
    const last = kept[kept.length - 1];
    const isEnd = last === undefined || n === count - 1;
    if (isEnd || between(poses, last, n, 12, 15) >= mm || between(poses, last, n, 0, 12) >= turn) kept.push(n);
  }
  return {
    tool,
    poses: Float64Array.from(kept.flatMap((n) => Array.from(poses.subarray(16 * n, 16 * n + 16)))),
    seconds: kept.map((n) => seconds[n]),
    forces: kept.map((n) => forces[n]),
  };
}

/** The root of the sum of the squared differences of two poses' entries from `from` to before `to`. */
function between(poses: Float64Array, a: number, b: number, from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += (poses[16 * a + k] - poses[16 * b + k]) ** 2;
  return Math.sqrt(sum);
}
