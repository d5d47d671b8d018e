// Step after step of a surface → their tables: a GPU leaves the pairs of features that it cannot rule out, and this
// thread decides them. Loaded on demand.

import { buildMedianTree } from '#bvh';
import { DeviceError } from '#core';
import { FEATURE, FEATURE_PAIR, partOf, wordsOf } from '#records';
import type { DeformingSurface } from './deforming-surface.ts';
import { FeatureQuestions } from './feature-questions.ts';
import { GpuImpactSearch, type GpuStep, type SearchSizes } from './gpu-impact-search.ts';
import { MOST_GROWTH } from './impact-steps.ts';
import { type ImpactTable, impactTable } from './impact-table.ts';
import { itemCentres } from './item-centres.ts';
import type { Orphans } from './orphans.ts';

const PAIR_WORDS = wordsOf(FEATURE_PAIR);

export class GpuImpactSteps {
  readonly #surface: DeformingSurface;
  readonly #orphans: Orphans;
  readonly #sizes: Partial<SearchSizes>;
  readonly #questions: FeatureQuestions;
  /** Null after a loss, until another device is opened. */
  #search: GpuImpactSearch | null = null;
  /** Whether the front continues from the last step. */
  #hasBegun = false;
  #frontAtFirst = 0;
  #ended: Error | null = null;

  private constructor(surface: DeformingSurface, orphans: Orphans, sizes: Partial<SearchSizes>) {
    this.#surface = surface;
    this.#orphans = orphans;
    this.#sizes = sizes;
    this.#questions = new FeatureQuestions(surface);
  }

  /**
   * @param sizes as GpuImpactSearch.open takes them.
   * @throws DeviceError NO_ADAPTER, SHADER_ERROR, DEVICE_LOST, TOO_LARGE_FOR_DEVICE (as rejections).
   */
  static async open(
    surface: DeformingSurface,
    orphans: Orphans,
    sizes: Partial<SearchSizes> = {},
  ): Promise<GpuImpactSteps> {
    const steps = new GpuImpactSteps(surface, orphans, sizes);
    await steps.#opened();
    return steps;
  }

  /**
   * Must not be called again before it has answered.
   * @throws KerfError TOO_MANY_IMPACTS; DeviceError as `open`, GPU_ERROR; the reason that `end` gave (as rejections).
   */
  async find(start: Float64Array, end: Float64Array): Promise<ImpactTable> {
    const step = await this.#searched(start, end);
    const { counts } = step;
    const questions = this.#questions;
    questions.begin(start, end);
    this.#askOrphans();
    for (let i = 0; i < step.features.length; i += PAIR_WORDS) {
      const [first, second] = [step.features[i], step.features[i + 1]];
      const number = partOf(first, FEATURE.number);
      if (partOf(first, FEATURE.isEdge) === 1) questions.askEdges(number, second);
      else questions.askVertexFace(number, second);
    }
    const orphans = (this.#orphans.vertexFaces.length + this.#orphans.edgePairs.length) / 2;
    const stats = {
      nodePairs: step.nodePairs,
      front: counts.kept,
      itemPairs: counts.items,
      featurePairs: counts.brought + orphans,
      elementaryTests: questions.asked,
      coplanar: questions.coplanar,
      escalated: questions.escalated,
    };
    return impactTable([
      { vertexFaces: questions.vertexFaces.columns(), edgePairs: questions.edgePairs.columns(), stats },
    ]);
  }

  /** Rejects pending calls. */
  end(reason: Error): void {
    this.#ended = reason;
    this.#close();
  }

  /** If the device is lost, runs once more on another. */
  async #searched(start: Float64Array, end: Float64Array): Promise<GpuStep> {
    try {
      return await this.#searchedOnce(start, end);
    } catch (error) {
      if (this.#ended !== null) throw this.#ended;
      if (!(error instanceof DeviceError && error.code === 'DEVICE_LOST')) throw error;
      this.#close();
      return await this.#searchedOnce(start, end);
    }
  }

  async #searchedOnce(start: Float64Array, end: Float64Array): Promise<GpuStep> {
    const search = this.#search ?? (await this.#opened());
    const isNew = !this.#hasBegun;
    if (isNew) search.begin(buildMedianTree(itemCentres(this.#surface, start)));
    this.#hasBegun = true;
    const step = await search.find(start, end);
    if (this.#ended !== null) throw this.#ended;
    if (isNew) this.#frontAtFirst = search.frontLength;
    else if (search.frontLength > MOST_GROWTH * this.#frontAtFirst) this.#hasBegun = false;
    return step;
  }

  async #opened(): Promise<GpuImpactSearch> {
    const search = await GpuImpactSearch.open(this.#surface, {}, this.#sizes);
    if ('reason' in search)
      throw new DeviceError(
        'NO_ADAPTER',
        `Backend webgpu was asked for, but ${search.reason}; use backend auto or cpu.`,
      );
    if (this.#ended !== null) {
      search.dispose();
      throw this.#ended;
    }
    this.#search = search;
    return search;
  }

  #close(): void {
    this.#search?.dispose();
    this.#search = null;
    this.#hasBegun = false;
  }

  #askOrphans(): void {
    const { vertexFaces, edgePairs } = this.#orphans;
    for (let i = 0; i < vertexFaces.length; i += 2) this.#questions.askVertexFace(vertexFaces[i], vertexFaces[i + 1]);
    for (let i = 0; i < edgePairs.length; i += 2) this.#questions.askEdges(edgePairs[i], edgePairs[i + 1]);
  }
}
