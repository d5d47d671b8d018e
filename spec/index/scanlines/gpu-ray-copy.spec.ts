// Rays that meet edges and corners, on the GPU: copyCrossing against exact integers, and the sum over a closed body
// against the winding number of every body that differs from it by at most the margin.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import type { TriangleMesh } from '#kerf';
import { askRays, type RayCase } from '#harness/gpu-rays.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const UNDECIDED = 2;
const CASES = longRun(3000, 300);
const QUESTIONS = longRun(90, 30);
/** Corners are moved by eighths of a unit. */
const PARTS = 8n;

type Point = readonly bigint[];

const signOf = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

/** ε of the move is 2^-60, its square 2^-120: every sum of products of the cases' coordinates is below 2^70. */
const ONE = 2n ** 120n;
const MOVE = [2n ** 60n, 1n];

/** 1, −1 or 0: the triangle's contribution when its line is moved by (ε, ε²); it is ahead. */
function movedCrossing(words: RayCase): number {
  const axis = words[12];
  const across = [(axis + 1) % 3, (axis + 2) % 3];
  const [a, b, c] = [3, 6, 9].map((at) => across.map((k, i) => ONE * BigInt(words[at + k] - words[k]) - MOVE[i]));
  const side = (p: Point, q: Point) => signOf(p[0] * q[1] - p[1] * q[0]);
  const sum = side(a, b) + side(b, c) + side(c, a);
  return sum === 3 ? 1 : sum === -3 ? -1 : 0;
}

describe.each([3, 40, 2 ** 21, 2 ** 30 - 1])('triangles of corners up to %d units away', (size) => {
  test('add what the moved ray says, where they are ahead', async () => {
    const seed = size % 1000003;
    const random = mulberry32(seed);
    const around = (most: number) => Math.round(most * (2 * random() - 1));
    const cases = Array.from({ length: CASES }, (_, i) => {
      const p = Array.from({ length: 3 }, () => around(size));
      const corners = Array.from({ length: 9 }, () => around(size));
      // A line through a corner, through an edge's midpoint, or anywhere.
      const [from, to] = [Math.floor(3 * random()), Math.floor(3 * random())];
      if (i % 3 < 2)
        for (let k = 0; k < 3; k++)
          p[k] = i % 3 === 0 ? corners[3 * from + k] : (corners[3 * from + k] + corners[3 * to + k]) >> 1;
      const axis = Math.floor(3 * random());
      p[axis] = -size - Math.floor(3 * random());
      return [...p, ...corners, axis, 1];
    });
    const answers = await askRays(cases);
    let ties = 0;
    let crossings = 0;
    cases.forEach((words, i) => {
      const axis = words[12];
      const isAhead = [3, 6, 9].every((at) => words[at + axis] - words[axis] > 1);
      expect([words, answers.copy[i]]).toEqual([words, isAhead ? movedCrossing(words) : UNDECIDED]);
      if (answers.face[i] === UNDECIDED) ties++;
      if (isAhead && answers.copy[i] !== 0) crossings++;
    });
    console.log(`size ${size}, seed ${seed}: ${ties} of ${CASES} left open by f32, ${crossings} crossings`);
    expect(ties).toBeGreaterThan(CASES / 10);
    expect(crossings).toBeGreaterThan(CASES / 10);
  });
});

/** The winding number of a closed body about p, which is not on its surface: crossings of a ray that meets no edge. */
function windingNumber(corners: readonly Point[], faces: Uint32Array, p: Point, random: () => number): number {
  for (;;) {
    const q = [0, 1, 2].map((k) => p[k] + BigInt(Math.floor(2 ** 40 * (2 * random() - 1))));
    let sum = 0;
    let isClear = true;
    for (let f = 0; f < faces.length && isClear; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => corners[faces[f + k]]);
      const behind = orient(a, b, c, p);
      // A ray from beside a face and in its plane leaves the plane at once.
      if (behind === 0) continue;
      const sides = [orient(a, b, q, p), orient(b, c, q, p), orient(c, a, q, p)];
      isClear = sides.every((side) => side !== 0);
      const around = sides[0] + sides[1] + sides[2];
      if (around === 3 * behind) sum += behind;
    }
    if (isClear) return sum;
  }
}

