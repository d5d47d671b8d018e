// What a bone is to be made of → the bone, made by a worker where that takes long.

import { ThreadShelf, threadStarter, WorkerPool } from '#workers';
import { CutGrid } from './cut-grid.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { checkCell } from './lattice.ts';
import { type MadeBone, type MakeAnswer, type MakeQuestion, makeBone } from './make-bone.ts';

/** A bone of so many faces and cells at its surface takes about as long as it takes to start a worker: some 50 ms. */
const WORTH_A_WORKER = 20_000;

/**
 * By this thread where there is no worker; it is the same bone, byte for byte.
 * @param size about how many faces there are, and cells that the surface crosses.
 */
export async function makeWhereBest(
  question: MakeQuestion,
  size: number,
  onProgress: (share: number) => void,
): Promise<CuttableBone> {
  const made = size > WORTH_A_WORKER ? await madeElsewhere(question, onProgress) : null;
  return new CuttableBone({ ...(made ?? makeBone(question, onProgress)), done: [], undone: [] });
}

/**
 * About how many cells the surface of a body in this box crosses: twice the box's largest side.
 * @throws OptionError BAD_CELL.
 */
export function cellsAcross(min: readonly number[], max: readonly number[], cell: number): number {
  checkCell(cell);
  const [x, y, z] = [0, 1, 2].map((k) => (max[k] - min[k]) / cell);
  return 2 * Math.max(x * y, y * z, z * x);
}

/** @returns null where no worker can be had. */
async function madeElsewhere(question: MakeQuestion, onProgress: (share: number) => void): Promise<MadeBone | null> {
  const start = await threadStarter(
    () => new Worker(new URL('./cutting-worker.ts', import.meta.url), { type: 'module' }),
    () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './cutting-worker.ts', import.meta.url),
  );
  const shelf = new ThreadShelf(start);
  const pool = new WorkerPool<object, MakeQuestion, MakeAnswer>(shelf, 1);
  try {
    const answer = await pool.ask({}, question, onProgress);
    return answer && { ...answer, grid: CutGrid.of(answer.grid) };
  } finally {
    pool.close(null);
    shelf.end();
  }
}
