// Many points looked up into an array of the caller leave no garbage: in a process of its own, on the built package.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = new URL('../../../', import.meta.url);
const CALLS = 400;

const program = `
  const { createRadialMap } = await import('${new URL('dist/index.js', root)}');
  const { sphere } = await import('${new URL('dist/datasets.js', root)}');
  const { allocated } = await import('${new URL('spec/bench/allocated.mjs', root)}');
  const map = createRadialMap(sphere({ radius: 10, subdivisions: 3 }));
  const points = Float64Array.from({ length: 3000 }, (_, i) => 12 * Math.sin(i * i));
  const into = new Int8Array(1000);
  const ask = (calls) => {
    for (let n = 0; n < calls; n++) map.sides(points, into);
  };
  ask(${CALLS});
  await allocated(() => ask(0));
  const attempts = [];
  for (let n = 0; n < 6; n++) {
    const nothing = await allocated(() => ask(0));
    const { bytes, collections } = await allocated(() => ask(${CALLS}));
    attempts.push({ bytes: Math.max(0, bytes - nothing.bytes), collections });
  }
  console.log(JSON.stringify(attempts));
`;

test(`${CALLS} calls of sides for 1,000 points each allocate 0 bytes`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', program]);
  // What a call allocates shows in each attempt, late compilation in some of them.
  expect(JSON.parse(stdout)).toContainEqual({ bytes: 0, collections: 0 });
});
