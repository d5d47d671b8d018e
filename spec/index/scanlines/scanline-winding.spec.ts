// ScanlineWinding.isInside and BvhWinding.isInside against the oracle: nested, inverted, overlapping, unwelded and
// touching bodies, tools, edited bones, points on features and exactly above them.

import { describe, expect, test } from '@jest/globals';
import { BvhWinding } from '#bvh';
import type { ScannedSurface } from '#records';
import { pointInSolid } from '#reference';
import { cellOf } from '#scanlines/cells.ts';
import { ScanlineWinding } from '#scanlines';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, strained } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, referenceOf, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { box, flip, join, move, soup, sphere, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 43;
const inverted = (shape: ReturnType<typeof box>) => flip(shape, ...Array(shape.faces.length / 3).keys());

/** Bodies on integers and half-integers, so that points of a half grid meet corners, edges and faces. */
const solids: [string, Shape][] = [
  ['a box', box(4, 4, 4)],
  ['a shell: a box with an inverted one inside', join(box(6, 6, 6), move(inverted(box(2, 2, 2)), [2, 2, 2]))],
  [
    'three nested, in, out, in',
    join(box(8, 8, 8), move(inverted(box(6, 6, 6)), [1, 1, 1]), move(box(2, 2, 2), [3, 3, 3])),
  ],
  ['an inverted box', inverted(box(4, 4, 4))],
  ['overlapping boxes', join(box(4, 4, 4), move(box(4, 4, 4), [2, 1, 3]))],
  [
    'a box and its inverse that overlap: the overlap is not inside',
    join(box(4, 4, 4), move(inverted(box(4, 4, 4)), [2, 2, 2])),
  ],
  ['boxes that share a face', join(box(2, 2, 2), move(box(2, 2, 2), [2, 0, 0]))],
  [
    'boxes that touch in an edge and in a corner',
    join(box(2, 2, 2), move(box(2, 2, 2), [2, 2, 0]), move(box(2, 2, 2), [4, 4, 2])),
  ],
  ['the same box twice', join(box(3, 3, 3), box(3, 3, 3))],
  ['an unwelded box', soup(box(4, 2, 4))],
  ['an octahedron', sphere(0, 4)],
  ['a torus', torus(8, 4, 4, 2)],
  ['a box with a zero-area face in a split vertical edge', splitBox('z')],
  ['the same, split along x', splitBox('x')],
  ['the same, split along y', splitBox('y')],
  [
    'a box with a face of two equal corners at its edges',
    join(box(4, 4, 4), { positions: [0, 0, 0, 0, 0, 4], faces: [0, 0, 1, 1, 0, 0] }),
  ],
  [
    'a box among small ones, in coarser cells than theirs',
    join(
      box(4, 4, 4),
      ...Array.from({ length: 64 }, (_, k) => move(box(1, 1, 1), [k % 4, (k >> 2) % 4, k >> 4], 0.125)),
    ),
  ],
];

/**
 * A box whose vertical edge at the origin has a vertex at its midpoint on one side only, with the zero-area face
 * between; corners permuted to another axis.
 */
function splitBox(axis: 'x' | 'y' | 'z'): ReturnType<typeof box> {
  const { positions, faces } = box(4, 4, 4);
  const turn = { z: 0, x: 1, y: 2 }[axis];
  const middle = positions.length / 3;
  const points = [...positions, 0, 0, 2];
  // The edge from corner 0 (origin) to corner 4 (0, 0, 4).
  const out: number[] = [];
  let done = false;
  for (let f = 0; f < faces.length; f += 3) {
    const t = faces.slice(f, f + 3);
    const at = [0, 1, 2].find((k) => t[k] % 4 === 0 && t[(k + 1) % 3] % 4 === 0);
    if (done || at === undefined) {
      out.push(...t);
      continue;
    }
    const [p, q, r] = [t[at], t[(at + 1) % 3], t[(at + 2) % 3]];
    out.push(p, middle, r, middle, q, r, p, q, middle);
    done = true;
  }
  const turned = points.map((_, i) => points[i - (i % 3) + (((i % 3) + 3 - turn) % 3)]);
  return { positions: turned, faces: out };
}

/**
 * A cube whose sides are divided into rectangles at these coordinates, the same along every axis; each rectangle has
 * its own corners.
 */
function squares(lines: readonly number[]): ReturnType<typeof box> {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [0, lines.length - 1])
      for (let i = 0; i + 1 < lines.length; i++)
        for (let j = 0; j + 1 < lines.length; j++) {
          const first = positions.length / 3;
          for (const [u, v] of [
            [i, j],
            [i + 1, j],
            [i + 1, j + 1],
            [i, j + 1],
          ]) {
            const p = [0, 0, 0];
            [p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]] = [lines[side], lines[u], lines[v]];
            positions.push(...p);
          }
          const [p, q, r, t] = side > 0 ? [0, 1, 2, 3] : [0, 3, 2, 1];
          faces.push(first + p, first + q, first + r, first + p, first + r, first + t);
        }
  return { positions, faces };
}

