// A seed, a number of pairs and a number of threads → the corpora judged.

import { Piscina } from 'piscina';
import { meshCorpus, pairsPerRound } from '#datasets';
import { addTallies, type FamilyTally, type MeshPairJudgement } from '#validation';
import type { CorporaRequest, JudgedCorpora } from '../toolkit.ts';
import type { CorpusTask } from './corpus-worker.ts';

/** The rounds of one thread's task: about 0.5 s of work. */
const ROUNDS_A_TASK = 2;

/**
 * @param workerFile the built corpus-worker.
 * @param onProgress receives the number of triangle pairs done, and the total; it may throw to stop.
 */
export async function judgeCorpora(
  { pairs, seed, workers }: CorporaRequest,
  workerFile: string,
  onProgress: (done: number, total: number) => void | Promise<void>,
): Promise<JudgedCorpora> {
  const pool = new Piscina({ filename: workerFile, minThreads: workers, maxThreads: workers });
  try {
    const meshes: MeshPairJudgement[] = await Promise.all(
      meshCorpus().map((_, index) => pool.run({ kind: 'mesh', index } satisfies CorpusTask)),
    );
    const total = Math.ceil(pairs / pairsPerRound);
    const parts: FamilyTally[][] = [];
    let next = 0;
    let done = 0;
    const lane = async () => {
      while (next < total) {
        const firstRound = next;
        next = Math.min(total, next + ROUNDS_A_TASK);
        const rounds = next - firstRound;
        parts.push(await pool.run({ kind: 'triangles', seed, firstRound, rounds } satisfies CorpusTask));
        done += rounds;
        await onProgress(done * pairsPerRound, total * pairsPerRound);
      }
    };
    await Promise.all(Array.from({ length: workers }, lane));
    return { families: addTallies(parts), meshes };
  } finally {
    await pool.destroy();
  }
}
