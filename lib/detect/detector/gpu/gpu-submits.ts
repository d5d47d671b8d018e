// Poses → the results of all stages: one submit and one readback, run again with larger buffers if one was too small.

import type { DeviceError } from '#core';
import { type Gpu, openFaultScopes, Readback, type ReadbackPart, StageTimer } from '#gpu';
import {
  CELL_FACE,
  CORNER_CELL,
  COUNTER_WORDS,
  LEAF_RESULT,
  PAIR,
  POSE_COUNTS,
  STATE_FULL,
  STATE_WORDS,
  SUB_TRIANGLE_ROW,
  wordOffsets,
  wordsOf,
} from '#records';
import { cutBatch } from './gpu-batch.ts';
import { CapacityEstimate, type Found, isWithin } from './gpu-capacity.ts';
import { COUNTERS, type GpuPipeline, type PreparedQuery } from './gpu-pipeline.ts';
import type { GpuScene } from './gpu-scene.ts';
import { GpuScratch, type Items } from './gpu-scratch.ts';
import type { PoseAnswer } from './pose-answer.ts';

/**
 * Most items that a software adapter has threads for: it runs workgroups one after the other, and idle ones took half
 * of the time when all levels of subdivision had as many as the largest.
 */
const SOFTWARE_ITEMS = 4096;
const CELL_AT = wordOffsets(CORNER_CELL);
const CELL_WORDS = wordsOf(CORNER_CELL);
/** Beyond this share of the table, a place for a cell takes long to find. */
const FULL_SHARE = 1 / 2;
/** What is read back, in this order; all but the times as words. */
const PARTS = [
  'counters',
  'poseCounts',
  'indexState',
  'cells',
  'hits',
  'contacts',
  'undecidedRows',
  'undecidedNear',
] as const;
type PartName = (typeof PARTS)[number];

interface Submitted {
  readonly prepared: PreparedQuery;
  readonly timer: StageTimer;
  readonly parts: readonly ReadbackPart[];
  readonly bytes: Promise<ArrayBuffer>;
  /** What the device refused, if anything. */
  readonly faults: Promise<DeviceError | null>;
  readonly lists: Lists;
}

/**
 * The lists of faces near cells, which are kept from submit to submit: they show in no answer (nearest-so-far.wgsl).
 * query, edition: the commands, and so the buffers, and the bone that they are valid for. areSound: false once the
 * device has refused a submit that was to make them: an answer by them is void.
 */
interface Lists {
  readonly query: PreparedQuery;
  readonly edition: number;
  areSound: boolean;
}

export class GpuSubmits {
  readonly #gpu: Gpu;
  readonly #pipeline: GpuPipeline;
  readonly #scratch: GpuScratch;
  readonly #readback: Readback;
  readonly #estimate: CapacityEstimate;
  #prepared: { readonly query: PreparedQuery; readonly key: readonly unknown[] } | null = null;
  /** Null if the lists must be made anew. */
  #lists: Lists | null = null;

  constructor(gpu: Gpu, pipeline: GpuPipeline, estimate = new CapacityEstimate()) {
    this.#estimate = estimate;
    this.#gpu = gpu;
    this.#pipeline = pipeline;
    this.#scratch = new GpuScratch(gpu);
    this.#readback = new Readback(gpu);
  }

