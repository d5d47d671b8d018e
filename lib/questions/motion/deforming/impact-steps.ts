// Step after step of a surface → their tables, one at a time, on this thread or on several.
//
// One tree serves all shares. It is built for the first step and refitted in each; once the front has grown too long,
// all shares restart on another, so that together they have every pair once.

import { buildMedianTree } from '#bvh';
import { shareArrays } from '#workers';
import type { DeformingSurface } from './deforming-surface.ts';
import type { FoundImpacts } from './impact-search.ts';
import { type SharedPlan, type StepShare, shareAnswerer } from './impact-shares.ts';
import { type ImpactTable, impactTable } from './impact-table.ts';
import { ImpactThreads } from './impact-threads.ts';
import { itemCentres } from './item-centres.ts';
import type { Orphans } from './orphans.ts';

/** Growth of the fronts after which tree and fronts are rebuilt. */
export const MOST_GROWTH = 2;

interface Begun {
  readonly plan: SharedPlan;
  /** On this thread. */
  readonly answer: (share: StepShare) => FoundImpacts;
  /** All fronts together, after the first step. */
  frontAtFirst: number;
}

export class ImpactSteps {
  readonly #unchanging: Omit<SharedPlan, 'tree'>;
  readonly #threads: ImpactThreads | null;
  #begun: Begun | null = null;

  /** @param workers 1: this thread alone. */
  constructor(surface: DeformingSurface, orphans: Orphans, workers: number) {
    const { tables } = surface;
    const unchanging = { tables, orphans, axes: 9, shares: workers } as const;
    this.#threads = workers === 1 ? null : new ImpactThreads(workers, tables.vertexCount);
    this.#unchanging = workers === 1 ? unchanging : shareArrays(unchanging);
  }

  /**
   * Must not be called again before it has answered.
   * @throws KerfError TOO_MANY_IMPACTS; the reason that `end` gave.
   */
  async find(start: Float64Array, end: Float64Array): Promise<ImpactTable> {
    this.#begun ??= this.#begin(start);
    const begun = this.#begun;
    const { plan, answer } = begun;
    const found =
      this.#threads === null ? [answer({ index: 0, start, end })] : await this.#threads.find(plan, answer, start, end);
    const table = impactTable(found);
    if (begun.frontAtFirst === 0) begun.frontAtFirst = table.stats.front;
    else if (table.stats.front > MOST_GROWTH * begun.frontAtFirst) this.#begun = null;
    return table;
  }

  /** Rejects pending calls. */
  end(reason: Error): void {
    this.#begun = null;
    this.#threads?.end(reason);
  }

  #begin(start: Float64Array): Begun {
    const tree = buildMedianTree(itemCentres(this.#unchanging.tables, start));
    const plan = { ...this.#unchanging, tree: this.#threads === null ? tree : shareArrays(tree) };
    return { plan, answer: shareAnswerer(plan), frontAtFirst: 0 };
  }
}
