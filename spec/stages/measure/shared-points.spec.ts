// A contact whose corners are outside the other body, but which shares a point with it: the distance is 0, at a point
// of both surfaces. The interval covers whatever is deeper between the corners.

import { expect, test } from '@jest/globals';
import { createDetector } from '#detector';
import { createMesh } from '#mesh';
import { posedPositions, signedDistance } from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box } from '#spec/base/mesh/bodies.ts';

const SEED = 77;
const POSES = longRun(60, 12);

/** A spike of four faces with its tip at the origin and its base 4 mm above. */
const spike = createMesh([0, 0, 0, 0.4, 0, 4, -0.2, 0.3, 4, -0.2, -0.3, 4], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3], {
  name: 'spike',
});
const floor = box(10, 10, 2);
const block = createMesh(floor.positions, floor.faces, { name: 'block' });

test(`a spike in the middle of a face (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const detector = await createDetector({ bone: block, tool: spike, contactDistance: 0.1, resolution: 20 });
  let shared = 0;
  for (let i = 0; i < POSES; i++) {
    // The tip at depths from nearly 0 to 1 mm under the top, away from its edges and its diagonal.
    const depth = 10 ** (-6 * random());
    const turn = 2 * Math.PI * random();
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const pose = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 3 + random(), 6 + random(), 2 - depth, 1];
    const posed = { positions: posedPositions(spike.positions, pose), faces: spike.faces };
    const { state, contacts } = detector.detectSync(pose);
    expect(state).toBe('intersecting');
    const bone = [...contacts].filter(({ body }) => body === 'bone');
    expect(bone.length).toBe(1);
    for (const { distance, low, high, point } of bone) {
      expect(distance).toBe(0);
      expect(Math.abs(signedDistance(point, posed).distance)).toBeLessThan(1e-12);
      expect(Math.abs(signedDistance(point, block).distance)).toBeLessThan(1e-12);
      expect(low).toBeLessThanOrEqual(0);
      expect(high).toBeGreaterThanOrEqual(0);
      shared++;
    }
  }
  expect(shared).toBe(POSES);
});
