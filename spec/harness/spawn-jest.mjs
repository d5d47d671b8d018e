// jest's arguments → a jest run whose processes have software Vulkan, and its exit status.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { vulkanEnvironment } from './software-vulkan.mjs';

/** Runs in the project's root. */
export async function spawnJest(...given) {
  mkdirSync('out', { recursive: true });
  const child = spawn(process.execPath, ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...(await vulkanEnvironment()) },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}
