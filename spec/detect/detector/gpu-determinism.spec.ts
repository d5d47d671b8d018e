// One query has one answer, bit for bit: over runs, workgroup sizes, batches and orders of the poses.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { GpuEngine } from '#detector/gpu/gpu-engine.ts';
import { GpuPipeline } from '#detector/gpu/gpu-pipeline.ts';
import { GpuReporter } from '#detector/gpu/gpu-report.ts';
import { lateOf } from '#harness/late-of.ts';
import { poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inLong } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const seed = 4801;
const random = mulberry32(seed);
const bone = new BoneBody(sphere({ radius: 10, subdivisions: longRun(3, 2) }));
const tool = new ToolBody(box({ size: [6, 4, 3], divisions: [6, 4, 3] }));
const options = { sides: 'both' as const, contactDistance: 0.5, resolution: 1.5, feed: null, shank: null };
const count = longRun(16, 8);
const poses = Array.from({ length: count }, () => {
  const place = randomDirection(random).map((x) => (8 + 4 * random()) * x);
  return checkPose(poseOf(randomRotation(random), place));
});

let engine: GpuEngine;
let expected: readonly string[];
/** Rows of all poses' tables; with none, the comparison would be empty. */
let rows = 0;

async function engineOf(workgroupSize: number): Promise<GpuEngine> {
  return new GpuEngine(gpu, await GpuPipeline.make(gpu, 'scanlines', workgroupSize), bone, tool, options);
}

/** The hash of every bit of each pose's report except its times. */
async function hashes(of: GpuEngine, numbers: readonly number[]): Promise<readonly string[]> {
  const answers = await of.answer(numbers.map((i) => poses[i]));
  const reporter = new GpuReporter(bone, tool, options, lateOf(bone, tool, options));
  return answers.map((answer, k) => {
    if (answer === null) throw new Error('The GPU did not answer.');
    tool.moveTo(poses[numbers[k]], bone.magnitude);
    const report = reporter.report(answer, poses[numbers[k]], performance.now());
    rows += report.contacts.length;
    return reportHash(report);
  });
}

const inOrder = poses.map((_, i) => i);

beforeAll(async () => {
  engine = await engineOf(64);
  expected = await hashes(engine, inOrder);
  expect(rows).toBeGreaterThan(longRun(1000, 400));
  expect(new Set(expected).size).toBe(count);
});
afterAll(() => engine.dispose());

const runs = longRun(20, 4);
test(`${runs} runs of a pose, seed ${seed}`, async () => {
  for (let run = 0; run < runs; run++) expect({ run, hashes: await hashes(engine, [0]) }).toEqual({ run, hashes: [expected[0]] }); // biome-ignore format: one line
});

test(`one at a time, and ${count} at once`, async () => {
  for (const i of [0, 5, 10, 15].slice(0, longRun(4, 2))) expect(await hashes(engine, [i])).toEqual([expected[i]]);
  expect(await hashes(engine, inOrder)).toEqual(expected);
});

test(`${count} in another order`, async () => {
  const order = inOrder.map((i) => (7 * i + 3) % count);
  expect(await hashes(engine, order)).toEqual(order.map((i) => expected[i]));
});

// Each compiles all kernels anew.
inLong(() =>
  test.each([32, 128])('workgroups of %i threads instead of 64', async (size) => {
    expect(await hashes(await engineOf(size), inOrder)).toEqual(expected);
  }),
);
