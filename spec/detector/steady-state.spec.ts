// Poses asked over and over into the caller's array leave nothing behind: measured in a process of its own, on the
// built package, as the benchmark does.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const SEED = 20_260;

const program = `
  const { measureGarbage } = await import('${new URL('spec/bench/garbage.mjs', root)}');
  const { bone, saw } = await import('${new URL('spec/bench/meshes.mjs', root)}');
  const { strokes } = await import('${new URL('spec/bench/poses.mjs', root)}');
  const { matrices } = strokes(${SEED}, 60);
  const results = [];
  while (results.length < 4 && results.every(({ bytes, collections }) => bytes > 0 || collections > 0))
    results.push(await measureGarbage(bone(10_000), saw(), matrices));
  console.log(JSON.stringify(results.at(-1)));
`;

test(`10,000 queries of intersectingFacesInto allocate 0 bytes, and no collection hides any (seed ${SEED})`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  const { queries, pairs, bytes, collections } = JSON.parse(stdout);
  expect(queries).toBeGreaterThanOrEqual(10_000);
  expect(pairs).toBeGreaterThan(100_000);
  expect([bytes, collections]).toEqual([0, 0]);
});
