// What a saw's samples stand for while it strokes: all that the teeth pass over is theirs, nothing is lost or made, and
// a loop's engaged area is that of the kerf.

import { describe, expect, test } from '@jest/globals';
import { ToolBody } from '#bodies';
import { createCuttableBone, envelope } from '#cutting';
import { box as boxed, sawBlade } from '#datasets';
import { strokeAreas } from '#haptics/cutting/stroke-areas.ts';
import { TOLD_REMOVED } from '#haptics/cutting/tool-feed.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';

const X = [1, 0, 0];
const samplesOf = (mesh: TriangleMesh, spacing = 0.5) => samplePoints(new ToolBody(mesh), spacing);
const all = (count: number) => new Uint8Array(count).fill(1);

/** A blade 1 mm thick whose lower edge has teeth of a pitch and a height along x, tips at z = 0. */
function comb(teeth: number, pitch: number, height: number): TriangleMesh {
  const outline: number[][] = [];
  for (let n = 0; n < teeth; n++) outline.push([n * pitch, height], [(n + 0.5) * pitch, 0]);
  outline.push([teeth * pitch, height]);
  const lower = outline.length;
  const upper = outline.map(([x]) => [x, height + 4]);
  const positions = [-0.5, 0.5].flatMap((y) => [...outline, ...upper].flatMap(([x, z]) => [x, y, z]));
  const row = 2 * lower;
  const faces: number[] = [];
  for (let n = 0; n + 1 < lower; n++) {
    const [a, b, c, d] = [n, n + 1, lower + n + 1, lower + n];
    faces.push(a, b, c, a, c, d);
    faces.push(row + a, row + c, row + b, row + a, row + d, row + c);
    faces.push(a, row + a, row + b, a, row + b, b);
    faces.push(d, c, row + c, d, row + c, row + d);
  }
  const [a, b] = [0, lower];
  faces.push(a, b, row + b, a, row + b, row + a);
  const [c, d] = [lower - 1, 2 * lower - 1];
  faces.push(c, row + c, row + d, c, row + d, d);
  return createMesh(positions, faces);
}

type Test = (x: number, y: number, z: number) => boolean;

/** The sum of area vectors, of the samples for which a test holds. */
function sumOf(areas: Float64Array, points: Float64Array, isIn: Test): number[] {
  const sum = [0, 0, 0];
  for (let i = 0; i < areas.length; i += 3)
    if (isIn(points[i], points[i + 1], points[i + 2])) for (let k = 0; k < 3; k++) sum[k] += areas[i + k];
  return sum;
}

describe('a comb of 10 teeth, 2 mm apart and 1 mm high', () => {
  const SPACING = 0.25;
  const samples = samplesOf(comb(10, 2, 1), SPACING);
  const { count, points, areas } = samples;

  // Over two teeth; over half a tooth: what is led by a flank is led by the tip that leads that.
  test.each([4, 1])('with a stroke of %s mm, the tips stand for the lower edge', (stroke) => {
    const own = strokeAreas(samples, X, stroke, all(count));
    // Between the sides, whose edges' samples lean outward and are led along that way.
    const gullets = sumOf(own, points, (_x, y, z) => Math.abs(y) < 0.49 && z > 0.04 && z < 1.01);
    for (const part of gullets) expect(Math.abs(part)).toBeLessThan(1e-9);
    // Its projection downward is 20 × 1 mm². The samples of either side's edges, which lean, share half a spacing.
    const tips = -sumOf(own, points, (_x, _y, z) => z < 0.04)[2];
    expect(-sumOf(own, points, (_x, _y, z) => z < 1.01)[2]).toBeCloseTo(20, 9);
    expect(tips).toBeLessThan(20 + 1e-9);
    expect(tips).toBeGreaterThan(20 * (1 - SPACING));
    expect(-sumOf(areas, points, (_x, _y, z) => z < 0.04)[2]).toBeLessThan(4);
    const [whole, given] = [sumOf(own, points, () => true), sumOf(areas, points, () => true)];
    for (let k = 0; k < 3; k++) expect(whole[k]).toBeCloseTo(given[k], 9);
  });

  test('with a stroke that takes no sample over another, nothing changes', () => {
    expect(strokeAreas(samples, X, 0.002, all(count))).toEqual(areas);
  });

  test('without a part that cuts, nothing changes', () => {
    expect(strokeAreas(samples, X, 4, new Uint8Array(count))).toEqual(areas);
  });
});

test('a plain blade keeps its areas', () => {
  const samples = samplesOf(boxed({ size: [6, 1, 8] }));
  expect(strokeAreas(samples, X, 3, all(samples.count))).toEqual(samples.areas);
});

inDeep(() =>
  test('a loop whose cutter removes the envelope counts the kerf under the blade', async () => {
    const saw = sawBlade({ targetFaces: 1000 });
    // Its feed, −y, becomes −z.
    const turned = saw.positions.slice();
    for (let n = 0; n < turned.length; n += 3)
      [turned[n + 1], turned[n + 2]] = [-saw.positions[n + 2], saw.positions[n + 1]];
    const blade = createMesh(turned, saw.faces, { name: 'blade' });
    const [cell, thick] = [0.5, 8];
    const law = { energy: 280, ploughing: 0.5, axis: X, stroke: 3 };
    const cuttable = await createCuttableBone({
      surface: boxed({ size: [40, 10, thick], center: [0, 0, thick / 2] }),
      cell,
    });
    const swept = await envelope(blade, { axis: X, stroke: law.stroke, cell });
    const cutter = { cut: (motion: Parameters<typeof cuttable.cut>[1]) => cuttable.cut(swept, motion).edit };
    const options = { stiffness: 2, spacing: 0.5, motion: 0.5, reach: 3, cutting: law };
    const run = new HapticRun(
      boneOf(cuttable.mesh),
      toolOf(blade, IDENTITY, 100),
      options,
      { every: 15, late: 5 },
      cutter,
    );
    run.servo.isCutting = true;
    for (let t = 0; t < 2000; t++) run.tick(shifted(0, 0, Math.max(thick - 4, thick + 0.3 - 0.004 * t)));
    const depth = thick - run.servo.proxy.placement[2];
    const told = run.servo.feed?.told[TOLD_REMOVED] as number;
    // Seen along the feed the blade is 22.4 × 0.8 mm², and the grid shows its floor to a cell.
    const area = 22.4 * 0.8;
    console.log(
      `${depth.toFixed(2)} mm deep: ${told.toFixed(1)} mm³ counted, ${(area * depth).toFixed(1)} under the blade`,
    );
    expect(depth).toBeGreaterThan(2 * cell);
    expect(Math.abs(told - area * depth)).toBeLessThan(area * cell);
  }),
);
