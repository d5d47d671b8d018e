// scanlineSegments against its definition, cell by cell: on the middle line, the union of the depths of the chosen
// faces whose boxes overlap the cell, and nothing else.

import { describe, expect, test } from '@jest/globals';
import type { ScannedSurface } from '#records';
import { scanlineSegments } from '#scanlines';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';
import { boneOf, boxOf, cornersOf, liveFaces, type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { box, join, move, sphere, strip } from '#spec/base/mesh/bodies.ts';

const SEED = 613;
type Depths = readonly [near: number, far: number];

/** The cell of a coordinate in one direction; the outermost cells are unbounded. */
const cellAlong = (x: number, low: number, size: number, count: number) =>
  Math.min(count - 1, Math.max(0, Math.floor((x - low) / size)));

/** Depths of the chosen faces, by cell. */
function depthsByCell(bone: ScannedSurface, chosen: Iterable<number>): Map<number, Depths[]> {
  const { axis, u0, v0, cellSize, nu, nv } = bone.scanlines;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const cells = new Map<number, Depths[]>();
  for (const face of chosen) {
    const b = boxOf(bone, face);
    for (let j = cellAlong(b[v], v0, cellSize, nv); j <= cellAlong(b[3 + v], v0, cellSize, nv); j++)
      for (let i = cellAlong(b[u], u0, cellSize, nu); i <= cellAlong(b[3 + u], u0, cellSize, nu); i++) {
        const cell = i + nu * j;
        cells.set(cell, [...(cells.get(cell) ?? []), [b[axis], b[3 + axis]]]);
      }
  }
  return cells;
}

/**
 * The segments of each cell; throws if one is not on a middle line, if they are not in order of cells and depth, or if
 * two of a cell meet.
 */
function segmentsByCell(bone: ScannedSurface, segments: Float64Array): Map<number, Depths[]> {
  const { axis, u0, v0, cellSize, nu } = bone.scanlines;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  expect(segments.length % 6).toBe(0);
  const cells = new Map<number, Depths[]>();
  let last = -1;
  for (let at = 0; at < segments.length; at += 6) {
    const [near, far] = [segments.subarray(at, at + 3), segments.subarray(at + 3, at + 6)];
    const [i, j] = [Math.floor((near[u] - u0) / cellSize), Math.floor((near[v] - v0) / cellSize)];
    const cell = i + nu * j;
    // The middle, up to its own two roundings and those of the difference.
    const slack = 2 ** -51 * Math.max(Math.abs(near[u]), Math.abs(near[v]), Math.abs(u0), Math.abs(v0));
    const off = Math.max(Math.abs(near[u] - u0 - (i + 0.5) * cellSize), Math.abs(near[v] - v0 - (j + 0.5) * cellSize));
    if (!(off <= slack)) throw new Error(`segment ${at / 6} is ${off} mm beside the middle of cell ${i}, ${j}`);
    if (far[u] !== near[u] || far[v] !== near[v]) throw new Error(`segment ${at / 6} leaves its scanline`);
    if (!(near[axis] <= far[axis])) throw new Error(`segment ${at / 6} ends before it begins`);
    const before = cells.get(cell)?.at(-1);
    if (cell < last) throw new Error(`cell ${cell} comes after ${last}`);
    if (before !== undefined && !(before[1] < near[axis])) throw new Error(`segment ${at / 6} meets the one before it`);
    cells.set(cell, [...(cells.get(cell) ?? []), [near[axis], far[axis]]]);
    last = cell;
  }
  return cells;
}

/** Throws if disjoint segments are not the union of depths: a depth is not in one, or part of one is in no depth. */
function checkUnion(segments: readonly Depths[], depths: readonly Depths[], where: string) {
  for (const [near, far] of depths)
    if (!segments.some((segment) => segment[0] <= near && far <= segment[1]))
      throw new Error(`${where}: the depths ${near} to ${far} are in no segment`);
  const marks = [...new Set(depths.flat())].sort((a, b) => a - b);
  for (const [near, far] of segments) {
    const within = marks.filter((mark) => near <= mark && mark <= far);
    if (within[0] !== near || within.at(-1) !== far) throw new Error(`${where}: ${near} to ${far} ends at no face`);
    for (let k = 1; k < within.length; k++)
      if (!depths.some((depth) => depth[0] <= within[k - 1] && within[k] <= depth[1]))
        throw new Error(`${where}: no face between ${within[k - 1]} and ${within[k]}`);
  }
}

interface Counts {
  cells: number;
  segments: number;
  joined: number;
  parted: number;
  flat: number;
}

function check(bone: ScannedSurface, chosen: readonly number[], random: () => number, counts: Counts): void {
  const { axis, u0, v0, cellSize, nu, nv } = bone.scanlines;
  const found = segmentsByCell(bone, scanlineSegments(bone, Uint32Array.from(chosen)));
  const expected = depthsByCell(bone, chosen);
  expect([...found.keys()].sort((a, b) => a - b)).toEqual([...expected.keys()].sort((a, b) => a - b));
  for (const [cell, segments] of found) {
    const depths = expected.get(cell) ?? [];
    checkUnion(segments, depths, `cell ${cell}`);
    counts.cells++;
    counts.segments += segments.length;
    if (segments.length < depths.length) counts.joined++;
    if (segments.length > 1) counts.parted++;
    counts.flat += segments.filter(([near, far]) => near === far).length;
  }
  // Points of faces: each halfway between the previous one and a corner, so that no rounding leaves the face's box.
  for (const face of chosen) {
    const corners = cornersOf(bone, face);
    let point = [...corners.subarray(0, 3)];
    for (let k = 0; k < 12; k++) {
      const corner = 3 * Math.floor(3 * random());
      const [i, j] = [
        cellAlong(point[(axis + 1) % 3], u0, cellSize, nu),
        cellAlong(point[(axis + 2) % 3], v0, cellSize, nv),
      ];
      const depth = point[axis];
      if (!found.get(i + nu * j)?.some(([near, far]) => near <= depth && depth <= far))
        throw new Error(`point ${point} of face ${face} is in no segment of cell ${i}, ${j}`);
      point = point.map((x, m) => (x + corners[corner + m]) / 2);
    }
  }
}

const noCounts = (): Counts => ({ cells: 0, segments: 0, joined: 0, parted: 0, flat: 0 });
const someFaces = (bone: ScannedSurface, share: number, random: () => number) =>
  liveFaces(bone).filter(() => random() < share);

/** Small faces, longest along one axis, a tenth of them flat across it, and a few large ones. */
function scattered(random: () => number, count: number, axis: number, scale: number, offset: number): Shape {
  const positions: number[] = [];
  for (let f = 0; f < count; f++) {
    const centre = coordinates(random, 3, scale, offset);
    const size = scale * (random() < 0.03 ? 0.3 : 0.03);
    const depth = random() < 0.1 ? 0 : 3 * size;
    for (let i = 0; i < 9; i++) positions.push(centre[i % 3] + (i % 3 === axis ? depth : size) * signed(random));
  }
  return { positions, faces: Array.from({ length: 3 * count }, (_, i) => i) };
}

describe('scanlineSegments', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(`some of many faces, along each axis, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    for (let axis = 0; axis < 3; axis++) {
      const counts = noCounts();
      for (const count of [1, 40, 150, 900]) {
        const bone = boneOf(scattered(random, count, axis, scale, offset));
        if (count > 1) expect(bone.scanlines.axis).toBe(axis);
        for (const share of [0, 0.05, 0.3, 1]) check(bone, someFaces(bone, share, random), random, counts);
      }
      expect(counts.cells).toBeGreaterThan(500);
      expect(counts.joined / counts.cells).toBeGreaterThan(0.1);
      expect(counts.parted / counts.cells).toBeGreaterThan(0.1);
      expect(counts.flat / counts.segments).toBeGreaterThan(0.02);
    }
  });

  test(`points, lines, planes, faces on borders of cells, and one upon the other (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const counts = noCounts();
    const flat = strip(40, 'open');
    const shapes: Shape[] = [
      { positions: [3, 4, 5], faces: [0, 0, 0] },
      { positions: [0, 0, 0, 1, 0, 0, 5, 0, 0], faces: [0, 1, 2, 1, 2, 0] },
      { positions: flat.positions.map((x, k) => (k % 3 === 2 ? 7 : x)), faces: flat.faces },
      box(4, 4, 4),
      join(box(1, 1, 1), move(box(1, 1, 1), [0, 0, 1])),
      join(sphere(3, 10), move(sphere(2, 1), [1e5, 2e5, -3e5])),
      {
        positions: Array.from({ length: 900 }, () => Math.floor(5 * random())),
        faces: Array.from({ length: 300 }, (_, i) => i),
      },
    ];
    for (const shape of shapes)
      for (const share of [0.1, 0.5, 1]) {
        const bone = boneOf(shape);
        check(bone, someFaces(bone, share, random), random, counts);
      }
    expect(counts.joined).toBeGreaterThan(20);
  });

  test(`after edits inside the grid and beyond it (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const counts = noCounts();
    let beyond = 0;
    for (const [scale, offset] of [
      [1, 0],
      [1e-3, 1e5],
    ]) {
      const bone = boneOf(tetrahedra(random, 40, scale, offset, 2));
      const before = bone.bounds.slice();
      for (let round = 0; round < 6; round++) {
        const remove = someFaces(bone, 0.1, random);
        const base = bone.vertexCount;
        const added = Array.from({ length: 12 }, () => {
          const centre = coordinates(random, 3, round % 2 === 0 ? scale : 4 * scale, offset);
          return Array.from({ length: 9 }, (_, i) => centre[i % 3] + 0.2 * scale * signed(random));
        }).flat();
        bone.apply(
          Uint32Array.from(remove),
          Float64Array.from(added),
          Uint32Array.from({ length: added.length / 3 }, (_, i) => base + i),
        );
        const chosen = someFaces(bone, 0.4, random);
        check(bone, chosen, random, counts);
        beyond += chosen.filter((f) => boxOf(bone, f).some((x, k) => (k < 3 ? x < before[k] : x > before[k]))).length;
      }
    }
    expect(beyond).toBeGreaterThan(50);
    expect(counts.parted).toBeGreaterThan(20);
  });
});
