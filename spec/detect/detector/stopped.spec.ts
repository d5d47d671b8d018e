// A computation that is stopped at any of its looks: it ends there, by the error of the look, and the same detector or
// bone answers afterwards as a new one does. Looks are counted, so no clock decides.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BoneBody, ToolBody } from '#bodies';
import { CompiledSide, type SideInput } from '#compiled';
import { withoutWebAssembly } from '#compiled/compiled-stages.ts';
import { checkPose, lookBy, stopIfUnwanted, uninterrupted } from '#core';
import { box, cuttingPath, makeDataset } from '#datasets';
import { CpuQuery } from '#detector/cpu/cpu-query.ts';
import { readMesh, writeMesh } from '#io';
import { createCuttableBone, createDetectorSync, type Detector } from '#kerf';
import { phantom } from '#harness/phantom.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const bone = phantom(5000);
const tool = makeDataset('saw-blade', { faces: 2000 });
const path = cuttingPath({ poses: 24 });
const poseAt = (k: number) => path.subarray(16 * k, 16 * k + 16);
const options = { bone, tool, contactDistance: 1, resolution: 0.5, feed: [0, 0, -1] } as const;

class Stopped extends Error {}
const looks = { seen: 0, at: Number.POSITIVE_INFINITY };
// Modules are those of all spec files of this process.
let forget = () => {};
beforeAll(() => {
  forget = lookBy(() => {
    if (++looks.seen >= looks.at) throw new Stopped();
  });
});
afterAll(() => forget());
beforeEach(() => {
  looks.at = Number.POSITIVE_INFINITY;
});

/** @returns how often it looks. */
function looksOf(question: () => unknown): number {
  looks.seen = 0;
  looks.at = Number.POSITIVE_INFINITY;
  question();
  return looks.seen;
}

/** Runs the question with a stop at that look, which must end it at once. */
function stopAt(look: number, question: () => unknown): void {
  looks.seen = 0;
  looks.at = look;
  expect(question).toThrow(Stopped);
  expect(looks.seen).toBe(look);
  looks.at = Number.POSITIVE_INFINITY;
}

/** Some looks of `count`: the first and the last, and others between. */
const some = (count: number) => [
  ...new Set([0, 0.07, 0.2, 0.37, 0.55, 0.8, 1].map((t) => 1 + Math.round(t * (count - 1)))),
];

const questions: Readonly<Record<string, (detector: Detector, k: number) => unknown>> = {
  report: (detector, k) => reportHash(detector.detectSync(poseAt(k))),
  penetration: (detector, k) => detector.detectSync(poseAt(k)).penetration,
  segments: (detector, k) => [...detector.detectSync(poseAt(k)).intersectionSegments],
  distance: (detector, k) => detector.minimumDistance(poseAt(k)),
  intersects: (detector, k) => [...detector.intersectingFaces(poseAt(k))],
  sweep: (detector) => detector.firstContact({ from: poseAt(0), to: poseAt(23) }),
};

function isStopped(candidates: 'scanlines' | 'bvh' | 'bvh-front'): void {
  const make = () => createDetectorSync({ ...options, candidates });

  test.each(Object.keys(questions))('%s: ends at each look, and then answers as a new one', (name) => {
    const ask = questions[name];
    const detector = make();
    // A first question makes the indexes, which is another one to be stopped.
    const first = looksOf(() => ask(make(), 12));
    for (const look of some(first)) stopAt(look, () => ask(make(), 12));
    const count = looksOf(() => ask(detector, 12));
    expect([name, count > 0 || name === 'sweep']).toEqual([name, true]);
    for (const look of count === 0 ? [] : some(count)) {
      // Each stop finds what the questions before have kept.
      ask(detector, 11);
      const again = looksOf(() => ask(detector, 12));
      if (look <= again) stopAt(look, () => ask(detector, 12));
      for (const k of [12, 13]) expect(ask(detector, k)).toEqual(ask(make(), k));
    }
  });

  test('an edit is made or not made: it never looks', () => {
    const detector = make();
    const remove = [...new Set(detector.intersectingFaces(poseAt(12)).filter((_, i) => i % 2 === 0))].slice(0, 5);
    expect(remove).toHaveLength(5);
    expect(looksOf(() => detector.editBone({ remove }))).toBe(0);
    const other = make();
    other.editBone({ remove });
    expect(questions.report(detector, 12)).toBe(questions.report(other, 12));
  });
}

describe('a detector with scanlines', () => isStopped('scanlines'));
inDeep(() => {
  describe('a detector with bvh', () => isStopped('bvh'));
  describe('a detector with bvh-front', () => isStopped('bvh-front'));
});

