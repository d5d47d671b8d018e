// adjacentLeaves against the definition: connected components of the leaves that share a point, with all pairs tested
// exactly.

import { describe, expect, test } from '@jest/globals';
import { adjacentLeaves } from '#contacts/adjacent-leaves.ts';
import { leafOutlines } from '#contacts/leaf-outlines.ts';
import { trianglesSharePoint } from '#reference';
import { allLeaves, contactSurface, type Leaf, leafCorners, leafTable } from '#harness/leaf-tables.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box, join, move, permute, soup, sphere, tetrahedron, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 61;

/** Integer coordinates, so that leaves down to level 16 are exact in f64. */
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
      const finest = round % 4;
      const levels = Array.from({ length: shape.faces.length / 3 }, () => Math.floor((finest + 1) * random()));
      const leaves = allLeaves(levels.length, (face) => levels[face]);
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
  const pick = (leaves: Leaf[], ...wanted: [face: number, path: number][]): number[] =>
    wanted.map(([face, path]) => leaves.findIndex((leaf) => leaf.face === face && leaf.path === path));

  test('join leaves of different levels that lie along one edge', () => {
    const leaves = allLeaves(2, (face) => 2 * face);
    // Face 1 at level 2: path 0 lies on the first quarter of the diagonal, path 5 on the third (1, then 1: its corner
    // child).
    const onDiagonal = pick(leaves, [0, 0], [1, 0], [1, 5]);
    expect(groupsOf(square, leaves, onDiagonal)).toEqual([0, 0, 0]);
    expect(groupsOf(square, leaves, onDiagonal.slice(1))).toEqual([0, 1]);
  });
  test('join a leaf that only a corner puts on the edge', () => {
    // The middle child touches each edge of its face at the edge's midpoint.
    for (const level of [0, 1]) {
      const leaves = allLeaves(2, (face) => (face === 0 ? level : 1));
      const middles = pick(leaves, [0, level === 0 ? 0 : 3], [1, 3]);
      expect(groupsOf(square, leaves, middles)).toEqual([0, 0]);
    }
  });
  test('join leaves that share one vertex, by its coordinates', () => {
    const leaves = allLeaves(2, () => 2);
    const atVertex = pick(leaves, [0, 0], [1, 0]);
    for (const shape of [square, soup({ positions: Array.from(square.positions), faces: Array.from(square.faces) })])
      expect(groupsOf(shape, leaves, atVertex)).toEqual([0, 0]);
  });
  test('keep apart what does not touch', () => {
    const leaves = allLeaves(2, () => 2);
    expect(groupsOf(square, leaves, pick(leaves, [0, 0], [0, 5], [0, 10], [1, 10]))).toEqual([0, 1, 2, 3]);
    expect(groupsOf(square, leaves, [])).toEqual([]);
  });
});
