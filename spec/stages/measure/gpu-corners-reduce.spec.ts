// Leaves reduced on the GPU: decisions against the truth that their intervals contain, and the lists of contacts and
// open leaves against a plain filter.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { COUNTERS } from '#detector/gpu/gpu-pipeline.ts';
import { PrefixSum } from '#gpu';
import { type CornerBuffer, CornerStage } from '#measure/gpu-corners.ts';
import {
  CORNER_DISTANCE,
  GAP_STATE,
  KIND_APART,
  KIND_CORNER,
  KIND_DROPPED,
  KIND_SHARED,
  KIND_UNDECIDED,
  LEAF_GAP,
  LEAF_NO,
  LEAF_RESULT,
  LEAF_UNDECIDED,
  LEAF_YES,
  packedWord,
  partOf,
  RESULT_STATE,
  SCENE,
  RESULT_SUMS,
  SUB_TRIANGLE_ROW,
  wordOffsets,
  wordsOf,
} from '#records';
import {
  cornerScene,
  emptyCells,
  leafCounters,
  randomLeaves,
  rowWords,
  runCornerKernel,
  sceneBuffers,
  uniformOf,
} from '#harness/gpu-corners.ts';
import { longRun } from '#harness/long-run.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';
import { sphere, torus } from '#spec/base/mesh/bodies.ts';

const gpu = await specGpu();
const ROW = wordsOf(SUB_TRIANGLE_ROW);
const ROW_AT = wordOffsets(SUB_TRIANGLE_ROW);
const GAP = wordsOf(LEAF_GAP);
const CORNER = wordsOf(CORNER_DISTANCE);
const RESULT = wordsOf(LEAF_RESULT);
const RESULT_AT = wordOffsets(LEAF_RESULT);
const kindOf = (state: number) => partOf(state, RESULT_STATE.kind);

const REACH = 0.25;
const TOLERANCE = 2 ** -12;

/** The truth about a leaf, and what is known of it. All lengths in widths. */
interface Truth {
  readonly isSigned: boolean;
  readonly crossing: boolean;
  /** 0 if it crosses. */
  readonly gap: number;
  /** Signed distances of the corners. */
  readonly corners: readonly number[];
  readonly isKnown: boolean;
}

/**
 * A leaf's truth, and the records that a correct stage could have made of it: intervals that contain it, answers
 * sometimes left open.
 */
function randomLeaf(random: () => number): { truth: Truth; gap: number[]; corners: number[][] } {
  const isSigned = random() < 0.8;
  const crossing = random() < 0.4;
  const inside = isSigned && !crossing && random() < 0.4;
  const distance = () => (random() < 0.2 ? TOLERANCE * random() : random());
  const corners = [0, 1, 2].map(() => (inside || (isSigned && crossing && random() < 0.5) ? -distance() : distance()));
  const gap = crossing ? 0 : Math.min(...corners.map(Math.abs)) * random();
  const doubt = random() < 0.5 ? 0 : 0.3;
  let isKnown = true;
  const open = (): boolean => {
    const isUndecided = random() < doubt;
    if (isUndecided) isKnown = false;
    return isUndecided;
  };
  const interval = (x: number): [upper: number, lower: number] => {
    const width = (open() ? 8 : 1) * TOLERANCE * 0.9;
    const share = random();
    return [Math.fround(x + share * width), Math.max(0, Math.fround(x - (1 - share) * width))];
  };
  const near = open() ? LEAF_UNDECIDED : gap <= REACH ? LEAF_YES : LEAF_NO;
  const cross = open() ? LEAF_UNDECIDED : crossing ? LEAF_YES : LEAF_NO;
  const signs = corners.map((d) => (isSigned && open() ? 2 : d < 0 ? 1 : 0));
  const gapRecord = [packedWord(GAP_STATE, { near, crossing: cross }), 5, ...interval(gap), 0.25, 0.5, 0.125, 0.75];
  const cornerRecords = corners.map((d, k) => [signs[k], 10 + k, ...interval(Math.abs(d))]);
  return { truth: { isSigned, crossing, gap, corners, isKnown }, gap: gapRecord, corners: cornerRecords };
}

