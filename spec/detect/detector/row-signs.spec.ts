// A million rows of reports (on the GPU with KERF_LONG=1, else half as many) about closed bodies with reflex edges,
// needles and sheets that nearly touch, before and after edits, and about bodies that intersect themselves: the sign of
// each row's distance, beside the exact winding number at its point. Few rows are signed by a ray of their own: the
// side of one point is that of every leaf that no surface parts from it, on both backends
// (wgsl/measure/group-corners.kernel.wgsl).

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '#core';
import { detectorsOn } from '#harness/backends.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { closed, crossing, ExactSides, raisedFace, turned } from '#harness/sided-bodies.ts';
import { boneOf, cornersOf, liveFaces } from '#harness/stage-bodies.ts';
import { createMesh, type Detector, type TriangleMesh } from '#kerf';
import { sphere, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 5290;
const EDITS = 2;
const makeOnGpu = await detectorsOn('webgpu');
const makeOnCpu = await detectorsOn('cpu');
type Random = () => number;

interface Counts {
  rows: number;
  inside: number;
  /** Distances so small that rounding the row's point may have moved it across the surface. */
  within: number;
}

/** A ball or a ring of this size. */
function toolOf(random: Random, size: number): TriangleMesh {
  const { positions, faces } = random() < 0.5 ? sphere(1, 2) : torus(7, 4, 3, 1);
  const factor = size / 6;
  return createMesh(
    positions.map((x) => factor * x),
    faces,
  );
}

/** Turned, its centre near a face of the bone, which it meets or not. */
function poseAt(random: Random, corners: Float64Array, size: number): Float64Array {
  const pose = Float64Array.from(rigidPose(random, 0));
  const [u, v] = [random(), random()];
  for (let k = 0; k < 3; k++)
    pose[12 + k] =
      u * corners[k] + (1 - u) * (v * corners[3 + k] + (1 - v) * corners[6 + k]) + 0.4 * size * signed(random);
  return pose;
}

/** The tool's rows at one pose, each beside the exact side of its point. */
async function check(detector: Detector, pose: Float64Array, sides: ExactSides, slack: number, counts: Counts) {
  const { contacts } = await detector.detect(pose);
  for (let row = 0; row < contacts.length; row++) {
    counts.rows++;
    const distance = contacts.distance[row];
    if (Math.abs(distance) <= slack) {
      counts.within++;
      continue;
    }
    const [x, y, z] = contacts.point.subarray(3 * row, 3 * row + 3);
    const isInside = sides.isInside([x, y, z]);
    if (isInside) counts.inside++;
    if (isInside !== distance < 0)
      throw new Error(`row ${row}: ${distance} mm at (${x}, ${y}, ${z}), which is ${isInside ? '' : 'not '}inside`);
  }
}

/** Rounds of a body, each with its edits and poses. @param least of rows about each body. */
async function judge(make: (random: Random) => Parameters<typeof turned>[1], least: number, isGpu: boolean) {
  const makeDetector = isGpu ? makeOnGpu : makeOnCpu;
  const random = mulberry32(SEED);
  const counts: Counts = { rows: 0, inside: 0, within: 0 };
  while (counts.rows < least) {
    const shape = turned(random, make(random));
    const twin = boneOf(shape);
    const [x0, y0, z0, x1, y1, z1] = twin.bounds;
    const size = Math.max(x1 - x0, y1 - y0, z1 - z0);
    // From the whole body's down to the thickness of a needle.
    const toolSize = size * 2 ** (-14 * random());
    const tool = toolOf(random, toolSize);
    const options = { contactDistance: 0.3 * toolSize, resolution: toolSize / 24, sides: 'tool' } as const;
    const detector = await makeDetector({ bone: createMesh(shape.positions, shape.faces), tool, ...options });
    for (let edit = 0; edit <= EDITS; edit++) {
      const sides = new ExactSides(twin);
      const live = liveFaces(twin);
      for (let i = 0; i < 4; i++) {
        const pose = poseAt(random, cornersOf(twin, live[Math.floor(live.length * random())]), toolSize);
        await check(detector, pose, sides, lengthSlack(16 * size), counts);
      }
      const change = raisedFace(random, twin);
      detector.editBone(change);
      twin.apply(Uint32Array.from(change.remove), Float64Array.from(change.positions), Uint32Array.from(change.faces));
    }
    detector.dispose();
  }
  return counts;
}

describe.each([
  ['cpu', 92_000],
  ['webgpu', longRun(92_000, 6_000)],
] as const)('on %s', (backend, least) => {
  const total: Counts = { rows: 0, inside: 0, within: 0 };
  test.each(Object.entries({ ...closed, ...crossing }))(`%s (seed ${SEED})`, async (_name, make) => {
    const counts = await judge(make, least, backend === 'webgpu');
    expect(counts.inside / counts.rows).toBeGreaterThan(0.01);
    expect(counts.inside / counts.rows).toBeLessThan(0.95);
    expect(counts.within / counts.rows).toBeLessThan(0.2);
    for (const name of ['rows', 'inside', 'within'] as const) total[name] += counts[name];
  });

  test('no row of them has the wrong sign', () => {
    console.log(JSON.stringify({ backend, ...total, seed: SEED }));
    expect(total.rows).toBeGreaterThanOrEqual(11 * least);
  });
});
