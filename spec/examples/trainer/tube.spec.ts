// The tube about a line: closed, oriented outward, its vertices at the radius, and as near the true tube as promised.

import { expect, test } from '@jest/globals';
import type { Point } from '../../../examples/trainer/src/plan.ts';
import { tightPiece, tubeMesh } from '../../../examples/trainer/src/tube.ts';
import { createSurface, inspectMesh } from '#kerf';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';

const minus = (a: Point, b: Point) => a.map((x, k) => x - b[k]) as unknown as Point;
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Point) => Math.hypot(...a);
const unit = (a: Point) => a.map((x) => x / length(a)) as unknown as Point;
const wayOf = (line: readonly Point[], n: number) => unit(minus(line[n + 1], line[n]));

/** The nearest point of the line to p, and how far it is. */
function nearest(p: Point, line: readonly Point[]): { readonly at: Point; readonly distance: number } {
  const all = line.slice(1).map((b, n) => {
    const way = minus(b, line[n]);
    const t = Math.min(1, Math.max(0, dot(minus(p, line[n]), way) / dot(way, way)));
    const at = line[n].map((x, k) => x + t * way[k]) as unknown as Point;
    return { at, distance: length(minus(p, at)) };
  });
  return all.reduce((a, b) => (b.distance < a.distance ? b : a));
}

/** The greatest turn between two pieces, rad. */
function sharpestTurn(line: readonly Point[]): number {
  const turns = line.slice(2).map((_, n) => Math.acos(Math.min(1, dot(wayOf(line, n), wayOf(line, n + 1)))));
  return Math.max(0, ...turns);
}

/** Lines of 2 to 5 pieces with bends up to 100°, every other one with right angles only, that keep off themselves. */
function lines(seed: number, count: number): { readonly line: Point[]; readonly radius: number }[] {
  const random = mulberry32(seed);
  const found: { line: Point[]; radius: number }[] = [];
  while (found.length < count) {
    const radius = 10 ** (2 * random() - 1);
    const line: Point[] = [unitVector(random).map((x) => 100 * x) as unknown as Point];
    let way: Point = unitVector(random);
    for (let n = 2 + Math.floor(4 * random()); n > 0; n--) {
      const size = radius * (3 + 5 * random());
      line.push(line[line.length - 1].map((x, k) => x + size * way[k]) as unknown as Point);
      const aside = unitVector(random);
      const across = unit(aside.map((x, k) => x - dot(aside, way) * way[k]) as unknown as Point);
      const turn = (Math.PI / 180) * (found.length % 2 === 0 ? 90 : 100 * random());
      way = unit(way.map((x, k) => Math.cos(turn) * x + Math.sin(turn) * across[k]) as unknown as Point);
    }
    const keepsOff = line.slice(3).every((_, n) => {
      const earlier = line.slice(0, n + 2);
      const [a, b] = [line[n + 2], line[n + 3]];
      return Array.from({ length: 41 }, (_, i) => a.map((x, k) => x + (i / 40) * (b[k] - x)) as unknown as Point).every(
        (p) => nearest(p, earlier).distance > 2.5 * radius,
      );
    });
    if (keepsOff && tightPiece(line, radius) === null) found.push({ line, radius });
  }
  return found;
}

const verticesOf = (positions: ArrayLike<number>) =>
  Array.from(
    { length: positions.length / 3 },
    (_, n): Point => [positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]],
  );

test('200 tubes, seed 1: closed, oriented outward, in one piece; each vertex at the radius from the line', () => {
  for (const { line, radius } of lines(1, 200)) {
    const mesh = tubeMesh(line, radius, 16);
    expect(inspectMesh(mesh)).toMatchObject({
      closed: true,
      oriented: true,
      manifold: true,
      components: 1,
      degenerateFaces: 0,
    });
    expect(inspectMesh(mesh).volume).toBeGreaterThan(0);
    // Coordinates are below 200 mm + 40 radii; a vertex takes a few dozen roundings of these.
    const rounding = 100 * (200 + 40 * radius) * 2 ** -53;
    for (const p of verticesOf(mesh.positions))
      expect(Math.abs(nearest(p, line).distance - radius)).toBeLessThan(rounding);
  }
});

test('points about 60 tubes, seed 2: the mesh is farther than the tube, by no more than bends and sides cost', () => {
  const random = mulberry32(2);
  let worst = 0;
  let compared = 0;
  for (const [n, { line, radius }] of lines(2, 60).entries()) {
    const sides = [8, 16, 32][n % 3];
    const surface = createSurface(tubeMesh(line, radius, sides));
    const bound = radius * (1 - Math.cos(sharpestTurn(line) / 2) * Math.cos(Math.PI / sides));
    const rounding = 100 * (200 + 40 * radius) * 2 ** -53;
    for (let i = 0; i < 200; i++) {
      // Beside the middle of a piece, or about a bend.
      const piece = Math.floor((line.length - 1) * random());
      const share = i % 2 === 0 && piece > 0 ? 0 : random();
      const away = unitVector(random).map((x) => radius * (1 + 2 * random()) * x);
      const p = line[piece].map((x, k) => x + share * (line[piece + 1][k] - x) + away[k]) as unknown as Point;
      const { at, distance } = nearest(p, line);
      const isBeyondEnd = at.every((x, k) => x === line[0][k]) || length(minus(at, line[line.length - 1])) < rounding;
      if (isBeyondEnd || distance < radius) continue;
      const excess = (surface.nearestPoint(p)?.distance ?? Number.NaN) - (distance - radius);
      expect(excess).toBeGreaterThan(-rounding);
      expect(excess).toBeLessThan(bound + rounding);
      compared++;
      worst = Math.max(worst, excess / bound);
    }
  }
  expect(compared).toBeGreaterThan(5000);
  // The bound is nearly reached, beside the outer side of a bend.
  expect(worst).toBeGreaterThan(0.8);
});

test('a straight tube is a prism: its volume is that of its section', () => {
  const line: Point[] = [
    [1, 2, 3],
    [1, 2, 10],
  ];
  for (const sides of [4, 8, 1024]) {
    const section = (sides / 2) * 9 * Math.sin((2 * Math.PI) / sides);
    expect(inspectMesh(tubeMesh(line, 3, sides)).volume / (7 * section)).toBeCloseTo(1, 12);
  }
});

test('bends that leave no room, and other numbers of sides, are refused in a sentence', () => {
  const bent: Point[] = [
    [0, 0, 0],
    [10, 0, 0],
    [10, 2, 0],
    [20, 2, 0],
  ];
  expect(tightPiece(bent, 0.9)).toBeNull();
  expect(tightPiece(bent, 1.1)).toBe(1);
  expect(() => tubeMesh(bent, 1.1)).toThrow(
    /^A tube of radius 1.1 mm cannot follow its line from point 1 to 2, .+; leave/,
  );
  const back: Point[] = [bent[0], bent[1], bent[0]];
  expect(tightPiece(back, 0.1)).toBe(0);
  for (const sides of [2, 12, 2048, Number.NaN])
    expect(() => tubeMesh(bent, 0.5, sides)).toThrow(/^A tube's sides are .+, expected 4, 8, 16, … 1024; choose/);
});
