// Meshes ↔ polydata of vtk.js: shared, cut, skipped and refused as said.

import { describe, expect, test } from '@jest/globals';
import vtkCellArray from '@kitware/vtk.js/Common/Core/CellArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkConeSource from '@kitware/vtk.js/Filters/Sources/ConeSource.js';
import vtkCubeSource from '@kitware/vtk.js/Filters/Sources/CubeSource.js';
import { mulberry32 } from '#harness/random.ts';
import { MeshError } from '#kerf';
import { meshFromPolyData } from '#vtk';

const SEED = 50_001;

interface Cells {
  readonly verts?: number[];
  readonly lines?: number[];
  readonly polys?: number[];
  readonly strips?: number[];
}

function polyDataOf(points: Float32Array | Float64Array | Int32Array | number[], cells: Cells, components = 3) {
  const polyData = vtkPolyData.newInstance();
  polyData.getPoints().setData(points as Float32Array, components);
  polyData.getVerts().setData(Uint32Array.from(cells.verts ?? []));
  polyData.getLines().setData(Uint32Array.from(cells.lines ?? []));
  polyData.getPolys().setData(Uint32Array.from(cells.polys ?? []));
  polyData.getStrips().setData(Uint32Array.from(cells.strips ?? []));
  return polyData;
}

/** A flat grid of 4 × 3 points, numbered row by row. */
const grid = Float64Array.from({ length: 36 }, (_, i) => [Math.floor(i / 3) % 4, Math.floor(i / 12), 0][i % 3]);

