// Poses queried over and over into the caller's array leave no garbage: measured in its own process on the built
// package, as the benchmark does. Real skulls as well: which calls V8 inlines, and so which numbers go to the heap,
// depends on how often a bone makes V8 run each of them.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { testWithData } from '#harness/real-data.ts';

const root = new URL('../../', import.meta.url);
const SEED = 20_260;

const inBench = (file: string) => new URL(`spec/bench/${file}`, root);

const onPhantom = `
  const { measureGarbage } = await import('${inBench('garbage.mjs')}');
  const { bone, saw } = await import('${inBench('meshes.mjs')}');
  const { strokes } = await import('${inBench('poses.mjs')}');
  const { matrices } = strokes(${SEED}, 60);
  console.log(JSON.stringify([await measureGarbage(bone(10_000), saw(), matrices)]));
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
    results.push(await measureGarbage(bone, tool, matrices));
  }
  console.log(JSON.stringify(results));
`;

const says = `10,000 queries of intersectingFacesInto allocate 0 bytes, and no collection hides any (seed ${SEED})`;

test(`the phantom: ${says}`, () => leavesNothing(onPhantom, 1));

testWithData(
  ['headsq/headsq-bone-77k.ply', 'skull-ct/skull-ct-0200k.ply', 'tools/chai3d-dental-drill.ply'],
  says,
  () => leavesNothing(onSkulls, 2),
  120_000,
);

async function leavesNothing(program: string, bones: number): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  const results = JSON.parse(stdout);
  expect(results).toHaveLength(bones);
  for (const { queries, pairs, bytes, collections } of results) {
    expect(queries).toBeGreaterThanOrEqual(10_000);
    expect(pairs).toBeGreaterThan(100_000);
    expect([bytes, collections]).toEqual([0, 0]);
  }
}