function compare(surface: ScannedSurface, points: number[][]): { inside: number; all: number } {
  expect(surface.signed).toBe(true);
  const tests = [new ScanlineWinding(surface), new BvhWinding(surface)];
  const reference = referenceOf(surface);
  let inside = 0;
  for (const p of points) {
    const expected = pointInSolid(p, reference);
    if (expected) inside++;
    for (const test of tests)
      if (test.isInside(p[0], p[1], p[2]) !== expected)
        throw new Error(`${test.constructor.name}: (${p}) is ${expected ? '' : 'not '}inside`);
  }
  return { inside, all: points.length };
}

/** Every point of the half grid around a surface. */
function halfGrid({ bounds }: ScannedSurface): number[][] {
  const points: number[][] = [];
  for (let x = Math.floor(bounds[0]) - 0.5; x <= bounds[3] + 0.5; x += 0.5)
    for (let y = Math.floor(bounds[1]) - 0.5; y <= bounds[4] + 0.5; y += 0.5)
      for (let z = Math.floor(bounds[2]) - 0.5; z <= bounds[5] + 0.5; z += 0.5) points.push([x, y, z]);
  return points;
}

/** Corners, edge midpoints, face points, and points exactly below and above them along each axis. */
function pointsInLine(surface: ScannedSurface, random: () => number, count: number): number[][] {
  const points: number[][] = [];
  const { positions, faces, faceCount, bounds } = surface;
  for (let i = 0; i < count; i++) {
    const f = 3 * Math.floor(random() * faceCount);
    const kind = Math.floor(3 * random());
    const p = [0, 1, 2].map((k) => {
      const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * faces[f + corner] + k]);
      return kind === 0 ? a : kind === 1 ? (a + b) / 2 : (a + b + 2 * c) / 4;
    });
    points.push([...p]);
    const axis = Math.floor(3 * random());
    p[axis] = bounds[axis] + random() * (bounds[3 + axis] - bounds[axis]);
    points.push(p);
  }
  return points;
}

