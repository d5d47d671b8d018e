// Poses queried over and over into the caller's array leave no garbage: measured in its own process on the built
// package, as the benchmark does. Real skulls as well: which calls V8 inlines, and so which numbers go to the heap,
// depends on how often a bone makes V8 run each of them.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { testWithData } from '#harness/real-data.ts';
import { inLong } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const root = new URL('../../../', import.meta.url);
const SEED = 20_260;
const QUERIES = longRun(10_000, 1500);

const inBench = (file: string) => new URL(`spec/bench/${file}`, root);

/** @param folder with the bone, f32 coordinates and u32 faces. */
const onPhantom = (folder: string) => `
  const { readFileSync } = await import('node:fs');
  const read = (part) => Uint8Array.from(readFileSync(${JSON.stringify(`${folder}/`)} + part)).buffer;
  const bone = { positions: new Float32Array(read('positions')), faces: new Uint32Array(read('faces')), name: 'phantom' };
  const { measureGarbage } = await import('${inBench('garbage.mjs')}');
  const { saw } = await import('${inBench('meshes.mjs')}');
  const { strokes } = await import('${inBench('poses.mjs')}');
  const { matrices } = strokes(${SEED}, 60);
  console.log(JSON.stringify([await measureGarbage(bone, saw(), matrices, ${QUERIES})]));
`;

/** The head with the saw, then the CT skull with the dental drill: both used to leave bytes in each query. */
const onSkulls = `
  const { measureGarbage } = await import('${inBench('garbage.mjs')}');
  const { meshOf, SERIES, toolOf } = await import('${inBench('real-bodies.mjs')}');
  const { surfaceStrokes } = await import('${inBench('surface-poses.mjs')}');
  const results = [];
  for (const { bones, tool: given } of [SERIES[4], SERIES[1]]) {
    const tool = toolOf(given);
    const bone = meshOf(bones[0]);
    const { matrices } = await surfaceStrokes(${SEED}, 24, bone, bones[0].up, tool);
    results.push(await measureGarbage(bone, tool, matrices, ${QUERIES}));
  }
  console.log(JSON.stringify(results));
`;

const says = `${QUERIES} queries of intersectingFacesInto allocate 0 bytes, and no collection hides any (seed ${SEED})`;

test(`the phantom: ${says}`, async () => {
  const folder = await temporaryFolder('garbage');
  const { positions, faces } = phantom(10_000);
  await writeFile(join(folder, 'positions'), Float32Array.from(positions));
  await writeFile(join(folder, 'faces'), faces);
  await leavesNothing(onPhantom(folder), 1);
});

inLong(() =>
  testWithData(
    ['headsq/headsq-bone-77k.ply', 'skull-ct/skull-ct-0200k.ply', 'tools/chai3d-dental-drill.ply'],
    says,
    () => leavesNothing(onSkulls, 2),
    120_000,
  ),
);

async function leavesNothing(program: string, bones: number): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  const results = JSON.parse(stdout);
  expect(results).toHaveLength(bones);
  for (const { queries, pairs, bytes, collections } of results) {
    expect(queries).toBe(QUERIES);
    expect(pairs).toBeGreaterThan(10 * QUERIES);
    expect([bytes, collections]).toEqual([0, 0]);
  }
}
