// Samples and the surface that they represent: every point of it is within the spacing of a sample. More exactly,
// samples cut each face into triangles without an edge beyond the spacing, so that every point is within spacing/√3 of
// one: such a triangle lies in a disc of that radius (Jung's theorem), and each of its points is as near to some corner
// as the disc's centre is.

import { expect, test } from '@jest/globals';
import { samplePoints } from '#haptics/sample-points.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { IDENTITY, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { box, sphere, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 62;

/** n × n squares of side 1, each of two faces. */
function plate(n: number): Shape {
  const positions = Array.from({ length: (n + 1) ** 2 }, (_, v) => [v % (n + 1), Math.floor(v / (n + 1)), 0]).flat();
  const faces = Array.from({ length: n * n }, (_, square) => {
    const v = (square % n) + (n + 1) * Math.floor(square / n);
    return [v, v + 1, v + n + 2, v, v + n + 2, v + n + 1];
  }).flat();
  return { positions, faces };
}

/** Of edges of one length. */
function tetrahedron(edge: number): Shape {
  const h = edge / Math.sqrt(8);
  return { positions: [h, h, h, h, -h, -h, -h, h, -h, -h, -h, h], faces: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] };
}

test.each([
  ['a box of long edges', box(5, 3, 0.5), 0.7],
  ['a ball', sphere(3, 1), longRun(0.1, 0.2)],
  ['a ball of edges shorter than the spacing', sphere(3, 1), 2],
  ['a torus', torus(12, 9, 2, 0.5), longRun(0.3, 0.45)],
  ['a plate of squares with longer diagonals', plate(6), 1.2],
  ['a torus of faces some of which have one long edge', torus(12, 9, 2, 0.5), 0.6],
  ['a tetrahedron of six edges that are all too long', tetrahedron(1.9), 1],
  ['slivers and small faces', tetrahedra(mulberry32(SEED), 40, 1, 0, 2), 0.4],
] as const)(
  `%s: every point is within spacing/√3 of a sample, and no sample is there twice (seed ${SEED})`,
  (_, shape, spacing) => {
    const random = mulberry32(SEED);
    const tool = toolOf(shape, IDENTITY, 10);
    const { points, areas, count, blocks, groups, radius } = samplePoints(tool, spacing);
    const A = tool.ownPositions();
    const keys = new Set(Array.from({ length: count }, (_, i) => points.subarray(3 * i, 3 * i + 3).join()));
    const vertices = new Set(Array.from({ length: tool.vertexCount }, (_, v) => A.subarray(3 * v, 3 * v + 3).join()));
    expect(keys.size).toBeGreaterThanOrEqual(count - (tool.vertexCount - vertices.size));
    expect([...vertices].filter((vertex) => !keys.has(vertex))).toEqual([]);
    let farthest = 0;
    for (let i = 0; i < longRun(300, 100); i++) {
      const f = 3 * Math.floor(random() * tool.faceCount);
      const [s, t] = [random(), random()].sort();
      const p = [0, 1, 2].map(
        (k) =>
          s * A[3 * tool.faces[f] + k] +
          (t - s) * A[3 * tool.faces[f + 1] + k] +
          (1 - t) * A[3 * tool.faces[f + 2] + k],
      );
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < points.length; j += 3)
        nearest = Math.min(nearest, Math.hypot(points[j] - p[0], points[j + 1] - p[1], points[j + 2] - p[2]));
      farthest = Math.max(farthest, nearest);
    }
    expect(farthest).toBeLessThanOrEqual((spacing / Math.sqrt(3)) * (1 + 1e-12));
    // The samples share out the surface: the shares' area vectors sum to the faces'.
    const left = new Float64Array(3);
    let scale = 0;
    for (let f = 0; f < 3 * tool.faceCount; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => A.subarray(3 * tool.faces[f + k], 3 * tool.faces[f + k] + 3));
      for (let k = 0; k < 3; k++) {
        const [u, v] = [(k + 1) % 3, (k + 2) % 3];
        const area = ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u])) / 2;
        left[k] += area;
        scale += Math.abs(area);
      }
    }
    for (let i = 0; i < areas.length; i++) left[i % 3] -= areas[i];
    expect(Math.hypot(...left)).toBeLessThan(1e-12 * scale);
    expect(areas).toHaveLength(3 * count);
    for (const { size, spheres, count: runs } of [blocks, groups]) {
      expect(runs).toBe(Math.ceil(count / size));
      let beyond = 0;
      for (let j = 0; j < count; j++) {
        const [x, y, z, r] = spheres.subarray(4 * Math.floor(j / size));
        const [a, b, c] = points.subarray(3 * j, 3 * j + 3);
        if (!(Math.hypot(a - x, b - y, c - z) <= r && Math.hypot(a, b, c) <= radius)) beyond++;
      }
      expect(beyond).toBe(0);
    }
  },
);

test('a box’s faces: what the samples on them have, seen from each side, is the box’s side', () => {
  const { areas } = samplePoints(toolOf(box(5, 3, 0.5), IDENTITY, 10), 0.7);
  const sides = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < areas.length; i++) sides[2 * (i % 3) + Number(areas[i] > 0)] += Math.abs(areas[i]);
  // Samples on edges have a share of both faces, so that no share hides another.
  for (const [i, side] of [1.5, 1.5, 2.5, 2.5, 15, 15].entries()) expect(sides[i]).toBeCloseTo(side, 12);
});

test('a face of which one edge is longer than the spacing gets a sample in the middle of that, and shares itself out', () => {
  const n = 6;
  const { count, points, areas } = samplePoints(toolOf(plate(n), IDENTITY, 10), 1.2);
  expect(count).toBe((n + 1) ** 2 + n * n);
  for (let i = 0; i < count; i++) {
    const [x, y] = points.subarray(3 * i);
    if (x === 0 || y === 0 || x === n || y === n) continue;
    // A third of each of the four halves of two faces that meet at a midpoint; likewise of a corner's eight halves.
    expect(areas[3 * i + 2]).toBeCloseTo(Number.isInteger(x) ? (8 * 0.25) / 3 : (4 * 0.25) / 3, 12);
  }
});
