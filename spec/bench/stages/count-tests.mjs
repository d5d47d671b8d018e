// kerf's source with a counter at each test of stage 1 → how many tests of boxes and spans a query makes.

import { countingPlugin } from '../counting-plugin.mjs';
import { importSource } from '../import-source.mjs';

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
  return (await importSource('lib/index.ts', 'counting-kerf.mjs', [countingPlugin(TESTS)])).createDetector;
}
