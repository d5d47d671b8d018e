// A seed, numbers of queries, sweeps and threads, published queries and bodies → contact in time, judged.

import { Piscina } from 'piscina';
import { type JudgedMotion, MotionTallies, type MotionTally } from '#validation';
import type { MotionRequest } from '../toolkit.ts';
import { shareMesh } from '../worker-pool.ts';
import { QUERIES_A_ROUND } from './motion-queries.ts';
import type { MotionTask } from './motion-worker.ts';

/** The rounds of one thread's task: at most a second of work. */
const ROUNDS_A_TASK = 32;
const PUBLISHED_A_TASK = 200;
const SWEEPS_A_TASK = 16;

interface Step {
  readonly task: MotionTask;
  /** Queries and sweeps in the task. */
  readonly size: number;
}

/**
 * The counts depend on the request alone, not on the number of threads.
 * @param workerFile the built motion-worker.
 * @param onProgress receives the number of queries and sweeps done, and the total; it may throw to stop.
 */
export async function judgeMotion(
  request: MotionRequest,
  workerFile: string,
  onProgress: (done: number, total: number) => void | Promise<void>,
): Promise<JudgedMotion> {
  const { workers, queries, sweeps, bodies, published } = request;
  const workerData = bodies.map(shareMesh);
  const pool = new Piscina({ filename: workerFile, minThreads: workers, maxThreads: workers, workerData });
  try {
    const rounds = Math.ceil(queries / QUERIES_A_ROUND);
    const labelled = published.reduce((sum, { labels }) => sum + labels.length, 0);
    const total = QUERIES_A_ROUND * rounds + labelled + sweeps * bodies.length;
    const found = { impacts: new MotionTallies(), published: new MotionTallies(), sweeps: new MotionTallies() };
    const steps = stepsOf(request, rounds);
    let done = 0;
    const lane = async () => {
      for (const { task, size } of steps) {
        const tallies: MotionTally[] = await pool.run(task);
        found[task.kind].add(tallies);
        done += size;
        await onProgress(done, total);
      }
    };
    await Promise.all(Array.from({ length: workers }, lane));
    return {
      impacts: found.impacts.rows,
      published: inOrder(found.published.rows),
      sweeps: inOrder(found.sweeps.rows),
    };
  } finally {
    await pool.destroy();
  }
}

/** Each lane takes the next step, which is made only then. */
function* stepsOf({ seed, sweeps, bodies, published }: MotionRequest, allRounds: number): Generator<Step, undefined> {
  for (let firstRound = 0; firstRound < allRounds; firstRound += ROUNDS_A_TASK) {
    const rounds = Math.min(ROUNDS_A_TASK, allRounds - firstRound);
    yield { task: { kind: 'impacts', seed, firstRound, rounds }, size: rounds * QUERIES_A_ROUND };
  }
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
  return undefined;
}

/** By family, then by kind, since the order in which tasks end varies. */
function inOrder(rows: readonly MotionTally[]): MotionTally[] {
  const key = ({ family, kind }: MotionTally) => `${family} ${kind}`;
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
