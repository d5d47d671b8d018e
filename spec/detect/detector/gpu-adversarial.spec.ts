// Bodies made to mislead f32 on a grid: sheets that nearly coincide, shells in shells, edges of many faces, bodies far
// from the origin or tiny, single faces with no leaf or with thousands. The GPU's report is the CPU's.

import { describe, expect, test } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import type { ContactState, DetectorOptions, TriangleMesh } from '#kerf';
import { detectorsOn } from '#harness/backends.ts';
import { compareBackends } from '#harness/compare-backends.ts';
import { movedMesh, scaled } from '#harness/contact-cases.ts';
import { triangle, withFaces } from '#harness/degenerate-bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { joined, octahedron, reversed } from '#harness/shells.ts';

const SEED = 5200;
const makeOnGpu = await detectorsOn('webgpu');
const makeOnCpu = await detectorsOn('cpu');

type Random = () => number;
interface Asked extends Pick<DetectorOptions, 'bone' | 'tool' | 'contactDistance' | 'resolution'> {
  readonly poses: readonly Float64Array[];
}

const ball = sphere({ radius: 4, subdivisions: 2 });
const coarse = sphere({ radius: 1, subdivisions: 1 });
const ring = torus({ majorRadius: 4, minorRadius: 1.5, segments: 12 });
const block = box({ size: [6, 6, 6], divisions: [3, 3, 3] });

const turned = (random: Random, mesh: TriangleMesh, reach = 0) =>
  movedMesh(mesh, Float64Array.from(rigidPose(random, reach)));
const moved = (...by: readonly number[]) => Float64Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...by, 1]);
/** A turn about z by a small angle, to first order: orthonormal up to its square. */
const nudged = (random: Random, by: number) => {
  const angle = Math.min(by, 2 ** -27) * signed(random);
  return Float64Array.from([
    1,
    angle,
    0,
    0,
    -angle,
    1,
    0,
    0,
    0,
    0,
    1,
    0,
    ...[0, 1, 2].map(() => by * signed(random)),
    1,
  ]);
};
const posesOf = (count: number, poseOf: (i: number) => Float64Array) =>
  Array.from({ length: count }, (_, i) => poseOf(i));
const randomPoses = (random: Random, reach: number, count = 4) =>
  posesOf(count, () => Float64Array.from(rigidPose(random, reach)));
/** Some faces three times, some in both orders, and three pages on one edge. */
const tangled = (mesh: TriangleMesh) => {
  const [a, b, c, d] = mesh.faces;
  return withFaces(mesh, a, b, c, a, b, c, a, c, b, a, b, d);
};

/** Of each kind, questions with poses, made from a seed. */
const kinds: Readonly<Record<string, (random: Random) => readonly Asked[]>> = {
  'sheets that nearly coincide': (random) =>
    [scaled(coarse, 4), ring, block].map((mesh) => {
      const bone = turned(random, mesh);
      // From a hundredth of a millimetre to less than a step of the grid, and the same body.
      const poses = posesOf(8, (i) => (i === 7 ? moved(0, 0, 0) : nudged(random, 2 ** -(7 + 6 * i))));
      return { bone, tool: bone, contactDistance: 0.25, resolution: 3, poses };
    }),
  'a body against itself, inside out or a little larger': (random) =>
    [ball, ring].flatMap((mesh) => {
      const bone = turned(random, mesh);
      const poses = posesOf(3, (i) => nudged(random, 2 ** -(9 + 12 * i)));
      const options = { bone, contactDistance: 0.1, resolution: 2, poses };
      return [
        { ...options, tool: reversed(bone) },
        { ...options, tool: scaled(bone, 1 + 2 ** -20) },
      ];
    }),
  'shells in shells': (random) => {
    const shells = joined(octahedron(9), reversed(octahedron(7)), octahedron(5), reversed(octahedron(3)));
    const bone = turned(random, shells);
    const small = scaled(coarse, 0.32);
    const along = [0, 1.4, 2.2, 3.5, 4, 4.9, 7.2, 8].map((x) => moved(x, 0.1, -0.2));
    return [
      { bone, tool: small, contactDistance: 0.1, resolution: 4, poses: along },
      { bone, tool: joined(small, scaled(small, 0.5)), contactDistance: 0, resolution: 4, poses: along },
      { bone: small, tool: shells, contactDistance: 0.3, resolution: 4, poses: randomPoses(random, 4, 6) },
    ];
  },
  'edges of more than two faces': (random) =>
    [ball, block].map((mesh) => ({
      bone: turned(random, tangled(mesh)),
      tool: tangled(scaled(ring, 0.5)),
      ...{ contactDistance: 0.4, resolution: 2, poses: randomPoses(random, 4, 6) },
    })),
  'far from the origin': (random) =>
    [1e3, 1e5, 1e7].map((far) => {
      const at = [far, -0.7 * far, 0.3 * far];
      const poses = randomPoses(random, 4).map((pose) => pose.map((x, i) => (i >= 12 && i < 15 ? x + at[i - 12] : x)));
      return { bone: movedMesh(block, moved(...at)), tool: ball, contactDistance: 0.5, resolution: 2, poses };
    }),
  tiny: (random) =>
    [2 ** -12, 2 ** -30, 2 ** -60].map((size) => ({
      bone: scaled(turned(random, ring), size),
      tool: scaled(block, 0.5 * size),
      ...{ contactDistance: 0.4 * size, resolution: 2 * size },
      poses: randomPoses(random, 5).map((pose) => pose.map((x, i) => (i >= 12 && i < 15 ? x * size : x))),
    })),
  'a bone of one face, whole or in thousands of leaves': (random) =>
    [40, 0.12].map((resolution) => ({
      bone: triangle(-3, -3, 0, 4, -3, 0.5, 0, 4, -0.5),
      tool: scaled(ball, 0.3),
      ...{ contactDistance: 0.5, resolution, poses: posesOf(4, (i) => moved(signed(random), signed(random), 0.6 * i)) },
    })),
};

describe('cpu and webgpu agree', () => {
  const states = new Map<ContactState, number>();
  test.each(Object.keys(kinds))(`on %s (seeds from ${SEED})`, async (name) => {
    let rows = 0;
    for (let round = 0; round < longRun(6, 1); round++) {
      const random = mulberry32(SEED + round);
      for (const [k, { poses, ...options }] of kinds[name](random).entries()) {
        const [onGpu, onCpu] = [await makeOnGpu(options), await makeOnCpu(options)];
        for (const [i, pose] of poses.entries()) {
          const expected = onCpu.detectSync(pose);
          const { differences } = compareBackends(expected, await onGpu.detect(pose));
          expect([round, k, i, differences]).toEqual([round, k, i, []]);
          states.set(expected.state, (states.get(expected.state) ?? 0) + 1);
          rows += expected.contacts.length;
        }
        for (const detector of [onGpu, onCpu]) detector.dispose();
      }
    }
    console.log(`${name}: ${rows} rows`);
    expect(rows).toBeGreaterThan(100);
  });

  test('at poses of every state', () => {
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'] as const)
      expect([state, (states.get(state) ?? 0) >= 3]).toEqual([state, true]);
  });
});
