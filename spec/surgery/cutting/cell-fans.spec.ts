// Faces of cells: no two of them cross, for every case and for positions at their extremes; and the required properties
// of surfaces of random signs.

import { describe, expect, test } from '@jest/globals';
import { GrowingArray } from '#core';
import { CELL_CASES, EDGE_CORNER, edgeAxis } from '#cutting/cell-cases.ts';
import { CellMesher } from '#cutting/cell-mesher.ts';
import { crossedCells } from '#cutting/crossed-cells.ts';
import { CutGrid } from '#cutting/cut-grid.ts';
import { Lattice, PARTS } from '#cutting/lattice.ts';
import { numberedMesh } from '#cutting/numbered-mesh.ts';
import { CutSurface } from '#cutting/surface.ts';
import { UNKNOWN, unitCode } from '#cutting/unit-code.ts';
import { createMesh, inspectMesh, selfIntersections } from '#kerf';
import { meetBeyondCorners } from '#harness/beyond-corners.ts';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';

const SEED = 1846;
const ROUNDS = longRun(32, 2);
/** Vertices whose winding numbers are computed. */
const VERTICES = longRun(150, 90);
type Random = () => number;

/** 1 … 65,535: each of the two ends a third of the time. */
const position = (random: Random) => {
  const kind = random();
  if (kind < 1 / 3) return 1;
  return kind < 2 / 3 ? PARTS - 1 : 1 + Math.floor((PARTS - 1) * random());
};
const normal = (random: Random) => (random() < 0.2 ? UNKNOWN : unitCode(...unitVector(random)));

/** Gives the cell at (i, j, k) random crossings, and bends on sides that allow one. */
function fillCell(grid: CutGrid, [i, j, k]: readonly number[], inside: number, random: Random, bendShare: number) {
  const [x, y, z] = grid.lattice.parts;
  const { loops, ambiguous } = CELL_CASES[inside];
  for (const edge of loops.flatMap((loop) => loop.edges)) {
    const corner = EDGE_CORNER[edge];
    const key = x[i + (corner & 1)] + y[j + ((corner >> 1) & 1)] + z[k + (corner >> 2)];
    grid.setCrossing(grid.edgeRow(3 * key + edgeAxis(edge)), position(random), normal(random));
  }
  if (loops.length !== 1) return;
  for (const side of loops[0].sides) {
    if ((ambiguous >> side) & 1 || random() >= bendShare) continue;
    const at = [i, j, k];
    at[side >> 1] += side & 1;
    const row = grid.bendRow(3 * (x[at[0]] + y[at[1]] + z[at[2]]) + (side >> 1));
    grid.bendPlace[row] = PARTS * position(random) + position(random);
  }
}

/** Every case, `rounds` times, in cells that do not touch one another. */
function allCases(rounds: number, random: Random, bendShare: number) {
  // Cell n of a row is at 2n; 16 cases a row, 16 rows, a layer a round.
  const grid = new CutGrid(new Lattice({ cell: 1, first: [0, 0, 0], bricks: [4, 4, Math.ceil(rounds / 4)] }));
  const mesher = new CellMesher(grid);
  const cellOf: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (let inside = 1; inside < 255; inside++) {
      const at = [2 * (inside & 15), 2 * (inside >> 4), 2 * round];
      // The last corner of the last cell would lie beyond the lattice.
      if (at.some((place, axis) => place + 1 >= grid.lattice.size[axis])) continue;
      fillCell(grid, at, inside, random, bendShare);
      const count = mesher.mesh(at[0], at[1], at[2], inside);
      for (let n = 0; n < count; n++) cellOf.push(256 * round + inside);
    }
  const { positions, faces } = grid;
  return {
    mesh: createMesh(positions.values.slice(0, positions.length), faces.values.slice(0, faces.length)),
    cellOf,
  };
}

