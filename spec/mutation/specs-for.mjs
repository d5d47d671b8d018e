// A source file → the spec files that should notice a fault in it, in the order in which they are asked.

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { specSets } from '../harness/spec-sets.mjs';

/** Folders of spec/ by room: the one that mirrors it, then whoever uses what it exports, then the contract. */
const FOLDERS = {
  core: ['core', 'triangles', 'bodies', 'proximity', 'measure', 'subdivide', 'contracts'],
  triangles: ['triangles', 'bodies', 'scanlines', 'proximity', 'subdivide', 'intersect', 'measure', 'contracts'],
  bvh: ['bvh', 'proximity', 'contracts'],
  scanlines: ['scanlines', 'proximity', 'contracts'],
  bodies: ['bodies', 'subdivide', 'contracts'],
  proximity: ['proximity', 'measure', 'contracts'],
  subdivide: ['subdivide', 'contracts'],
  intersect: ['intersect', 'detector', 'contracts'],
  measure: ['measure', 'contracts'],
};

const isDeep = new Set(specSets.deep);

/**
 * What a spec costs, in classes: a software GPU takes many times as long as a CPU, and the deep set is deep because it
 * takes long.
 */
function costOf(spec) {
  if (isDeep.has(spec)) return 2;
  return basename(spec).includes('gpu') ? 1 : 0;
}

/**
 * @returns {string[]} the quickest classes first, so that few faults are put to a slow spec; in a class by folder, and
 * of each folder the file's namesake first, then by name.
 */
export function specsFor(tree, file) {
  const namesake = basename(file).replace(/\.ts$/, '.spec.ts');
  const specs = FOLDERS[file.split('/')[1]].flatMap((folder) => {
    const names = readdirSync(join(tree, 'spec', folder)).filter((name) => name.endsWith('.spec.ts'));
    names.sort((a, b) => Number(b === namesake) - Number(a === namesake) || (a < b ? -1 : 1));
    return names.map((name) => `spec/${folder}/${name}`);
  });
  return specs.sort((a, b) => costOf(a) - costOf(b));
}
