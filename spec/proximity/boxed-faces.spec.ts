// The faces near a ball against all faces one by one, posed or not, edited or not; and searches among them against
// searches of the tree: the same answers, bit for bit.

import { expect, test } from '@jest/globals';
import { distanceError, lengthSlack } from '../../lib/core/index.ts';
import { BoxedFaces, KnownFaces, NearestFace } from '../../lib/proximity/index.ts';
import type { Surface } from '../../lib/records/index.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../lib/triangles/index.ts';
import { mulberry32 } from '../harness/random.ts';
import { coordinates, rigidPose, signed, strained, unitVector } from '../harness/random-geometry.ts';
import { boneOf, boxOf, liveFaces, tetrahedra, toolOf } from '../harness/stage-bodies.ts';

const SEED = 77;
const near = new Float64Array(POINT_TRIANGLE_SIZE);

function distanceTo({ positions, faces }: Surface, face: number, p: Float64Array): number {
  const [a, b, c] = faces.subarray(3 * face, 3 * face + 3);
  pointTriangle(p, 0, positions, 3 * a, 3 * b, 3 * c, near);
  return Math.sqrt(near[SQUARED]);
}

function boxDistance(surface: Surface, face: number, p: Float64Array): number {
  const box = boxOf(surface, face);
  return Math.hypot(...[0, 1, 2].map((k) => Math.max(box[k] - p[k], 0, p[k] - box[3 + k])));
}

function check(holds: boolean, says: string): void {
  if (!holds) throw new Error(says);
}

const taken = ({ faces, count }: BoxedFaces) => [...faces.subarray(0, count)].sort((a, b) => a - b);
const within = (random: () => number, centre: Float64Array, radius: number) => {
  const u = unitVector(random);
  const way = radius * random() ** 0.5;
  return centre.map((x, k) => x + way * u[k]);
};

/** Bones, of which the second has been edited, and a tool under a pose that is as far from rigid as one may be. */
function surfaces(random: () => number, scale: number, offset: number): Surface[] {
  const edited = boneOf(tetrahedra(random, 120, scale, offset, 1));
  const remove = liveFaces(edited).filter(() => random() < 0.4);
  const [base, count] = [edited.vertexCount, 40];
  const added = Float64Array.from(coordinates(random, 9 * count, scale, offset));
  edited.apply(
    Uint32Array.from(remove),
    added,
    Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
  );
  const pose = strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0));
  return [
    boneOf(tetrahedra(random, 150, scale, offset, 2)),
    edited,
    toolOf(tetrahedra(random, 150, scale, 0, 1), pose, offset + 2 * scale),
  ];
}

