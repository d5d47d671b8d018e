// Faults in the impacts of deforming surfaces, and in the tree and the front underneath.

import { inFile } from './in-file.mjs';

const trees = [
  ...inFile('lib/index/bvh/median-tree.ts', [
    {
      says: 'the shortest axis is halved',
      find: 'if (high - low > longest) {',
      replace: 'if (longest < 0 || high - low < longest) {',
    },
    {
      says: 'of what is behind the middle the first is not looked at',
      find: 'else if (middle >= i) low = i;',
      replace: 'else if (middle >= i) low = i + 1;',
    },
  ]),
  ...inFile('lib/index/bvh/dop-tree.ts', [
    {
      says: 'the third corner is left out below',
      find: 'Math.min(Math.min(first, second), third)',
      replace: 'Math.min(first, second)',
    },
    {
      says: 'along the last axis nothing is compared',
      find: 'for (let k = 0; k < axes; k++) {\n    if (dops[low + k]',
      replace: 'for (let k = 0; k < axes - 1; k++) {\n    if (dops[low + k]',
    },
    {
      says: 'nodes are apart that are so at the start',
      find: 'if (dops[low + k] > dops[otherHigh + k] && dops[low + axes + k] > dops[otherHigh + axes + k]) return true;',
      replace: 'if (dops[low + k] > dops[otherHigh + k]) return true;',
    },
    {
      says: 'a node is apart from a vertex that it is above at the end',
      find: 'if (nodes[low + k] > first && nodes[low + axes + k] > last) return true;',
      replace: 'if (nodes[low + axes + k] > last) return true;',
    },
    {
      says: 'the end of the motion is the start',
      find: 'writeValues(end, v, vertices, 2 * axes * v + axes, axes);',
      replace: 'writeValues(start, v, vertices, 2 * axes * v + axes, axes);',
    },
    {
      says: 'a sum is a difference',
      find: 'out[at + 4] = x + z;',
      replace: 'out[at + 4] = x - z;',
    },
  ]),
  ...inFile('lib/index/bvh/self-front.ts', [
    {
      says: 'what is apart leaves the front',
      find: `    if (a !== b && this.#areApart(a, b)) {
      this.#keep(a, b);
      return;`,
      replace: `    if (a !== b && this.#areApart(a, b)) {
      return;`,
    },
    {
      says: 'a step goes on with what the one that broke off has left',
      find: 'this.#stack.length = 0;',
      replace: '',
    },
    {
      says: 'pairs that are dropped stay in the front',
      find: 'if (this.#isDropped(item, other)) continue;',
      replace: 'if (this.#isDropped(item, other)) { this.#keep(i, j); continue; }',
    },
    {
      says: 'the children of a node do not meet each other',
      find: 'this.#test(left, right);',
      replace: '',
    },
    {
      says: 'the last share has nothing',
      find: 'if (part++ % of === index)',
      replace: 'if (part++ % (of + 1) === index)',
    },
    {
      says: 'a front that was forgotten is gone on with',
      find: `    this.#kept.length = 0;
    this.#hasBegun = false;`,
      replace: '    this.#kept.length = 0;',
    },
  ]),
];

