// The generated scenes, frame by frame with a front that is kept: small ones against all pairs of features, large ones
// against a second, independent broad phase.

import { describe, expect, test } from '@jest/globals';
import { deformingScene, deformingSceneNames } from '#datasets';
import { createImpactDetector } from '#kerf';
import { allImpacts } from '#harness/all-impacts.ts';
import { expectRows } from '#harness/deforming-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { impactsByBoxes } from '#harness/second-broad-phase.ts';

const FRAMES = longRun(101, 21);
/** The phantom has at least this many faces. */
const SMALL = { 'flap-on-skull': 5_200 } as const;
const LARGE = longRun(1, 0) === 1 ? deformingSceneNames : (['combs'] as const);

// The phantom is slow to make: deforming-scene.spec.ts of the datasets has its scene.
const scenes = deformingSceneNames.filter((scene) => scene !== 'flap-on-skull' || longRun(1, 0) === 1);
describe.each(scenes)('%s', (scene) => {
  const targetFaces = (SMALL as Partial<Record<string, number>>)[scene] ?? 400;
  const every = longRun(1, targetFaces > 400 ? FRAMES - 1 : 8);
  test(`small, ${FRAMES - 1} steps, every ${every}th against ${targetFaces > 400 ? 'boxes' : 'all pairs'}`, async () => {
    const made = deformingScene({ scene, targetFaces, frames: FRAMES });
    const { vertexCount, faces } = made;
    const detector = await createImpactDetector({ vertexCount, faces });
    let met = 0;
    let start = made.positionsAt(0);
    for (let frame = 1; frame < FRAMES; frame++) {
      const end = made.positionsAt(frame);
      const table = await detector.impacts(start, end);
      if (table.length > 0) met++;
      if (frame % every === 0) {
        const rows =
          targetFaces > 400
            ? (await impactsByBoxes(vertexCount, faces, start, end)).rows
            : allImpacts(vertexCount, faces, start, end);
        expectRows(`step ${frame}`, table, rows);
      }
      start = end;
    }
    console.log(`${scene}, ${faces.length / 3} faces: impacts in ${met} of ${FRAMES - 1} steps`);
    expect(met).toBeGreaterThan(FRAMES / 10);
  });
});

describe.each(LARGE)('%s, as large as it is by default', (scene) => {
  test('some steps against a second broad phase, the front kept between them', async () => {
    const made = deformingScene({ scene });
    const { vertexCount, faces } = made;
    const detector = await createImpactDetector({ vertexCount, faces });
    let impacts = 0;
    for (const frame of [10, 11, 12, 50, 51, 52, 90].slice(longRun(0, 3))) {
      const [start, end] = [made.positionsAt(frame), made.positionsAt(frame + 1)];
      const table = await detector.impacts(start, end);
      if (frame === 10 || frame === 52 || frame === 90)
        expectRows(`step ${frame}`, table, (await impactsByBoxes(vertexCount, faces, start, end)).rows);
      impacts += table.length;
      console.log(
        `${scene}, ${faces.length / 3} faces, step ${frame}: ${table.length}; ${JSON.stringify(table.stats)}`,
      );
    }
    expect(impacts).toBeGreaterThan(longRun(50, 25));
  });
});