/** The sign of the volume of (a, b, c, d): 1 if d is behind the counter-clockwise face a, b, c. */
function orient(a: Point, b: Point, c: Point, d: Point): number {
  const [u, v, w] = [a, b, c].map((x) => x.map((value, k) => value - d[k]));
  return signOf(
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]),
  );
}

const inUnits = ({ positions, faces }: TriangleMesh, unit: number) => ({
  corners: Array.from({ length: positions.length / 3 }, (_, v) =>
    [0, 1, 2].map((k) => Math.round(positions[3 * v + k] / unit)),
  ),
  faces: Uint32Array.from(faces),
});

describe.each([
  ['a box in squares', box({ size: [4, 4, 4], divisions: [4, 4, 4] }), 0.01],
  ['a coarse ball', sphere({ radius: 3, subdivisions: 2 }), 2 ** -20],
  ['a ball in few units', sphere({ radius: 3, subdivisions: 2 }), 0.02],
])('%s: rays through its corners and edges', (name, mesh, unit) => {
  test('give the winding number, of every body within the margin', async () => {
    const random = mulberry32(1676);
    const { corners, faces } = inUnits(mesh, unit);
    const questions = Array.from({ length: QUESTIONS }, (_, i) => {
      const from = corners[Math.floor(corners.length * random())];
      const to = i % 2 === 0 ? from : corners[faces[Math.floor(faces.length * random())]];
      const axis = i % 3;
      const p = from.map((x, k) => (x + to[k]) >> 1);
      p[axis] = Math.round((8 * random() - 4) / unit);
      return { p, axis, margin: 1 + Math.floor(2 * random()) };
    });
    const cases = questions.flatMap(({ p, axis, margin }) =>
      Array.from({ length: faces.length / 3 }, (_, f) => [
        ...p,
        ...[0, 1, 2].flatMap((k) => corners[faces[3 * f + k]]),
        ...[axis, margin],
      ]),
    );
    const answers = await askRays(cases);
    const told = { inside: 0, outside: 0, open: 0, byCopies: 0 };
    questions.forEach(({ p, margin }, question) => {
      let sum = 0;
      let isOpen = false;
      let usesCopies = false;
      for (let f = 0; f < faces.length / 3; f++) {
        const at = (faces.length / 3) * question + f;
        usesCopies ||= answers.face[at] === UNDECIDED;
        const crossing = answers.face[at] === UNDECIDED ? answers.copy[at] : answers.face[at];
        isOpen ||= crossing === UNDECIDED;
        sum += crossing;
      }
      if (isOpen) {
        told.open++;
        return;
      }
      told[sum === 0 ? 'outside' : 'inside']++;
      if (usesCopies) told.byCopies++;
      for (let round = 0; round < longRun(4, 2); round++) {
        // The point's own error is within the margin of the differences.
        const shift = () => BigInt(Math.trunc(margin * Number(PARTS) * (round === 0 ? 0 : 2 * random() - 1)));
        const moved = corners.map((corner) => corner.map((x) => PARTS * BigInt(x) + shift()));
        const exact = windingNumber(moved, faces, p.map((x) => PARTS * BigInt(x)), random); // biome-ignore format: one line
        expect([name, p, round, sum]).toEqual([name, p, round, exact]);
      }
    });
    console.log(`${name}, seed 1676: ${JSON.stringify(told)} of ${questions.length}`);
    expect(told.byCopies).toBeGreaterThan(longRun(25, 8));
    expect(told.inside).toBeGreaterThan(QUESTIONS / 6);
    expect(told.outside).toBeGreaterThan(QUESTIONS / 6);
  });
});
