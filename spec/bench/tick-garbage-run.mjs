// The servo's ticks in a separate process → the bytes that they leave: see tick-garbage.mjs.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../..');

const program = (isSpoilt, kind, boneFolder, ticks) => `
  import { readFileSync } from 'node:fs';
  import { measureTickGarbage } from './spec/bench/tick-garbage.mjs';
  import { BoneBody, ToolBody } from './lib/index/bodies/index.ts';
  import { createMesh } from './lib/base/mesh/index.ts';
  import { CUTS, HapticMemory, LoopBone, ModelRunner, PenetrationFinder, ScriptedDevice, ServoRunner, samplePoints, SERVO_STATES, servoSettings, TOLD_FEED } from './spec/harness/haptic-parts.ts';
  import { cuttingPath, sawBlade, skullPhantom } from './datasets/index.ts';
  const parts = { BoneBody, ToolBody, CUTS, HapticMemory, LoopBone, ModelRunner, PenetrationFinder, ScriptedDevice, ServoRunner, samplePoints, SERVO_STATES, servoSettings, TOLD_FEED };
  const read = (part, Numbers) => new Numbers(Uint8Array.from(readFileSync(${JSON.stringify(`${boneFolder}/`)} + part)).buffer);
  const bone = () =>
    ${boneFolder === null}
      ? skullPhantom({ targetFaces: 10_000 })
      : createMesh(read('positions', Float64Array), read('faces', Uint32Array));
  // From just above the vault to half a millimetre in it.
  const poses = cuttingPath({ poses: 600 }).subarray(16 * 148, 16 * 170);
  const results = [];
  while (results.length < 4 && results.every(({ bytes, collections }) => bytes > 0 || collections > 0))
    results.push(await measureTickGarbage(parts, bone(), sawBlade(), poses, ${isSpoilt}, ${JSON.stringify(kind)}, ${ticks}));
  console.log(JSON.stringify(results.at(-1)));
`;

/**
 * @param isSpoilt whether the device sends invalid poses.
 * @param kind 'saw' or 'burr', a tool that cuts and has friction, or null.
 * @param boneFolder holds the phantom's `positions` (f64) and `faces` (u32); null: it is made here, which takes
 * seconds.
 * @param ticks are measured, after three times as many that are not.
 * @returns ticks, how many touched or were refused, how many cut, the bytes of all, collections meanwhile.
 */
export async function tickGarbage(isSpoilt = false, kind = null, boneFolder = null, ticks = 10_000) {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-ticks-'));
  try {
    const outfile = join(folder, 'ticks.mjs');
    buildSync({
      stdin: { contents: program(isSpoilt, kind, boneFolder, ticks), resolveDir: root, loader: 'js' },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: ['webgpu'],
      loader: { '.wgsl': 'text' },
    });
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', outfile]);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
