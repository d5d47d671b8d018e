// Options → an impact detector.

import { buildMedianTree } from '../../bvh/index.ts';
import { checkBackend, checkOptionNames, described, KerfError, OptionError } from '../../core/index.ts';
import { checkedFaces, checkVertexCount, takePositions } from './check-deforming.ts';
import { DeformingSurface } from './deforming-surface.ts';
import { freeTime } from './free-time.ts';
import { IMPACT_DETECTOR_OPTIONS, type ImpactDetector, type ImpactDetectorOptions } from './impact-detector.ts';
import { ImpactSearch } from './impact-search.ts';
import { type ImpactTable, impactTable } from './impact-table.ts';
import { itemCentres } from './item-centres.ts';
import { findOrphans, type Orphans } from './orphans.ts';

/** By how much a front may grow before tree and front are made anew. */
const MOST_GROWTH = 2;

/**
 * Makes a detector of impacts of deforming surfaces.
 *
 * One tree over all faces is made of the first step, and refitted in each; pairs that are apart are remembered from
 * step to step. Memory is that of the faces, and of the pairs of nodes that are near each other.
 * @throws OptionError (as a rejection): WRONG_TYPE, UNKNOWN_OPTION, BAD_COUNT, BAD_LENGTH, EMPTY_MESH, TOO_MANY_FACES,
 * INDEX_OUT_OF_RANGE, BAD_BACKEND, BAD_WORKERS, TOO_MANY_ORPHANS.
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
  return new FoundImpacts(surface, findOrphans(surface));
}

class FoundImpacts implements ImpactDetector {
  readonly edges: Uint32Array;
  readonly #surface: DeformingSurface;
  readonly #orphans: Orphans;
  #search: ImpactSearch | null = null;
  /** The front's length when it was made. */
  #frontAtFirst = 0;
  #isDisposed = false;

  constructor(surface: DeformingSurface, orphans: Orphans) {
    this.#surface = surface;
    this.#orphans = orphans;
    this.edges = surface.edges.slice();
  }

  async impacts(start: ArrayLike<number>, end: ArrayLike<number>): Promise<ImpactTable> {
    return this.#find(...this.#taken(start, end));
  }

  async freeUntil(start: ArrayLike<number>, end: ArrayLike<number>): Promise<number> {
    const [from, to] = this.#taken(start, end);
    const table = this.#find(from, to);
    const { corners, edges } = this.#surface;
    return freeTime(table, (row, out) => {
      const [a, b] = [table.a[row], table.b[row]];
      const vertices =
        table.kind[row] === 0
          ? [a, ...corners.subarray(3 * b, 3 * b + 3)]
          : [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
      for (const [i, vertex] of vertices.entries()) {
        out.set(from.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
        out.set(to.subarray(3 * vertex, 3 * vertex + 3), 12 + 3 * i);
      }
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#search = null;
  }

  #taken(start: ArrayLike<number>, end: ArrayLike<number>): [Float64Array, Float64Array] {
    this.#checkAlive();
    const { vertexCount } = this.#surface;
    return [takePositions(start, vertexCount, 'start'), takePositions(end, vertexCount, 'end')];
  }

  #find(start: Float64Array, end: Float64Array): ImpactTable {
    const isNew = this.#search === null;
    const search = this.#search ?? this.#begin(start);
    const found = search.find(start, end);
    if (isNew) this.#frontAtFirst = search.frontLength;
    else if (search.frontLength > MOST_GROWTH * this.#frontAtFirst) this.#search = null;
    return impactTable([found]);
  }

  #begin(start: Float64Array): ImpactSearch {
    const tree = buildMedianTree(itemCentres(this.#surface, start));
    this.#search = new ImpactSearch({ surface: this.#surface, orphans: this.#orphans, tree, axes: 9 });
    return this.#search;
  }

  #checkAlive(): void {
    if (this.#isDisposed)
      throw new KerfError('DISPOSED', 'This impact detector was disposed; make a new one with createImpactDetector.');
  }
}
