// Published queries of points that move linearly, with published exact labels: every label, in every order of the
// points and backwards in time.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
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
        let found = 0;
        for (let i = 0; i < labels.length; i++)
          for (const order of POINT_ORDERS[kind])
            for (const isBackwards of [false, true]) {
              const asked = reordered(points.subarray(24 * i, 24 * i + 24), order, isBackwards);
              const isHit = impactOf(kind, asked) !== null;
              if (isHit) found++;
              if (isHit !== (labels[i] === 1)) wrong.push(`query ${i}, points ${order}, backwards ${isBackwards}`);
            }
        expect(wrong).toEqual([]);
        expect(found).toBe(2 * POINT_ORDERS[kind].length * hits[short]);
      });
    }
});