describe('isInside', () => {
  test.each(solids)('%s: points of the half grid', (_name, shape) => {
    const bone = boneOf(shape);
    const points = halfGrid(bone);
    const { inside, all } = compare(bone, partOf(points, points.length > 2000 ? 16 : 8, 0));
    expect(inside).toBeGreaterThan(0);
    expect(inside).toBeLessThan(0.8 * all);
  });

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(
    `tetrahedra that overlap, as bone and as tool, at scale %d, offset %d: points at random, and in line with corners, edges and faces (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      let inside = 0;
      let all = 0;
      for (const [count, spread] of [
        [1, 0],
        [12, 1],
        [40, 1],
      ]) {
        const bone = boneOf(tetrahedra(random, count, scale, offset, spread));
        const pose = strained(rigidPose(random, scale), coordinates(random, 6, 3e-6, 0));
        for (const k of [12, 13, 14]) pose[k] += offset;
        const tool = toolOf(tetrahedra(random, count, scale, 0, spread), pose, offset + 2 * scale);
        for (const surface of [bone, tool]) {
          const points = pointsInLine(surface, random, longRun(60, 6));
          for (let i = 0; i < longRun(60, 6); i++) points.push(coordinates(random, 3, scale, offset));
          const found = compare(surface, points);
          inside += found.inside;
          all += found.all;
        }
      }
      expect(inside / all).toBeGreaterThan(0.05);
      expect(inside / all).toBeLessThan(0.8);
    },
  );

  const LEVELS = longRun(4, 2);
  test(`a sphere of ${8 * 4 ** LEVELS} faces: its own corners, edges and faces, and what lies in line with them (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(LEVELS, 5));
    const { inside, all } = compare(bone, pointsInLine(bone, random, longRun(150, 20)));
    expect(inside).toBeGreaterThan(longRun(50, 6));
    expect(inside).toBeLessThan(all / 2);
    compare(bone, [
      [0, 0, 0],
      [0, 0, 5],
      [0, 0, -5],
      [5, 0, 0],
    ]);
  });

  test('beside the border of two cells that the ray crosses on its way: a shell whose faces end there', () => {
    // Squares of 0.75 make cells of 1: every third cell ends where every fourth square does.
    const outer = squares([0, 0.75, 1.5, 2.25, 3, 3.75, 4.5, 5.25, 6]);
    const inner = squares([1.5, 2.25, 3, 3.75, 4.5]);
    const bone = boneOf(join(outer, inverted(inner)));
    const { axis, u0, cellSize } = bone.scanlines;
    expect([u0, cellSize]).toEqual([0, 1]);
    const points: number[][] = [];
    for (const across of [1, 2])
      for (const off of partOf([2 ** -19, 2 ** -20, 2 ** -21, 2 ** -22, 2 ** -24, 0, -(2 ** -20)], 3, 1))
        for (const depth of [0.125, 1.25, 1.625, 3.125, 4.375, 4.625, 5.75]) {
          const p = [2.625, 2.625, 2.625];
          p[(axis + across) % 3] = 3 - off;
          p[axis] = depth;
          points.push(p);
        }
    const { inside, all } = compare(bone, points);
    expect(inside / all).toBeGreaterThan(0.4);
    expect(inside / all).toBeLessThan(0.9);
  });

  test('within rounding of the border of two cells, in a tool’s frame: below a face that ends there', () => {
    // A fraction of the assumed error of the tool's frame, at any pose.
    const rounding = 2 ** -44;
    let parted = 0;
    for (const end of [0, 1, 2, 3].map((i) => 3 - i * rounding)) {
      const tool = toolOf(squares([0, 0.75, 1.5, 2.25, end, 3.75, 4.5, 5.25, 6]), IDENTITY, 6);
      const { axis, u0, cellSize, nu } = tool.scanlines;
      expect(tool.frame.slack).toBeGreaterThan(2 * rounding);
      const points: number[][] = [];
      for (const across of [1, 2])
        for (const off of [0, 1, 2])
          for (const below of [2 ** -23, 2 ** -24, 2 ** -26]) {
            const p = [2.625, 2.625, 2.625];
            p[(axis + across) % 3] = end - off * rounding;
            p[axis] = 6 - below;
            points.push(p);
            const cells = [-1, 1].map((side) =>
              cellOf(p[(axis + across) % 3] + side * tool.frame.slack, u0, cellSize, nu),
            );
            if (cells[0] < cells[1]) parted++;
          }
      expect(compare(tool, points).inside).toBe(points.length);
    }
    expect(parted).toBeGreaterThan(20);
  });

  test('in the plane of a wall that holds the first ray, beyond the wall’s end: that ray decides nothing', () => {
    // The first ray has equal slopes in u and v. A wedge for each axis, its wall in a plane u − v = constant, in a box.
    const wedge = (axis: number): ReturnType<typeof box> => {
      const at = (u: number, v: number, depth: number) => {
        const p = [0, 0, 0];
        [p[(axis + 1) % 3], p[(axis + 2) % 3], p[axis]] = [2 * axis + u, 2 * axis + v, 2 * axis + depth];
        return p;
      };
      const positions = [0.5, 1.5].flatMap((depth) =>
        [at(0.5, 0.5, depth), at(1.5, 1.5, depth), at(0.5, 1.5, depth)].flat(),
      );
      return { positions, faces: [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5] };
    };
    const bone = boneOf(join(box(8, 8, 8), ...[0, 1, 2].map(wedge)));
    const { axis } = bone.scanlines;
    const points: number[][] = [];
    for (let k = 4; k < 30; k++)
      for (const w of [0.5 - 2 ** -k, 1.5 + 2 ** -k])
        for (const depth of [0.25, 0.75, 1]) {
          const p = [2 * axis + w, 2 * axis + w, 2 * axis + w];
          p[axis] = 2 * axis + depth;
          points.push(p);
        }
    expect(compare(bone, points).inside).toBe(points.length);
  });

  test.each(['up', 'down'])(
    'the first ray, %s, meets an edge of small faces, and none of the large ones, whose cells it runs through later',
    (way) => {
      // Unit cubes in the cells of their level, and one of 16 mm next to them in coarser cells, at the far end.
      const small = Array.from({ length: 64 }, (_, k) =>
        move(box(1, 1, 1), [2 * (k % 4), 2 * ((k >> 2) % 4), 2 * (k >> 4)]),
      );
      const far = way === 'up' ? -24 : 16;
      const bone = boneOf(join(...small, move(box(16, 16, 16), [far, far, far])));
      const { axis, levelSpans } = bone.scanlines;
      expect([...levelSpans].filter((spans) => spans > 0).length).toBeGreaterThan(1);
      const points: number[][] = [];
      for (let k = 0; k < 64; k++)
        for (const across of [1, 2])
          for (const depth of [0.125, 0.25, 0.5]) {
            // The first ray tilts by 2^-20 in u and in v: from here it meets the edge at u = 1 or 0, or v = 1 or 0.
            const p = [0.5, 0.5, 0.5];
            const aside = depth * 2 ** -20;
            p[axis] = way === 'up' ? 1 - depth : depth;
            p[(axis + across) % 3] = way === 'up' ? 1 - aside : aside;
            points.push(p.map((x, i) => x + 2 * ((k >> (2 * i)) % 4)));
          }
      const asked = partOf(points, 16, 0);
      expect(compare(bone, asked).inside).toBe(asked.length);
    },
  );

  test('faces of no area alone: nothing is inside, and points on them or in line with them are decided', () => {
    const flat = boneOf({ positions: [0, 0, 0, 0, 0, 4, 0, 0, 1, 3, 1, 1], faces: [0, 1, 2, 2, 1, 0] });
    compare(
      flat,
      [-1, 0, 0.5, 1, 2, 4, 5].map((z) => [0, 0, z]),
    );
  });

  test('a body of no area inside a solid: on it is on the surface, beside and in line with it is inside', () => {
    const needle = { positions: [2, 2, 1, 2, 2, 3, 2, 2, 2], faces: [0, 1, 2, 2, 1, 0] };
    const bone = boneOf(join(box(4, 4, 4), needle));
    const { inside } = compare(
      bone,
      [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4].flatMap((z) => [2, 2.25].map((x) => [x, 2, z])),
    );
    expect(inside).toBeGreaterThan(5);
  });

  test.each([2 ** 30, 2 ** 40, 2 ** 44, 2 ** 48])(
    'a body of 8 mm that lies %d mm from the origin: points of the half grid',
    (offset) => {
      const far: [number, number, number] = [offset, -offset, offset];
      for (const shape of [sphere(0, 4), box(4, 4, 4)]) {
        const bone = boneOf(move(shape, far));
        expect(compare(bone, partOf(halfGrid(bone), 8, 0)).inside).toBeGreaterThan(20);
        const tool = toolOf(shape, [...IDENTITY.slice(0, 12), ...far, 1], offset);
        expect(compare(tool, partOf(halfGrid(tool), 8, 4)).inside).toBeGreaterThan(20);
      }
    },
  );

  test(`a bone that is cut and closed again (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(box(4, 4, 4));
    for (let round = 0; round < longRun(6, 3); round++) {
      // A face is replaced by three that meet above or below its middle.
      const live = Array.from({ length: bone.faceCount }, (_, f) => f).filter((f) => !bone.retired?.[f]);
      const f = live[Math.floor(random() * live.length)];
      const corners = [...bone.faces.subarray(3 * f, 3 * f + 3)];
      const apex = [0, 1, 2].map((k) => corners.reduce((sum, v) => sum + bone.positions[3 * v + k], 0) / 4 + random());
      const v = bone.vertexCount;
      const [a, b, c] = corners;
      bone.apply(Uint32Array.of(f), Float64Array.from(apex), Uint32Array.of(a, b, v, b, c, v, c, a, v));
      const { inside } = compare(bone, [
        ...partOf(halfGrid(bone), 4, round % 4),
        ...pointsInLine(bone, random, longRun(40, 10)),
      ]);
      expect(inside).toBeGreaterThan(20);
    }
  });
});
