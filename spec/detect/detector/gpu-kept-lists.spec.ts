// Lists of faces near cells, kept from submit to submit: they are made once, made anew when the bone has changed or
// there is no room for more, and show in no answer.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { CapacityEstimate, type Found } from '#detector/gpu/gpu-capacity.ts';
import { GpuPipeline } from '#detector/gpu/gpu-pipeline.ts';
import { GpuReporter } from '#detector/gpu/gpu-report.ts';
import { GpuScene } from '#detector/gpu/gpu-scene.ts';
import { GpuSubmits } from '#detector/gpu/gpu-submits.ts';
import type { PoseAnswer } from '#detector/gpu/pose-answer.ts';
import { type Gpu, openGpu, POSE_WORDS } from '#gpu';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import { compareBackends } from '#harness/compare-backends.ts';
import { translation } from '#harness/contact-cases.ts';
import { lateOf } from '#harness/late-of.ts';
import { type Watched, watchedDevice } from '#harness/watched-device.ts';

/** A box, and far from it a small one, so that an edit in front of the first stays within the bone's bounds. */
const bone = joined(box({ size: 10, divisions: 6 }), box({ size: 1, divisions: 1 }), [9, 9, 9]);
const tool = sphere({ radius: 3, subdivisions: 2 });
const options = { sides: 'both' as const, contactDistance: 0.4, resolution: 0.6, feed: null, shank: null };
const LEAST: Found = {
  ...{ front: 1, layers: 1, pairs: 4096, hits: 4096, rows: 4096, near: 65536, contacts: 4096 },
  ...{ undecidedRows: 2048, undecidedNear: 8192 },
};
let watched: Watched;
let gpu: Gpu;
let pipeline: GpuPipeline;

beforeAll(async () => {
  watched = await watchedDevice();
  const opened = await openGpu({ device: watched.device });
  if ('reason' in opened) throw new Error(opened.reason);
  gpu = opened;
  pipeline = await GpuPipeline.make(gpu, 'scanlines');
});
afterAll(async () => {
  await watched.giveBack();
  expect(watched.uncaptured).toEqual([]);
});

function joined(a: TriangleMesh, b: TriangleMesh, offset: readonly number[]): TriangleMesh {
  const vertices = a.positions.length / 3;
  const positions = [...a.positions, ...b.positions.map((x, i) => x + offset[i % 3])];
  return createMesh(positions, [...a.faces, ...b.faces.map((v) => v + vertices)], { name: 'bone' });
}

/** A bone and a tool on the GPU: `made` says of each submit whether it made all lists anew. */
function subject(least: Found) {
  const bodies = { bone: new BoneBody(bone), tool: new ToolBody(tool) };
  const scene = new GpuScene(gpu, pipeline.index, bodies.bone, bodies.tool, options);
  const made: boolean[] = [];
  const faults = { next: false };
  const spied = {
    index: pipeline.index,
    prepare: (...given: Parameters<GpuPipeline['prepare']>) => {
      const query = pipeline.prepare(...given);
      const encode: typeof query.encode = (encoder, ...rest) => {
        made.push(rest[4]);
        query.encode(encoder, ...rest);
        // More than the buffer holds: the device refuses the whole submit.
        if (faults.next) encoder.clearBuffer(scene.toolSets, 0, 4 * (1 + scene.toolSets.size));
        faults.next = false;
      };
      return { ...query, encode };
    },
  };
  const submits = new GpuSubmits(gpu, spied as unknown as GpuPipeline, new CapacityEstimate(least));
  const answer = async (pose: Float64Array): Promise<PoseAnswer> => {
    const words = new Int32Array(POSE_WORDS);
    expect(scene.place(checkPose(pose), words, 0)).toBe('written');
    const [one] = (await submits.answer(scene, words, 1)) ?? [];
    return one;
  };
  const reported = (one: PoseAnswer, pose: Float64Array) => {
    const late = lateOf(bodies.bone, bodies.tool, options);
    return new GpuReporter(bodies.bone, bodies.tool, options, late).report(one, checkPose(pose), performance.now());
  };
  const destroy = () => {
    submits.destroy();
    scene.destroy();
  };
  return { bodies, scene, made, faults, answer, reported, destroy };
}

