// Options → a broad phase.

import { checkOptionNames, described, KerfError, OptionError } from '../core/index.ts';
import { type Boxes, checkBoxes, replaceBoxes } from './boxes.ts';
import { BROAD_PHASE_OPTIONS, type BroadPhase, type BroadPhaseMethod, type BroadPhaseOptions } from './broad-phase.ts';
import { checkMethod } from './check-method.ts';
import { chooseMethod } from './choose-method.ts';
import type { PairFinder } from './pair-finder.ts';
import { PAIR_FINDERS } from './pair-finders.ts';
import { ThreadedPairs } from './threaded-pairs.ts';

/**
 * Makes a broad phase: of many closed boxes, the pairs that overlap. Memory is that of the boxes, of what the method
 * makes of them, which grows with their number, and of the pairs.
 * @throws OptionError (as a rejection): WRONG_TYPE, UNKNOWN_OPTION; BAD_LENGTH, BAD_BOX, TOO_MANY_BODIES (boxes);
 * BAD_METHOD; BAD_BACKEND; BAD_WORKERS.
 */
export async function createBroadPhase(options: BroadPhaseOptions): Promise<BroadPhase> {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, 'createBroadPhase');
  const { method = 'auto', backend = 'auto', workers = 1 } = options;
  checkMethod(method, 'method');
  if (backend !== 'auto' && backend !== 'cpu')
    throw new OptionError(
      'BAD_BACKEND',
      backend === 'webgpu'
        ? `Method ${method} is not served by backend webgpu; pass backend cpu, or leave it out for auto.`
        : `backend is ${described(backend)}, expected auto or cpu; leave it out for auto.`,
    );
  if (!(Number.isSafeInteger(workers) && workers >= 1))
    throw new OptionError(
      'BAD_WORKERS',
      `workers is ${described(workers)}, expected an integer from 1; leave it out for this thread alone.`,
    );
  const boxes = checkBoxes(options.boxes);
  if (method !== 'auto') return new FoundPairs(boxes, method, `${method} was asked for`, workers);
  const choice = chooseMethod(boxes);
  return new FoundPairs(boxes, choice.method, choice.reason, workers);
}

class FoundPairs implements BroadPhase {
  readonly method: BroadPhaseMethod;
  readonly methodReason: string;
  readonly backend = 'cpu';
  readonly #boxes: Boxes;
  readonly #threads: ThreadedPairs | null;
  #finder: PairFinder | null = null;
  #isDisposed = false;

  constructor(boxes: Boxes, method: BroadPhaseMethod, reason: string, workers: number) {
    this.method = method;
    this.methodReason = reason;
    this.#boxes = boxes;
    this.#threads = workers > 1 ? new ThreadedPairs(boxes, method, workers) : null;
  }

  update(boxes: ArrayLike<number>, bodies?: ArrayLike<number>): void {
    this.#checkAlive();
    replaceBoxes(this.#boxes, boxes, bodies);
    this.#finder?.update();
    this.#threads?.update();
  }

  async pairs(): Promise<Uint32Array> {
    this.#checkAlive();
    return this.#threads === null ? this.pairsSync() : this.#threads.pairs();
  }

  pairsSync(): Uint32Array {
    this.#checkAlive();
    this.#finder ??= PAIR_FINDERS[this.method](this.#boxes);
    return this.#finder.pairs();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#finder = null;
    this.#threads?.end(disposed());
  }

  #checkAlive(): void {
    if (this.#isDisposed) throw disposed();
  }
}

function disposed(): KerfError {
  return new KerfError('DISPOSED', 'This broad phase was disposed; make a new one with createBroadPhase.');
}
