// Published steps of deforming meshes in KERF_DATA → their faces and positions, repeated for as many frames as needed.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMesh } from '../../dist/index.js';
import { FOLDER } from './real-bodies.mjs';

/** The step and its reverse, alternating. */
export function publishedSteps() {
  return ['cloth-funnel', 'armadillo-rollers'].flatMap((name) => {
    const files = [0, 1].map((step) => join(FOLDER, `ccd/frames/${name}-${step}.ply`));
    const missing = files.filter((path) => !existsSync(path));
    if (missing.length > 0) {
      console.log(`${name}: ccd/frames is not in ${FOLDER}; set KERF_DATA.\n`);
      return [];
    }
    const [before, after] = files.map((path) => readMesh(readFileSync(path), 'ply'));
    const [start, end] = [before, after].map(({ positions }) => Float64Array.from(positions));
    return { name, vertexCount: start.length / 3, faces: before.faces, frames: [start, end, start, end] };
  });
}
