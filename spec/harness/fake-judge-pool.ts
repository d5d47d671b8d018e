// A stand-in for the judges of `kerf validate`: made-up judgements, the same for the same pose except for their times.

import type { BackendChoice, JudgePool, JudgeRequest } from '#cli/toolkit.ts';
import type { Backend } from '#records';
import type { PoseJudgement, ValidationOptions } from '#validation/judgement.ts';
import { mulberry32 } from './random.ts';

export interface FakeJudgeOptions {
  /** Called before each judgement, with its pose. */
  readonly beforeJudgement?: (pose: number) => void | Promise<void>;
  /** Why this backend. */
  readonly backendReason?: string;
  /** Replaces each judgement. */
  readonly judged?: (judgement: PoseJudgement) => PoseJudgement;
}

export interface FakeJudgePool extends JudgePool {
  /** The judged poses, in the order in which they finished. */
  readonly poses: number[];
  readonly workers: number;
  closed: boolean;
}

/** As on a machine with a GPU that is used only on request. */
export function fakeBackend(choice: BackendChoice): Backend {
  return choice === 'webgpu' ? 'webgpu' : 'cpu';
}

export function fakeJudgePool({ options, backend, workers }: JudgeRequest, fake: FakeJudgeOptions = {}): FakeJudgePool {
  const pool: FakeJudgePool = {
    backend: fakeBackend(backend),
    backendReason: fake.backendReason ?? 'a fake',
    signed: { bone: true, tool: true },
    poses: [],
    workers,
    closed: false,
    async judge(pose, matrix) {
      await fake.beforeJudgement?.(pose);
      const judgement = fakeJudgement(pose, matrix, options);
      pool.poses.push(pose);
      return fake.judged?.(judgement) ?? judgement;
    },
    async close() {
      pool.closed = true;
    },
  };
  return pool;
}

/** The judgement of a pose at which every guarantee holds. */
export function fakeJudgement(
  pose: number,
  matrix: ArrayLike<number>,
  options: Pick<ValidationOptions, 'samples' | 'seed'>,
): PoseJudgement {
  const random = mulberry32(1000 * options.seed + pose);
  const hash = random().toString(16).slice(2);
  const samples = Array.from({ length: Math.min(5, options.samples) }, () => ({
    exact: -random(),
    error: random() / 100,
    width: random() / 10,
  }));
  const held = (judged: number) => ({ judged, broken: 0, undecided: 0 });
  const reach = { reportedToExact: { low: 0, high: random() }, exactToReported: 0 };
  return {
    pose,
    matrix: Array.from(matrix),
    state: { kerf: 'intersecting', exact: 'intersecting' },
    pairs: { kerf: 10 + pose, exact: 10 + pose, missed: 0, extra: 0 },
    decided: { kerf: { candidates: 100, escalated: 1 }, oracle: { f64: 40, exact: 2 } },
    contacts: 30,
    faces: 12,
    insideDistance: random(),
    complete: { ...held(200), within: 50, farthest: 0 },
    sound: held(samples.length),
    local: held(30),
    certified: held(samples.length),
    distance: held(30),
    stable: { hash, repeats: true },
    width: { mean: random() / 20, max: random() / 10 },
    samples,
    region: { bone: reach, tool: null },
    worst: {
      body: 'bone',
      face: pose,
      oppositeFace: 0,
      corners: [0, 0, 40, 1, 0, 40, 0, 1, 40],
      point: [0, 0, 40],
      opposite: [0, 0, 40 - random()],
      distance: -0.5,
      low: -0.6,
      high: -0.5,
      exactLow: -0.55,
      exactHigh: -0.55,
      error: random() / 100,
    },
    // Unlike everything else, different each time.
    milliseconds: { kerf: Math.random(), oracle: 100 * Math.random() },
  };
}
