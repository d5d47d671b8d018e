// kerf's source with a counter at each test of stage 1 → how many tests of boxes and spans a query makes.
//
// The counters are inserted in the text as it is bundled; the bench stops if a text does not occur exactly once.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plant } from '../../mutation/plant.mjs';
import { importSource } from '../import-source.mjs';

const root = join(import.meta.dirname, '../../..');
const one = 'globalThis.kerfTests++;';
/** By file: the first line of a test; it is counted right before that line. */
const TESTS = [
  {
    file: 'lib/stages/candidates/face-in-frame.ts',
    says: 'boxes of the tool against a bone face',
    find: '    let mask = 0;\n    for (let k = 0, at = o; k < count;',
    counter: '    globalThis.kerfTests += count;\n',
  },
  {
    file: 'lib/stages/candidates/bvh-candidates.ts',
    says: 'a node of the bone against the whole tool',
    find: '    const b = this.#bounds;\n',
    counter: `    ${one}\n`,
  },
  {
    file: 'lib/stages/candidates/bvh-candidates.ts',
    says: 'a node of the tool against a node of the bone',
    find: '        const entry = waiting[--depth];\n',
    counter: `        ${one}\n`,
  },
  {
    file: 'lib/index/scanlines/faces-near-box.ts',
    says: 'a span against a node of the tool',
    find: '            const depth = spans[s + SPAN_DEPTH] | 0;\n',
    counter: `            ${one}\n`,
  },
  {
    file: 'lib/stages/candidates/image-pyramid.ts',
    says: 'a box against the image',
    find: '    const across = Math.max(lastColumn - firstColumn, lastRow - firstRow);\n',
    counter: `    ${one}\n`,
  },
  {
    file: 'lib/stages/candidates/image-candidates.ts',
    says: 'an interval of a pixel against a bone face',
    find: '          const place = places[at];\n',
    counter: `          ${one}\n`,
  },
  {
    file: 'lib/geometry/triangles/triangle-box.ts',
    says: 'a triangle against a box',
    find: '  isBoxApart(boxes: Float32Array, at: number): boolean {\n',
    counter: '',
    behind: `    ${one}\n`,
  },
];

/** @returns createDetector whose queries are counted in globalThis.kerfTests. */
export async function countingDetector() {
  const plugin = { name: 'count tests', setup: ({ onLoad }) => onLoad({ filter: /lib[\\/].*\.ts$/ }, counted) };
  return (await importSource('lib/index.ts', 'counting-kerf.mjs', [plugin])).createDetector;
}

function counted({ path }) {
  const own = TESTS.filter(({ file }) => resolve(path) === resolve(root, file));
  if (own.length === 0) return undefined;
  const text = readFileSync(path, 'utf8');
  const contents = own.reduce(
    (so, { file, says, find, counter, behind = '' }) =>
      plant(so, { file, says, find, replace: `${counter}${find}${behind}` }),
    text,
  );
  return { contents, loader: 'ts' };
}