describe(`all 256 cases, ${ROUNDS} times, positions at random and at both ends of an edge (seed ${SEED})`, () => {
  splitCases([0, 0.5, 1], [1], (shares) =>
    test.each(shares)('with a share of bends of %s: no two faces cross', (bendShare) => {
      const { mesh, cellOf } = allCases(ROUNDS, mulberry32(SEED), bendShare);
      expect(new Set(cellOf.map((cell) => cell & 255)).size).toBe(254);
      const pairs = Array.from(
        selfIntersections(mesh),
        (face) => `case ${cellOf[face] & 255}, round ${cellOf[face] >> 8}`,
      );
      expect(pairs).toEqual([]);
      expect(inspectMesh(mesh).degenerateFaces).toBe(0);
    }),
  );

  inDeep(() =>
    test('and the same by every pair of a cell, in integers', () => {
      const { mesh, cellOf } = allCases(longRun(2, 1), mulberry32(SEED + 1), 0.5);
      const corners = (face: number) =>
        Array.from(mesh.faces.subarray(3 * face, 3 * face + 3)).flatMap((vertex) =>
          Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3)),
        );
      let pairs = 0;
      for (let first = 0; first < cellOf.length; first++)
        for (let second = first + 1; cellOf[second] === cellOf[first]; second++, pairs++)
          if (meetBeyondCorners(corners(first), corners(second)))
            throw new Error(`case ${cellOf[first] & 255}: faces ${first} and ${second} cross`);
      expect(pairs).toBeGreaterThan(longRun(3000, 1500));
    }),
  );
});

describe('surfaces of random signs', () => {
  const shares = [
    [0.5, SEED],
    [0.2, SEED + 1],
    [0.8, SEED + 2],
  ];
  splitCases(shares, [0], (some) =>
    test.each(some)(
      'a share of %s inside, crossings anywhere: closed, oriented, manifold, simple (seed %i)',
      (share, seed) => {
        const random = mulberry32(seed);
        const { grid, mesh } = randomSurface(share, random);
        expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
        expect(selfIntersections(mesh)).toHaveLength(0);
        // By definition, the surface winds once round each vertex inside, and round no other.
        const solid = new PlainSolid(mesh);
        let inside = 0;
        for (let trial = 0; trial < VERTICES; trial++) {
          const at = [0, 1, 2].map(() => Math.floor(16 * random()));
          const isInside = grid.isInside(at.reduce((key, place, axis) => key + grid.lattice.parts[axis][place], 0));
          expect([at, Math.abs(solid.winding(at[0], at[1], at[2]))]).toEqual([at, isInside ? 1 : 0]);
          inside += isInside ? 1 : 0;
        }
        expect(inside).toBeGreaterThan(longRun(10, 3));
        expect(inside).toBeLessThan(VERTICES - longRun(10, 3));
      },
    ),
  );
});

// The first bend of this surface was once written to a column that had just been replaced.
test(`a surface made at once is the one that its cells make one by one (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let bends = 0;
  for (let trial = 0; trial < longRun(5, 1); trial++) {
    const { grid, mesh } = randomSurface(0.02 + 0.1 * random(), random);
    const made = grid.bendPlace.reduce((count, place) => count + (place === 0 ? 0 : 1), 0);
    const cells = new GrowingArray(new Uint32Array(16));
    for (const key of grid.cells.keys()) cells.push(key);
    new CutSurface(grid).remake(cells);
    expect(grid.bendPlace.reduce((count, place) => count + (place === 0 ? 0 : 1), 0)).toBe(made);
    const again = numberedMesh(grid);
    expect([...again.faces]).toEqual([...mesh.faces]);
    expect([...again.positions]).toEqual([...mesh.positions]);
    bends += made;
  }
  expect(bends).toBeGreaterThan(longRun(100, 15));
});

/** Random signs within 16³ vertices, none at their boundary, and the surface that separates them. */
function randomSurface(share: number, random: Random) {
  const grid = new CutGrid(new Lattice({ cell: 1, first: [0, 0, 0], bricks: [2, 2, 2] }));
  const [x, y, z] = grid.lattice.parts;
  for (let k = 1; k < 15; k++)
    for (let j = 1; j < 15; j++) for (let i = 1; i < 15; i++) if (random() < share) grid.flip(x[i] + y[j] + z[k]);
  const cells = crossedCells(grid);
  for (let n = 0; n < cells.count; n++)
    for (let axis = 0; axis < 3; axis++)
      if (((cells.inside[n] >> (1 << axis)) & 1) !== (cells.inside[n] & 1))
        grid.setCrossing(grid.edgeRow(3 * cells.keys[n] + axis), position(random), normal(random));
  new CutSurface(grid).make(cells);
  const { positions, faces } = numberedMesh(grid);
  return { grid, mesh: createMesh(positions, faces) };
}
