// Contacts of the GPU's reports are decoded when first read, and segments and penetration made then: they belong to
// their own pose and bone, whatever has been queried or cut since and whichever column, row or patch is read first.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { GpuEngine } from '#detector/gpu/gpu-engine.ts';
import { GpuPipeline } from '#detector/gpu/gpu-pipeline.ts';
import { LateRests } from '#detector/cpu/late-rest.ts';
import { GpuReporter } from '#detector/gpu/gpu-report.ts';
import { lateOf } from '#harness/late-of.ts';
import type { PoseAnswer } from '#detector/gpu/pose-answer.ts';
import { type ContactReport, createDetector } from '#kerf';
import { poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { mulberry32 } from '#harness/random.ts';
import { contactColumns, reportHash } from '#harness/report-bytes.ts';
import { specGpu } from '#harness/software-gpu.ts';

const gpu = await specGpu();
const seed = 1_604;
const random = mulberry32(seed);
const meshes = {
  bone: sphere({ radius: 10, subdivisions: 3 }),
  tool: box({ size: [6, 4, 3], divisions: [6, 4, 3] }),
};
const options = { sides: 'both' as const, contactDistance: 0.5, resolution: 1.5, feed: null, shank: null };
const poses = [8.5, 9.5, 10.5, 11.8].map((height) => {
  const place = randomDirection(random).map((x) => height * x);
  return checkPose(poseOf(randomRotation(random), place));
});

/** Ways to start reading a report. */
const READINGS: Readonly<Record<string, (report: ContactReport) => unknown>> = {
  ...Object.fromEntries(contactColumns.map((name) => [name, ({ contacts }: ContactReport) => contacts[name]])),
  patch: ({ contacts }) => contacts.patch,
  patches: ({ patches }) => patches,
  segments: ({ intersectionSegments }) => intersectionSegments,
  penetration: ({ penetration }) => penetration,
  'a row': ({ contacts }) => contacts.at(0),
  'a loop': ({ contacts }) => [...contacts],
  'a copy': (report) => structuredClone({ ...report }),
  JSON: (report) => JSON.stringify(report),
};

/** For the bone as it was at first. */
function fresh(): GpuReporter {
  const bone = new BoneBody(meshes.bone);
  const tool = new ToolBody(meshes.tool);
  return new GpuReporter(bone, tool, options, lateOf(bone, tool, options));
}

describe(`contacts that are read late, seed ${seed}`, () => {
  const bone = new BoneBody(meshes.bone);
  const tool = new ToolBody(meshes.tool);
  let answers: PoseAnswer[];
  let expected: string[];
  let keys: string[];
  /** For each reading, the unread reports of all poses. */
  let unread: ReadonlyMap<string, readonly ContactReport[]>;

  beforeAll(async () => {
    const engine = new GpuEngine(gpu, await GpuPipeline.make(gpu, 'scanlines', 64), bone, tool, options);
    answers = (await engine.answer(poses)) as PoseAnswer[];
    engine.dispose();
    const rests = new LateRests(bone, tool, options);
    const reporter = new GpuReporter(bone, tool, options, (pose, rest) => rests.of(pose, rest));
    const reportOf = (i: number) => {
      tool.moveTo(poses[i], bone.magnitude);
      return reporter.report(answers[i], poses[i], performance.now());
    };
    expected = answers.map((_, i) => reportHash(reportOf(i)));
    unread = new Map(Object.keys(READINGS).map((name) => [name, answers.map((_, i) => reportOf(i))]));
    const cpu = await createDetector({ ...meshes, contactDistance: 0.5, resolution: 1.5, backend: 'cpu' });
    keys = Object.keys(cpu.detectSync(poses[0].matrix).contacts);
    // A cut at the tool's old place, with faces beyond the bone's old bounds; then the tool moves away.
    const removed = [...new Set(unread.get('face')?.flatMap(({ intersectingFaces }) => [...intersectingFaces]))];
    const live = removed.filter((face) => face < bone.faceCount);
    const v = bone.vertexCount;
    rests.settle();
    bone.apply(Uint32Array.from(live), Float64Array.of(50, 0, 0, 50, 1, 0, 50, 0, 1), Uint32Array.of(v, v + 1, v + 2));
    tool.moveTo(checkPose(poseOf(randomRotation(random), [0, 0, 30])), bone.magnitude);
  });

  test('there is something to read, in every state that has contacts', () => {
    expect(new Set(expected).size).toBe(poses.length);
    const states = unread.get('face')?.map(({ state, contacts }) => [state, contacts.length > 20]);
    expect(states?.filter(([state]) => state === 'intersecting').length).toBeGreaterThan(1);
    expect(states?.filter(([, isMany]) => isMany).length).toBeGreaterThan(2);
  });

  test.each(Object.keys(READINGS))('%s first: the same as those that are read at once', (name) => {
    const reports = unread.get(name) ?? [];
    for (const report of reports) {
      const { length } = report.contacts;
      expect(Object.keys(report.contacts)).toEqual(keys);
      READINGS[name](report);
      for (const column of contactColumns) expect(report.contacts[column]).toBe(report.contacts[column]);
      expect(report.contacts.length).toBe(length);
      expect(report.contacts.face.length).toBe(length);
      expect(report.patches).toBe(report.patches);
    }
    expect(reports.map(reportHash)).toEqual(expected);
  });

  test('none of a submit is held by a report of one of its poses', () => {
    // All poses' records lie in one buffer: a report that kept a view of it would keep all of them.
    const [first] = answers;
    const before = first.contacts.slice();
    tool.moveTo(poses[0], bone.magnitude);
    const report = fresh().report(first, poses[0], 0);
    first.contacts.fill(0);
    const hash = reportHash(report);
    first.contacts.set(before);
    expect(hash).toBe(expected[0]);
  });

  test('an unread report lets go of what came back', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const reporter = fresh();
    const ask = (): { report: ContactReport; cameBack: WeakRef<ArrayBufferLike> } => {
      const [{ contacts, ...rest }] = answers;
      const answer = { ...rest, contacts: contacts.slice() };
      return { report: reporter.report(answer, poses[0], 0), cameBack: new WeakRef(answer.contacts.buffer) };
    };
    const { report, cameBack } = ask();
    // A WeakRef keeps its target until the turn that made it ends.
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(cameBack.deref()).toBeUndefined();
    expect(reportHash(report)).toBe(expected[0]);
  });
});
