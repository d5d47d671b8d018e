// Deforming surfaces, small enough to test all their pairs: open, closed, non-manifold and degenerate ones, in motions
// that meet, miss and barely touch. And a table of impacts compared with the rows of all pairs.

import { expect } from '@jest/globals';
import type { ImpactTable } from '#kerf';
import type { ImpactRow } from './all-impacts.ts';
import { coordinates, signed } from './random-geometry.ts';

type Random = () => number;

export interface DeformingCase {
  readonly name: string;
  readonly vertexCount: number;
  readonly faces: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** Faces over vertices, and where the vertices are before they move. */
type Shape = Pick<DeformingCase, 'faces'> & { readonly positions: readonly number[] };

const TETRAHEDRON = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0];

const shapes: Readonly<Record<string, (random: Random) => Shape>> = {
  /** Faces that share nothing. */
  soup: (random) => ({ faces: range(18), positions: coordinates(random, 54, 1, 0) }),
  /** Any vertices, so that faces share some, repeat some and leave some out. */
  tangle: (random) => ({
    faces: Array.from({ length: 30 }, () => Math.floor(9 * random())),
    positions: coordinates(random, 36, 1, 0),
  }),
  sheet: (random) => sheet(4, random),
  /** Closed bodies. */
  tetrahedra: (random) => ({
    faces: range(3).flatMap((body) => TETRAHEDRON.map((v) => 4 * body + v)),
    positions: coordinates(random, 36, 0.8, 0),
  }),
  /** Five faces along one edge, each face twice, and a vertex of no face. */
  book: (random) => ({
    faces: range(5).flatMap((page) => [0, 1, 2 + page, 1, 0, 2 + page]),
    positions: coordinates(random, 24, 1, 0),
  }),
  /** Every face has the first vertex. */
  fan: (random) => ({ faces: range(7).flatMap((k) => [0, k + 1, k + 2]), positions: coordinates(random, 27, 1, 0) }),
  /** Every face has two equal corners. */
  needles: (random) => ({
    faces: range(8).flatMap((k) => [2 * k, 2 * k + 1, 2 * k + 1]),
    positions: coordinates(random, 48, 0.7, 0),
  }),
};

/** Where a point moves. */
type Motion = (point: readonly number[], random: Random) => readonly number[];
const motions: Readonly<Record<string, { readonly move: Motion; readonly snap: number }>> = {
  freely: { snap: 0, move: (p, random) => p.map((x) => x + 0.8 * signed(random)) },
  /** Integers, so that much touches exactly, also within planes. */
  'on a grid': { snap: 2, move: (p, random) => p.map((x) => x + Math.floor(3 * random()) - 1) },
  'in a plane': { snap: 3, move: ([x, y], random) => [x + Math.floor(3 * random()) - 1, y, 0] },
  'not at all': { snap: 2, move: (p) => p },
  'into one point': { snap: 0, move: () => [0.25, 0.5, 0] },
};

const SCALES = [
  [1, 0],
  [1e-3, 0],
  [2 ** 20, 0],
  [1, 1e5],
] as const;

/** Every shape in every motion, each at the next scale in turn. */
export function deformingCases(random: Random): DeformingCase[] {
  const cases: DeformingCase[] = [];
  for (const [shape, make] of Object.entries(shapes))
    for (const [motion, { move, snap }] of Object.entries(motions)) {
      const [scale, offset] = SCALES[cases.length % SCALES.length];
      const { faces, positions } = make(random);
      const begin = positions.map((x) => (snap > 0 ? Math.round(snap * x) : x));
      const moved = range(begin.length / 3).flatMap((v) => move(begin.slice(3 * v, 3 * v + 3), random));
      cases.push({
        name: `${shape}, ${motion}`,
        vertexCount: begin.length / 3,
        faces,
        start: begin.map((x) => scale * x + offset),
        end: moved.map((x) => scale * x + offset),
      });
    }
  return cases;
}

/** A square sheet of 2·size² faces, folded at random. */
function sheet(size: number, random: Random): Shape {
  const at = (i: number, j: number) => (size + 1) * i + j;
  const cells = range(size * size).map((cell) => [Math.floor(cell / size), cell % size] as const);
  return {
    faces: cells.flatMap(([i, j]) => [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]),
    positions: range((size + 1) ** 2).flatMap((v) => [(v % (size + 1)) / size, Math.floor(v / (size + 1)) / size, signed(random)]),
  };
} // biome-ignore format: a table of corners

/** One object per row. */
export function rowsOf(table: ImpactTable): ImpactRow[] {
  return range(table.length).map((i) => ({
    kind: table.kind[i] as 0 | 1,
    a: table.a[i],
    b: table.b[i],
    low: table.low[i],
    high: table.high[i],
    parameters: [table.parameters[2 * i], table.parameters[2 * i + 1]],
  }));
}

/** All columns of a table except its stats, as bytes. */
export function tableBytes({ kind, a, b, low, high, parameters }: ImpactTable): string {
  return [kind, a, b, low, high, parameters]
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString('base64'))
    .join();
}

export function expectRows(name: string, table: ImpactTable, rows: readonly ImpactRow[]): void {
  expect({ name, rows: rowsOf(table) }).toEqual({ name, rows });
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
