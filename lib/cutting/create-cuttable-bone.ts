// A closed surface and a cell → a bone that can be cut, made by a worker where that takes long.

import { checkFunction, checkOptionNames, type OptionNames } from '../core/index.ts';
import { checkedMesh, measureBounds, type TriangleMesh } from '../mesh/index.ts';
import { ThreadShelf, threadStarter, WorkerPool } from '../workers/index.ts';
import { CutGrid } from './cut-grid.ts';
import { CuttableBone } from './cuttable-bone.ts';
import { type MadeBone, type MakeAnswer, type MakeQuestion, makeBone } from './make-bone.ts';

export interface CuttableBoneOptions {
  /** Closed and oriented. */
  readonly surface: TriangleMesh;
  /**
   * mm: the grid on which the cut surface is kept. Walls of bone thinner than two cells may vanish, and walls thinner
   * than one do where they pass between its vertices: see `thinWalls`.
   */
  readonly cell: number;
  /** Called with the share of the work that is done, 0 … 1. */
  readonly onProgress?: (share: number) => void;
}
const OPTIONS: OptionNames<CuttableBoneOptions> = { surface: true, cell: true, onProgress: true };

/** A bone of so many faces and cells at its surface takes about as long as it takes to start a worker: some 50 ms. */
const WORTH_A_WORKER = 20_000;

/**
 * The bone's surface is made anew on the grid once; from then on a cut remakes only the cells that it touches. A bone
 * that takes long is made by a worker, so that this thread goes on meanwhile; where there is none, by this thread. It
 * is the same bone, byte for byte.
 * @throws (as a rejection) MeshError NOT_SOLID (open, or faces inward), EMPTY_MESH (the cell is so large that no bone
 * is left), and as createMesh; OptionError BAD_CELL, CELL_TOO_SMALL, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function createCuttableBone(options: CuttableBoneOptions): Promise<CuttableBone> {
  checkOptionNames(options, OPTIONS, 'createCuttableBone');
  checkFunction(options.onProgress, 'onProgress', 'pass a function that takes the share done, or leave it out');
  const { cell, onProgress = () => {} } = options;
  const surface = checkedMesh(options.surface, 'surface');
  const made = workOf(surface, cell) > WORTH_A_WORKER ? await madeElsewhere(surface, cell, onProgress) : null;
  return new CuttableBone({ ...(made ?? makeBone(surface, cell, onProgress)), done: [], undone: [] });
}

/** About how many faces there are, and cells that the surface crosses: twice the largest side of its box. */
function workOf({ positions, faces }: TriangleMesh, cell: number): number {
  const { min, max } = measureBounds(positions, faces);
  const [x, y, z] = [0, 1, 2].map((k) => (max[k] - min[k]) / cell);
  return faces.length / 3 + 2 * Math.max(x * y, y * z, z * x);
}

/** @returns null where no worker can be had. */
async function madeElsewhere(
  { positions, faces, name }: TriangleMesh,
  cell: number,
  onProgress: (share: number) => void,
): Promise<MadeBone | null> {
  const start = await threadStarter(
    () => new Worker(new URL('./cutting-worker.ts', import.meta.url), { type: 'module' }),
    () => new URL(/* webpackIgnore: true */ /* @vite-ignore */ './cutting-worker.ts', import.meta.url),
  );
  const shelf = new ThreadShelf(start);
  const pool = new WorkerPool<object, MakeQuestion, MakeAnswer>(shelf, 1);
  try {
    const answer = await pool.ask({}, { surface: { positions, faces, name }, cell }, onProgress);
    return answer && { ...answer, grid: CutGrid.of(answer.grid) };
  } finally {
    pool.close(null);
    shelf.end();
  }
}
