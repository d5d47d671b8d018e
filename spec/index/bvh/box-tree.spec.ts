// The leafless tree of boxes: what it contains, and what it contains after its boxes have moved.

import { expect, test } from '@jest/globals';
import { buildBoxTree, buildMortonTree, childBoxes, refitBoxTree } from '#bvh';
import { type BoxTree, FIRST_COUNT } from '#records';
import { boxKinds, boxSet } from '#harness/box-sets.ts';

const SEED = 1510;
const COUNTS = [1, 2, 3, 17, 1000];

/** The union of the boxes of items. */
function boxOf(boxes: Float32Array, items: Uint32Array): number[] {
  return [0, 1, 2, 3, 4, 5].map((k) =>
    items.reduce((x, item) => (k < 3 ? Math.min : Math.max)(x, boxes[6 * item + k]), k < 3 ? Infinity : -Infinity),
  );
}

/** Asserts that every node's box, found on the way down, is that of its items. @returns the depth. */
function walk(
  tree: BoxTree,
  boxes: Float32Array,
  node: number,
  start: number,
  count: number,
  box: Float32Array,
): number {
  // For a thousand nodes expect's own comparison takes seconds.
  const expected = boxOf(boxes, tree.order.subarray(start, start + count));
  if (expected.some((x, k) => x !== box[k])) throw new Error(`node ${node}: ${box}, its items' box is ${expected}`);
  if (count === 1) return 0;
  const first = tree.words[node] & FIRST_COUNT;
  if (!(first > 0 && first < count)) throw new Error(`node ${node} has ${first} of ${count} items in its first child`);
  const children = new Float32Array(12);
  childBoxes(tree, node, box, 0, children, 0);
  return (
    1 +
    Math.max(
      walk(tree, boxes, node + 1, start, first, children.subarray(0, 6)),
      walk(tree, boxes, node + first, start + first, count - first, children.subarray(6)),
    )
  );
}

const f32Boxes = (kind: string, count: number, seed: number) =>
  Float32Array.from(boxSet(kind, count, seed), (x) => Math.max(-(2 ** 100), Math.min(2 ** 100, x)));

const BUILDERS = { 'by surface area': buildBoxTree, 'by Morton codes': buildMortonTree };
const builders = Object.keys(BUILDERS) as (keyof typeof BUILDERS)[];
const cases = builders.flatMap((by) => Object.keys(boxKinds).map((kind) => [by, kind] as const));

test.each(cases)(`%s, of boxes that are %s: boxes of all nodes, and after a refit, seed ${SEED}`, (by, kind) => {
  for (const count of COUNTS) {
    const boxes = f32Boxes(kind, count, SEED);
    const tree = BUILDERS[by](boxes, count);
    expect([...tree.order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, item) => item));
    expect(tree.words.length).toBe(count - 1);
    // At most HALVED_FROM levels, then halves.
    expect(walk(tree, boxes, 0, 0, count, tree.root)).toBeLessThanOrEqual(48 + Math.ceil(Math.log2(count)));
    const moved = f32Boxes(kind, count, SEED + 1);
    refitBoxTree(tree, moved);
    walk(tree, moved, 0, 0, count, tree.root);
  }
});

test.each(builders)('%s it takes at most 40 bytes an item', (by) => {
  const tree = BUILDERS[by](f32Boxes('uniform', 5000, SEED), 5000);
  const bytes = tree.order.byteLength + tree.words.byteLength + tree.planes.byteLength + tree.root.byteLength;
  expect(bytes / 5000).toBeLessThanOrEqual(40);
});

test.each(builders)('%s there is no node of no boxes', (by) => {
  const tree = BUILDERS[by](new Float32Array(0), 0);
  expect([tree.order.length, tree.words.length]).toEqual([0, 0]);
});
