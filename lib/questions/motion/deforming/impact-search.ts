// A surface and a step of its vertices → all impacts of a share of its features, on this thread.
//
//   start, end ─▶ DopTree.fit ─▶ SelfFront.update ─▶ pairs of items ─▶ FeatureTests ─▶ rows
//                  k-DOPs         front kept from      (never held:     boxes, plane,
//                                 step to step          one by one)     roots, integers
//
// The rows do not depend on the tree, the front or the last step: these only exclude pairs that provably share no
// point.

import { type DopAxes, DopTree, type FrontShare, type MedianTree, SelfFront } from '#bvh';
import type { DeformingSurface } from './deforming-surface.ts';
import { FeatureTests } from './feature-tests.ts';
import type { ImpactColumns } from './impact-rows.ts';
import type { Orphans } from './orphans.ts';

/** Impacts found for a share of a step. */
export interface FoundImpacts {
  readonly vertexFaces: ImpactColumns;
  readonly edgePairs: ImpactColumns;
  readonly stats: ImpactStats;
}

/** Counts of one step. */
export interface ImpactStats {
  /** Pairs of nodes whose k-DOPs were compared. */
  readonly nodePairs: number;
  /** Pairs that the front holds after it. */
  readonly front: number;
  /** Pairs of items that share no vertex and whose k-DOPs are not apart. */
  readonly itemPairs: number;
  /** Pairs of features of these, and orphans. */
  readonly featurePairs: number;
  /**
   * Those whose k-DOPs are not apart, each once: the elementary tests made. With backend 'webgpu', those of them that
   * the GPU's filter leaves, and all orphans.
   */
  readonly elementaryTests: number;
  /** Those that the non-penetration filter leaves: the four points may be in one plane at some time. */
  readonly coplanar: number;
  /** Those that f64 left to integers. */
  readonly escalated: number;
}

/** What does not change from step to step. */
export interface ImpactPlan {
  readonly surface: DeformingSurface;
  readonly orphans: Orphans;
  readonly tree: MedianTree;
  readonly axes: DopAxes;
}

export class ImpactSearch {
  readonly #plan: ImpactPlan;
  readonly #share: FrontShare;
  readonly #dops: DopTree;
  readonly #front: SelfFront;
  readonly #tests: FeatureTests;
  #itemPairs = 0;

  constructor(plan: ImpactPlan, share: FrontShare = { index: 0, of: 1 }) {
    const { surface, tree, axes } = plan;
    this.#plan = plan;
    this.#share = share;
    this.#dops = new DopTree(tree, surface.corners, surface.vertexCount, axes);
    this.#front = new SelfFront(this.#dops, (item, other) => surface.areNeighbours(item, other), share);
    this.#tests = new FeatureTests(surface, this.#dops);
  }

  /** Pairs that the front holds. */
  get frontLength(): number {
    return this.#front.length;
  }

  /** Forgets the front. */
  clear(): void {
    this.#front.clear();
  }

  /** @param start xyz of each vertex at t = 0. @param end at t = 1. @throws KerfError TOO_MANY_IMPACTS. */
  find(start: Float64Array, end: Float64Array): FoundImpacts {
    const tests = this.#tests;
    const { questions } = tests;
    this.#dops.fit(start, end);
    tests.begin(start, end);
    this.#testOrphans();
    this.#itemPairs = 0;
    this.#front.update((item, other) => {
      this.#itemPairs++;
      tests.testItems(item, other);
    });
    return {
      vertexFaces: questions.vertexFaces.columns(),
      edgePairs: questions.edgePairs.columns(),
      stats: {
        nodePairs: this.#front.tested,
        front: this.#front.length,
        itemPairs: this.#itemPairs,
        featurePairs: tests.brought,
        elementaryTests: questions.asked,
        coplanar: questions.coplanar,
        escalated: questions.escalated,
      },
    };
  }

  #testOrphans(): void {
    const { vertexFaces, edgePairs } = this.#plan.orphans;
    const { index, of } = this.#share;
    for (let i = 2 * index; i < vertexFaces.length; i += 2 * of)
      this.#tests.testVertexFace(vertexFaces[i], vertexFaces[i + 1]);
    for (let i = 2 * index; i < edgePairs.length; i += 2 * of) this.#tests.testEdges(edgePairs[i], edgePairs[i + 1]);
  }
}