const surface = [
  ...inFile('lib/questions/motion/deforming/check-deforming.ts', [
    {
      says: 'a face may name a vertex behind the last',
      find: 'faces[i] < vertexCount))',
      replace: 'faces[i] <= vertexCount))',
    },
    { says: 'NaN is a place', find: 'if (!Number.isFinite(copy[i]))', replace: 'if (copy[i] === Infinity)' },
  ]),
  ...inFile('lib/questions/motion/deforming/deforming-surface.ts', [
    {
      says: 'a corner that stands twice in a row is two',
      find: 'for (let j = i - (i % 3); j < i; j++)',
      replace: 'for (let j = i - (i % 3); j < i - 1; j++)',
    },
    {
      says: 'vertices of no face meet nothing',
      find: 'for (let v = 0; v < vertexCount; v++) lone += 1 - isUsed[v];',
      replace: '',
    },
    {
      says: 'items that share the last corner are no neighbours',
      find: ' || vertex === corners[3 * b + 2]) return true;',
      replace: ') return true;',
    },
    {
      says: 'edges are ordered by their greater end alone',
      find: 'const bySmaller = sortByKey(smaller, count);',
      replace: 'const bySmaller = sortByKey(new Uint32Array(count), count);',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/item-centres.ts', [
    { says: 'a centre is half as far again', find: '+ k] / 3;', replace: '+ k] / 2;' },
  ]),
  ...inFile('lib/questions/motion/deforming/orphans.ts', [
    {
      says: 'one face that is near makes an orphan',
      find: 'if (!surface.areNeighbours(values[i], face)) return false;',
      replace: 'if (surface.areNeighbours(values[i], face)) return true;',
    },
    {
      says: 'edges that share a vertex are orphans',
      find: ' || shareVertex(edges, edge, other)) continue;',
      replace: ') continue;',
    },
    {
      says: 'only faces around the first two corners have orphans',
      find: 'for (let k = own; k < own + 3; k++)',
      replace: 'for (let k = own; k < own + 1; k++)',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/feature-owners.ts', [
    {
      says: 'a vertex is tested with each of its faces',
      find: 'if (!surface.areNeighbours(values[i], face)) return false;',
      replace: '',
    },
    {
      says: 'two edges have another order from either side',
      find: 'if (edge > other) return ownsEdges(surface, other, otherItem, edge, item);',
      replace: '',
    },
  ]),
];

const steps = [
  ...inFile('lib/questions/motion/deforming/feature-tests.ts', [
    {
      says: 'boxes of edges are those of the step before',
      find: 'this.#step++;',
      replace: 'this.#step = 1;',
    },
    {
      says: 'corners of the second item are not tested',
      find: 'this.#testCorners(second, first);',
      replace: '',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/feature-questions.ts', [
    {
      says: 'the first of two edges need not have the smaller number',
      find: `    if (edge > other) {
      this.askEdges(other, edge);
      return;
    }`,
      replace: '',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/free-time.ts', [
    {
      says: 'the time of the impact itself is free',
      find: 'below((at.m << 64n) - 1n, at.k + 64)',
      replace: 'below(at.m, at.k)',
    },
    {
      says: 'only the first root counts',
      find: 'if (root !== null) free = Math.min(free, before(root));',
      replace: 'if (root !== null) return before(root);',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-rows.ts', [
    { says: 'a time begins where it ends', find: 'this.#low.push(time.low);', replace: 'this.#low.push(time.high);' },
    { says: 'rows of the step before stay', find: ') column.length = 0;', replace: ') void column;' },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-table.ts', [
    {
      says: 'rows of one vertex are in any order',
      find: 'const byB = sortByKey(all.b, count);',
      replace: 'const byB = sortByKey(all.a, count);',
    },
    { says: 'all impacts are of vertices', find: '.fill(1, split)', replace: '' },
    {
      says: 'a share is written over the one before',
      find: 'at += part.a.length;',
      replace: '',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-search.ts', [
    {
      says: 'the tree is that of the first step',
      find: 'this.#dops.fit(start, end);',
      replace: 'this.#dops.fit(start, start);',
    },
    {
      says: 'each share tests the orphans of the first',
      find: 'for (let i = 2 * index; i < vertexFaces.length; i += 2 * of)',
      replace: 'for (let i = 0; i < vertexFaces.length; i += 2 * of)',
    },
  ]),
];

const threads = [
  ...inFile('lib/questions/motion/deforming/impact-shares.ts', [
    {
      says: 'every share is the first',
      find: '{ index, of: plan.shares })',
      replace: '{ index: 0, of: plan.shares })',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-worker.ts', [
    {
      says: 'a thread answers from the end to the start',
      find: 'serveQuestions(shareAnswerer);',
      replace:
        'serveQuestions((plan: never) => { const answer = shareAnswerer(plan); return ({ index, start, end }) => answer({ index, start: end, end: start }); });',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-threads.ts', [
    {
      says: 'the end of the first step is that of all',
      find: 'this.#end.set(end);',
      replace: 'if (this.#end[0] === 0) this.#end.set(end);',
    },
    {
      says: 'a share whose thread is lost is left out',
      find: '?? answerHere(share)',
      replace: '?? answerHere({ ...share, start: share.end })',
    },
    {
      says: 'what is under way is rejected for no reason',
      find: 'for (const pool of pools) pool.close(reason);',
      replace: 'for (const pool of pools) pool.close(null);',
    },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-steps.ts', [
    { says: 'there are more shares than threads', find: 'shares: workers }', replace: 'shares: workers + 1 }' },
  ]),
  ...inFile('lib/questions/motion/deforming/impact-detector.ts', [
    { says: 'threads may not be asked for', find: '  workers: true,\n', replace: '' },
  ]),
  ...inFile('lib/questions/motion/deforming/create-impact-detector.ts', [
    {
      says: 'questions do not wait for each other',
      find: 'this.#turn = found.catch(() => {});',
      replace: '',
    },
    {
      says: 'what waits is answered after the end',
      find: `      this.#checkAlive();
      return ask();`,
      replace: '      return ask();',
    },
    {
      says: 'the free time of a step is that of the step before',
      find: 'if (first[i] !== second[i]) return false;',
      replace: '',
    },
  ]),
];

export const deforming = [...trees, ...surface, ...steps, ...threads];
