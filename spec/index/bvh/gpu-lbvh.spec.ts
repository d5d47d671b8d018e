// The GPU's tree of Morton codes against its definition: codes ascending, each node's range split where the highest bit
// not common to all of it changes, boxes the unions of their items, each item in one place.

import { describe, expect, test } from '@jest/globals';
import { GpuLbvh } from '#bvh';
import { mulberry32 } from '#core';
import { PrefixSum, RadixSort } from '#gpu';
import { CODE_CHILD, CODE_END, CODE_NODE, partOf, wordOffsets, wordsOf } from '#records';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const sort = await RadixSort.make(gpu, await PrefixSum.make(gpu));
const SEED = 2_012;
const AT = wordOffsets(CODE_NODE);

interface Tree {
  readonly order: Uint32Array;
  readonly nodes: Uint32Array;
}

async function treeOf(boxes: Uint32Array, workgroupSize = 64): Promise<Tree> {
  const count = boxes.length / 6;
  const lbvh = await GpuLbvh.make(gpu, sort, workgroupSize);
  const given = bufferOf(gpu, 'boxes', boxes);
  const prepared = lbvh.prepare('spec', given, count);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  prepared.encode(pass);
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const order = await readWords(gpu, prepared.buffers.order, count);
  const nodes = await readWords(gpu, prepared.buffers.codeNodes, wordsOf(CODE_NODE) * (count - 1));
  for (const used of [prepared, given]) used.destroy();
  return { order, nodes };
}

/** Ten bits per axis in turn, z's highest, of the cell of the box's centre: written out bit by bit. */
function codeOf(boxes: Float32Array, item: number): number {
  let code = 0;
  for (let k = 0; k < 3; k++) {
    const middle = Math.fround(Math.fround(boxes[6 * item + k] + boxes[6 * item + 3 + k]) / 2);
    const cell = Math.min(1023, Math.floor(middle * 1024));
    for (let bit = 0; bit < 10; bit++) code += ((cell >> bit) & 1) * 2 ** (3 * bit + k);
  }
  return code;
}

/** Whether the box at `at` of `found` is the union of the items' boxes. */
function isUnion(found: Uint32Array, at: number, boxes: Uint32Array, items: Uint32Array): boolean {
  for (let k = 0; k < 6; k++) {
    const words = Array.from(items, (item) => boxes[6 * item + k]);
    const wanted = words.reduce((a, b) => (k < 3 ? Math.min(a, b) : Math.max(a, b)));
    if (found[at + k] !== wanted) return false;
  }
  return true;
}

function check(boxes: Float32Array, { order, nodes }: Tree): number {
  const count = order.length;
  const words = new Uint32Array(boxes.buffer);
  const codes = Array.from(order, (item) => codeOf(boxes, item));
  for (let place = 1; place < count; place++) {
    const isOrdered =
      codes[place - 1] < codes[place] || (codes[place - 1] === codes[place] && order[place - 1] < order[place]);
    if (!isOrdered) throw new Error(`place ${place} is out of order`);
  }
  expect(new Set(order).size).toBe(count);
  const seen = new Set<number>();
  let deepest = 0;
  const visit = (node: number, first: number, last: number, depth: number): void => {
    if (seen.has(node)) throw new Error(`node ${node} has two parents`);
    seen.add(node);
    deepest = Math.max(deepest, depth);
    const at = wordsOf(CODE_NODE) * node;
    const child = nodes[at + AT.first];
    const end = nodes[at + AT.end];
    const split = partOf(child, CODE_CHILD.place);
    if (partOf(end, CODE_END.place) !== last) throw new Error(`node ${node} ends elsewhere than at ${last}`);
    if ((partOf(end, CODE_END.isSecond) === 1) !== (node === first))
      throw new Error(`node ${node} is the other child of its parent`);
    if (!(first <= split && split < last)) throw new Error(`node ${node} parts outside its range`);
    if ((partOf(child, CODE_CHILD.isBox) === 1) !== (split === first))
      throw new Error(`node ${node} takes its first child for what it is not`);
    // The highest bit that differs, in the codes or, if they are equal, in the places.
    const key = (place: number) => (codes[first] === codes[last] ? place : codes[place]);
    const bit = 31 - Math.clz32(key(first) ^ key(last));
    if (((key(split) >> bit) & 1) !== 0 || ((key(split + 1) >> bit) & 1) !== 1)
      throw new Error(`node ${node} parts at ${split}, where no highest bit changes`);
    if (!isUnion(nodes, at + AT.lowX, words, order.subarray(first, last + 1)))
      throw new Error(`node ${node} has another box than its items`);
    if (split > first) visit(split, first, split, depth + 1);
    if (split + 1 < last) visit(split + 1, split + 1, last, depth + 1);
  };
  if (count > 1) visit(0, 0, count - 1, 1);
  expect(seen.size).toBe(Math.max(0, count - 1));
  return deepest;
}

const random = mulberry32(SEED);
const KINDS: Readonly<Record<string, (i: number) => readonly number[]>> = {
  uniform: () => [random(), random(), random()],
  clustered: (i) => [0, 1, 2].map((k) => 0.1 * ((i * (k + 3)) % 9) + 1e-3 * random()),
  'on a plane': () => [random(), 0.5, random()],
  'all at one place': () => [0.3, 0.3, 0.3],
  'on a line': (i) => [(i % 997) / 1000, 0, 0],
};

describe.each(Object.entries(KINDS))(`boxes %s (seed ${SEED})`, (kind, place) => {
  const turn = Object.keys(KINDS).indexOf(kind);
  /** All with KERF_LONG=1, else every other one, by turns of the kinds. */
  const inTurn = (given: readonly number[]) => given.filter((_, n) => longRun(0, (n + turn) % 2) === 0);

  const ofThem = (counts: readonly number[]) =>
    test.each(counts)('%i of them', async (count) => {
      const boxes = new Float32Array(6 * count);
      for (let i = 0; i < count; i++)
        place(i).forEach((x, k) => {
          const extent = 0.02 * random();
          boxes[6 * i + k] = Math.max(0, x - extent);
          boxes[6 * i + 3 + k] = kind === 'all at one place' ? x : Math.min(1, x + extent);
        });
      if (kind === 'all at one place') boxes.fill(Math.fround(0.3));
      const tree = await treeOf(new Uint32Array(boxes.buffer));
      const deepest = check(boxes, tree);
      // Equal codes are halved by place: no tree is deeper than its bits.
      if (kind === 'all at one place') expect(deepest).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(count)));
      if (count < 100)
        for (const size of inTurn([1, 32])) expect(await treeOf(new Uint32Array(boxes.buffer), size)).toEqual(tree);
    });
  // A count a kind.
  ofThem([[1, 2, 3, 9, 65][turn]]);
  inDeep(() => ofThem([...inTurn([1, 2, 3, 9]), 65, 700]));
});
