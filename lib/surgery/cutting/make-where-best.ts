// What to make a bone from → the bone, made by a worker if that takes long.

import type { HostSignal } from '#core';
import { ThreadShelf, threadStarter, WorkerPool } from '#workers';
import { CutGrid } from './cut-grid.ts';
import type { SavedBone } from './cut-file.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { checkCell } from './lattice.ts';
import { type MadeBone, type MakeAnswer, type MakeQuestion, makeBone } from './make-bone.ts';

/** A bone with this many faces plus surface cells takes about as long to make as starting a worker: some 50 ms. */
const WORTH_A_WORKER = 20_000;

export async function makeWhereBest(...question: Parameters<typeof savedWhereBest>): Promise<CuttableBone> {
  return new CuttableBone(await savedWhereBest(...question));
}

/**
 * Made by this thread if there is no worker; the bone is the same, byte for byte.
 * @param size the approximate number of faces plus cells that the surface crosses.
 */
export async function savedWhereBest(
  question: MakeQuestion,
  size: number,
  onProgress: (share: number) => void,
  beyondWindow: 'grow' | 'refuse' = 'grow',
  signal?: HostSignal,
): Promise<SavedBone> {
  const made = size > WORTH_A_WORKER ? await madeElsewhere(question, onProgress, signal) : null;
  signal?.throwIfAborted();
  const given = 'surface' in question && question.window !== null ? question.surface : null;
  return { ...(made ?? makeBone(question, onProgress)), given, beyondWindow, done: [], undone: [] };
}

/**
 * Approximate number of cells that the surface of a body in this box crosses: twice the box's largest side.
 * @throws OptionError BAD_CELL.
 */
export function cellsAcross(min: readonly number[], max: readonly number[], cell: number): number {
  checkCell(cell);
  const [x, y, z] = [0, 1, 2].map((k) => (max[k] - min[k]) / cell);
  return 2 * Math.max(x * y, y * z, z * x);
}

/** @returns null if no worker is available. */
async function madeElsewhere(
  question: MakeQuestion,
  onProgress: (share: number) => void,
  signal: HostSignal | undefined,
): Promise<MadeBone | null> {
  const start = await threadStarter(
    () => new Worker(new URL('./cutting-worker.ts', import.meta.url), { type: 'module' }),
    () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './cutting-worker.ts', import.meta.url),
  );
  const shelf = new ThreadShelf(start);
  const pool = new WorkerPool<object, MakeQuestion, MakeAnswer>(shelf, 1);
  const stop = (): void => pool.close(signal?.reason);
  signal?.addEventListener('abort', stop);
  try {
    const answer = await pool.ask({}, question, onProgress);
    return answer && { ...answer, grid: CutGrid.of(answer.grid) };
  } finally {
    signal?.removeEventListener('abort', stop);
    pool.close(null);
    shelf.end();
  }
}
