// adjacentLeaves against the definition: connected components of the leaves that share a point, with all pairs tested
// exactly.

import { describe, expect, test } from '@jest/globals';
import { adjacentLeaves } from '#contacts/adjacent-leaves.ts';
import { leafOutlines } from '#contacts/leaf-outlines.ts';
import { LATTICE } from '#records';
import { trianglesSharePoint } from '#reference';
import { allLeaves, contactSurface, type Leaf, leafCorners, leafTable } from '#harness/leaf-tables.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box, join, move, permute, soup, sphere, tetrahedron, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 61;

/** Integer coordinates, so that leaves are exact in f64. */
function snapped(shape: Shape, unit: number): Shape {
  return { positions: Array.from(shape.positions, (x) => Math.round(x * unit)), faces: shape.faces };
}

/**
 * For each leaf the least index of its component, by testing every pair. The surfaces here meet themselves only where
 * they are joined.
 */
function componentsByPairs(corners: number[][]): number[] {
  const group = corners.map((_, i) => i);
  for (let i = 0; i < corners.length; i++)
    for (let j = 0; j < i; j++) {
      if (group[i] === group[j] || !trianglesSharePoint(corners[i], corners[j])) continue;
      const [kept, lost] = [Math.min(group[i], group[j]), Math.max(group[i], group[j])];
      for (let k = 0; k <= i; k++) if (group[k] === lost) group[k] = kept;
    }
  return group;
}

function groupsOf(shape: Shape, leaves: readonly Leaf[], rows: number[]): number[] {
  const { surface, welded } = contactSurface(shape);
  return [...adjacentLeaves(leafOutlines(surface, leafTable(leaves), Uint32Array.from(rows), rows.length, welded))];
}

function expected(shape: Shape, leaves: readonly Leaf[], rows: number[]): number[] {
  const { surface } = contactSurface(shape);
  return componentsByPairs(rows.map((row) => leafCorners(surface, leaves[row])));
}

/** The longest side of a shape's box. */
function extentOf({ positions }: Shape): number {
  const along = [0, 1, 2].map((k) => Array.from(positions).filter((_, i) => i % 3 === k));
  return Math.max(...along.map((xs) => Math.max(...xs) - Math.min(...xs)));
}

const shapes: [string, Shape][] = [
  ['a box', box(8, 12, 20)],
  ['a tetrahedron', tetrahedron],
  ['a torus', snapped(torus(5, 4, 100, 40), 1)],
  ['an unwelded sphere', snapped(sphere(1, 1), 1000)],
  [
    'two boxes apart, unwelded and permuted',
    permute(soup(join(box(4, 4, 4), move(box(2, 8, 2), [10, 0, 0]))), mulberry32(SEED)),
  ],
  // A corner of one is a corner of the other; nothing else is shared.
  ['two boxes that touch at a vertex', join(box(4, 4, 4), move(box(4, 4, 4), [4, 4, 4]))],
];

describe('adjacentLeaves', () => {
  test.each(shapes)(`of %s are the components of leaves that share a point (seed ${SEED})`, (_, shape) => {
    const random = mulberry32(SEED);
    const sizes = { one: 0, several: 0, joined: 0 };
    for (let round = 0; round < longRun(90, 20); round++) {
      const { surface } = contactSurface(shape);
      const leaves = allLeaves(surface, (2 * extentOf(shape)) / 2 ** (4 * random()));
      const share = Math.min(1, 60 / leaves.length) * random();
      const rows = leaves.map((_leaf, row) => row).filter(() => random() < share);
      const wanted = expected(shape, leaves, rows);
      const found = groupsOf(shape, leaves, rows);
      const wrong = found.findIndex((group, i) => group !== wanted[i]);
      if (wrong >= 0) {
        const [leaf, a, b] = [rows[wrong], found[wrong], wanted[wrong]].map((row, k) =>
          JSON.stringify(leaves[k === 0 ? row : rows[row]]),
        );
        throw new Error(`round ${round}: leaf ${leaf} is in the group of ${a}, not of ${b}`);
      }
      const groups = new Set(wanted).size;
      if (groups === 1) sizes.one++;
      else if (groups > 1) sizes.several++;
      if (groups < rows.length) sizes.joined++;
    }
    expect(sizes.several).toBeGreaterThan(longRun(10, 2));
    expect(sizes.joined).toBeGreaterThan(longRun(10, 2));
  });

  // A square of two faces, cut along its diagonal from vertex 0 to vertex 2.
  const square: Shape = { positions: [0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0], faces: [0, 1, 2, 0, 2, 3] };
  const unwelded = soup({ positions: Array.from(square.positions), faces: Array.from(square.faces) });
  /** Leaves of the square that have one of these points for a corner, one leaf a face and point. */
  function at(...points: [x: number, y: number][]): { leaves: Leaf[]; rows: number[] } {
    const { surface } = contactSurface(square);
    const leaves = allLeaves(surface, 3);
    const rows = [0, 1].flatMap((face) =>
      points.flatMap(([x, y]) => {
        const row = leaves.findIndex((leaf) => {
          const c = leafCorners(surface, leaf);
          return leaf.face === face && [0, 3, 6].some((k) => c[k] === x && c[k + 1] === y);
        });
        return row < 0 ? [] : [row];
      }),
    );
    return { leaves, rows: [...new Set(rows)].sort((p, q) => p - q) };
  }

  test.each([
    ['a vertex', [0, 0]],
    ['a point of the edge, from either end', [2, 2]],
    ['another', [6, 6]],
  ] as [string, [number, number]][])('join leaves of two faces that share %s, by its coordinates', (_, point) => {
    const { leaves, rows } = at(point);
    expect(rows).toHaveLength(2);
    for (const shape of [square, unwelded]) expect(groupsOf(shape, leaves, rows)).toEqual([0, 0]);
  });
  test('join a leaf that is longer than h with those that have corners on its edges, and with no others', () => {
    const { surface, welded } = contactSurface(square);
    const weights = [0, 1, 2].map((k) => [0, 1, 2].map((corner) => (corner === k ? LATTICE : 0)));
    const whole: Leaf = { face: 0, level: 0, path: 0, weights };
    const fine = allLeaves(surface, 3).filter(({ face }) => face === 1);
    const isAt = (leaf: Leaf, on: (x: number, y: number) => boolean) =>
      [0, 3, 6].some((k) => on(leafCorners(surface, leaf)[k], leafCorners(surface, leaf)[k + 1]));
    const onDiagonal = (leaf: Leaf) => isAt(leaf, (x, y) => x === y);
    const atEnds = (leaf: Leaf) => isAt(leaf, (x, y) => x === y && (x === 0 || x === 8));
    const joined = (leaf: Leaf, further: number) => {
      const table = leafTable([whole, leaf]);
      table.rows.columns.further[0] = further;
      return adjacentLeaves(leafOutlines(surface, table, Uint32Array.of(0, 1), 2, welded))[1] === 0;
    };
    let between = 0;
    for (const leaf of fine) {
      expect(joined(leaf, 5)).toBe(onDiagonal(leaf));
      expect(joined(leaf, 0)).toBe(atEnds(leaf));
      if (onDiagonal(leaf) && !atEnds(leaf)) between++;
    }
    expect(between).toBeGreaterThan(2);
  });
  test('keep apart what does not touch', () => {
    const { leaves, rows } = at([8, 0], [0, 8]);
    for (const shape of [square, unwelded]) expect(groupsOf(shape, leaves, rows)).toEqual([0, 1]);
    expect(groupsOf(square, leaves, [])).toEqual([]);
  });
});
