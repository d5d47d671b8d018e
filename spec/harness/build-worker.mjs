// The worker of detectMany from its sources, before any spec runs.

import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../..');
export const builtWorker = join(root, 'out/detect-worker.mjs');

export default function buildWorker() {
  // Another run of jest may be reading it.
  const partial = `${builtWorker}.${randomUUID()}`;
  buildSync({
    entryPoints: [join(root, 'lib/detector/detect-worker.ts')],
    outfile: partial,
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: { '.wgsl': 'text' },
  });
  renameSync(partial, builtWorker);
}
