// Cluster trees: every face once, every box around everything below it, one root, including after faces are appended.

import { describe, expect, test } from '@jest/globals';
import { buildBvh, editBvh } from '#bvh';
import { BRANCHING, type Bvh } from '#records';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';

const SEED = 52;

/** Faces with their own corners. */
function soup(random: () => number, count: number, scale: number, offset: number): Float64Array {
  const centres = Array.from({ length: count }, () => coordinates(random, 3, scale, offset));
  return Float64Array.from(centres.flatMap((c) => coordinates(random, 9, 0.05 * scale, 0).map((x, i) => x + c[i % 3])));
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  positions.forEach((x, i) => {
    bounds[i % 3] = Math.min(bounds[i % 3], x);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], x);
  });
  return bounds;
}

function check(tree: Bvh, positions: Float64Array, count: number): void {
  expect(tree.count).toBe(count);
  // Sorted, the numbers are 0, 1, 2, …
  expect(
    tree.order
      .slice(0, count)
      .sort()
      .findIndex((face, place) => face !== place),
  ).toBe(-1);
  expect(tree.sizes.length).toBe(tree.levels.length);
  expect(tree.sizes[tree.sizes.length - 1]).toBe(1);
  let below = count;
  tree.sizes.forEach((size, level) => {
    expect(size).toBe(Math.ceil(below / BRANCHING));
    const boxes = tree.levels[level];
    for (let i = 0; i < below; i++) {
      const o = 6 * Math.floor(i / BRANCHING);
      for (let k = 0; k < 3; k++) {
        const f = 9 * tree.order[i] + k;
        const inner =
          level === 0
            ? [
                Math.min(positions[f], positions[f + 3], positions[f + 6]),
                Math.max(positions[f], positions[f + 3], positions[f + 6]),
              ]
            : [tree.levels[level - 1][6 * i + k], tree.levels[level - 1][6 * i + 3 + k]];
        if (!(boxes[o + k] <= inner[0] && boxes[o + 3 + k] >= inner[1]))
          throw new Error(
            `node ${Math.floor(i / BRANCHING)} of level ${level} does not hold ${level === 0 ? 'face' : 'node'} ${i}`,
          );
      }
    }
    below = size;
  });
}

/** Mean of the longest sides of the leaf groups' boxes. */
function meanSide(tree: Bvh): number {
  let sum = 0;
  for (let node = 0; node < tree.sizes[0]; node++) {
    const box = tree.levels[0].subarray(6 * node, 6 * node + 6);
    sum += Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  }
  return sum / tree.sizes[0];
}

describe('buildBvh', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(`holds every face once, in boxes, at scale %d, offset %d, whatever the count (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    for (const count of [1, 2, 7, 8, 9, 63, 64, 65, 511, 513, 1000]) {
      const positions = soup(random, count, scale, offset);
      const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i);
      check(buildBvh(positions, faces, count, boundsOf(positions)), positions, count);
    }
  });

  test(`keeps neighbours together: groups of 8 of 4,096 faces in a cube are a fraction of it (seed ${SEED})`, () => {
    const positions = soup(mulberry32(SEED), 4096, 1, 0);
    const faces = Uint32Array.from({ length: 3 * 4096 }, (_, i) => i);
    expect(meanSide(buildBvh(positions, faces, 4096, boundsOf(positions)))).toBeLessThan(0.7);
  });

  test('takes faces in one plane, on one line and in one point', () => {
    for (const keep of [2, 1, 0]) {
      const positions = soup(mulberry32(SEED), 70, 1, 0).map((x, i) => (i % 3 < keep ? x : 0.3));
      const faces = Uint32Array.from({ length: 210 }, (_, i) => i);
      check(buildBvh(positions, faces, 70, boundsOf(positions)), positions, 70);
    }
  });
});

describe('editBvh', () => {
  test(`keeps every face once, in boxes, through many appends from any count (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (const start of [1, 8, 65, 500])
      for (const flat of [false, true]) {
        const all = soup(random, start + 700, 1, 0);
        // A body at x = 0: its boxes contain zeros, like fresh memory.
        if (flat) for (let i = 0; i < all.length; i += 3) all[i] = 0;
        const faces = Uint32Array.from({ length: all.length / 3 }, (_, i) => i);
        const tree = buildBvh(all, faces, start, boundsOf(all));
        let count = start;
        while (count < start + longRun(650, 200)) {
          const more = Math.floor(1 + random() ** 3 * 50);
          editBvh(tree, all, faces, null, [], count, more);
          count += more;
          check(tree, all, count);
        }
        editBvh(tree, all, faces, null, [], count, 0);
        check(tree, all, count);
      }
  });

  test(`boxes hold the faces that are left, and nothing else, through many removals (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const met = { empty: 0, partly: 0 };
    for (const start of [1, 9, 300]) {
      const all = soup(random, start + 700, 1, 0);
      const faces = Uint32Array.from({ length: all.length / 3 }, (_, i) => i);
      const retired = new Uint8Array(start + 700);
      const tree = buildBvh(all, faces, start, boundsOf(all));
      let count = start;
      while (count < start + longRun(600, 200)) {
        const more = Math.floor(random() ** 2 * 40);
        // Neighbours are removed together, as in a cut.
        const at = Math.floor(random() * count);
        const places = Array.from({ length: Math.floor(30 * random()) }, (_, i) => at + i).filter(
          (place) => place < count && retired[tree.order[place]] === 0,
        );
        for (const place of places) retired[tree.order[place]] = 1;
        editBvh(tree, all, faces, retired, places, count, more);
        count += more;
        expect(tree.count).toBe(count);
        for (let node = 0; node < tree.sizes[0]; node++) {
          const group = [...tree.order.subarray(8 * node, Math.min(count, 8 * node + 8))];
          const left = group.filter((face) => retired[face] === 0);
          const box = [...tree.levels[0].subarray(6 * node, 6 * node + 6)];
          if (left.length === 0) {
            met.empty++;
            if (![0, 1, 2].every((k) => box[k] > box[3 + k])) throw new Error(`node ${node} holds no face, but ${box}`);
            continue;
          }
          if (left.length < group.length) met.partly++;
          const corners = left.flatMap((face) => [...all.subarray(9 * face, 9 * face + 9)]);
          for (let k = 0; k < 3; k++) {
            const along = corners.filter((_, i) => i % 3 === k);
            const [low, high] = [Math.min(...along), Math.max(...along)];
            const step = (x: number) => 2 ** -22 * Math.abs(x) + 1e-44;
            if (!(box[k] <= low && box[k] >= low - step(low)))
              throw new Error(`node ${node} begins at ${box[k]}, its faces at ${low}`);
            if (!(box[3 + k] >= high && box[3 + k] <= high + step(high)))
              throw new Error(`node ${node} ends at ${box[3 + k]}, its faces at ${high}`);
          }
        }
        for (let level = 1; level < tree.levels.length; level++)
          for (let node = 0; node < tree.sizes[level]; node++)
            for (let k = 0; k < 6; k++) {
              const size = Math.min(8, tree.sizes[level - 1] - 8 * node);
              const below = Array.from({ length: size }, (_, i) => tree.levels[level - 1][6 * (8 * node + i) + k]);
              const union = k < 3 ? Math.min(...below) : Math.max(...below);
              if (tree.levels[level][6 * node + k] !== union) throw new Error(`level ${level}, node ${node}`);
            }
      }
    }
    expect(Math.min(met.empty, met.partly)).toBeGreaterThan(longRun(500, 100));
  });
});
