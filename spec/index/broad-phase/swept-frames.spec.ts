// Boxes of vertices, edges and faces of a deforming mesh over one step, against published counts of the pairs that
// overlap and share no vertex (the counts: README.md of that data set, by a plain sorted sweep).

import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { createBroadPhase } from '#kerf';
import { readMesh } from '#kerf/io';
import { longRun, partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';

const ALL = ['grid', 'octree', 'kd-tree', 'bsp', 'sweep', 'bvh', 'lbvh', 'hybrid'] as const;
/** The method that `auto` uses for this many boxes; with KERF_LONG=1 two other methods as well. */
const LARGE = (['hybrid', 'grid', 'lbvh'] as const).slice(0, longRun(3, 1));
const SCENES = [
  { scene: 'cloth-funnel', methods: partOf(ALL, 4, 0), vertexFace: 7_319, edgeEdge: 33_770 },
  // 21 million pairs in all, most of them between neighbours.
  { scene: 'armadillo-rollers', methods: LARGE, vertexFace: 2_031_902, edgeEdge: 5_068_080 },
] as const;

for (const { scene, methods, vertexFace, edgeEdge } of SCENES.slice(0, longRun(2, 1)))
  testWithData(
    [`ccd/frames/${scene}-0.ply`, `ccd/frames/${scene}-1.ply`],
    'the pairs of swept boxes',
    async (...paths) => {
      const [before, after] = paths.map((path) => readMesh(readFileSync(path), 'ply'));
      const { faces } = before;
      const vertices = before.positions.length / 3;
      const edges = edgesOf(faces);
      // The vertices of each body: one, two or three.
      const bodies = [
        ...Array.from({ length: vertices }, (_, vertex) => [vertex]),
        ...edges,
        ...Array.from({ length: faces.length / 3 }, (_, face) => [...faces.subarray(3 * face, 3 * face + 3)]),
      ];
      const boxes = Float64Array.from({ length: 6 * bodies.length }, (_, at) => {
        const [body, k] = [bodies[Math.floor(at / 6)], at % 6];
        const ends = body.flatMap((v) => [before.positions[3 * v + (k % 3)], after.positions[3 * v + (k % 3)]]);
        return k < 3 ? Math.min(...ends) : Math.max(...ends);
      });
      const [first, ...others] = methods;
      const pairs = (await createBroadPhase({ boxes, method: first })).pairsSync();
      const counts = pairsThatShareNoVertex(pairs, bodies);
      expect(counts).toEqual({ vertexFace, edgeEdge });
      for (const method of others) {
        const found = (await createBroadPhase({ boxes, method })).pairsSync();
        expect([method, Buffer.compare(bytesOf(found), bytesOf(pairs))]).toEqual([method, 0]);
      }
    },
  );

/** For a vertex and a face, and for two edges. */
function pairsThatShareNoVertex(pairs: Uint32Array, bodies: readonly number[][]) {
  const sizes = Uint8Array.from(bodies, ({ length }) => length);
  const corners = Int32Array.from({ length: 3 * bodies.length }, (_, at) => bodies[Math.floor(at / 3)][at % 3] ?? -1);
  const counts = { vertexFace: 0, edgeEdge: 0 };
  for (let at = 0; at < pairs.length; at += 2) {
    const [a, b] = [pairs[at], pairs[at + 1]];
    const [m, n] = [sizes[a], sizes[b]];
    const isVertexFace = m === 1 && n === 3;
    if (!isVertexFace && !(m === 2 && n === 2)) continue;
    let shares = false;
    for (let j = 0; j < m; j++)
      for (let k = 0; k < n; k++) if (corners[3 * a + j] === corners[3 * b + k]) shares = true;
    if (!shares) counts[isVertexFace ? 'vertexFace' : 'edgeEdge']++;
  }
  return counts;
}

/** The edges of the faces, each once. */
function edgesOf(faces: Uint32Array): number[][] {
  const edges = new Map<string, number[]>();
  for (let corner = 0; corner < faces.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const edge = [Math.min(faces[corner], faces[next]), Math.max(faces[corner], faces[next])];
    edges.set(edge.join(), edge);
  }
  return [...edges.values()];
}

const bytesOf = (pairs: Uint32Array) => new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength);