function checkResult(truth: Truth, words: Uint32Array, floats: Float32Array, at: number): number {
  const kind = kindOf(words[at + RESULT_AT.state]);
  const [low, high] = [floats[at + RESULT_AT.low], floats[at + RESULT_AT.high]];
  const says = `kind ${kind}, [${low}, ${high}] of ${JSON.stringify(truth)}`;
  const { gap, corners } = truth;
  const isContact = corners[0] < 0 || gap <= REACH;
  const deepest = Math.min(...corners);
  if (kind === KIND_UNDECIDED) {
    if (truth.isKnown) throw new Error(`Left open though all is known: ${says}`);
    return kind;
  }
  if ((kind !== KIND_DROPPED) !== isContact) throw new Error(`Contact or not: ${says}`);
  if (kind === KIND_DROPPED) return kind;
  const face = words[at + RESULT_AT.oppositeFace];
  expect(face).toBe(kind < KIND_CORNER ? 5 : 10 + kind - KIND_CORNER);
  expect(partOf(words[at + RESULT_AT.state], RESULT_STATE.isInside) === 1).toBe(kind >= KIND_CORNER);
  if (kind === KIND_APART) {
    if (truth.crossing || deepest < 0 || !(low <= gap && gap <= high)) throw new Error(`Apart: ${says}`);
    if (high - low > TOLERANCE) throw new Error(`Too wide: ${says}`);
  } else if (kind === KIND_SHARED) {
    if (gap > TOLERANCE || deepest < -TOLERANCE) throw new Error(`Shared: ${says}`);
    if (low > Math.max(0, deepest) || Math.min(deepest, gap) > high || high > TOLERANCE)
      throw new Error(`Bounds: ${says}`);
  } else {
    const own = corners[kind - KIND_CORNER];
    if (own >= 0 || own > deepest + 2 * TOLERANCE) throw new Error(`Corner: ${says}`);
    if (!(low <= deepest && deepest <= high)) throw new Error(`Bounds: ${says}`);
  }
  return kind;
}

describe('decisions', () => {
  test.each([81, 82, 83].slice(0, longRun(3, 1)))(
    'hold for the truth, and nothing known is left open, seed %d',
    async (seed) => {
      const random = mulberry32(seed);
      const count = 3000;
      const leaves = Array.from({ length: count }, () => randomLeaf(random));
      // The bone is signed, the tool is not: a leaf of the tool has an interior to be in.
      const rows = new Uint32Array(ROW * count);
      for (const [i, { truth }] of leaves.entries())
        rows.set([(i | (truth.isSigned ? 1 << 31 : 0)) >>> 0, 3 | (2 << 16), i], ROW * i);
      const words = (records: readonly number[][]): Uint32Array => {
        const width = records[0].length;
        const out = new Uint32Array(width * records.length);
        const floats = new Float32Array(out.buffer);
        for (const [i, [state, face, ...lengths]] of records.entries()) {
          out.set([state, face], width * i);
          floats.set(lengths, width * i + 2);
        }
        return out;
      };
      const scene = new Uint32Array(wordsOf(SCENE));
      scene[wordOffsets(SCENE).signed] = 1;
      new Float32Array(scene.buffer)[wordOffsets(SCENE).tolerance] = TOLERANCE;
      const results = bufferOf(gpu, 'results', new Uint32Array(RESULT * count));
      await runCornerKernel(
        gpu,
        'reduce leaves',
        {
          scene: uniformOf(gpu, 'scene', scene),
          counters: leafCounters(gpu, count),
          rows: bufferOf(gpu, 'rows', rows),
          gaps: bufferOf(gpu, 'gaps', words(leaves.map(({ gap }) => gap))), // biome-ignore format: one line
          corners: bufferOf(gpu, 'corners', words(leaves.flatMap(({ corners }) => corners))), // biome-ignore format: one line
          results,
          resultStarts: bufferOf(gpu, 'starts', new Uint32Array(RESULT_SUMS * count)),
        },
        count,
      );
      const out = await readWords(gpu, results, RESULT * count);
      const floats = new Float32Array(out.buffer);
      const kinds = leaves.map(({ truth }, i) => checkResult(truth, out, floats, RESULT * i));
      for (const kind of [
        KIND_APART,
        KIND_SHARED,
        KIND_CORNER,
        KIND_CORNER + 1,
        KIND_CORNER + 2,
        KIND_DROPPED,
        KIND_UNDECIDED,
      ])
        expect(kinds.filter((k) => k === kind).length).toBeGreaterThan(count / 100);
      leaves.forEach((_, i) => {
        const at = RESULT * i;
        expect(out[at]).toBe(rows[ROW * i]);
        expect(out[at + 1] & 0xffffff).toBe(3 | (2 << 16));
        expect(out[at + 2]).toBe(i);
        expect([...floats.subarray(at + 6, at + 10)]).toEqual([0.25, 0.5, 0.125, 0.75]);
      });
    },
  );
});

