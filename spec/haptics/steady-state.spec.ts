// Ticks of the servo, in contact, leave nothing behind: measured in a process of its own.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';

const root = new URL('../../', import.meta.url).pathname;

const program = `
  import { measureTickGarbage } from '${root}spec/bench/tick-garbage.mjs';
  import { BoneBody, ToolBody } from '${root}lib/detector/index.ts';
  import { HapticMemory, ModelRunner, ScriptedDevice, ServoRunner, samplePoints, servoSettings } from '${root}spec/harness/haptic-parts.ts';
  import { cuttingPath, sawBlade, skullPhantom } from '${root}datasets/index.ts';
  const parts = { BoneBody, ToolBody, HapticMemory, ModelRunner, ScriptedDevice, ServoRunner, samplePoints, servoSettings };
  const path = cuttingPath({ poses: 600 });
  const results = [];
  while (results.length < 4 && results.every(({ bytes, collections }) => bytes > 0 || collections > 0))
    results.push(await measureTickGarbage(parts, skullPhantom({ targetFaces: 10_000 }), sawBlade(), path.subarray(16 * 148, 16 * 170)));
  console.log(JSON.stringify(results.at(-1)));
`;

test('10,000 ticks in contact allocate 0 bytes, and no collection hides any', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-ticks-'));
  try {
    const outfile = join(folder, 'ticks.mjs');
    buildSync({
      stdin: { contents: program, resolveDir: root, loader: 'js' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['webgpu'],
      loader: { '.wgsl': 'text' },
      define: { 'import.meta.dirname': '""' },
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile], { cwd: root });
    const { ticks, touching, bytes, collections } = JSON.parse(stdout);
    expect(ticks).toBeGreaterThanOrEqual(10_000);
    expect(touching).toBeGreaterThan(ticks / 2);
    expect([bytes, collections]).toEqual([0, 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
