// A seed and numbers of pairs, queries, sweeps and threads → the corpora, or contact in time, judged in worker threads.

import { meshCorpus, pairsPerRound } from '#datasets';
import {
  addTallies,
  type FamilyTally,
  type JudgedMotion,
  type MeshPairJudgement,
  MotionTallies,
  type MotionTally,
} from '#validation';
import { shareArrays } from '#workers';
import type { CorporaRequest, JudgedCorpora, MotionRequest } from '../toolkit.ts';
import { WorkerPool } from '../worker-pool.ts';
import type { CorpusTask } from './corpus-worker.ts';
import { QUERIES_A_ROUND } from './motion-queries.ts';
import type { MotionTask } from './motion-worker.ts';

/** The rounds of one thread's task: about 0.5 s of triangle pairs, at most a second of points that move. */
const PAIR_ROUNDS_A_TASK = 2;
const POINT_ROUNDS_A_TASK = 32;
const PUBLISHED_A_TASK = 200;
const SWEEPS_A_TASK = 16;

interface Step<Task> {
  readonly task: Task;
  /** How many pairs, queries or sweeps it holds. */
  readonly size: number;
}

/** Receives the number of pairs, or of queries and sweeps, done, and the total; it may throw to stop. */
type OnProgress = (done: number, total: number) => void | Promise<void>;

/** @param workerFile the built corpus-worker. */
export async function judgeCorpora(
  { pairs, seed, workers }: CorporaRequest,
  workerFile: string,
  onProgress: OnProgress,
): Promise<JudgedCorpora> {
  const pool = await WorkerPool.create<CorpusTask>({ workerFile, workers });
  try {
    const meshes: MeshPairJudgement[] = await Promise.all(
      meshCorpus().map(({ name }, index) => pool.ask<MeshPairJudgement>({ kind: 'mesh', index }, name)),
    );
    const rounds = Math.ceil(pairs / pairsPerRound);
    const parts: FamilyTally[][] = [];
    const steps = roundsOf(rounds, PAIR_ROUNDS_A_TASK, (firstRound, some) => ({
      task: { kind: 'triangles', seed, firstRound, rounds: some } satisfies CorpusTask,
      size: some * pairsPerRound,
    }));
    const total = rounds * pairsPerRound;
    await inLanes({ pool, workers, steps, total, take: (_, part: FamilyTally[]) => parts.push(part) }, onProgress);
    return { families: addTallies(parts), meshes };
  } finally {
    await pool.close();
  }
}

/**
 * The counts depend on the request alone, not on the number of threads.
 * @param workerFile the built motion-worker.
 */
export async function judgeMotion(
  request: MotionRequest,
  workerFile: string,
  onProgress: OnProgress,
): Promise<JudgedMotion> {
  const { workers, queries, sweeps, bodies, published } = request;
  const pool = await WorkerPool.create<MotionTask>({ workerFile, workers, data: shareArrays(bodies) });
  try {
    const rounds = Math.ceil(queries / QUERIES_A_ROUND);
    const labelled = published.reduce((sum, { labels }) => sum + labels.length, 0);
    const total = QUERIES_A_ROUND * rounds + labelled + sweeps * bodies.length;
    const found = { impacts: new MotionTallies(), published: new MotionTallies(), sweeps: new MotionTallies() };
    const take = ({ kind }: MotionTask, tallies: MotionTally[]) => found[kind].add(tallies);
    await inLanes({ pool, workers, steps: stepsOf(request, rounds), total, take }, onProgress);
    return {
      impacts: found.impacts.rows,
      published: inOrder(found.published.rows),
      sweeps: inOrder(found.sweeps.rows),
    };
  } finally {
    await pool.close();
  }
}

interface Lanes<Task, Answer> {
  readonly pool: WorkerPool<Task>;
  /** The number of lanes. Each takes the next step, which is made only then. */
  readonly workers: number;
  readonly steps: Generator<Step<Task>>;
  /** The sum of the steps' sizes. */
  readonly total: number;
  readonly take: (task: Task, answer: Answer) => void;
}

async function inLanes<Task, Answer>(
  { pool, workers, steps, total, take }: Lanes<Task, Answer>,
  onProgress: OnProgress,
): Promise<void> {
  let done = 0;
  const lane = async () => {
    for (const { task, size } of steps) {
      take(task, await pool.ask<Answer>(task, 'A part of the study'));
      done += size;
      await onProgress(done, total);
    }
  };
  await Promise.all(Array.from({ length: workers }, lane));
}

/** The steps of `all` rounds, of at most `most` rounds each. */
function* roundsOf<Task>(
  all: number,
  most: number,
  step: (firstRound: number, rounds: number) => Step<Task>,
): Generator<Step<Task>> {
  for (let first = 0; first < all; first += most) yield step(first, Math.min(most, all - first));
}

function* stepsOf({ seed, sweeps, bodies, published }: MotionRequest, allRounds: number): Generator<Step<MotionTask>> {
  yield* roundsOf(allRounds, POINT_ROUNDS_A_TASK, (firstRound, rounds) => ({
    task: { kind: 'impacts', seed, firstRound, rounds },
    size: rounds * QUERIES_A_ROUND,
  }));
  for (const { kind, name, points, labels } of published)
    for (let first = 0; first < labels.length; first += PUBLISHED_A_TASK) {
      const some = labels.slice(first, first + PUBLISHED_A_TASK);
      const part = { kind, name, points: points.slice(24 * first, 24 * (first + some.length)), labels: some };
      yield { task: { kind: 'published', part }, size: some.length };
    }
  for (let body = 0; body < bodies.length; body++)
    for (let first = 0; first < sweeps; first += SWEEPS_A_TASK) {
      const count = Math.min(SWEEPS_A_TASK, sweeps - first);
      yield { task: { kind: 'sweeps', seed, body, first, count }, size: count };
    }
}

/** By family, then by kind, since the order in which tasks end varies. */
function inOrder(rows: readonly MotionTally[]): MotionTally[] {
  const key = ({ family, kind }: MotionTally) => `${family} ${kind}`;
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
