// The section's faces: random regions of squares, with holes, parts within holes, and corners at which parts touch; and
// the sides of vertices and the crossings of edges, beside fractions.

import { expect, test } from '@jest/globals';
import Fraction from 'fraction.js';
import { capSection } from '#osteotomy/cap-section.ts';
import { PlaneSides } from '#osteotomy/plane-sides.ts';
import { exact } from '#harness/exact-fraction.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed, unitVector } from '#harness/random-geometry.ts';

const SEED = 5330;
const SIZE = 15;

/** Squares of a grid, and the loops around them, the squares on the left. At a corner where two touch, a loop turns. */
function region(random: () => number, share: number) {
  const isIn = Array.from({ length: SIZE * SIZE }, () => random() < share);
  // Walls: long holes, behind which the corner that is nearest may be hidden.
  for (let wall = 0; share === 1 && wall < 8; wall++) {
    const [x, y, isUp] = [1 + Math.floor((SIZE - 2) * random()), 1 + Math.floor((SIZE - 2) * random()), random() < 0.7];
    const length = random() < 0.6 ? 1 : SIZE - 5;
    for (let k = 0; k < length; k++) {
      const [u, v] = isUp ? [x, Math.min(SIZE - 2, y + k)] : [Math.min(SIZE - 2, x + k), y];
      isIn[SIZE * v + u] = false;
    }
  }
  const has = (x: number, y: number) => x >= 0 && y >= 0 && x < SIZE && y < SIZE && isIn[SIZE * y + x];
  const at = (x: number, y: number) => (SIZE + 1) * y + x;
  const next = new Map<string, [number, number, number, number]>();
  const put = (x: number, y: number, u: number, v: number) => next.set(`${x},${y},${u - x},${v - y}`, [x, y, u, v]);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      if (!has(x, y)) continue;
      if (!has(x, y - 1)) put(x, y, x + 1, y);
      if (!has(x + 1, y)) put(x + 1, y, x + 1, y + 1);
      if (!has(x, y + 1)) put(x + 1, y + 1, x, y + 1);
      if (!has(x - 1, y)) put(x, y + 1, x, y);
    }
  const loops: number[][] = [];
  for (const [first, start] of next) {
    if (!next.delete(first)) continue;
    const loop = [at(start[0], start[1])];
    let [x0, y0, x, y] = start;
    while (at(x, y) !== loop[0] || loop.length < 2) {
      loop.push(at(x, y));
      const [dx, dy] = [x - x0, y - y0];
      // Left first: a square's own corner.
      const turns = [
        [-dy, dx],
        [dx, dy],
        [dy, -dx],
      ] as const;
      const key = turns.map(([u, v]) => `${x},${y},${u},${v}`).find((k) => next.has(k));
      if (key === undefined) break;
      const edge = next.get(key) as [number, number, number, number];
      next.delete(key);
      [x0, y0, x, y] = edge;
    }
    loops.push(loop);
  }
  return { loops, isIn, area: isIn.filter(Boolean).length };
}

/** Whether a loop turns at a corner of the grid. */
const isTurn = (a: number, b: number, c: number) => b - a !== c - b;

test.each([0.5, 0.8, 1])(`regions of squares, %d of them full, at first: covered once (seed ${SEED})`, (share) => {
  const random = mulberry32(SEED);
  const positions = Array.from({ length: (SIZE + 1) ** 2 }, (_, v) => [v % (SIZE + 1), Math.floor(v / (SIZE + 1)), 0]);
  let holes = 0;
  for (let round = 0; round < longRun(300, 60); round++) {
    const { loops, isIn, area } = region(random, share);
    holes += loops.length - 1;
    // Ways to a corner and straight back, as where a fin is cut along its edge.
    const spurred = loops.map((given) => {
      // Every other time without corners on straight sides: then what is near is often behind an edge.
      const loop =
        round % 2 === 0
          ? given
          : given.filter((v, n) => isTurn(given.at(n - 1) as number, v, given[(n + 1) % given.length]));
      const k = Math.floor(random() * loop.length);
      const to = Math.floor(random() * positions.length);
      return random() < 0.5 || loop.includes(to) ? loop : [...loop.slice(0, k + 1), to, ...loop.slice(k)];
    });
    const faces: number[] = [];
    const opened = spurred.map((loop) => loop.toReversed());
    expect(capSection(opened, positions.flat(), [0, 0, 0, 0, 0, 1], -1, faces)).toBe(true);
    let covered = 0;
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions[faces[i + k]]);
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(twice).toBeGreaterThan(0);
      covered += twice / 2;
      // Its middle lies in a full square, or on the side of one.
      const [x, y] = [0, 1].map((k) => Math.floor((a[k] + b[k] + c[k]) / 3));
      expect(isIn[SIZE * y + x]).toBe(true);
    }
    expect(covered).toBe(area);
  }
  expect(holes).toBeGreaterThan(longRun(500, 100));
});

test(`sides and crossings are those of fractions, rounded once (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let undecided = 0;
  for (let round = 0; round < longRun(4000, 600); round++) {
    const scale = 2 ** Math.floor(40 * signed(random));
    const positions = Array.from({ length: 6 }, () => scale * signed(random));
    const normal = unitVector(random);
    // The first vertex is on the plane, up to roundings; every third time the plane is anywhere.
    const [u, v, w] = Array.from({ length: 3 }, () => scale * signed(random));
    const [nx, ny, nz] = normal;
    const across = round % 3 === 0 ? [u, v, w] : [ny * w - nz * v, nz * u - nx * w, nx * v - ny * u];
    const point = [0, 1, 2].map((k) => positions[k] + across[k]);
    const plane = [...point, ...normal];
    const sides = new PlaneSides(positions, plane);
    const height = (v: number) =>
      [0, 1, 2].reduce(
        (sum, k) => sum.add(exact(plane[3 + k]).mul(exact(positions[3 * v + k]).sub(exact(plane[k])))),
        new Fraction(0),
      );
    const [s, t] = [height(0), height(1)];
    expect([...sides.of]).toEqual([s, t].map((x) => x.compare(0)));
    const rounded = [0, 1, 2].reduce((sum, k) => sum + plane[3 + k] * (positions[k] - plane[k]), 0);
    if (Math.sign(rounded) !== s.compare(0)) undecided++;
    if (s.compare(0) * t.compare(0) >= 0) continue;
    const crossing = sides.crossing(0, 1);
    expect(sides.crossing(1, 0)).toEqual(crossing);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [exact(positions[k]), exact(positions[3 + k])];
      const place = a.add(s.div(s.sub(t)).mul(b.sub(a)));
      const error = (x: number) => exact(x).sub(place).abs();
      const step = 2 ** (Math.floor(Math.log2(Math.abs(crossing[k]) || 1)) - 52);
      for (const other of [crossing[k] - step, crossing[k] + step])
        expect(error(crossing[k]).compare(error(other))).toBeLessThanOrEqual(0);
    }
  }
  expect(undecided).toBeGreaterThan(10);
});
