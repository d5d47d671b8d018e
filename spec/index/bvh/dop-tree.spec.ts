// k-DOPs of moving triangles: they contain all corners at both times; which are apart.

import { describe, expect, test } from '@jest/globals';
import { buildMedianTree, type DopAxes, DopTree } from '#bvh';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2111;
const TRIANGLES = 70;
const VERTICES = 60;
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1], [1, -1, 0], [1, 0, -1], [0, 1, -1]]; // biome-ignore format: a table

describe.each([
  [6, 3],
  [18, 9],
] as const)('a tree of %d-DOPs', (_, axes: DopAxes) => {
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
        [start, end].flatMap((at) => vertices.map((v) => Math.fround(along(at, v, k))));
      const dopOf = (vertices: readonly number[]) => [
        ...Array.from({ length: axes }, (_, k) => Math.min(...valuesOf(vertices, k))),
        ...Array.from({ length: axes }, (_, k) => Math.max(...valuesOf(vertices, k))),
      ];
      for (let v = 0; v < VERTICES; v++)
        expect([...dops.vertices.subarray(2 * axes * v, 2 * axes * (v + 1))]).toEqual(dopOf([v]));
      const below = (node: number): number[] => {
        if (node < dops.inner) return [...below(tree.children[2 * node]), ...below(tree.children[2 * node + 1])];
        const item = tree.order[node - dops.inner];
        return [...corners.subarray(3 * item, 3 * item + 3)];
      };
      const nodes = Array.from({ length: dops.inner + TRIANGLES }, (_, node) => dopOf(below(node)));
      for (const [node, dop] of nodes.entries())
        expect([...dops.nodes.subarray(2 * axes * node, 2 * axes * (node + 1))]).toEqual(dop);
      for (let a = 0; a < nodes.length; a++)
        for (let b = 0; b < nodes.length; b++) {
          const isGap = (k: number) => nodes[a][k] > nodes[b][axes + k] || nodes[b][k] > nodes[a][axes + k];
          const isApart = AXES.slice(0, axes).some((_, k) => isGap(k));
          if (dops.areApart(a, b) !== isApart) throw new Error(`nodes ${a} and ${b}: apart is ${!isApart}`);
          asked++;
          if (isApart) apart++;
        }
    }
    expect(apart / asked).toBeGreaterThan(0.01);
    expect(apart / asked).toBeLessThan(0.9);
  });
});

/** A sum or difference of two coordinates, rounded as in f64. */
function along(at: Float64Array, vertex: number, k: number): number {
  return AXES[k].reduce((sum, factor, i) => (factor === 0 ? sum : sum + factor * at[3 * vertex + i]), 0);
}
