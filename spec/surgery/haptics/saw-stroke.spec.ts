// A saw whose cutter removes its envelope over the stroke: it moves in its slot as far as the stroke swings, and is
// held there by nothing; with a cutter that removes the blade at rest, the slot's ends hold it.

import { expect, test } from '@jest/globals';
import { createCuttableBone, envelope } from '#cutting';
import { TOLERANCE } from '#haptics/constants.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import { HapticRun, shifted } from '#harness/haptic-run.ts';
import { inDeep } from '#harness/sets.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { box, move } from '#spec/base/mesh/bodies.ts';

const [THICK, STROKE, CELL, STIFFNESS] = [4, 3, 1, 2];
const shape = move(box(6, 4, 12), [-3, -2, 0]);
const blade = createMesh(shape.positions, shape.faces, { name: 'blade' });
const law = { energy: 4, ploughing: 0.5, vibration: 0, mostAhead: 1.2, axis: [1, 0, 0], stroke: STROKE } as const;

/** Saws 2 mm deep, then moves the hand along the stroke. @returns the greatest force along it, N. */
async function heldBy(cutterTool: TriangleMesh, way: number) {
  const { positions, faces } = move(box(24, 16, THICK), [-12, -8, 0]);
  const cuttable = await createCuttableBone({ surface: createMesh(positions, faces), cell: CELL });
  const cutter = { cut: (motion: Parameters<typeof cuttable.cut>[1]) => cuttable.cut(cutterTool, motion).edit };
  const options = { stiffness: STIFFNESS, spacing: 1, motion: 0.5, reach: 3, cutting: law };
  const run = new HapticRun(
    boneOf(cuttable.mesh),
    toolOf(shape, IDENTITY, 100),
    options,
    { every: 15, late: 5 },
    cutter,
  );
  run.servo.isCutting = true;
  for (let t = 0; t < 1000; t++) run.tick(shifted(0, 0, Math.max(THICK - 2, THICK + 0.3 - 0.004 * t)));
  const depth = THICK - run.servo.proxy.placement[2];
  run.servo.isCutting = false;
  let most = 0;
  for (let t = 0; t < 500; t++) {
    run.tick(shifted(Math.min(way, 0.005 * t), 0, THICK - depth + 0.05));
    most = Math.max(most, Math.abs(run.servo.wrench[0]));
  }
  return { most, depth, x: run.servo.proxy.placement[0] };
}

/** mm: a third of the stroke; the grid moves a slot's ends by less than the sixth that is left. */
const WAY = STROKE / 3;

test('with its envelope as the cutter’s tool, a saw moves in its slot, held by nothing', async () => {
  const swept = await envelope(blade, { axis: law.axis, stroke: STROKE, cell: CELL });
  const { most, depth, x } = await heldBy(swept, WAY);
  console.log(`${depth.toFixed(2)} mm deep, at ${x.toFixed(3)} of ${WAY} mm, held by ${most.toFixed(5)} N`);
  expect(depth).toBeGreaterThan(1.5);
  expect(most).toBeLessThan(STIFFNESS * TOLERANCE);
  expect(Math.abs(x - WAY)).toBeLessThan(TOLERANCE);
});

inDeep(() =>
  test('with the blade at rest as the cutter’s tool, the ends of its slot hold it', async () => {
    const { most, depth, x } = await heldBy(blade, WAY);
    expect(depth).toBeGreaterThan(1.5);
    expect(x).toBeLessThan(WAY / 2);
    expect(most).toBeGreaterThan((STIFFNESS * WAY) / 2);
  }),
);