describe('the whole stage', () => {
  const random = mulberry32(91);
  const poses = Array.from({ length: 3 }, () => rigidPose(random, 2));
  const scene = cornerScene(sphere(2, longRun(3, 2)), torus(16, 8, 2, 1), poses, { reach: 0.2, tolerance: 1e-4 });

  /** Rows with near lists and gaps of every kind. */
  function leavesOf(count: number) {
    const leaves = randomLeaves(scene, count, 3, 92 + count);
    const rows = rowWords(leaves);
    const near: number[] = [];
    const gaps = new Uint32Array(GAP * Math.max(1, count));
    for (let i = 0; i < count; i++) {
      const entries = Math.floor(5 * random());
      rows.set([near.length, entries], ROW * i + ROW_AT.nearStart);
      for (let k = 0; k < entries; k++) near.push(Math.floor(2 ** 32 * random()));
      const [close, crossing] = [Math.floor(3 * random()), Math.floor(3 * random())];
      const state = { near: close, crossing: close === LEAF_NO ? LEAF_NO : crossing };
      gaps.set([packedWord(GAP_STATE, state), 3], GAP * i);
    }
    return { rows, near: Uint32Array.from(near), gaps };
  }

  async function run(
    count: number,
    room: { contacts: number; open: number; near: number },
    { rows, near, gaps }: ReturnType<typeof leavesOf>,
    workgroupSize = 64,
  ) {
    const stage = await CornerStage.make(gpu, await PrefixSum.make(gpu), COUNTERS, workgroupSize);
    const capacity = Math.max(1, count);
    const make = (label: string, words: number) => bufferOf(gpu, label, new Uint32Array(words).fill(0xabcdef));
    const buffers = {
      ...(sceneBuffers(gpu, scene) as Record<keyof ReturnType<typeof sceneBuffers>, GPUBuffer>),
      counters: leafCounters(gpu, count),
      rows: bufferOf(gpu, 'rows', rows),
      near: bufferOf(gpu, 'near', near.length > 0 ? near : new Uint32Array(4)),
      gaps: bufferOf(gpu, 'gaps', gaps),
      corners: make('corners', 3 * CORNER * capacity),
      ...emptyCells(gpu, 500, 20_000),
      results: make('results', RESULT * capacity),
      resultStarts: make('result starts', RESULT_SUMS * capacity),
      contacts: make('contacts', RESULT * room.contacts),
      undecidedRows: make('open rows', ROW * room.open),
      undecidedNear: make('open near', room.near),
    } as Record<CornerBuffer, GPUBuffer>;
    const prepared = stage.prepare('spec', buffers, capacity);
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    prepared.encode(pass, count);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    const [contacts, open, undecidedNear] = await readWords(gpu, buffers.counters, 3, COUNTERS.contacts);
    const answer = {
      totals: { contacts, open, near: undecidedNear },
      results: await readWords(gpu, buffers.results, RESULT * count),
      contacts: await readWords(gpu, buffers.contacts, RESULT * Math.min(contacts, room.contacts)),
      undecidedRows: await readWords(gpu, buffers.undecidedRows, ROW * Math.min(open, room.open)),
      undecidedNear: await readWords(gpu, buffers.undecidedNear, Math.min(undecidedNear, room.near)),
    };
    prepared.destroy();
    for (const buffer of Object.values(buffers)) buffer.destroy();
    return answer;
  }

  /** What the lists must contain according to the results alone. */
  function filtered(count: number, { rows, near }: ReturnType<typeof leavesOf>, results: Uint32Array) {
    const contacts: number[] = [];
    const undecidedRows: number[] = [];
    const undecidedNear: number[] = [];
    for (let i = 0; i < count; i++) {
      const kind = kindOf(results[RESULT * i + RESULT_AT.state]);
      if (kind < KIND_DROPPED) contacts.push(...results.subarray(RESULT * i, RESULT * (i + 1)));
      if (kind !== KIND_UNDECIDED) continue;
      const [owner, state, path, start, entries] = rows.subarray(ROW * i, ROW * (i + 1));
      undecidedRows.push(owner, state, path, undecidedNear.length, entries);
      undecidedNear.push(...near.subarray(start, start + entries));
    }
    return { contacts, undecidedRows, undecidedNear };
  }

  const ample = { contacts: 2000, open: 2000, near: 8000 };

  test.each([0, 1, 64, 65, 300, 1001])(
    '%d leaves: the lists hold what a filter of the results does, in order',
    async (count) => {
      const leaves = leavesOf(count);
      const answer = await run(count, ample, leaves);
      const { contacts, undecidedRows, undecidedNear } = filtered(count, leaves, answer.results);
      expect([...answer.contacts]).toEqual(contacts);
      expect([...answer.undecidedRows]).toEqual(undecidedRows);
      expect([...answer.undecidedNear]).toEqual(undecidedNear);
      expect(answer.totals).toEqual({
        contacts: contacts.length / RESULT,
        open: undecidedRows.length / ROW,
        near: undecidedNear.length,
      });
      if (count >= 300)
        for (const list of [contacts, undecidedRows, undecidedNear]) expect(list.length).toBeGreaterThan(count / 8);
    },
  );

  const leaves = leavesOf(300);
  let whole: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    whole = await run(300, ample, leaves);
  });

  test('too little room: true totals, and the lists as far as they go', async () => {
    for (const room of [
      { contacts: 2, open: 4, near: 8 },
      { contacts: 8, open: 12, near: 12 },
    ]) {
      const part = await run(300, room, leaves);
      expect(part.totals).toEqual(whole.totals);
      expect(part.contacts).toEqual(whole.contacts.subarray(0, RESULT * room.contacts));
      expect(part.undecidedRows).toEqual(whole.undecidedRows.subarray(0, ROW * room.open));
      expect(part.undecidedNear).toEqual(whole.undecidedNear.subarray(0, room.near));
    }
  });

  // Kernels of another size take seconds to compile; gpu-determinism.spec.ts runs the whole pipeline in one.
  const otherSizes = [32, 128].slice(0, longRun(2, 0));
  test(`the same bytes in every run, in workgroups of ${[64, ...otherSizes].join(', ')} threads`, async () => {
    const sizes = [...Array(longRun(18, 3)).fill(64), ...otherSizes];
    for (const size of sizes) expect(await run(300, ample, leaves, size)).toEqual(whole);
  });
});
