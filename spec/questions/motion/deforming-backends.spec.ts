// The generated scenes and the published steps by one thread, by two threads and by WebGPU in Node give the same bytes,
// step after step, with fronts that are kept.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { deformingScene, deformingSceneNames } from '#datasets';
import { createImpactDetector } from '#kerf';
import { readMesh } from '#kerf/io';
import { tableBytes } from '#harness/deforming-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';
import { inLong } from '#harness/sets.ts';
import { specGpu } from '#harness/software-gpu.ts';

await specGpu();

const WAYS = [{ backend: 'cpu' }, { backend: 'cpu', workers: 2 }, { backend: 'webgpu' }] as const;
const FRAMES = 101;
/** This many steps of each, starting at the middle. */
const STEPS = longRun(FRAMES - 1, 2);

/** @returns the number of impacts in all steps. */
async function expectAlike(
  name: string,
  vertexCount: number,
  faces: Uint32Array,
  frames: readonly Float64Array[],
): Promise<number> {
  const detectors = await Promise.all(WAYS.map((way) => createImpactDetector({ vertexCount, faces, ...way })));
  let impacts = 0;
  for (let step = 0; step + 1 < frames.length; step++) {
    const tables = await Promise.all(detectors.map((one) => one.impacts(frames[step], frames[step + 1])));
    const [first, ...others] = tables.map(tableBytes);
    for (const [i, other] of others.entries()) expect([name, step, WAYS[i + 1], other === first]).toEqual([name, step, WAYS[i + 1], true]); // biome-ignore format: one call
    impacts += tables[0].length;
  }
  for (const detector of detectors) detector.dispose();
  return impacts;
}

describe('by one thread, by two and by WebGPU', () => {
  test.each(partOf(deformingSceneNames, 2, 1))(`%s, ${STEPS} steps`, async (scene) => {
    const targetFaces = scene === 'flap-on-skull' ? 5_200 : 400;
    const made = deformingScene({ scene, targetFaces, frames: FRAMES });
    const first = longRun(0, 50);
    const frames = Array.from({ length: STEPS + 1 }, (_, i) => made.positionsAt(first + i));
    const impacts = await expectAlike(scene, made.vertexCount, made.faces, frames);
    console.log(`${scene}, ${made.faces.length / 3} faces, ${STEPS} steps: ${impacts} impacts`);
    expect(impacts).toBeGreaterThan(0);
  });

  // 400 faces have more than a million pairs of features, all of which touch.
  const CROWD = longRun(400, 20);
  test(`${CROWD} faces in one point`, async () => {
    const faces = Uint32Array.from({ length: 3 * CROWD }, (_, i) => i);
    const points = Float64Array.from({ length: 9 * CROWD }, (_, i) => [0.1, -7, 3e5][i % 3]);
    const impacts = await expectAlike('a crowd', 3 * CROWD, faces, [points, points, points]);
    expect(impacts).toBe(2 * (3 * CROWD * (CROWD - 1) + (9 * CROWD * (CROWD - 1)) / 2));
  });

  for (const scene of ['cloth-funnel', 'armadillo-rollers'])
    inLong(() => testWithData([0, 1].map((step) => `ccd/frames/${scene}-${step}.ply`), 'there and back', async (...paths) => {
      const [before, after] = paths.map((path) => readMesh(readFileSync(path), 'ply'));
      const [start, end] = [before, after].map(({ positions }) => Float64Array.from(positions));
      const impacts = await expectAlike(scene, start.length / 3, before.faces, [start, end, start]);
      console.log(`${scene}, there and back: ${impacts} impacts`);
      expect(impacts).toBeGreaterThan(100);
    })); // biome-ignore format: one test
});
