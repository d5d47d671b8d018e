// The interval of a cut's volume where the tool has edges, teeth or curves: it holds the exact volume, and it is
// narrow.

import { describe, expect, test } from '@jest/globals';
import type { Manifold } from 'manifold-3d';
import { box, sawBlade, sphere, sphericalBurr, torus } from '#datasets';
import { type CutResult, createCuttableBone, createMesh, type Pose, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { hullOf, solidOf, unionOf } from '#harness/exact-solids.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 1687;
const CELL = 0.5;
const block = box({ size: [20, 16, 12], center: [0.3, -0.2, 0.1] });
const TOP = 6.1;

/** The region swept by a mesh in a linear motion: the mesh at both ends, and each face's prism. */
function sweptBy({ positions, faces }: TriangleMesh, from: Pose, to: Pose): Manifold {
  const at = (m: ArrayLike<number>, vertex: number) =>
    [0, 1, 2].map((k) => {
      const [x, y, z] = [0, 1, 2].map((n) => positions[3 * vertex + n]);
      return m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
    }) as [number, number, number];
  const posed = (m: ArrayLike<number>) =>
    solidOf(createMesh(Array.from({ length: positions.length / 3 }, (_, v) => at(m, v)).flat(), faces));
  const prisms = Array.from({ length: faces.length / 3 }, (_, face) =>
    hullOf([0, 1, 2].flatMap((n) => [at(from, faces[3 * face + n]), at(to, faces[3 * face + n])])),
  );
  return unionOf([posed(from), posed(to), ...prisms]);
}

/** Coordinates are passed to the other library as f32: off by half a unit of 2^5 mm each way, over the surface. */
const slackOf = (common: Manifold) => common.surfaceArea() * Math.sqrt(3) * 2 ** (5 - 25);

function expectHeld({ removedVolume: { low, high } }: CutResult, volume: number, slack: number, width: number): void {
  expect(low).toBeLessThanOrEqual(volume + slack);
  expect(high).toBeGreaterThanOrEqual(volume - slack);
  expect(high - low).toBeLessThanOrEqual(width * volume);
}

/** One cut, compared with the other library's boolean of the bone's mesh before it. @returns the exact volume. */
async function judge(
  bone: Awaited<ReturnType<typeof createCuttableBone>>,
  tool: TriangleMesh,
  from: Pose,
  to: Pose,
  width: number,
): Promise<number> {
  const common = solidOf(bone.mesh).intersect(sweptBy(tool, from, to));
  const volume = common.volume();
  expectHeld(bone.cut(tool, { from, to, motion: 'linear' }), volume, slackOf(common), width);
  return volume;
}

describe('closed forms', () => {
  test('a box by a box: within 1/1000', async () => {
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    const tool = box({ size: [5.3, 4.1, 7], divisions: [3, 3, 4] });
    const cut = bone.cut(tool, { from: translation(1.7, -0.9, 13), to: translation(1.7, -0.9, 4.6), motion: 'linear' });
    expectHeld(cut, 5.3 * 4.1 * (TOP - 1.1), 0, 1e-3);
  });

  // A ball's cap of height h has π·h²·(R − h/3); its mesh lies in the ball, with a dent of at most 2 % of the volume.
  test.each(partOf([1.3, 0.6, 2.4], 3, 0))('a ball %s mm deep in a plate: within 1/10', async (depth) => {
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    const R = 3;
    const ball = sphere({ radius: R, subdivisions: longRun(5, 4) });
    const at = translation(0.13, 0.21, TOP + R - depth);
    const { removedVolume } = bone.cut(ball, { from: at, to: at });
    const cap = Math.PI * depth ** 2 * (R - depth / 3);
    expect(removedVolume.low).toBeLessThanOrEqual(cap);
    expect(removedVolume.high).toBeGreaterThanOrEqual(0.98 * cap);
    expect(removedVolume.high - removedVolume.low).toBeLessThanOrEqual(0.1 * cap);
  });

  test('a ball that moves sideways within a block sweeps a capsule: within 1/50', async () => {
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    const R = 2;
    const ball = sphere({ radius: R, subdivisions: longRun(5, 4) });
    const way = 3.3;
    const { removedVolume } = bone.cut(ball, {
      from: translation(-1.6, 0.3, 0.2),
      to: translation(-1.6 + way, 0.3, 0.2),
      motion: 'linear',
    });
    const capsule = (4 / 3) * Math.PI * R ** 3 + Math.PI * R ** 2 * way;
    expect(removedVolume.low).toBeLessThanOrEqual(capsule);
    expect(removedVolume.high).toBeGreaterThanOrEqual(0.98 * capsule);
    expect(removedVolume.high - removedVolume.low).toBeLessThanOrEqual(0.02 * capsule);
  });
});

describe('against manifold-3d', () => {
  const saw = sawBlade({ teeth: 8, targetFaces: 1000 });
  /** Its feed, −y, points down. */
  const upright = (z: number) => [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.1, 0.2, z, 1];

  test('the toothed blade, fed in by 0.5 mm again and again: within 1/10 once its teeth are in', async () => {
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    let sum = 0;
    for (let n = 0; n < longRun(4, 2); n++) {
      const z = TOP - 0.3 - 0.5 * n;
      // The first bite, 0.2 mm³, is wider than the aim of 1/10: it was 66 % when this was written.
      sum += await judge(bone, saw, upright(z), upright(z - 0.5), n === 0 ? 0.8 : 0.1);
    }
    expect(sum).toBeGreaterThan(longRun(4, 1));
  });

  const ways: [string, number[]][] = [
    ['slantwise', [0.3, -0.25, -0.3]],
    ['down', [0, 0, -0.5]],
    ['sideways', [0.5, 0, 0]],
  ];
  test.each(partOf(ways, 3, 0))('the ball burr, moved %s by 0.5 mm: within 1/10', async (_way, step) => {
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    const burr = sphericalBurr({ targetFaces: longRun(1000, 400), length: 12 });
    const [x, y, z] = step;
    for (let n = 0; n < longRun(3, 1); n++) {
      const from = translation(0.31 + n * x, -0.17 + n * y, TOP + 1.4 + n * z);
      await judge(bone, burr, from, composed(from, translation(x, y, z)), 0.1);
    }
  });

  test(`turned tools, convex and not, at random (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const tools = [
      { tool: box({ size: [1.2, 7, 6], divisions: [2, 5, 4] }), width: 0.2 },
      { tool: torus({ majorRadius: 3, minorRadius: 1.1, segments: 14 }), width: 0.2 },
    ];
    let cuts = 0;
    for (let trial = 0; trial < longRun(8, 2); trial++) {
      const surface =
        trial % 4 < 2 ? box({ size: [9, 8, 7], center: [0.3, -0.2, 0.1] }) : sphere({ radius: 5, subdivisions: 3 });
      const bone = await createCuttableBone({ surface, cell: [0.5, 0.7, 1][trial % 3] });
      const { tool, width } = tools[trial % 2];
      for (let n = 0; n < 2; n++) {
        const from = poseOf(
          randomRotation(random),
          [0, 0, 0].map(() => 3 * signed(random)),
        );
        const step = [0, 0, 0].map(() => signed(random));
        const to = composed(from, translation(step[0], step[1], step[2]));
        const common = solidOf(bone.mesh).intersect(sweptBy(tool, from, to));
        const volume = common.volume();
        const cut = bone.cut(tool, { from, to, motion: 'linear' });
        // Where little is cut, one cell's volume is a large share.
        expectHeld(cut, volume, slackOf(common), volume > 5 ? width : Number.POSITIVE_INFINITY);
        cuts += volume > 5 ? 1 : 0;
      }
    }
    expect(cuts).toBeGreaterThan(longRun(8, 1));
  });
});

describe('the same whatever is not asked', () => {
  const burr = sphericalBurr({ targetFaces: 1000, length: 12 });
  const cutAt = async (tool: TriangleMesh, offset: readonly number[]) => {
    const [x, y, z] = offset;
    const surface = box({ size: [20, 16, 12], center: [0.3 + x, -0.2 + y, 0.1 + z] });
    const bone = await createCuttableBone({ surface, cell: CELL });
    const from = translation(0.31 + x, -0.17 + y, TOP + 1.4 + z);
    return bone.cut(tool, { from, to: composed(from, translation(0.4, 0.1, -0.3)), motion: 'linear' }).removedVolume;
  };

  test('the order of corners and faces, and places far from the origin', async () => {
    const { low, high } = await cutAt(burr, [0, 0, 0]);
    const { positions, faces } = burr;
    const turned = Array.from({ length: faces.length / 3 }, (_, f) => [
      faces[3 * f + 1],
      faces[3 * f + 2],
      faces[3 * f],
    ]);
    const others = [
      await cutAt(createMesh(positions, turned.reverse().flat()), [0, 0, 0]),
      await cutAt(burr, [1e5, -1e5, 1e5]),
    ];
    for (const other of others) {
      // Both hold the same volume.
      expect(other.low).toBeLessThanOrEqual(high);
      expect(other.high).toBeGreaterThanOrEqual(low);
      expect(other.high - other.low).toBeLessThanOrEqual(0.1 * high);
    }
  });

  test('a tool whose parts overlap counts what it holds once', async () => {
    const [a, b] = [box({ size: 3 }), box({ size: 3, center: [1.2, 0.7, 0.4] })];
    const both = createMesh(
      [...a.positions, ...b.positions],
      [...a.faces, ...Array.from(b.faces, (v) => v + a.positions.length / 3)],
    );
    const bone = await createCuttableBone({ surface: block, cell: CELL });
    const { low, high } = bone.cut(both, {
      from: translation(0.1, 0.2, 0.3),
      to: translation(0.1, 0.2, 0.3),
    }).removedVolume;
    const volume = 2 * 27 - 1.8 * 2.3 * 2.6;
    expect(low).toBeLessThanOrEqual(volume);
    expect(high).toBeGreaterThanOrEqual(volume);
  });
});

test.each([1e-5, 1e-8])('a tool in two parts, %s mm apart along its way, counts once what both sweep', async (gap) => {
  const bone = await createCuttableBone({ surface: block, cell: CELL });
  const parts = [box({ size: [3, 3.1, 2], center: [0, 0, 1] }), box({ size: [3, 3.1, 2], center: [0, 0, -1 - gap] })];
  const [upper, lower] = parts;
  const tool = createMesh(
    [...upper.positions, ...lower.positions],
    [...upper.faces, ...Array.from(lower.faces, (v) => v + upper.positions.length / 3)],
  );
  const cut = bone.cut(tool, { from: translation(0.13, 0.21, -0.4), to: translation(0.13, 0.21, 0.9) });
  // Coordinates of up to 3 mm are rounded by 2^-52 mm in the tool and in its pose, on all sides.
  const volume = 3 * 3.1 * (4 + gap + 1.3);
  const slack = 4 * 2 ** -52 * 2 * (3 * 3.1 + 5.3 * (3 + 3.1));
  expectHeld(cut, volume, slack, 0.1);
});

test(`a screw: points of the swept solid, by the tool's own shape at many times (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const bone = await createCuttableBone({ surface: block, cell: CELL });
  const size = [1.2, 9, 7];
  const tool = box({ size: [size[0], size[1], size[2]] });
  const from = poseOf(randomRotation(random), [0.2, 0.1, TOP - 1]);
  const angle = 0.06;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  // A turn about the tool's own z axis, with motion along it: each point's place at each time is known.
  const to = composed(composed(from, translation(0, 0, 0.3)), poseOf([c, s, 0, -s, c, 0, 0, 0, 1], [0, 0, 0]));
  const { low, high } = bone.cut(tool, { from, to, motion: 'screw' }).removedVolume;
  const STEPS = 400;
  const half = [1, 5.2, 4.2];
  const POINTS = longRun(200_000, 20_000);
  let inside = 0;
  for (let n = 0; n < POINTS; n++) {
    const p = half.map((h) => h * signed(random));
    const at = [0, 1, 2].map((k) => from[k] * p[0] + from[4 + k] * p[1] + from[8 + k] * p[2] + from[12 + k]);
    if (Math.abs(at[0] - 0.3) > 10 || Math.abs(at[1] + 0.2) > 8 || Math.abs(at[2] - 0.1) > 6) continue;
    for (let step = 0; step <= STEPS; step++) {
      const t = step / STEPS;
      const [ct, st] = [Math.cos(angle * t), Math.sin(angle * t)];
      const own = [ct * p[0] + st * p[1], -st * p[0] + ct * p[1], p[2] - 0.3 * t];
      if (own.some((x, k) => Math.abs(x) > size[k] / 2)) continue;
      inside++;
      break;
    }
  }
  const share = inside / POINTS;
  const all = 8 * half[0] * half[1] * half[2];
  const volume = share * all;
  // Five standard deviations of such a count, and the tool's motion within half a step.
  const slack = 5 * all * Math.sqrt((share * (1 - share)) / POINTS) + (100 * (angle * 6 + 0.3)) / (2 * STEPS);
  expect(share).toBeGreaterThan(0.1);
  expect(low).toBeLessThanOrEqual(volume + slack);
  expect(high).toBeGreaterThanOrEqual(volume - slack);
  // Wider than the aim of 1/10, since large faces turn. It was 22 % when this was written.
  expect(high - low).toBeLessThanOrEqual(0.25 * volume);
});