test.each([
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
])('scale %d, offset %d', (scale, offset) => {
  const random = mulberry32(SEED);
  const seen = { taken: 0, left: 0, searches: 0, within: 0 };
  for (const surface of surfaces(random, scale, offset)) {
    const known = new KnownFaces(surface);
    const all = new BoxedFaces(surface, known);
    const [inTree, among] = [new NearestFace(surface), new NearestFace(surface)];
    const live = liveFaces(surface);
    for (let round = 0; round < 25; round++) {
      if (random() < 0.3) known.forget();
      const v = 3 * Math.floor(random() * surface.vertexCount);
      const c = surface.positions.slice(v, v + 3).map((x) => x + scale * 10 ** (-3 * random()) * signed(random));
      const magnitude = Math.max(surface.magnitude, ...c.map(Math.abs));
      const [error, slack] = [distanceError(magnitude), lengthSlack(magnitude)];
      const radius = scale * 10 ** (1 - 4 * random());
      all.takeNear(c, 0, radius);
      const has = new Set(taken(all));
      expect(has.size).toBe(all.count);
      for (const face of live) {
        if (!has.has(face)) {
          seen.left++;
          check(distanceTo(surface, face, c) + error > radius, `face ${face} comes into the ball about ${c}`);
        } else {
          seen.taken++;
          check(boxDistance(surface, face, c) <= radius + 2 * slack, `face ${face} is far from ${c}`);
        }
      }
      expect([...has].every((face) => live.includes(face))).toBe(true);
      expect([...all.boxes.subarray(0, 6 * all.count)]).toEqual(
        [...all.faces.subarray(0, all.count)].flatMap((face) => boxOf(surface, face)),
      );

      const q = within(random, c, radius);
      all.holdAgainst(q, 0);
      for (const [n, face] of all.faces.subarray(0, all.count).entries()) {
        const away = boxDistance(surface, face, q);
        check(Math.abs(Math.sqrt(all.squares[n]) - away) <= slack, `face ${face}, ${away} mm from ${q}`);
      }

      // As a caller does it: the ball that holds whatever the answer may be at any point within R of c.
      const [R, spread] = [scale * 10 ** (-3 * random()), scale * 10 ** (-3 * random())];
      inTree.find(c[0], c[1], c[2], -1);
      all.takeNear(c, 0, Math.sqrt(inTree.squared) + 2 * R + spread + 16 * (error + slack));
      const p = within(random, c, R);
      const hint = random() < 0.5 ? -1 : live[Math.floor(random() * live.length)];
      inTree.find(p[0], p[1], p[2], -1);
      all.holdAgainst(p, 0);
      among.find(p[0], p[1], p[2], hint, all);
      const answers = [inTree, among].map(({ face, squared, x, y, z }) => [face, squared, x, y, z]);
      expect(answers[1]).toEqual(answers[0]);
      seen.searches++;
      const held = new Set(taken(all));
      const most = Math.sqrt(inTree.squared) + spread;
      for (const face of live)
        if (distanceTo(surface, face, p) + error < most) {
          seen.within++;
          check(held.has(face), `face ${face} is not taken about ${p}, spread ${spread}`);
        }
    }
  }
  console.log(`seed ${SEED}: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.taken, seen.left, seen.within)).toBeGreaterThan(500);
  expect(seen.searches).toBe(75);
});

test(`a ball is kept through edits: what is gone is dropped, what has come is taken (seed ${SEED + 1})`, () => {
  const random = mulberry32(SEED + 1);
  const seen = { held: 0, come: 0, gone: 0, beyond: 0 };
  for (let round = 0; round < 30; round++) {
    const bone = boneOf(tetrahedra(random, 60, 4, 0, 1));
    const ball = new BoxedFaces(bone, new KnownFaces(bone));
    const c = Float64Array.from(coordinates(random, 3, 4, 0));
    const radius = 1 + 3 * random();
    expect(ball.covers(c, 0, 0)).toBe(false);
    ball.takeNear(c, 0, radius);
    for (let edit = 0; edit < 8; edit++) {
      const before = new Set(taken(ball));
      const remove = liveFaces(bone).filter(() => random() < 0.1);
      const [base, count] = [bone.vertexCount, Math.floor(40 * random())];
      bone.apply(
        Uint32Array.from(remove),
        Float64Array.from(coordinates(random, 9 * count, 4, 0)),
        Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
      );
      // Not after each edit: it may be asked after several.
      if (random() < 0.4) continue;
      const q = within(random, c, radius);
      const way = Math.hypot(...q.map((x, k) => x - c[k]));
      const r = (radius - way) * random();
      expect(ball.covers(q, 0, r)).toBe(true);
      const has = new Set(taken(ball));
      expect(has.size).toBe(ball.count);
      for (const face of has) check(bone.retired?.[face] !== 1, `face ${face} is gone`);
      for (const face of liveFaces(bone))
        if (distanceTo(bone, face, q) < r) {
          seen.held++;
          if (!before.has(face)) seen.come++;
          check(has.has(face), `face ${face} comes within ${r} of ${q}`);
        }
      for (const face of before) if (!has.has(face)) seen.gone++;
      const beyond = radius - way + 1e-6;
      expect(ball.covers(q, 0, beyond)).toBe(false);
      seen.beyond++;
    }
  }
  console.log(`seed ${SEED + 1}: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.held, seen.come, seen.gone, seen.beyond)).toBeGreaterThan(30);
});