inDeep(() => {
  test('both builds of the stages look, within a face as well', async () => {
    const plain = await withoutWebAssembly();
    const bodies = { bone: new BoneBody(box({ size: 20 })), tool: new ToolBody(box({ size: 16 })) };
    const asked = { sides: 'both', contactDistance: 3, resolution: 0.8, feed: null, shank: null } as const;
    const pose = checkPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 6, 3, 1, 1]);
    const makes = [undefined, (side: SideInput) => new CompiledSide(side, undefined, plain)];
    const reports = makes.map((make) => {
      const ask = () => reportHash(new CpuQuery(bodies.bone, bodies.tool, asked, make).report(pose, 0));
      const expected = ask();
      const count = looksOf(ask);
      for (const look of some(count)) {
        stopAt(look, ask);
        expect(ask()).toBe(expected);
      }
      return { expected, count };
    });
    // 24 faces: most looks are between the pieces and leaves of one.
    expect(reports[0].count).toBeGreaterThan(60);
    expect(reports[1].expected).toBe(reports[0].expected);
    // The script also looks while its memory is copied to a larger one.
    expect(reports[1].count).toBeGreaterThan(reports[0].count);
  });
});

test('a volume', async () => {
  const make = () => createDetectorSync({ ...options, tool: box({ size: [6, 20, 20] }) });
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 60, 0, 30, 1];
  const detector = make();
  looks.seen = 0;
  const expected = await detector.overlapVolume(pose);
  const count = looks.seen;
  expect(expected.high).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(10);
  for (const look of some(count)) {
    [looks.seen, looks.at] = [0, look];
    await expect(make().overlapVolume(pose)).rejects.toThrow(Stopped);
    looks.seen = 0;
    await detector.overlapVolume(pose).catch(() => {});
    looks.at = Number.POSITIVE_INFINITY;
    expect(await detector.overlapVolume(pose)).toEqual(expected);
  }
});

test('a cut that is stopped has cut nothing; one that goes on is whole', async () => {
  const surface = box({ size: 20 });
  const cutter = box({ size: [1, 30, 4] });
  const at = (z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1];
  const cut = { from: at(14), to: at(4), motion: 'linear' } as const;
  const fresh = await createCuttableBone({ surface, cell: 1 });
  const count = looksOf(() => fresh.cut(cutter, cut));
  expect(count).toBeGreaterThan(5);
  for (const look of some(count)) {
    const bone = await createCuttableBone({ surface, cell: 1 });
    const before = reportOf(bone.mesh);
    stopAt(look, () => bone.cut(cutter, cut));
    expect(reportOf(bone.mesh)).toBe(before);
    expect(bone.undo()).toBeNull();
    bone.cut(cutter, cut);
    expect(reportOf(bone.mesh)).toBe(reportOf(fresh.mesh));
  }
});

test('a file, and a bone that is being made by this thread', async () => {
  for (const format of ['stl', 'ply', 'obj'] as const) {
    const bytes = writeMesh(bone, format);
    const count = looksOf(() => readMesh(bytes, format));
    expect([format, count > 0]).toEqual([format, true]);
    for (const look of some(count)) stopAt(look, () => readMesh(bytes, format));
  }
  const surface = box({ size: 8 });
  looks.seen = 0;
  await createCuttableBone({ surface, cell: 1 });
  const count = looks.seen;
  expect(count).toBeGreaterThan(0);
  for (const look of some(count)) {
    [looks.seen, looks.at] = [0, look];
    await expect(createCuttableBone({ surface, cell: 1 })).rejects.toThrow(Stopped);
    looks.at = Number.POSITIVE_INFINITY;
  }
});

test('a report that was not read yet is of its own bone, whatever is stopped or refused after it', () => {
  const detector = createDetectorSync(options);
  const remove = [...new Set(detector.intersectingFaces(poseAt(12)).filter((_, i) => i % 2 === 0))].slice(0, 5);
  const late = ({ intersectionSegments, penetration }: ReturnType<Detector['detectSync']>) =>
    JSON.stringify([[...intersectionSegments], penetration]);
  const expected = late(createDetectorSync(options).detectSync(poseAt(12)));
  const count = looksOf(() => late(createDetectorSync(options).detectSync(poseAt(13))));
  for (const look of some(count)) {
    const one = createDetectorSync(options);
    const unread = one.detectSync(poseAt(12));
    const stopped = one.detectSync(poseAt(12));
    // Another report, or the reading of an earlier one.
    stopAt(1, () => one.detectSync(poseAt(13)));
    looks.seen = 0;
    looks.at = look;
    try {
      late(stopped);
    } catch {}
    looks.at = Number.POSITIVE_INFINITY;
    one.editBone({ remove });
    expect(late(unread)).toBe(expected);
    expect(late(stopped)).toBe(expected);
    expect(late(one.detectSync(poseAt(12)))).not.toBe(expected);
  }
});

test('what must be whole is not stopped', () => {
  looks.at = 1;
  expect(uninterrupted(() => uninterrupted(() => 3))).toBe(3);
  uninterrupted(() => stopIfUnwanted());
  expect(() =>
    uninterrupted(() =>
      uninterrupted(() => {
        throw new RangeError();
      }),
    ),
  ).toThrow(RangeError);
  expect(() => stopIfUnwanted()).toThrow(Stopped);
});

const reportOf = ({ positions, faces }: { positions: ArrayLike<number>; faces: ArrayLike<number> }) =>
  JSON.stringify([Array.from(positions), Array.from(faces)]);
