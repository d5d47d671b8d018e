// main.ts → one module, run in a process with software Vulkan.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { vulkanEnvironment } from '../harness/software-vulkan.mjs';

const outfile = 'out/compare.mjs';

/** The browser harness reads files next to its own, so it is loaded from its own place. */
const harnessInPlace = {
  name: 'harness-in-place',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^#harness\/chromium\.mjs$/ }, ({ path }) => ({
      path: pathToFileURL(join(import.meta.dirname, '..', path.slice(1))).href,
      external: true,
    })),
};

await build({
  entryPoints: [join(import.meta.dirname, 'main.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  loader: { '.wgsl': 'text' },
  plugins: [harnessInPlace],
  sourcemap: 'inline',
  logLevel: 'warning',
});
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...(await vulkanEnvironment()) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
