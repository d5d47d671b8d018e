// First contacts of many strokes, with KERF_LONG=1 hundreds, on the phantom and on a real skull: at many times before
// `low` the exact test reports no contact, and at `highPose` the oracle reports contact.

import { expect, test } from '@jest/globals';
import { cuttingPath, sawBlade } from '#datasets';
import { createDetector, inspectMesh, loadMesh, type TriangleMesh } from '#kerf';
import { readPoses } from '#harness/labelled-poses.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';
import { contactBefore, expectSound, oracleSaysContact, randomStroke } from '#harness/strokes.ts';

const SEED = 1705;
const STROKES = longRun(250, 12);
const TIMES = longRun(1000, 120);
/** mm: the greatest length of a stroke. */
const LONGEST = 30;

/** @param poses 16 numbers each; strokes begin near one of them. */
async function ask(bone: TriangleMesh, tool: TriangleMesh, poses: ArrayLike<number>): Promise<void> {
  const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 5, backend: 'cpu' });
  const random = mulberry32(SEED);
  const { min, max } = inspectMesh(bone).bounds;
  const middle = min.map((x, k) => 0.5 * (x + max[k]));
  const count: Record<string, number> = { free: 0, initial: 0, contact: 0, grazing: 0 };
  const screws: Record<string, number> = { ...count };
  const wrong: string[] = [];
  for (let asked = 0; asked < STROKES; ) {
    const row = Math.floor((poses.length / 16) * random());
    const near = Array.from({ length: 16 }, (_, i) => poses[16 * row + i]);
    const isScrew = asked % 2 === 1;
    const stroke = randomStroke(random, near, { most: LONGEST, toward: middle, isScrew });
    const found = detector.firstContact(stroke.motion);
    expectSound(detector, found, { farthest: stroke.length });
    (isScrew ? screws : count)[found.status]++;
    if (found.status === 'initial') continue;
    asked++;
    const before = contactBefore(detector, stroke, found.time.low, TIMES, random);
    const says = JSON.stringify({ motion: stroke.motion, time: found.time });
    if (before !== null) wrong.push(`contact at ${before}: ${says}`);
    if (found.status === 'contact' && !oracleSaysContact(bone, tool, found)) wrong.push(`no contact at high: ${says}`);
  }
  detector.dispose();
  console.log(
    `${bone.name}, ${tool.name}, seed ${SEED}: linear ${JSON.stringify(count)}, screw ${JSON.stringify(screws)}`,
  );
  expect(wrong).toEqual([]);
  for (const { free, contact } of [count, screws]) {
    expect(free).toBeGreaterThan(0.08 * STROKES);
    expect(contact).toBeGreaterThan(0.12 * STROKES);
  }
}

test(`${STROKES} strokes on the phantom, ${TIMES} times before each contact`, () =>
  ask(phantom(longRun(200_000, 20_000)), sawBlade(), cuttingPath({ poses: 40 }).subarray(0, 16 * 16)));

testWithData(
  [
    `skull-ct/skull-ct-${longRun(1, 0) === 1 ? '0200k' : '0050k'}.ply`,
    'tools/chai3d-dental-drill.ply',
    'ground-truth/skull50k-chai3d-dental-drill.poses.f32',
  ],
  `${STROKES} strokes on a CT skull, ${TIMES} times before each contact`,
  async (bone, tool, poses) => ask(await loadMesh(bone), await loadMesh(tool), readPoses(poses)),
);