describe('meshFromPolyData', () => {
  test('a view of a larger array stays that view', () => {
    const all = new Float32Array(100).fill(9);
    const view = all.subarray(10, 19);
    view.set([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const { mesh } = meshFromPolyData(polyDataOf(view, { polys: [3, 0, 1, 2] }));
    expect(mesh.positions).toBe(view);
  });

  test('cells of all kinds: faces name the cells of the cell data; verts and lines are counted', () => {
    const cells = {
      verts: [1, 0, 2, 1, 2],
      lines: [2, 0, 1],
      // A triangle, a quad, a concave pentagon.
      polys: [3, 0, 1, 4, 4, 1, 2, 6, 5, 5, 0, 3, 11, 5, 8],
      strips: [4, 2, 3, 6, 7],
    };
    const { mesh, cellOfFace, skipped } = meshFromPolyData(polyDataOf(grid, cells));
    expect(skipped).toEqual({ verts: 2, lines: 1 });
    expect([...cellOfFace]).toEqual([3, 4, 4, 5, 5, 5, 6, 6]);
    // Each cell's faces have the cell's area, and face upwards as the cell does.
    const areas = new Map<number, number>();
    for (let face = 0; face < cellOfFace.length; face++) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.faces[3 * face + k]);
      const twice =
        (grid[b] - grid[a]) * (grid[c + 1] - grid[a + 1]) - (grid[b + 1] - grid[a + 1]) * (grid[c] - grid[a]);
      areas.set(cellOfFace[face], (areas.get(cellOfFace[face]) ?? 0) + twice / 2);
    }
    expect([...areas]).toEqual([
      [3, 0.5],
      [4, 1],
      [5, 4.5],
      [6, 1],
    ]);
  });

  test(`random polygons and strips: faces are those of their cells alone (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 50; round++) {
      const polys: number[] = [];
      const strips: number[] = [];
      const corners: number[][] = [];
      for (let k = 0; k < 6; k++) {
        // A convex polygon of some corners of a circle, in order.
        const size = 3 + Math.floor(5 * random());
        const points = Array.from({ length: 24 }, (_, i) => i)
          .sort(() => random() - 0.5)
          .slice(0, size)
          .sort((a, b) => a - b);
        (k % 2 === 0 ? polys : strips).push(size, ...points);
        if (k % 2 === 0) corners.push(points);
      }
      for (let at = 0; at < strips.length; at += strips[at] + 1)
        corners.push(strips.slice(at + 1, at + 1 + strips[at]));
      const circle = Float64Array.from(
        { length: 72 },
        (_, i) =>
          [Math.cos(Math.floor(i / 3) * (Math.PI / 12)), Math.sin(Math.floor(i / 3) * (Math.PI / 12)), 0][i % 3],
      );
      const { mesh, cellOfFace } = meshFromPolyData(polyDataOf(circle, { polys, strips }));
      expect(cellOfFace.length).toBe(corners.reduce((sum, cell) => sum + cell.length - 2, 0));
      for (const [face, cell] of cellOfFace.entries())
        for (let k = 0; k < 3; k++) expect(corners[cell]).toContain(mesh.faces[3 * face + k]);
    }
  });

  test.each([
    ['a cube', 24, vtkCubeSource.newInstance({ xLength: 2, yLength: 3, zLength: 4 })],
    // A cone over a polygon of 30 corners, of radius 0.5.
    [
      'a cone',
      (5 / 3) * 15 * 0.25 * Math.sin((2 * Math.PI) / 30),
      vtkConeSource.newInstance({ resolution: 30, height: 5 }),
    ],
  ])('%s of vtk.js: its faces enclose its volume', (_, volume, source) => {
    const { positions: A, faces } = meshFromPolyData(source.getOutputData()).mesh;
    let six = 0;
    for (let at = 0; at < faces.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[at + k]);
      six += A[a] * (A[b + 1] * A[c + 2] - A[b + 2] * A[c + 1]);
      six += A[a + 1] * (A[b + 2] * A[c] - A[b] * A[c + 2]);
      six += A[a + 2] * (A[b] * A[c + 1] - A[b + 1] * A[c]);
    }
    expect(six / 6).toBeCloseTo(volume, 5);
  });

  test('points of whole numbers are copied to f64', () => {
    const { mesh } = meshFromPolyData(polyDataOf(Int32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0), { polys: [3, 0, 1, 2] }));
    expect(mesh.positions).toEqual(Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0));
  });

  const triangle = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  test.each<[what: string, code: string, says: RegExp, make: () => unknown]>([
    ['no polydata', 'WRONG_TYPE', /expected a vtkPolyData/, () => undefined],
    ['a cell array', 'WRONG_TYPE', /expected a vtkPolyData/, () => vtkCellArray.newInstance()],
    ['empty', 'EMPTY_MESH', /has no faces/, () => vtkPolyData.newInstance()],
    ['lines alone', 'EMPTY_MESH', /has no faces/, () => polyDataOf(triangle, { lines: [2, 0, 1] })],
    [
      'two numbers a point',
      'BAD_LENGTH',
      /has 2 numbers/,
      () => polyDataOf(triangle.subarray(0, 6), { polys: [3, 0, 1, 2] }, 2),
    ],
    [
      'a zero-size cell',
      'BAD_COUNT',
      /cell 1 of its polys has the size 0/,
      () => polyDataOf(triangle, { polys: [3, 0, 1, 2, 0] }),
    ],
    ['a cell of two corners', 'BAD_COUNT', /has 2 corners/, () => polyDataOf(triangle, { polys: [2, 0, 1] })],
    [
      'a cell beyond the array',
      'BAD_COUNT',
      /size 4 at number 0 of 4/,
      () => polyDataOf(triangle, { polys: [4, 0, 1, 2] }),
    ],
    [
      'a point that is not there',
      'INDEX_OUT_OF_RANGE',
      /names vertex 3/,
      () => polyDataOf(triangle, { polys: [3, 0, 1, 3] }),
    ],
    [
      'NaN',
      'NON_FINITE_VERTEX',
      /vertex 1 has y = NaN/,
      () => polyDataOf(Float32Array.of(0, 0, 0, 1, NaN, 0, 0, 1, 0), { polys: [3, 0, 1, 2] }),
    ],
    [
      'a polygon that crosses itself',
      'UNSUPPORTED',
      /not a simple planar polygon/,
      () => polyDataOf(Float64Array.of(0, 0, 0, 2, 2, 0, 2, 0, 0, 0, 1, 0), { polys: [4, 0, 1, 2, 3] }),
    ],
  ])('%s is refused: %s', (_, code, says, make) => {
    const read = () => meshFromPolyData(make() as never);
    expect(read).toThrow(MeshError);
    expect(read).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
  });
});
