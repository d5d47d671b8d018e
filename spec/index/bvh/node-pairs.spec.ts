// NodePairs: pairs come back complete, least bound first, up to the limit, for any number of them.

import { expect, test } from '@jest/globals';
import { NodePairs } from '#bvh/node-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 45;

const PAIRS = longRun(3000, 600);
test(`${PAIRS} pairs, pushed and taken in turns, come in the order of their bounds (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const pairs = new NodePairs();
  let held: number[][] = [];
  let taken = 0;
  for (let i = 0; i < PAIRS; i++) {
    const node = () => Math.floor(2 ** 28 * random());
    const pair = [Math.floor(10 * random()), node(), Math.floor(10 * random()), node(), Math.floor(500 * random())];
    pairs.push(pair[0], pair[1], pair[2], pair[3], pair[4]);
    held.push(pair);
    if (i % 3 !== 0) continue;
    const least = Math.min(...held.map((other) => other[4]));
    expect(pairs.take(least - 0.5)).toBe(false);
    expect(pairs.take(least)).toBe(true);
    const found = [pairs.boneLevel, pairs.boneNode, pairs.toolLevel, pairs.toolNode, least];
    expect(held.filter((other) => other.join() === found.join())).toHaveLength(1);
    held = held.filter((other) => other.join() !== found.join());
    taken++;
  }
  expect(pairs.count).toBe(held.length);
  expect([taken, held.length]).toEqual([PAIRS / 3, (2 * PAIRS) / 3]);
  const rest: number[][] = [];
  while (pairs.take(Number.POSITIVE_INFINITY))
    rest.push([pairs.boneLevel, pairs.boneNode, pairs.toolLevel, pairs.toolNode]);
  const inOrder = held.map((other) => other[4]).sort((a, b) => a - b);
  const boundOf = new Map(held.map((other) => [other.slice(0, 4).join(), other[4]]));
  expect(rest.map((pair) => boundOf.get(pair.join()))).toEqual(inOrder);
});

const MORE = 3000;
test(`${MORE} pairs, held at once, come back whole, least bound first (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const pairs = new NodePairs();
  const held = Array.from({ length: MORE }, (_, i) => [i % 10, i, (i + 3) % 10, MORE + i, random()]);
  for (const [boneLevel, boneNode, toolLevel, toolNode, bound] of held)
    pairs.push(boneLevel, boneNode, toolLevel, toolNode, bound);
  expect(pairs.count).toBe(MORE);
  const taken = held.map(() => {
    const { least: bound } = pairs;
    expect(pairs.take(bound)).toBe(true);
    return [pairs.boneLevel, pairs.boneNode, pairs.toolLevel, pairs.toolNode, bound];
  });
  expect(taken).toEqual(held.sort((a, b) => a[4] - b[4]));
  expect(pairs.take(Number.POSITIVE_INFINITY)).toBe(false);
});
