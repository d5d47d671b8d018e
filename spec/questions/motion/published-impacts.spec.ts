// Published queries of points that move linearly, with published exact labels: every label, with KERF_LONG=1 in every
// order of the points, forwards and backwards in time, otherwise in one of these in turn.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { longRun } from '#harness/long-run.ts';
import { impactOf, POINT_ORDERS, reordered } from '#harness/moving-points.ts';
import { testWithData } from '#harness/real-data.ts';

const SETS = [
  { name: 'handcrafted', queries: { vf: 1543, ee: 2114 }, hits: { vf: 116, ee: 104 } },
  { name: 'cloth-funnel', queries: { vf: 92, ee: 263 }, hits: { vf: 27, ee: 107 } },
  { name: 'armadillo-rollers', queries: { vf: 4652, ee: 19_313 }, hits: { vf: 4650, ee: 19_308 } },
];
const KINDS = [
  ['vf', 'vertex-face'],
  ['ee', 'edge-edge'],
] as const;

/** 24 numbers per query. */
function readQueries(path: string): Float64Array {
  const bytes = readFileSync(path);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

describe('published queries', () => {
  for (const { name, queries, hits } of SETS)
    for (const [short, kind] of KINDS) {
      const files = ['f64', 'u8'].map((ending) => `ccd/${name}-${short}.${ending}`);
      testWithData(files, 'none missed, none invented', async (queryPath, labelPath) => {
        const points = readQueries(queryPath);
        const labels = readFileSync(labelPath);
        expect([points.length / 24, labels.length]).toEqual([queries[short], queries[short]]);
        const wrong: string[] = [];
        const ways = POINT_ORDERS[kind].flatMap((order) =>
          [false, true].map((isBackwards) => ({ order, isBackwards })),
        );
        const asked = longRun(ways.length, 1);
        let found = 0;
        for (let i = 0; i < labels.length; i++)
          for (let k = i; k < i + asked; k++) {
            const { order, isBackwards } = ways[k % ways.length];
            const query = reordered(points.subarray(24 * i, 24 * i + 24), order, isBackwards);
            const isHit = impactOf(kind, query) !== null;
            if (isHit) found++;
            if (isHit !== (labels[i] === 1)) wrong.push(`query ${i}, points ${order}, backwards ${isBackwards}`);
          }
        expect(wrong).toEqual([]);
        expect(found).toBe(asked * hits[short]);
      });
    }
});
