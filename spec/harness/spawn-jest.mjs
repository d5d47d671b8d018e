// jest's arguments → a jest run whose processes have software Vulkan, and its exit status.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { vulkanEnvironment } from './software-vulkan.mjs';

/** MB for new objects, instead of 16: brute force leaves garbage, whose collection took a sixth of the specs' time. */
const YOUNG = 64;
const FLAGS = ['--experimental-vm-modules', `--min-semi-space-size=${YOUNG}`, `--max-semi-space-size=${YOUNG}`];

/** Runs in the project's root. */
export async function spawnJest(...given) {
  mkdirSync('out', { recursive: true });
  const child = spawn(process.execPath, [...FLAGS, 'node_modules/jest/bin/jest.js', ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...(await vulkanEnvironment()) },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}
