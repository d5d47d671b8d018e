// A source file → the spec files that should notice a fault in it, in the order in which they are asked.

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** By room: the folder that mirrors it, then whoever uses what it exports, then the contract. */
const FOLDERS = {
  core: ['spec/core', 'spec/triangles', 'spec/proximity', 'spec/measure', 'spec/subdivide', 'spec/contracts'],
  triangles: ['spec/triangles', 'spec/scanlines', 'spec/proximity', 'spec/intersect', 'spec/measure', 'spec/contracts'],
  bvh: ['spec/bvh', 'spec/proximity', 'spec/contracts'],
  scanlines: ['spec/scanlines', 'spec/proximity', 'spec/contracts'],
  bodies: ['spec/bodies', 'spec/subdivide', 'spec/contracts'],
  proximity: ['spec/proximity', 'spec/measure', 'spec/contracts'],
  subdivide: ['spec/subdivide', 'spec/contracts'],
  intersect: ['spec/intersect', 'spec/detector', 'spec/contracts'],
  measure: ['spec/measure', 'spec/contracts'],
};

/** @returns {string[]} of each folder the file's namesake first, then by name. */
export function specsFor(tree, file) {
  const namesake = basename(file).replace(/\.ts$/, '.spec.ts');
  return FOLDERS[file.split('/')[1]].flatMap((folder) => {
    const names = readdirSync(join(tree, folder)).filter((name) => name.endsWith('.spec.ts'));
    names.sort((a, b) => Number(b === namesake) - Number(a === namesake) || (a < b ? -1 : 1));
    return names.map((name) => `${folder}/${name}`);
  });
}
