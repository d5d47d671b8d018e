// Samples that move from lattice point to lattice point, about bones whose edges, diagonals and corners lie on the same
// lattice: straight ways through an edge, along a face, from a point on the surface. Each gap has the sign of the exact
// winding number, and a free tool feels nothing.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { SKIN } from '#haptics/constants.ts';
import { GAP, LocalGap } from '#haptics/local-gap.ts';
import { localModel, MODEL_BYTES, MOTION, POINTS } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { readSurfaceFromVolume } from '#io';
import { vertexMeetsFace } from '#reference';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { splitCases } from '#harness/split-cases.ts';
import { boneOf, cornersOf, IDENTITY, liveFaces, type Shape, toolOf } from '#harness/stage-bodies.ts';
import { box, flip, join, move } from '#spec/base/mesh/bodies.ts';

const SEED = 4801;

/** Marching cubes of a ball with a tenth of its voxels flipped: corners at halves of the lattice. */
async function marchedBone(): Promise<Shape> {
  const random = mulberry32(SEED);
  const size = 10;
  const value = (x: number, y: number, z: number) => {
    const isBorder = [x, y, z].some((c) => c < 1 || c > size - 2);
    const isIn = Math.hypot(x - 4.5, y - 4.5, z - 4.5) < 3.5;
    return !isBorder && isIn !== random() < 0.1 ? 1 : 0;
  };
  const frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  return readSurfaceFromVolume(nrrdBytes({ dimensions: [size, size, size], frame, value }), 'nrrd', 0.5);
}
let marched: Shape;
beforeAll(async () => {
  marched = await marchedBone();
});

const inner = flip(move(box(2, 2, 2), [1, 1, 1]), ...Array(12).keys());
const bones: readonly (readonly [name: string, shape: () => Shape, lattice: number])[] = [
  ['a box', () => box(4, 4, 4), 0.5],
  ['a thin wall', () => box(4, 4, 0.5), 0.25],
  ['boxes that share a face', () => join(box(2, 4, 4), move(box(2, 4, 4), [2, 0, 0])), 0.5],
  ['a box with a cavity', () => join(box(4, 4, 4), inner), 0.5],
  ['two steps that overlap', () => join(box(4, 4, 2), box(2, 4, 4)), 0.5],
  ['a bone of marching cubes', () => marched, 0.5],
];
/** Vertices on each of the lattices: the samples. */
const probe = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], faces: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] };

splitCases(bones, [1], (some) =>
  describe.each(some)('%s, from lattice point to lattice point', (name, shape, lattice) => {
    test(`the gap has the sign of the winding number (seed ${SEED})`, () => {
      const random = mulberry32(SEED);
      /** A whole number of steps, so that no motion is longer than a model allows. */
      const step = (most: number) => {
        const steps = Math.floor(most / Math.sqrt(3) / lattice);
        return lattice * Math.floor((2 * steps + 1) * random() - steps);
      };
      const bone = boneOf(shape());
      expect(bone.signed).toBe(true);
      const corners = liveFaces(bone).map((face) => cornersOf(bone, face));
      const metBy = (p: ArrayLike<number>, q: ArrayLike<number>) =>
        corners.filter(
          (c) =>
            [0, 1, 2].every(
              (k) =>
                Math.min(p[k], q[k]) <= Math.max(c[k], c[3 + k], c[6 + k]) &&
                Math.max(p[k], q[k]) >= Math.min(c[k], c[3 + k], c[6 + k]),
            ) && vertexMeetsFace([p[0], p[1], p[2], ...c], [q[0], q[1], q[2], ...c]),
        ).length;
      const builder = new LocalModelBuilder(bone, samplePoints(toolOf(probe, IDENTITY, 100), 2));
      const model = localModel(new ArrayBuffer(MODEL_BYTES));
      const gap = new LocalGap();
      const slack = 4 * lengthSlack(bone.magnitude + 10);
      const [low, high] = [bone.bounds.subarray(0, 3), bone.bounds.subarray(3)];
      const windingAt = (p: Float64Array) => bone.solid.windingAt(p[0], p[1], p[2]);
      const wrong: string[] = [];
      const seen = { inside: 0, outside: 0, throughEdges: 0, fromSurface: 0, met: 0, missed: 0 };
      for (let round = 0; round < longRun(200, 20); round++) {
        const place = [0, 1, 2].map(
          (k) => low[k] - 1 + lattice * Math.floor(((high[k] - low[k] + 2) / lattice + 1) * random()),
        );
        builder.build(shifted(place[0], place[1], place[2]), 0, { motion: 2, maxDistance: 3, close: 3 }, model);
        for (let i = 0; i < model.head[POINTS]; i++)
          for (let n = 0; n < 12; n++) {
            const sample = model.own.slice(3 * i, 3 * i + 3).map((x, k) => x + place[k]);
            const [p, q] = [0, 1].map(() => sample.map((x) => x + step(model.head[MOTION])));
            gap.measure(model, i, p, 0);
            const at = gap.result[GAP];
            if (Math.abs(at) <= slack) continue;
            const inside = windingAt(p) !== 0;
            const says = `${sample} → ${p}`;
            if (at < 0 !== inside) wrong.push(`${says}: gap ${at}, inside: ${inside}`);
            seen[inside ? 'inside' : 'outside']++;
            if (metBy(sample, sample) > 0) seen.fromSurface++;
            if (metBy(sample, p) > 1) seen.throughEdges++;
            gap.measure(model, i, q, 0);
            if (Math.abs(gap.result[GAP]) <= slack) continue;
            // A motion with a point inside meets the bone; one that touches no face does not.
            const between = Array.from({ length: 17 }, (_, s) => p.map((x, k) => x + ((q[k] - x) * s) / 16));
            const isThrough = between.some((x) => windingAt(x) !== 0) && between.some((x) => windingAt(x) === 0);
            const touches = metBy(p, q) > 0;
            const meets = gap.meets(model, i, p, 0, q, 0);
            if (isThrough ? !meets : meets && !touches)
              wrong.push(`${p} → ${q}: ${meets ? '' : 'not '}met, ${touches ? '' : 'not '}touching`);
            seen[meets ? 'met' : 'missed']++;
          }
      }
      console.log(`${name}: ${JSON.stringify(seen)}, ${wrong.length} wrong`);
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(Math.min(...Object.values(seen))).toBeGreaterThan(15);
    });
  }),
);

