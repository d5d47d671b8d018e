// Proxies of a bone and of a tool: the gap that they report never exceeds the exact distance, through edits too; and a
// model that relies on it covers no less of the tool's range than it must.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { FarProxies } from '#haptics/far-proxies.ts';
import { EMBEDDED, localModel, MAX_DISTANCE, MODEL_BYTES, POINTS } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { createDetector, createMesh } from '#kerf';
import { poseOf, randomRotation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { boneOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';

const SEED = 1935;
const ROUNDS = longRun(120, 24);
const bones = [box({ size: 8 }), cappedShell({ outerRadius: 6, innerRadius: 4, capAngle: 1, segments: 12 })];
const tools = [sphere({ radius: 1, subdivisions: 1 }), box({ size: [0.5, 2, 6] })];
/** A block that an edit adds, and its place. */
const block = box({ size: 2 });
const AT = [9, 0, 0];

describe('the gap of proxies', () => {
  test.each([0, 1e5])(`is no more than the distance, %d mm from the origin, seed ${SEED}`, async (far) => {
    const random = mulberry32(SEED);
    const seen = { told: 0, most: 0, edited: 0 };
    for (const given of bones)
      for (const shape of tools) {
        const mesh = createMesh(
          Float64Array.from(given.positions, (x) => x + far),
          given.faces,
        );
        const bone = boneOf(mesh);
        const samples = samplePoints(toolOf(shape, IDENTITY, 100), 0.5);
        const proxies = new FarProxies(bone, samples.points);
        const detector = await createDetector({ bone: mesh, tool: shape, contactDistance: 1, resolution: 1 });
        for (let round = 0; round < ROUNDS; round++) {
          if (round === ROUNDS / 2) {
            const positions = block.positions.map((x, i) => x + AT[i % 3] + far);
            const faces = block.faces.map((corner) => corner + mesh.positions.length / 3);
            detector.editBone({ remove: [], positions, faces });
            proxies.edit(Float64Array.from([0, 1, 2, 0, 1, 2], (k, i) => AT[k] + far + (i < 3 ? -1 : 1)));
          }
          const at = [0, 1, 2].map(() => far + 40 * random() - 20);
          const pose = poseOf(randomRotation(random), at);
          const gap = proxies.gapAt(pose);
          const { distance } = detector.minimumDistance(pose);
          expect({ round, isLess: gap <= distance }).toEqual({ round, isLess: true });
          if (gap > 0) seen.told++;
          if (gap > 0.7 * distance) seen.most++;
          if (gap > 0 && round >= ROUNDS / 2) seen.edited++;
        }
        detector.dispose();
      }
    expect(seen.told).toBeGreaterThan(2 * ROUNDS);
    expect(seen.most).toBeGreaterThan((5 / 3) * ROUNDS);
    expect(seen.edited).toBeGreaterThan((5 / 6) * ROUNDS);
  });

  test('decides nothing about a pose that is not rigid', () => {
    const samples = samplePoints(toolOf(tools[0], IDENTITY, 100), 0.5);
    expect(new FarProxies(boneOf(bones[0]), samples.points).gapAt(new Float64Array(16))).toBe(Number.NEGATIVE_INFINITY);
  });
});

test('a tool far from a bone has a model without points, and may go as far as its gap is', () => {
  const bone = boneOf(bones[0]);
  const samples = samplePoints(toolOf(tools[0], IDENTITY, 100), 0.5);
  const model = localModel(new ArrayBuffer(MODEL_BYTES));
  const builder = new LocalModelBuilder(bone, samples);
  const at = (x: number) => {
    const pose = Float64Array.from(IDENTITY);
    pose[12] = x;
    builder.build(pose, 0, { motion: 0.5, maxDistance: 2 }, model);
    return [model.head[POINTS], model.head[EMBEDDED], model.head[MAX_DISTANCE]];
  };
  const [points, embedded, free] = at(20);
  // The box ends at 4 mm; the ball, with its flat faces, a little less than 1 mm from its middle.
  expect([points, embedded]).toEqual([0, 0]);
  expect(free).toBeGreaterThan(14.8);
  expect(free).toBeLessThan(15.1);
  expect(at(5.5)[0]).toBeGreaterThan(0);
});