  /**
   * @param poses POSE records of poses under which the tool lies in the grid.
   * @returns one answer a pose; null if the scene was destroyed before they were complete.
   * @throws DeviceError DEVICE_LOST, TOO_LARGE_FOR_DEVICE, GPU_ERROR (as rejections).
   */
  async answer(scene: GpuScene, poses: Int32Array, poseCount: number): Promise<PoseAnswer[] | null> {
    let least: Found | null = null;
    while (!scene.isDestroyed) {
      const items = this.#estimate.items(scene, poseCount, least);
      const { index } = scene.bone;
      const began = performance.now();
      const submitted = this.#submit(scene, items, poses, poseCount);
      const [bytes, fault] = await Promise.all([submitted.bytes, submitted.faults]);
      submitted.timer.destroy();
      if (fault !== null) throw fault;
      if (!submitted.lists.areSound) continue;
      const waited = performance.now() - began;
      const { words, ticks } = split(bytes, submitted.parts);
      const stages = submitted.timer.milliseconds(ticks);
      if (words.indexState[STATE_FULL] === 1) {
        // Several submits may find the index full; the first rebuilds it.
        if (scene.bone.index === index && !scene.isDestroyed) scene.bone.rebuildIndex();
        continue;
      }
      const found = foundIn(words.counters, submitted.prepared);
      this.#estimate.learn(found, poseCount);
      if (this.#areListsFull(words.cells)) this.#lists = null;
      if (!isWithin(found, items)) {
        least = found;
        continue;
      }
      const known = Object.values(stages ?? {}).reduce((sum, time) => sum + time, 0);
      const milliseconds = { regions: 0, subdivide: 0, distance: 0, ...stages, transfer: Math.max(0, waited - known) };
      const batch = {
        hits: words.hits.subarray(0, found.hits * wordsOf(PAIR)),
        contacts: words.contacts.subarray(0, found.contacts * wordsOf(LEAF_RESULT)),
        undecidedRows: words.undecidedRows.subarray(0, found.undecidedRows * wordsOf(SUB_TRIANGLE_ROW)),
        undecidedNear: words.undecidedNear,
        poseCounts: words.poseCounts,
      };
      return cutBatch(batch, poseCount, scene.width, milliseconds);
    }
    return null;
  }

  destroy(): void {
    this.#prepared?.query.destroy();
    this.#scratch.destroy();
    this.#readback.destroy();
  }

  #submit(scene: GpuScene, items: Items, poses: Int32Array, poseCount: number): Submitted {
    const { device } = this.#gpu;
    this.#gpu.checkAlive();
    const timer = new StageTimer(this.#gpu);
    const scopes = openFaultScopes(this.#gpu);
    let prepared: PreparedQuery;
    let parts: readonly ReadbackPart[];
    let reading: { read(): Promise<ArrayBuffer> };
    let faults: Promise<DeviceError | null>;
    let lists: Lists;
    try {
      this.#scratch.reserve(items);
      prepared = this.#prepare(scene);
      const encoder = device.createCommandEncoder({ label: 'query' });
      const most = this.#gpu.software ? SOFTWARE_ITEMS : undefined;
      const { edition } = scene;
      const kept = this.#lists;
      const areKept = kept?.query === prepared && kept.edition === edition;
      lists = areKept ? kept : { query: prepared, edition, areSound: true };
      prepared.encode(encoder, timer, poses, poseCount, this.#estimate.expected(poseCount, most), !areKept);
      parts = [...this.#parts(scene, items, poseCount), ...timer.resolve(encoder)];
      reading = this.#readback.copy(encoder, parts);
      device.queue.submit([encoder.finish()]);
      this.#lists = lists;
    } catch (error) {
      timer.destroy();
      throw error;
    } finally {
      faults = scopes.close({
        held: `a query of ${items.pairs} candidate pairs and ${items.rows} sub-triangles`,
        work: 'a query',
        next: 'use backend "cpu", a coarser resolution or a smaller mesh',
      });
    }
    const watched = faults.then((fault) => {
      if (fault !== null) {
        lists.areSound = false;
        this.#lists = null;
      }
      return fault;
    });
    return { prepared, timer, parts, bytes: reading.read(), faults: watched, lists };
  }

  /** @param head the record before the first cell's. */
  #areListsFull(head: Uint32Array): boolean {
    const { cells, cellFaces } = this.#scratch.buffers;
    const places = cells.size / (4 * CELL_WORDS);
    const entries = cellFaces.size / (4 * wordsOf(CELL_FACE));
    return head[CELL_AT.count] > FULL_SHARE * places || head[CELL_AT.start] > entries;
  }

  /** The commands, made anew when a buffer has been replaced. */
  #prepare(scene: GpuScene): PreparedQuery {
    const key = [scene, scene.bone.index, scene.bone.bvhLevels, this.#scratch.generation];
    if (this.#prepared === null || key.some((part, k) => part !== this.#prepared?.key[k])) {
      this.#prepared?.query.destroy();
      this.#prepared = { query: this.#pipeline.prepare(scene, this.#scratch), key };
    }
    return this.#prepared.query;
  }

  #parts(scene: GpuScene, items: Items, poseCount: number): ReadbackPart[] {
    const buffers = { ...this.#scratch.buffers, indexState: scene.bone.index.state };
    const bytes: Record<PartName, number> = {
      counters: 4 * COUNTER_WORDS,
      poseCounts: 4 * wordsOf(POSE_COUNTS) * poseCount,
      indexState: 4 * STATE_WORDS,
      cells: 4 * CELL_WORDS,
      hits: 4 * wordsOf(PAIR) * items.hits,
      contacts: 4 * wordsOf(LEAF_RESULT) * items.contacts,
      undecidedRows: 4 * wordsOf(SUB_TRIANGLE_ROW) * items.undecidedRows,
      undecidedNear: 4 * items.undecidedNear,
    };
    return PARTS.map((name) => ({ buffer: buffers[name], offset: 0, bytes: bytes[name] }));
  }
}

/** The numbers found; for rows, their near faces and a front's pairs, on the level that had most. */
function foundIn(counters: Uint32Array, { totals }: PreparedQuery): Found {
  return {
    front: Math.max(0, ...totals.front.map((word) => counters[word])),
    layers: counters[COUNTERS.layers],
    pairs: counters[COUNTERS.pairs],
    hits: counters[COUNTERS.hits],
    rows: Math.max(...totals.rows.map((word) => counters[word])),
    near: Math.max(...totals.near.map((word) => counters[word])),
    contacts: counters[COUNTERS.contacts],
    undecidedRows: counters[COUNTERS.undecided],
    undecidedNear: counters[COUNTERS.undecidedNear],
  };
}

function split(
  bytes: ArrayBuffer,
  parts: readonly ReadbackPart[],
): { words: Record<PartName, Uint32Array>; ticks: BigUint64Array } {
  const words = {} as Record<PartName, Uint32Array>;
  let at = 0;
  PARTS.forEach((name, k) => {
    words[name] = new Uint32Array(bytes, at, parts[k].bytes / 4);
    at += parts[k].bytes;
  });
  return { words, ticks: new BigUint64Array(bytes.slice(at)) };
}
