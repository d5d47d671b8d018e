// The faces around a ball, from cells, against all faces one by one, posed or not, edited or not; and searches among
// them against searches of the tree: the same answers, bit for bit.

import { expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import { distanceError, lengthSlack } from '#core';
import { FaceCells, KnownFaces, NearestFace } from '#proximity';
import type { Surface } from '#records';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed, strained, unitVector } from '#harness/random-geometry.ts';
import { boneOf, boxOf, liveFaces, tetrahedra, toolOf } from '#harness/stage-bodies.ts';

const SEED = 77;
const ROUNDS = longRun(12, 1);
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

/** Removes some faces and adds others, spread `beyond` times as far. */
function edit(bone: BoneBody, random: () => number, scale: number, offset: number, beyond = 1): void {
  const remove = liveFaces(bone).filter(() => random() < 0.2);
  const [base, count] = [bone.vertexCount, 1 + Math.floor(30 * random())];
  bone.apply(
    Uint32Array.from(remove),
    Float64Array.from(coordinates(random, 9 * count, beyond * scale, offset)),
    Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
  );
}

/** Bones, the second of them edited, and a tool under a pose that deviates from rigid as far as allowed. */
function surfaces(random: () => number, scale: number, offset: number): Surface[] {
  const edited = boneOf(tetrahedra(random, 120, scale, offset, 1));
  edit(edited, random, scale, offset);
  const pose = strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0));
  return [
    boneOf(tetrahedra(random, 150, scale, offset, 2)),
    edited,
    toolOf(tetrahedra(random, 150, scale, 0, 1), pose, offset + 2 * scale),
  ];
}

/** Gathers around c and compares the result with all faces. @returns how many are taken and left. */
function gatherAll(surface: Surface, cells: FaceCells, c: Float64Array, radius: number) {
  const magnitude = Math.max(surface.magnitude, ...c.map(Math.abs));
  const [error, slack] = [distanceError(magnitude), lengthSlack(magnitude)];
  cells.gather(c, 0, radius);
  const found = [...cells.faces.subarray(0, cells.count)];
  const has = new Set(found);
  expect(has.size).toBe(found.length);
  const live = liveFaces(surface);
  const alive = new Set(live);
  expect(found.every((face) => alive.has(face))).toBe(true);
  for (const face of live)
    if (!has.has(face))
      check(distanceTo(surface, face, c) + error > radius, `face ${face} comes into the ball about ${c}`);
    else check(boxDistance(surface, face, c) <= radius + 2 * slack, `face ${face} is far from ${c}`);
  for (const [n, face] of found.entries()) {
    const away = boxDistance(surface, face, c);
    check(Math.abs(Math.sqrt(cells.squares[n]) - away) <= slack, `face ${face}, ${away} mm from ${c}`);
    const box = boxOf(surface, face);
    const known = cells.known.values.subarray(cells.corners[n] - 6, cells.corners[n]);
    check(
      box.every((x, k) => Object.is(known[k], x)),
      `face ${face} is known in ${known}, not in ${box}`,
    );
  }
  return { taken: found.length, left: live.length - found.length };
}

test.each([
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1, 1e5],
])('scale %d, offset %d', (scale, offset) => {
  const random = mulberry32(SEED);
  const seen = { taken: 0, left: 0, searches: 0 };
  // Cells as small as faces, and some that contain all of them.
  for (const surface of surfaces(random, scale, offset))
    for (const cell of [longRun(0.03, 0.06), 0.2, 5]) {
      const cells = new FaceCells(surface, new KnownFaces(surface), cell * scale);
      const [inTree, among] = [new NearestFace(surface), new NearestFace(surface)];
      const live = liveFaces(surface);
      for (let round = 0; round < ROUNDS; round++) {
        if (random() < 0.2) cells.forget();
        const v = 3 * Math.floor(random() * surface.vertexCount);
        const c = surface.positions.slice(v, v + 3).map((x) => x + scale * 10 ** (-3 * random()) * signed(random));
        const { taken, left } = gatherAll(surface, cells, c, scale * 10 ** (1 - 4 * random()));
        seen.taken += taken;
        seen.left += left;
        // As a caller does it: the ball of a face that was nearest somewhere.
        const hint = live[Math.floor(random() * live.length)];
        const magnitude = Math.max(surface.magnitude, ...c.map(Math.abs));
        cells.gather(c, 0, distanceTo(surface, hint, c) + 16 * lengthSlack(magnitude));
        among.find(c[0], c[1], c[2], random() < 0.5 ? hint : -1, cells);
        inTree.find(c[0], c[1], c[2], -1);
        const answers = [inTree, among].map(({ face, squared, x, y, z }) => [face, squared, x, y, z]);
        expect(answers[1]).toEqual(answers[0]);
        seen.searches++;
      }
    }
  console.log(`seed ${SEED}: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.taken, seen.left)).toBeGreaterThan(longRun(500, 30));
  expect(seen.searches).toBe(9 * ROUNDS);
});

test(`cells are kept through edits: what is gone is dropped, what has come is taken (seed ${SEED + 1})`, () => {
  const random = mulberry32(SEED + 1);
  const seen = { taken: 0, left: 0, come: 0, beyond: 0 };
  for (let round = 0; round < longRun(20, 2); round++) {
    const bone = boneOf(tetrahedra(random, 60, 4, 0, 1));
    const { faceCount } = bone;
    const cells = new FaceCells(bone, new KnownFaces(bone), 0.2 + random());
    for (let step = 0; step < 8; step++) {
      // Some edits add faces beyond all existing ones, and several edits may precede a query.
      const isBeyond = random() < 0.2;
      if (step > 0) edit(bone, random, 4, 0, isBeyond ? 3 : 1);
      if (isBeyond) seen.beyond++;
      if (random() < 0.3) continue;
      for (let ask = 0; ask < 4; ask++) {
        const c = Float64Array.from(coordinates(random, 3, isBeyond ? 10 : 4, 0)).map(
          (x, k) => x + unitVector(random)[k],
        );
        const { taken, left } = gatherAll(bone, cells, c, 4 * random());
        seen.taken += taken;
        seen.left += left;
        for (let n = 0; n < cells.count; n++) if (cells.faces[n] >= faceCount) seen.come++;
      }
    }
  }
  console.log(`seed ${SEED + 1}: ${JSON.stringify(seen)}`);
  expect(Math.min(seen.taken, seen.left, seen.come)).toBeGreaterThan(longRun(500, 40));
  expect(seen.beyond).toBeGreaterThan(longRun(10, 0));
});