describe('a free block beside a box is not pulled', () => {
  const bone = boneOf(box(8, 8, 8));
  /** Describes the wrench and the proxy at a wrong place. */
  const felt = ({ servo: { wrench, proxy } }: HapticRun, hand: readonly number[]) =>
    `hand ${hand}: wrench ${wrench}, proxy ${proxy.placement}`;

  test('round the corners of the box, so that the straight way goes through one', () => {
    const pulled: string[] = [];
    for (let corner = 0; corner < 8; corner += longRun(1, 3)) {
      const out = [0, 1, 2].map((k) => (corner >> k) & 1);
      // The block's own corner is its origin. It moves from beside the faces of `first` to beside the others.
      const tool = toolOf(
        move(
          box(4, 4, 4),
          out.map((o) => -4 * (1 - o)),
        ),
        IDENTITY,
        100,
      );
      for (let first = 1; first < 7; first++) {
        const off = (isOut: (k: number) => boolean) =>
          out.map((o, k) => 8 * o + ((isOut(k) ? 1 : -1) * (2 * o - 1)) / 16);
        const over = off(() => true);
        const [from, to] = [off((k) => ((first >> k) & 1) === 1), off((k) => ((first >> k) & 1) === 0)];
        const run = new HapticRun(bone, tool, {}, { every: 1000, late: 0 });
        for (let t = 0; t <= 20; t++) {
          const [a, b, share] = t < 8 ? [from, over, t / 8] : [over, to, Math.min(1, (t - 8) / 8)];
          const hand = a.map((x, k) => x + (b[k] - x) * share);
          run.tick(shifted(hand[0], hand[1], hand[2]));
          const behind = Math.hypot(...hand.map((x, k) => x - run.servo.proxy.placement[k]));
          if (Math.hypot(...run.servo.wrench) > 0 || behind > 1e-12) pulled.push(felt(run, hand));
        }
      }
    }
    expect(pulled.slice(0, 5)).toEqual([]);
  });

  test('from where it touches, along diagonals and back: it rises to its skin and no more', () => {
    const pulled: string[] = [];
    for (const [x, y, z] of [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [1, -1, 0],
    ])
      for (const aside of [0, 2]) {
        const run = new HapticRun(bone, toolOf(box(4, 4, 4), IDENTITY, 100), { damping: 1e-9 }, { every: 8, late: 2 });
        // Off the face, or off each of the three faces of a corner.
        const most = run.settings.stiffness * SKIN * (aside === 0 ? Math.sqrt(3) : 1) * (1 + 1e-9);
        for (let t = 0; t < 64; t++) {
          // In whole steps of 1/64 mm.
          const way = (t < 32 ? t : 64 - t) / 64;
          const hand = [8 + way * x, aside + way * y, aside + way * z];
          run.tick(shifted(hand[0], hand[1], hand[2]));
          const { wrench } = run.servo;
          if (Math.hypot(...wrench.subarray(0, 3)) > most || wrench[0] < 0) pulled.push(felt(run, hand));
        }
      }
    expect(pulled.slice(0, 5)).toEqual([]);
  });
});
