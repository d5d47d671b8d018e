// A source file → the spec files that should notice a fault in it, in the order in which they run.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { specSets } from '../harness/spec-sets.mjs';

/** Folders of spec/ by room: the one that mirrors it, then those that use its exports, then the contracts. */
const FOLDERS = {
  core: ['core', 'triangles', 'bodies', 'proximity', 'measure', 'subdivide', 'motion', 'contracts'],
  divisions: ['divisions', 'bodies', 'compiled'],
  detector: ['detector'],
  triangles: [
    'triangles',
    'bodies',
    'scanlines',
    'proximity',
    'subdivide',
    'intersect',
    'measure',
    'compiled',
    'surface',
    'contracts',
  ],
  bvh: ['bvh', 'scanlines', 'candidates', 'proximity', 'contracts'],
  scanlines: ['scanlines', 'proximity', 'contracts'],
  candidates: ['candidates', 'detector', 'contracts'],
  bodies: ['bodies', 'subdivide', 'contracts'],
  proximity: ['proximity', 'measure', 'compiled', 'contracts'],
  subdivide: ['subdivide', 'compiled', 'round-tool', 'contracts'],
  intersect: ['intersect', 'detector', 'contracts'],
  measure: ['measure', 'compiled', 'contracts'],
  'round-tool': ['round-tool'],
  motion: ['motion'],
  cutting: ['cutting', 'ct-bone', 'assessment'],
  osteotomy: ['osteotomy', 'slots'],
  slots: ['slots'],
  surface: ['surface'],
  inset: ['inset', 'cutting'],
  assessment: ['assessment'],
  haptics: ['haptics'],
  validation: ['validation/engines'],
  compiled: ['compiled', 'measure', 'contracts'],
  vtk: ['vtk'],
  'poly-data': ['poly-data'],
  three: ['three'],
  quantities: ['quantities'],
  mesh: ['mesh'],
};

const { imports } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** Where a room's specs are: as its files, below spec/. */
function specFolder(name) {
  const [room, ...inside] = name.split('/');
  const [, home] = /^\.\/lib\/(.*)\/\*$/.exec(imports[`#${room}/*`] ?? '') ?? [];
  return [home ?? room, ...inside].join('/');
}

const [isQuick, isDeep] = [new Set(specSets.quick), new Set(specSets.deep)];
/** A software GPU takes many times as long as a CPU. */
const isOfGpu = (spec) => basename(spec).includes('gpu');

/**
 * @returns {{ specs: string[], set?: 'quick' | 'deep' }[]} groups of specs, each run in one process: first the file's
 * namesake, whole; then, folder by folder, the quick tests of CPU specs; then, one by one, those of a software GPU, and
 * the tests of the deep set.
 */
export function specsFor(tree, file) {
  const namesake = basename(file).replace(/\.ts$/, '.spec.ts');
  const room = file.split('/')[2];
  const folders = FOLDERS[room].map(specFolder).map((folder) =>
    readdirSync(join(tree, 'spec', folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .sort()
      .map((name) => `spec/${folder}/${name}`),
  );
  const all = folders.flat();
  const isNamesake = (spec) => basename(spec) === namesake && isQuick.has(spec);
  const isCheap = (spec) => isQuick.has(spec) && !isOfGpu(spec) && !isNamesake(spec);
  const oneByOne = (specs, set) => specs.map((spec) => ({ specs: [spec], set }));
  return [
    { specs: all.filter(isNamesake) },
    ...folders.map((specs) => ({ specs: specs.filter(isCheap), set: 'quick' })),
    ...oneByOne(
      all.filter((spec) => isQuick.has(spec) && isOfGpu(spec)),
      'quick',
    ),
    ...oneByOne(
      all.filter((spec) => isDeep.has(spec) && !isNamesake(spec)),
      'deep',
    ),
  ].filter(({ specs }) => specs.length > 0);
}
