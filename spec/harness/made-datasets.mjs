// The built package's datasets, with the skull phantom as phantom.ts of this folder keeps it for the run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMesh } from '../../dist/index.js';
import { skullPhantom as made } from '../../dist/datasets.js';
import { onceInRun } from './spec-run.mjs';

export * from '../../dist/datasets.js';

/** The same as the package's, to the last bit. */
export function skullPhantom({ targetFaces = 50_000 } = {}) {
  const folder = onceInRun(`phantom-${targetFaces}`, (into) => {
    const { positions, faces, name } = made({ targetFaces });
    for (const [part, held] of Object.entries({ positions, faces, name })) writeFileSync(join(into, part), held);
  });
  const read = (part) => readFileSync(join(folder, part));
  const positions = new Float64Array(Uint8Array.from(read('positions')).buffer);
  const faces = new Uint32Array(Uint8Array.from(read('faces')).buffer);
  return createMesh(positions, faces, { name: read('name').toString() });
}
