// Ticks of the servo, in contact and while its device sends nonsense, leave no garbage: measured in a process of its
// own, as the benchmark does.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { longRun, partOf } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** The path of the device, from the air into the bone, takes 4,200 ticks. */
const TICKS = longRun(10_000, 4_400);
const measure = new URL('../../bench/tick-garbage-run.mjs', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder('tick-garbage');
  const { positions, faces } = phantom(10_000);
  await Promise.all([writeFile(join(folder, 'positions'), positions), writeFile(join(folder, 'faces'), faces)]);
});

// A tool that cuts is in contact too.
const runs: [string, boolean, string | null][] = [
  ['of a device that sends what is no pose', true, null],
  ['in contact', false, null],
  ['of a tool that cuts, with friction', false, 'saw'],
  ['of a burr, with its drag', false, 'burr'],
];
test.each(partOf(runs, 2, 0))(
  `${TICKS} ticks %s allocate 0 bytes, and no collection hides any`,
  async (_what, isSpoilt, kind) => {
    const program = `console.log(JSON.stringify(await (await import('${measure}')).tickGarbage(${isSpoilt}, ${JSON.stringify(kind)}, ${JSON.stringify(folder)}, ${TICKS})));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const { ticks, touching, cutting, bytes, collections } = JSON.parse(stdout);
    expect(ticks).toBeGreaterThanOrEqual(TICKS);
    expect(touching).toBeGreaterThan(ticks / 2);
    expect(cutting > ticks / 10).toBe(kind !== null);
    expect([bytes, collections]).toEqual([0, 0]);
  },
);
