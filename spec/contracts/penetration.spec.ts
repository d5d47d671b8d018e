// How deep the tool is in the bone, and how far through: the definitions of Penetration against closed forms, on
// plates, boxes, shells and spheres.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, cuttingPath, sawBlade, sphere, sphericalBurr } from '#datasets';
import { createDetector, createMesh, type Interval, type Penetration, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { block, flipped, joined } from '#harness/penetration-bodies.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';

const DOWN = [0, 0, -1];
/** 6 mm thick, its top at z = 0. */
const plate = block([-20, -20, -6], [20, 20, 0]);
/** 4 × 3 mm wide and 30 long, its tip at z = 0. */
const bar = block([-2, -1.5, 0], [2, 1.5, 30]);
const options = { contactDistance: 0.1, resolution: 0.5 } as const;

async function penetrations(bone: TriangleMesh, tool: TriangleMesh, poses: readonly Float64Array[], more: object = {}) {
  const detector = await createDetector({ ...options, bone, tool, backend: 'cpu', feed: DOWN, ...more });
  return poses.map((pose) => detector.detectSync(pose).penetration as Penetration);
}

/** Expects an interval to hold a number, for a mesh off its body by `off`, and to be no wider than stated. */
function expectNear(found: Interval | null, exact: number, off: number, width = 2 ** -9 * exact): void {
  expect(found).not.toBeNull();
  const { low, high } = found as Interval;
  expect(low).toBeLessThanOrEqual(high);
  expect(low).toBeLessThanOrEqual(exact + off);
  expect(high).toBeGreaterThanOrEqual(exact - off);
  expect(high - low).toBeLessThanOrEqual(2 * off + width);
}

/** On a plane parallel to the bone's surface, the farthest point is known to h/√3. */
const WIDEST = options.resolution / Math.sqrt(3);

describe('a bar into a plate of 6 mm', () => {
  test.each(partOf([0, 0.5, 1, 3, 5.9, 6, 6.1, 7, 10, 14], 3, 0))('pushed %p mm', async (push) => {
    const [found] = await penetrations(plate, bar, [translation(0.3, 0.2, -push)]);
    expect(found.through).toBe(push > 6);
    // The tip's face is parallel to the plate's bottom: it is as far away as its corners, which lie over the bottom.
    expectNear(found.protrusion, Math.max(0, push - 6), 1e-9, push > 6 ? WIDEST : 0);
    expectNear(found.insertion, push, 1e-9);
    expectNear(found.wallAhead, Math.max(0, 6 - push), 1e-9);
    if (push > 6) expect(found.protrusionPoint[2]).toBeCloseTo(-push, 9);
    else expect([...found.protrusionPoint]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  // The faces of a mirrored body look inwards; what it encloses is still its inside.
  test.each([
    ['the bone', flipped(plate), bar],
    ['the tool', plate, flipped(bar)],
    ['both', flipped(plate), flipped(bar)],
  ])('the same of %s wound inwards', async (_, bone, tool) => {
    const pushes = [2, 5.5, 8];
    const found = await penetrations(
      bone,
      tool,
      pushes.map((push) => translation(0.3, 0.2, -push)),
    );
    for (const [i, { through, insertion, wallAhead, protrusion }] of found.entries()) {
      expect(through).toBe(pushes[i] > 6);
      expectNear(insertion, pushes[i], 1e-9);
      expectNear(wallAhead, Math.max(0, 6 - pushes[i]), 1e-9);
      expectNear(protrusion, Math.max(0, pushes[i] - 6), 1e-9, pushes[i] > 6 ? WIDEST : 0);
    }
  });

  test.each([
    [10, 4],
    [longRun(80, 20), longRun(20, 8)],
    [longRun(120, 24), 4],
  ])('the same of faces cut %p and %p times, which all have the same bound', async (bones, tools) => {
    const fine = box({ size: [40, 40, 6], center: [0, 0, -3], divisions: [bones, bones, 6] });
    const tool = box({ size: [10, 10, 30], center: [0, 0, 15], divisions: [tools, tools, 12] });
    const [straight, turned] = await penetrations(fine, tool, [
      translation(0.123, 0.217, -4),
      poseOf([Math.cos(0.3), -Math.sin(0.3), 0, Math.sin(0.3), Math.cos(0.3), 0, 0, 0, 1], [0.123, 0.217, -4]),
    ]);
    for (const { insertion, wallAhead } of [straight, turned]) {
      expectNear(insertion, 4, 1e-9);
      expectNear(wallAhead, 2, 1e-9);
    }
  });

  test('not yet there: nothing is in, and none of the bone is ahead of a point that lies in it', async () => {
    const found = await penetrations(plate, bar, [
      translation(0, 0, 1),
      translation(30, 0, -10),
      translation(0, 0, -50),
    ]);
    // Above, beside, and with the plate behind it.
    for (const { through, protrusion, insertion, wallAhead } of found) {
      expect([through, protrusion, insertion]).toEqual([false, { low: 0, high: 0 }, { low: 0, high: 0 }]);
      expect(wallAhead).toEqual({ low: Infinity, high: Infinity });
    }
  });

  const SEED = 5150;
  test(`the same wherever both lie, however they are turned (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < longRun(12, 3); i++) {
      const push = 12 * random();
      const far = i % 3 === 2 ? 1e5 : 50;
      const where = poseOf(randomRotation(random), [far * random(), far * random(), far * random()]);
      const turned = createMesh(moved(plate, where), plate.faces);
      const [found] = await penetrations(turned, bar, [composed(where, translation(0.3, 0.2, -push))]);
      const off = 2 ** -36 * far;
      expect([i, found.through]).toEqual([i, push > 6]);
      expectNear(found.protrusion, Math.max(0, push - 6), off, WIDEST);
      expectNear(found.insertion, push, off);
      expectNear(found.wallAhead, Math.max(0, 6 - push), off);
    }
  });

  test.each([1e-3, 1, 1e3])('at scale %p', async (scale) => {
    const size = (mesh: TriangleMesh) =>
      createMesh(
        mesh.positions.map((x) => scale * x),
        mesh.faces,
      );
    for (const push of [2, 5, 8]) {
      const [found] = await penetrations(
        size(plate),
        size(bar),
        [translation(0.3 * scale, 0.2 * scale, -push * scale)],
        {
          contactDistance: 0.1 * scale,
          resolution: 0.5 * scale,
        },
      );
      expect(found.through).toBe(push > 6);
      expectNear(found.protrusion, scale * Math.max(0, push - 6), 1e-9 * scale, scale * WIDEST);
      expectNear(found.insertion, scale * push, 1e-9 * scale);
      expectNear(found.wallAhead, scale * Math.max(0, 6 - push), 1e-9 * scale);
    }
  });
});

function moved({ positions }: TriangleMesh, m: Float64Array): Float64Array {
  return Float64Array.from(positions, (_, i) => {
    const at = 3 * Math.floor(i / 3);
    return [0, 1, 2].reduce((sum, k) => sum + m[4 * k + (i % 3)] * positions[at + k], m[12 + (i % 3)]);
  });
}

test('through at an angle: along the feed the wall is longer', async () => {
  for (const angle of partOf([0.2, 0.5, 0.9], 3, 1)) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    // The bar turned about y, with the middle of its tip at depth p along its own axis from the plate's top.
    for (const way of [2, 4, 8, 14]) {
      const pose = poseOf([c, 0, -s, 0, 1, 0, s, 0, c], [-s * way, 0, -c * way]);
      const [found] = await penetrations(plate, bar, [pose]);
      // Lines of the bar at x' meet the plate's top (or its bottom, 6 mm lower) if x' and the distance along the bar
      // give z = 0.
      const lead = 2 * Math.tan(angle);
      const wall = 6 / c;
      expect([angle, way, found.through]).toEqual([angle, way, way > wall - lead]);
      expectNear(found.insertion, way + lead, 1e-9);
      if (way < wall - lead) expectNear(found.wallAhead, wall - way - lead, 1e-9);
      else expectNear(found.wallAhead, 0, 1e-9);
      // The lowest corner of the tip.
      const lowest = -c * way - 2 * s;
      if (found.through) expectNear(found.protrusion, -6 - lowest, 1e-9, WIDEST);
    }
  }
});

test('two walls: out of the first one is out, and insertion counts from it', async () => {
  const walls = joined(plate, block([-20, -20, -20], [20, 20, -16]));
  const found = await penetrations(
    walls,
    bar,
    [3, 8, 17, 22].map((push) => translation(0.3, 0.2, -push)),
  );
  expect(found.map(({ through }) => through)).toEqual([false, true, true, true]);
  for (const [i, push] of [3, 8, 17, 22].entries()) expectNear(found[i].insertion, push, 1e-9);
  expectNear(found[0].wallAhead, 3, 1e-9);
  for (const { wallAhead } of found.slice(1)) expect(wallAhead).toEqual({ low: 0, high: 0 });
  // Between the walls no point is farther than 5 mm from one of them; in the last case the tip is behind both.
  expectNear(found[1].protrusion, 2, 1e-9, WIDEST);
  expectNear(found[2].protrusion, 5, 1e-9, WIDEST);
  expectNear(found[3].protrusion, 5, 1e-9, WIDEST);
});

describe('a shell with a hole', () => {
  // A bowl that opens to +z: 3 mm thick.
  const shell = cappedShell({ outerRadius: 20, innerRadius: 17, capAngle: 2.6, segments: 96 });
  const chord = 0.03;

  test('a tool that enters the cavity through the hole without touching is not through', async () => {
    const [found] = await penetrations(shell, bar, [translation(0, 0, 0)]);
    expect(found).toMatchObject({ through: false, protrusion: { low: 0, high: 0 }, insertion: { low: 0, high: 0 } });
  });

  test('and on through the wall below: through, by the way from the wall', async () => {
    const [inside, out] = await penetrations(shell, bar, [translation(0, 0, -18), translation(0, 0, -25)]);
    // The tip's corners, 2.5 mm off the axis.
    const rim = Math.sqrt(17 * 17 - 2.5 * 2.5);
    expect(inside.through).toBe(false);
    expectNear(inside.insertion, 18 - rim, chord);
    expectNear(inside.wallAhead, Math.sqrt(400 - 2.5 * 2.5) - 18, chord);
    expect(out.through).toBe(true);
    expectNear(out.insertion, 25 - rim, chord);
    expectNear(out.protrusion, Math.sqrt(25 * 25 + 2.5 * 2.5) - 20, chord, WIDEST);
  });

  test('from outside through the wall into the cavity: through', async () => {
    const [found] = await penetrations(shell, bar, [poseOf([0, 0, -1, 0, 1, 0, 1, 0, 0], [12, 0, 0])]);
    expect(found.through).toBe(true);
    expectNear(found.insertion, 8, chord);
    // The middle of the tip's face, to which the cavity's middle is nearest.
    expectNear(found.protrusion, 5, chord, WIDEST);
  });
});

test('a burr in a ball: insertion and wall ahead of round bodies', async () => {
  const ball = sphere({ radius: 15, subdivisions: longRun(5, 4) });
  const burr = sphericalBurr({ diameter: 5, length: 40, targetFaces: longRun(4000, 2000) });
  expect([burr.feed, burr.positions[3 * burr.shank + 2]]).toEqual([DOWN, 40]);
  // The head's centre is at height z, its lowest point at z − 2.5.
  const heights = partOf([16, 10, 0, -10, -14, -19], 4, 1);
  const found = await penetrations(
    ball,
    burr,
    heights.map((z) => translation(0, 0, z)),
    { shank: burr.shank },
  );
  expect(found.map(({ through }) => through)).toEqual(heights.map((z) => z < -12.5));
  for (const [i, z] of heights.entries()) {
    const off = 0.03;
    expectNear(found[i].insertion, 15 - (z - 2.5), off);
    // Beside the tip both the head and the ball's far side are higher, by ρ²/5 and ρ²/30 for small ρ, so the least
    // value is the tip's.
    expectNear(found[i].wallAhead, Math.max(0, z - 2.5 + 15), off);
    expectNear(found[i].protrusion, Math.max(0, -(z - 2.5) - 15), off, WIDEST);
  }
});

test('swallowed: a tool wholly in the bone is not through, nor is one about it', async () => {
  const [inBone] = await penetrations(block([-20, -20, -20], [20, 20, 20]), block([-1, -1, -1], [1, 1, 1]), [
    translation(0, 0, 5),
  ]);
  expect(inBone.through).toBe(false);
  expectNear(inBone.insertion, 16, 1e-9);
  expectNear(inBone.wallAhead, 24, 1e-9);
  const [aboutIt] = await penetrations(block([-1, -1, -1], [1, 1, 1]), block([-20, -20, -20], [20, 20, 20]), [
    translation(0, 0, 0),
  ]);
  expect(aboutIt).toMatchObject({ through: false, wallAhead: { low: 0, high: 0 } });
  expectNear(aboutIt.insertion, 21, 1e-9);
});

test('a bar that comes out sideways, over the plate’s edge, is not through but has no bone ahead', async () => {
  const [half, out] = await penetrations(plate, bar, [translation(20, 0, -3), translation(20, 0, -9)]);
  expect([half.through, out.through]).toEqual([false, false]);
  expectNear(half.wallAhead, 3, 1e-9);
  expectNear(out.wallAhead, 0, 1e-9);
});

test('an open body has no inside: null; without feed there is nothing along it', async () => {
  const open = createMesh(plate.positions, plate.faces.subarray(3));
  expect(await penetrations(open, bar, [translation(0, 0, -8)])).toEqual([null]);
  expect(await penetrations(plate, createMesh(bar.positions, bar.faces.subarray(3)), [translation(0, 0, -8)])).toEqual([
    null,
  ]);
  const [found] = await penetrations(plate, bar, [translation(0.3, 0.2, -8)], { feed: undefined });
  expect(found).toMatchObject({ through: true, insertion: null, wallAhead: null });
});

test('the shank shows where the tool came from', async () => {
  // The bar's top face is farther from the plate; if a vertex of its tip is the shank, it came from below.
  const tip = bar.positions.findIndex((z, i) => i % 3 === 2 && z === 0) / 3;
  const pose = translation(0.3, 0.2, -10);
  const [above] = await penetrations(plate, bar, [pose]);
  const [below] = await penetrations(plate, bar, [pose], { shank: Math.floor(tip) });
  expectNear(above.protrusion, 4, 1e-9, WIDEST);
  expectNear(below.protrusion, 20, 1e-9, WIDEST);
});

test('the same bytes from a new detector, in any order, behind other poses and from threads', async () => {
  const tool = sawBlade({ targetFaces: 2_000 });
  const bone = phantom(longRun(10_000, 5_000));
  const path = cuttingPath({ poses: 40 }).slice(16 * 12, 16 * 32);
  // The deepest third is pushed farther, through the wall.
  for (let i = 14; i < 20; i++) for (let k = 0; k < 3; k++) path[16 * i + 12 + k] -= 6 * path[16 * i + 4 + k];
  const poses = partOf(
    Array.from({ length: 20 }, (_, i) => path.slice(16 * i, 16 * i + 16)),
    3,
    1,
  );
  const ask = () => createDetector({ ...options, bone, tool, backend: 'cpu', feed: tool.feed, shank: tool.shank });
  const [kept, backwards] = [await ask(), await ask()];
  let through = 0;
  const hashes = poses.map((pose) => {
    const report = kept.detectSync(pose);
    if (report.penetration?.through) through++;
    return reportHash(report);
  });
  expect([through > longRun(3, 1), through < longRun(12, 4)]).toEqual([true, true]);
  const reversed = [...poses].reverse().map((pose) => reportHash(backwards.detectSync(pose)));
  expect(reversed.reverse()).toEqual(hashes);
  for (const workers of partOf([1, 2, 3], 3, 1)) {
    const detector = await ask();
    const found: string[] = [];
    for await (const report of detector.detectMany(Float64Array.from(poses.flatMap((pose) => [...pose])), { workers }))
      found.push(reportHash(report));
    detector.dispose();
    expect(found).toEqual(hashes);
  }
  for (const i of [3, 9, 16].slice(0, longRun(3, 1)))
    expect(reportHash((await ask()).detectSync(poses[i]))).toBe(hashes[i]);
});

describe('the push test: a saw pushed on from a cutting pose', () => {
  const pushes = longRun(1, 0) === 1 ? [0, 2, 4, 6, 10, 15, 20, 25] : [0, 2, 6, 20];
  test.each(partOf([5_000, 10_000, 50_000], 3, 0))(
    'phantom of %p faces: insertion grows by the push, and the breakthrough is reported',
    async (targetFaces) => {
      const bone = phantom(targetFaces);
      const tool = sawBlade();
      const path = cuttingPath({ poses: 60 });
      const cutting = Array.from(path.subarray(16 * 32, 16 * 33));
      // Along the blade's −y.
      const poses = pushes.map((push) =>
        Float64Array.from(cutting, (x, i) => (i >= 12 && i < 15 ? x - push * cutting[i - 8] : x)),
      );
      const detector = await createDetector({ bone, tool, ...options, backend: 'cpu', feed: tool.feed });
      const reports = poses.map((pose) => detector.detectSync(pose));
      const found = reports.map(({ penetration }) => penetration as Penetration);
      const first = found[0].insertion as Interval;
      for (const [i, { insertion, through, protrusion, wallAhead }] of found.entries()) {
        expectNear(insertion, first.low + pushes[i], 1e-6);
        expect([pushes[i], through]).toEqual([pushes[i], pushes[i] >= 2]);
        if (i === 0) continue;
        // What has come out keeps coming out, and no bone is ahead any more.
        expect(protrusion.low).toBeGreaterThan(found[i - 1].protrusion.high);
        expect(wallAhead).toEqual({ low: 0, high: 0 });
      }
      // The distance to the nearest surface inside does not change meanwhile, so it is no measure of depth.
      const nearest = reports.map(({ contacts }) => -Math.min(...contacts.distance));
      for (const distance of nearest) expect(distance).toBeLessThan(4);
    },
  );
});
