// Published steps of deforming meshes: the table against a second, independent broad phase. Published queries, each
// embedded as its own surface, against their labels.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { createImpactDetector } from '#kerf';
import { readMesh } from '#kerf/io';
import { expectRows } from '#harness/deforming-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';
import { impactsByBoxes } from '#harness/second-broad-phase.ts';

/** Counts of boxes: from the README.md of that data set. */
const SCENES = [
  { scene: 'cloth-funnel', boxes: 7_319 + 33_770 },
  { scene: 'armadillo-rollers', boxes: 2_031_902 + 5_068_080 },
];

describe('published steps', () => {
  for (const { scene, boxes } of partOf(SCENES, 2, 0)) {
    const files = [0, 1].map((step) => `ccd/frames/${scene}-${step}.ply`);
    testWithData(files, 'the table of a second broad phase', async (...paths) => {
      const [before, after] = paths.map((path) => readMesh(readFileSync(path), 'ply'));
      const { faces } = before;
      const [start, end] = [before, after].map(({ positions }) => Float64Array.from(positions));
      const vertexCount = start.length / 3;
      const { rows, asked } = await impactsByBoxes(vertexCount, faces, start, end);
      expect(asked).toBe(boxes);
      const detector = await createImpactDetector({ vertexCount, faces });
      for (const step of ['first', 'front kept']) {
        const table = await detector.impacts(start, end);
        expectRows(`${scene}, ${step}`, table, rows);
        const { elementaryTests, featurePairs } = table.stats;
        console.log(
          `${scene}, ${step}: ${rows.length} impacts, ${elementaryTests} elementary tests of ${featurePairs} pairs of features`,
        );
        expect(elementaryTests).toBeLessThanOrEqual(boxes);
      }
      // Backwards in time, the same features meet.
      const back = await detector.impacts(end, start);
      expect([back.length, [...back.kind], [...back.a], [...back.b]]).toEqual([
        rows.length,
        rows.map(({ kind }) => kind),
        rows.map(({ a }) => a),
        rows.map(({ b }) => b),
      ]);
    });
  }
});

/** For 'vf', a vertex of no face and a face; for 'ee', two faces that are each only an edge. */
const EMBEDDED = { vf: [1, 2, 3], ee: [0, 1, 1, 2, 3, 3] };
const SETS = ['handcrafted', 'cloth-funnel', 'armadillo-rollers'];

describe('published queries, embedded as surfaces', () => {
  for (const name of SETS)
    for (const kind of ['vf', 'ee'] as const) {
      const files = ['f64', 'u8'].map((ending) => `ccd/${name}-${kind}.${ending}`);
      testWithData(files, 'the labels are held', async (queryPath, labelPath) => {
        const bytes = readFileSync(queryPath);
        const points = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        const labels = readFileSync(labelPath);
        const detector = await createImpactDetector({ vertexCount: 4, faces: EMBEDDED[kind] });
        const stride = longRun(1, Math.ceil(labels.length / 80));
        const wrong: number[] = [];
        let hits = 0;
        for (let i = 0; i < labels.length; i += stride) {
          const table = await detector.impacts(
            points.slice(24 * i, 24 * i + 12),
            points.slice(24 * i + 12, 24 * i + 24),
          );
          const isHit = table.kind.includes(kind === 'vf' ? 0 : 1);
          if (isHit) hits++;
          if (isHit !== (labels[i] === 1)) wrong.push(i);
        }
        expect(wrong).toEqual([]);
        expect(hits).toBeGreaterThan(longRun(20, 1));
      });
    }
});
