// k-DOPs of moving triangles: they contain all corners at both times; which are apart, and that these never meet.

import { describe, expect, test } from '@jest/globals';
import { buildMedianTree, type DopAxes, DopTree } from '#bvh';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 2111;
const TRIANGLES = 70;
const VERTICES = 60;
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [1, -1, 0], [1, 0, -1], [0, 1, -1]]; // biome-ignore format: a table

function aTree(axes: DopAxes): void {
  test(`holds what its triangles sweep, and no more, step after step, seed ${SEED}`, () => {
    const random = mulberry32(SEED);
    // Each triangle in one of ten clusters, so that some are far from others.
    const corners = Uint32Array.from(
      { length: 3 * TRIANGLES },
      (_, i) => 6 * (Math.floor(i / 3) % 10) + Math.floor(6 * random()),
    );
    const clusters = Float64Array.from({ length: VERTICES / 2 }, () => 4 * signed(random));
    const tree = buildMedianTree(Float64Array.from({ length: 3 * TRIANGLES }, () => signed(random)));
    const dops = new DopTree(tree, corners, VERTICES, axes);
    let apart = 0;
    let asked = 0;
    for (const [scale, offset] of [
      [1, 0],
      [1e-3, 0],
      [1e3, 1e5],
    ]) {
      const place = () =>
        Float64Array.from(
          { length: 3 * VERTICES },
          (_, i) => scale * (clusters[3 * Math.floor(i / 18) + (i % 3)] + signed(random)) + offset,
        );
      const [start, end] = [place(), place()];
      dops.fit(start, end);
      const valuesOf = (vertices: readonly number[], k: number) =>
        vertices.map((v) => Math.fround(along(k < axes ? start : end, v, k % axes)));
      const dopOf = (vertices: readonly number[]) => [
        ...Array.from({ length: 2 * axes }, (_, k) => Math.min(...valuesOf(vertices, k))),
        ...Array.from({ length: 2 * axes }, (_, k) => Math.max(...valuesOf(vertices, k))),
      ];
      for (let v = 0; v < VERTICES; v++) {
        const values = [...dops.vertices.subarray(2 * axes * v, 2 * axes * (v + 1))];
        expect([...values, ...values]).toEqual(dopOf([v]));
      }
      const below = (node: number): number[] => {
        if (node < dops.inner) return [...below(tree.children[2 * node]), ...below(tree.children[2 * node + 1])];
        const item = tree.order[node - dops.inner];
        return [...corners.subarray(3 * item, 3 * item + 3)];
      };
      const nodes = Array.from({ length: dops.inner + TRIANGLES }, (_, node) => dopOf(below(node)));
      for (const [node, dop] of nodes.entries())
        expect([...dops.nodes.subarray(4 * axes * node, 4 * axes * (node + 1))]).toEqual(dop);
      const areApart = (one: readonly number[], other: readonly number[]) =>
        AXES.slice(0, axes).some((_, k) =>
          [[one, other], [other, one]].some(([above, below]) =>
            [k, axes + k].every((at) => above[at] > below[2 * axes + at]))); // biome-ignore format: a definition
      for (let a = 0; a < nodes.length; a++) {
        for (let v = 0; v < VERTICES; v++) expect(dops.isVertexApart(v, a)).toBe(areApart(dopOf([v]), nodes[a]));
        for (let b = 0; b < nodes.length; b++) {
          const isApart = areApart(nodes[a], nodes[b]);
          if (dops.areApart(a, b) !== isApart) throw new Error(`nodes ${a} and ${b}: apart is ${!isApart}`);
          asked++;
          if (isApart) apart++;
        }
      }
    }
    expect(apart / asked).toBeGreaterThan(0.01);
    expect(apart / asked).toBeLessThan(0.9);
  });

  test(`triangles that are apart stay so along one axis at every time, seed ${SEED + 1}`, () => {
    const random = mulberry32(SEED + 1);
    const count = 24;
    // Multiples of 2^-8 at times of 2^-6: all sums are exact, in f32 too.
    const part = (most: number) => Math.round(256 * most * signed(random)) / 256;
    const corners = Uint32Array.from({ length: 3 * count }, (_, i) => i);
    let apart = 0;
    let sweepsMeet = 0;
    for (let round = 0; round < longRun(60, 12); round++) {
      const centres = Float64Array.from({ length: 3 * count }, () => part(1));
      const start = Float64Array.from(
        { length: 9 * count },
        (_, i) => centres[3 * Math.floor(i / 9) + (i % 3)] + part(0.2),
      );
      const way = [part(2), part(2), part(2)];
      const end = start.map((x, i) => x + way[i % 3] + part(0.1));
      const dops = new DopTree(buildMedianTree(centres), corners, 3 * count, axes);
      dops.fit(start, end);
      const places = Array.from({ length: 65 }, (_, t) => start.map((x, i) => x + (t / 64) * (end[i] - x)));
      const valuesOf = (item: number, k: number) =>
        places.map((at) => [0, 1, 2].map((corner) => along(at, 3 * item + corner, k)));
      const isAbove = (one: readonly number[], other: readonly number[]) => Math.min(...one) > Math.max(...other);
      const { inner, tree } = dops;
      for (let p = 0; p < count; p++)
        for (let q = p + 1; q < count; q++) {
          if (!dops.areApart(inner + p, inner + q)) continue;
          apart++;
          const gaps = Array.from({ length: axes }, (_, k) => {
            const [a, b] = [valuesOf(tree.order[p], k), valuesOf(tree.order[q], k)];
            const isGap = places.every((_, t) => isAbove(a[t], b[t])) || places.every((_, t) => isAbove(b[t], a[t]));
            return { isGap, isSwept: isAbove(a.flat(), b.flat()) || isAbove(b.flat(), a.flat()) };
          });
          if (!gaps.some(({ isGap }) => isGap)) throw new Error(`triangles ${p} and ${q} of round ${round} may meet`);
          if (!gaps.some(({ isSwept }) => isSwept)) sweepsMeet++;
        }
    }
    console.log(`${apart} pairs are apart; what ${sweepsMeet} of them sweep is not`);
    expect(sweepsMeet / apart).toBeGreaterThan(0.1);
  });
}

describe('a tree of 6-DOPs', () => aTree(3));
inDeep(() => {
  describe('a tree of 18-DOPs', () => aTree(9));
});

/** A sum or difference of two coordinates, rounded as in f64. */
function along(at: Float64Array, vertex: number, k: number): number {
  return AXES[k].reduce((sum, factor, i) => (factor === 0 ? sum : sum + factor * at[3 * vertex + i]), 0);
}
