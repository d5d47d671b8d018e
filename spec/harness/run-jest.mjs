// jest's arguments → a jest run whose processes have software Vulkan.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { vulkanEnvironment } from './software-vulkan.mjs';

mkdirSync('out', { recursive: true });
const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)];
const child = spawn(process.execPath, jest, {
  stdio: 'inherit',
  env: { ...process.env, ...(await vulkanEnvironment()) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
