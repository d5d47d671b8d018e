// Options → a broad phase.

import { checkBackend, checkOptionNames, DeviceError, described, gpuPart, KerfError, OptionError } from '#core';
import type { Backend } from '#records';
import { type Boxes, checkBoxes, replaceBoxes } from './boxes.ts';
import { BROAD_PHASE_OPTIONS, type BroadPhase, type BroadPhaseMethod, type BroadPhaseOptions } from './broad-phase.ts';
import { checkMethod } from './check-method.ts';
import { type Choice, chooseMethod, followMotion } from './choose-method.ts';
import { Coherence } from './coherence.ts';
import type { GpuBroadPhase } from './gpu-broad-phase.ts';
import type { PairFinder } from './pair-finder.ts';
import { PAIR_FINDERS } from './pair-finders.ts';
import { ThreadedPairs } from './threaded-pairs.ts';

/** The methods that a GPU serves. */
const ON_GPU: readonly string[] = ['lbvh', 'hybrid'] satisfies readonly BroadPhaseMethod[];

/**
 * Makes a broad phase: among many closed boxes, the pairs that overlap. It takes memory for the boxes, for the method's
 * data, which grow with their number, and for the pairs.
 *
 * Backend 'webgpu' serves methods 'lbvh' and 'hybrid', for `pairs`, without workers; 'auto' takes the CPU. A lost
 * device is opened anew, once per answer.
 * @throws OptionError (as a rejection): WRONG_TYPE, UNKNOWN_OPTION; BAD_LENGTH, BAD_BOX, TOO_MANY_BODIES (boxes);
 * BAD_METHOD; BAD_BACKEND; BAD_WORKERS. DeviceError (as a rejection): NO_ADAPTER if 'webgpu' was requested and there is
 * none, SHADER_ERROR, DEVICE_LOST.
 */
export async function createBroadPhase(options: BroadPhaseOptions): Promise<BroadPhase> {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, 'createBroadPhase');
  const { method = 'auto', backend = 'auto', workers = 1 } = options;
  checkMethod(method, 'method');
  checkBackend(backend);
  checkServed(backend, method);
  if (!(Number.isSafeInteger(workers) && workers >= 1))
    throw new OptionError(
      'BAD_WORKERS',
      `workers is ${described(workers)}, expected an integer from 1; leave it out for this thread alone.`,
    );
  const boxes = checkBoxes(options.boxes);
  const onGpu = backend === 'webgpu' ? await openedGpu() : null;
  const choice = chosen(boxes, method, backend);
  const threads = onGpu === null && workers > 1 ? new ThreadedPairs(boxes, choice.method, workers) : null;
  // Threads keep nothing between answers, and neither does a GPU.
  const coherence = method === 'auto' && onGpu === null && threads === null ? new Coherence(boxes) : null;
  return new FoundPairs(boxes, choice, onGpu, threads, coherence);
}

/** @throws OptionError BAD_BACKEND. */
function checkServed(backend: Backend | 'auto', method: BroadPhaseMethod | 'auto'): void {
  if (backend === 'webgpu' && method !== 'auto' && !ON_GPU.includes(method))
    throw new OptionError(
      'BAD_BACKEND',
      `Method ${method} is not served by backend webgpu; pass backend cpu, or method ${ON_GPU.join(' or ')}.`,
    );
}

/** @throws DeviceError NO_ADAPTER, SHADER_ERROR, DEVICE_LOST (as rejections). */
async function openedGpu(): Promise<GpuBroadPhase> {
  const part = await gpuPart(() => import('./gpu-broad-phase.ts'));
  return part.GpuBroadPhase.open();
}

function chosen(boxes: Boxes, method: BroadPhaseMethod | 'auto', backend: Backend | 'auto'): Choice {
  if (method !== 'auto') return { method, reason: `${method} was asked for` };
  if (backend === 'webgpu')
    return { method: 'lbvh', reason: 'of what backend webgpu serves, lbvh leaves nothing to the CPU' };
  return chooseMethod(boxes);
}

class FoundPairs implements BroadPhase {
  readonly backend: Backend;
  readonly #boxes: Boxes;
  readonly #choice: Choice;
  /** Tracks how the boxes move; null if the method does not depend on it. */
  readonly #coherence: Coherence | null;
  #onGpu: Promise<GpuBroadPhase> | null;
  readonly #threads: ThreadedPairs | null;
  #finder: PairFinder | null = null;
  #isDisposed = false;

  constructor(
    boxes: Boxes,
    choice: Choice,
    onGpu: GpuBroadPhase | null,
    threads: ThreadedPairs | null,
    coherence: Coherence | null,
  ) {
    this.#choice = choice;
    this.#coherence = coherence;
    this.backend = onGpu === null ? 'cpu' : 'webgpu';
    this.#boxes = boxes;
    this.#onGpu = onGpu === null ? null : Promise.resolve(onGpu);
    this.#threads = threads;
  }

  get method(): BroadPhaseMethod {
    return this.#now.method;
  }

  get methodReason(): string {
    return this.#now.reason;
  }

  get #now(): Choice {
    return followMotion(this.#choice, this.#coherence?.steady ?? null);
  }

  update(boxes: ArrayLike<number>, bodies?: ArrayLike<number>): void {
    this.#checkAlive();
    const { method } = this;
    replaceBoxes(this.#boxes, boxes, bodies);
    this.#coherence?.update();
    if (this.method === method) this.#finder?.update();
    else this.#finder = null;
    this.#threads?.update();
  }

  async pairs(): Promise<Uint32Array> {
    this.#checkAlive();
    if (this.#onGpu === null) return this.#threads === null ? this.pairsSync() : this.#threads.pairs();
    try {
      return await this.#pairsOnGpu(this.#onGpu);
    } finally {
      // Disposing may take the device away: then DISPOSED is the error to report.
      this.#checkAlive();
    }
  }

  pairsSync(): Uint32Array {
    this.#checkAlive();
    this.#finder ??= PAIR_FINDERS[this.method](this.#boxes);
    return this.#finder.pairs();
  }

  dispose(): void {
    if (!this.#isDisposed) void this.#onGpu?.then((gpu) => gpu.dispose()).catch(() => {});
    this.#isDisposed = true;
    this.#finder = null;
    this.#threads?.end(disposed());
  }

  /** For the boxes as they are now; if the device is lost, once more on another. */
  async #pairsOnGpu(opened: Promise<GpuBroadPhase>): Promise<Uint32Array> {
    const { count, bounds } = this.#boxes;
    const boxes = { count, bounds: bounds.slice() };
    const ask = (gpu: GpuBroadPhase) => gpu.pairs(this.method, boxes);
    const gpu = await opened;
    try {
      return await ask(gpu);
    } catch (error) {
      if (!(error instanceof DeviceError && error.code === 'DEVICE_LOST') || this.#isDisposed) throw error;
      // If several answers notice the loss, the first opens the new device.
      if (this.#onGpu === opened) {
        gpu.dispose();
        this.#onGpu = openedGpu();
      }
      return ask(await (this.#onGpu ?? opened));
    }
  }

  #checkAlive(): void {
    if (this.#isDisposed) throw disposed();
  }
}

function disposed(): KerfError {
  return new KerfError('DISPOSED', 'This broad phase was disposed; make a new one with createBroadPhase.');
}
