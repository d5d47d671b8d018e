// The hybrid's parts with a counter at each test of boxes → what a query tests.

import { countingPlugin } from '../../counting-plugin.mjs';
import { importSource } from '../../import-source.mjs';

const at = (name) => `globalThis.kerfTests.${name}`;
const LEAF_TEST = '      const apart = (x1 - l[o])';
const BODY_TEST = '        const outside =\n          (x1 - boxes[i])';
const TESTS = [
  {
    file: 'lib/index/broad-phase/leaf-set.ts',
    says: 'a node against a group',
    find: '      const outside = (x1 - b[i])',
    counter: `      ${at('nodes')}++;\n`,
  },
  ...['lib/index/broad-phase/hybrid.ts', 'spec/bench/boxes/hybrid/leaf-sweep.ts'].flatMap((file) => [
    { file, says: 'a leaf against a leaf', find: LEAF_TEST, counter: `      ${at('nodes')}++;\n` },
    { file, says: 'a body against a leaf', find: BODY_TEST, counter: `        ${at('bodies')}++;\n` },
  ]),
  {
    file: 'lib/index/broad-phase/hybrid.ts',
    says: 'a body against neighbours with greater numbers',
    find: '    let doubts = 0;\n',
    counter: `    ${at('pairs')} += near - first;\n`,
  },
  {
    file: 'spec/bench/boxes/hybrid/leaf-sweep.ts',
    says: 'a body against a body',
    find: '    const x = p[i + 3] - q[j];\n',
    counter: `    ${at('pairs')}++;\n`,
  },
];

/** @returns a function: boxes and parts → tests of nodes, of bodies against leaves, of bodies against bodies. */
export async function countedParts() {
  const { partPairs } = await importSource('spec/bench/boxes/hybrid/bench-parts.ts', 'counting-hybrid.mjs', [
    countingPlugin(TESTS),
  ]);
  return (boxes, parts) => {
    globalThis.kerfTests = { nodes: 0, bodies: 0, pairs: 0 };
    partPairs(boxes, parts);
    return globalThis.kerfTests;
  };
}
