// Faces that FacePair parts, beside the exact test: they share no point beyond common corners. Faces apart, in one
// plane, side by side at a corner or an edge, through each other, thin ones, far from the origin.

import { expect, test } from '@jest/globals';
import { BeyondCorners, FacePair, TrianglePair } from '#triangles';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';

const SEED = 1371;
const beyond = new BeyondCorners();
const pair = new TrianglePair();

test(`no pair is parted that shares more than corners (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const counts = { parted: [0, 0, 0], open: [0, 0, 0], meeting: 0 };
  for (let round = 0; round < longRun(400_000, 20_000); round++) {
    const offset = round % 5 === 0 ? 1e4 * signed(random) : 0;
    const P = Float64Array.from(coordinates(random, 18, 1, offset));
    // In one plane, or thin along an axis.
    if (round % 3 === 0) for (let v = 2; v < 18; v += 3) P[v] = offset;
    if (round % 7 === 0) for (let v = 1; v < 18; v += 3) P[v] = offset + 1e-3 * (P[v] - offset);
    const common = round % 4 === 3 ? 2 : round % 4 === 2 ? 1 : 0;
    P.copyWithin(9, 0, 3 * common);
    const faces = new FacePair(P, Uint32Array.of(0, 1, 2, 3, 4, 5));
    faces.set(0, 1);
    expect(faces.common).toBe(common);
    const meet = beyond.meet(pair.load(P, 0, 3, 6, P, 9, 12, 15));
    if (meet) counts.meeting++;
    else counts[faces.areParted() ? 'parted' : 'open'][common]++;
    if (meet) expect(faces.areParted()).toBe(false);
  }
  expect(counts.meeting).toBeGreaterThan(500);
  for (const common of [0, 1, 2]) expect(counts.parted[common]).toBeGreaterThan(20 * counts.open[common]);
});

test('faces with all corners in common are not parted', () => {
  const faces = new FacePair(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), Uint32Array.of(0, 1, 2, 2, 1, 0));
  faces.set(0, 1);
  expect([faces.common, faces.areParted()]).toEqual([3, false]);
});
