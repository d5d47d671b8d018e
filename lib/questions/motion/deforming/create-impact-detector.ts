// Options → an impact detector.

import { checkBackend, checkOptionNames, described, gpuPart, KerfError, OptionError } from '#core';
import { checkedFaces, checkVertexCount, takePositions } from './check-deforming.ts';
import { DeformingSurface } from './deforming-surface.ts';
import { type FirstImpacts, firstImpacts, freeTime } from './free-time.ts';
import { IMPACT_DETECTOR_OPTIONS, type ImpactDetector, type ImpactDetectorOptions } from './impact-detector.ts';
import { ImpactSteps } from './impact-steps.ts';
import type { ImpactTable } from './impact-table.ts';
import { findOrphans } from './orphans.ts';

/** Step after step → tables; must not be called again before it has answered. */
interface StepAnswerer {
  find(start: Float64Array, end: Float64Array): Promise<ImpactTable>;
  /** Rejects pending calls. */
  end(reason: Error): void;
}

/**
 * Makes a detector of impacts of deforming surfaces.
 *
 * One tree over all faces is built for the first step, and refitted in each; pairs that are apart are remembered from
 * step to step. Memory holds the faces, and the pairs of nodes that are near each other; each thread has its own nodes.
 * Queries are answered one after the other. With backend 'webgpu' a GPU leaves the few pairs of features that may meet,
 * which the CPU decides; a lost device is reopened, once per query. 'auto' takes the CPU.
 * @throws OptionError (as a rejection): WRONG_TYPE, UNKNOWN_OPTION, BAD_COUNT, BAD_LENGTH, EMPTY_MESH, TOO_MANY_FACES,
 * INDEX_OUT_OF_RANGE, BAD_BACKEND, BAD_WORKERS, TOO_MANY_ORPHANS. DeviceError (as a rejection, also of queries), from
 * backend 'webgpu' alone: NO_ADAPTER, SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR.
 */
export async function createImpactDetector(options: ImpactDetectorOptions): Promise<ImpactDetector> {
  checkOptionNames(options, IMPACT_DETECTOR_OPTIONS, 'createImpactDetector');
  const { vertexCount, backend = 'auto', workers = 1 } = options;
  checkVertexCount(vertexCount);
  const faces = checkedFaces(options.faces, vertexCount);
  checkBackend(backend);
  if (!(Number.isSafeInteger(workers) && workers >= 1))
    throw new OptionError(
      'BAD_WORKERS',
      `workers is ${described(workers)}, expected an integer from 1; leave it out for this thread alone.`,
    );
  const surface = new DeformingSurface(vertexCount, faces);
  const orphans = findOrphans(surface);
  if (backend !== 'webgpu') return new FoundImpacts(surface, new ImpactSteps(surface, orphans, workers));
  const part = await gpuPart(() => import('./gpu-impact-steps.ts'));
  return new FoundImpacts(surface, await part.GpuImpactSteps.open(surface, orphans));
}

class FoundImpacts implements ImpactDetector {
  readonly edges: Uint32Array;
  readonly #surface: DeformingSurface;
  readonly #steps: StepAnswerer;
  /** The last step answered, and what may meet first in it. */
  #last: { readonly start: Float64Array; readonly end: Float64Array; readonly first: FirstImpacts } | null = null;
  /** Settles when the queries so far are answered. */
  #turn: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(surface: DeformingSurface, steps: StepAnswerer) {
    this.#surface = surface;
    this.#steps = steps;
    this.edges = surface.edges.slice();
  }

  async impacts(start: ArrayLike<number>, end: ArrayLike<number>): Promise<ImpactTable> {
    const [from, to] = this.#taken(start, end);
    return this.#inTurn(() => this.#find(from, to));
  }

  async freeUntil(start: ArrayLike<number>, end: ArrayLike<number>): Promise<number> {
    const [from, to] = this.#taken(start, end);
    const first = await this.#inTurn(async () => {
      const last = this.#last;
      // A caller that wants the impacts and the free time of one step has it searched once.
      if (last !== null && areSame(last.start, from) && areSame(last.end, to)) return last.first;
      return firstImpacts(await this.#find(from, to));
    });
    const { corners, edges } = this.#surface;
    return freeTime(first, ({ kind, a, b }, out) => {
      const vertices =
        kind === 0
          ? [a, ...corners.subarray(3 * b, 3 * b + 3)]
          : [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
      for (const [i, vertex] of vertices.entries()) {
        out.set(from.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
        out.set(to.subarray(3 * vertex, 3 * vertex + 3), 12 + 3 * i);
      }
    });
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#last = null;
    this.#steps.end(disposed());
  }

  #taken(start: ArrayLike<number>, end: ArrayLike<number>): [Float64Array, Float64Array] {
    this.#checkAlive();
    const { vertexCount } = this.#surface;
    return [takePositions(start, vertexCount, 'start'), takePositions(end, vertexCount, 'end')];
  }

  /** After the queries before it, whether they succeed or fail. */
  #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const found = this.#turn.then(() => {
      this.#checkAlive();
      return ask();
    });
    this.#turn = found.catch(() => {});
    return found;
  }

  async #find(start: Float64Array, end: Float64Array): Promise<ImpactTable> {
    const table = await this.#steps.find(start, end);
    this.#last = { start, end, first: firstImpacts(table) };
    return table;
  }

  #checkAlive(): void {
    if (this.#isDisposed) throw disposed();
  }
}

function areSame(first: Float64Array, second: Float64Array): boolean {
  for (let i = 0; i < first.length; i++) if (first[i] !== second[i]) return false;
  return true;
}

function disposed(): KerfError {
  return new KerfError('DISPOSED', 'This impact detector was disposed; make a new one with createImpactDetector.');
}