/** What the CPU reports of the bone after edits. */
async function onCpu(pose: Float64Array, edits: readonly Parameters<BoneBody['apply']>[] = []) {
  const detector = await createDetector({ bone, tool, ...options, feed: undefined, shank: undefined, backend: 'cpu' });
  for (const [remove, positions, faces] of edits) detector.editBone({ remove, positions, faces });
  const report = detector.detectSync(pose);
  expect(report.contacts.length).toBeGreaterThan(20);
  return report;
}

test('they are made once for a pose, and the words of its answer stay', async () => {
  const { made, answer, destroy } = subject(LEAST);
  const pose = translation(6, 1, 0.3);
  const first = await answer(pose);
  const answers = [await answer(pose), await answer(pose), await answer(pose)];
  for (const { contacts, undecided } of answers)
    expect([contacts, undecided]).toEqual([first.contacts, first.undecided]);
  expect(first.contacts.length).toBeGreaterThan(1000);
  expect(made.slice(-3)).toEqual([false, false, false]);
  destroy();
});

/** A block in front of the bone's side x = 5: the tool's corners in it are nearest to its faces. */
const block = box({ size: 1, divisions: 1 });
const added: Parameters<BoneBody['apply']> = [
  new Uint32Array(0),
  Float64Array.from(block.positions, (x, i) => x + (i % 3 === 0 ? 6 : 0)),
  block.faces.map((v) => v + bone.positions.length / 3),
];

test('an edit has them made anew: a face that no list has is the nearest', async () => {
  const { bodies, scene, made, answer, reported, destroy } = subject(LEAST);
  const pose = translation(7.9, 0.2, 0.1);
  expect(compareBackends(await onCpu(pose), reported(await answer(pose), pose)).differences).toEqual([]);
  const [vertices, faces] = [bodies.bone.vertexCount, bodies.bone.faceCount];
  bodies.bone.apply(...added);
  expect(scene.edit(added[0], vertices, faces)).toBe(true);
  const edited = reported(await answer(pose), pose);
  expect(compareBackends(await onCpu(pose, [added]), edited).differences).toEqual([]);
  expect(made.at(-1)).toBe(true);
  await answer(pose);
  expect(made.at(-1)).toBe(false);
  destroy();
});

test('a submit that was to make them anew is refused: the next, already under way, is run again', async () => {
  const { bodies, scene, made, faults, answer, reported, destroy } = subject(LEAST);
  const pose = translation(7.9, 0.2, 0.1);
  await answer(pose);
  const [vertices, faces] = [bodies.bone.vertexCount, bodies.bone.faceCount];
  bodies.bone.apply(...added);
  scene.edit(added[0], vertices, faces);
  faults.next = true;
  const refused = answer(pose);
  const next = answer(pose);
  await expect(refused).rejects.toThrow();
  expect(compareBackends(await onCpu(pose, [added]), reported(await next, pose)).differences).toEqual([]);
  expect(made.slice(-3)).toEqual([true, false, true]);
  destroy();
});

test('room for few: they are dropped when there is none left, and every answer is the CPU’s', async () => {
  const { made, answer, reported, destroy } = subject({ ...LEAST, rows: 1 });
  await answer(translation(6, 1, 0.3));
  made.length = 0;
  for (let step = 0; step < 8; step++) {
    const pose = translation(6, 1 - 1.3 * step, 0.3 + 0.7 * step);
    expect(compareBackends(await onCpu(pose), reported(await answer(pose), pose)).differences).toEqual([]);
  }
  expect(made).toContain(true);
  expect(made).toContain(false);
  destroy();
});
