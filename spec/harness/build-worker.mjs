// Before any spec runs: the compiled stages, the workers from their sources, and a folder for the run.

import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { compileKernels } from '../../lib/stages/compiled/module/compile.mjs';
import { compileInner } from './inner-kernels.mjs';
import { beginRun } from './spec-run.mjs';

const root = join(import.meta.dirname, '../..');
const WORKERS = {
  'broad-phase-worker': 'index/broad-phase',
  'cutting-worker': 'surgery/cutting',
  'detect-worker': 'detect/detector',
  'haptic-worker': 'surgery/haptics',
  'impact-worker': 'questions/motion/deforming',
  'session-worker': 'server/protocol',
  'text-worker': 'server/protocol',
};
export const builtWorker = (name) => join(root, `out/${name}.mjs`);

export default async function prepare() {
  await compileKernels();
  await compileInner();
  beginRun();
  for (const [name, room] of Object.entries(WORKERS)) {
    // Another jest run may be reading it.
    const partial = `${builtWorker(name)}.${randomUUID()}`;
    const { outputFiles } = buildSync({
      entryPoints: [join(root, `lib/${room}/${name}.ts`)],
      write: false,
      bundle: true,
      format: 'esm',
      platform: 'node',
      loader: { '.wgsl': 'text' },
      external: ['webgpu', 'ws'],
    });
    // One of them has threads of its own: they lie beside it, too.
    writeFileSync(partial, outputFiles[0].text.replaceAll(/"\.\/([\w-]+-worker)\.ts"/g, '"./$1.mjs"'));
    renameSync(partial, builtWorker(name));
  }
}
