// Volumes of a saw and of a torus in the phantom, and of real drills in real skulls, against manifold-3d's boolean of
// the same two solids.

import { expect, test } from '@jest/globals';
import { sawBlade, skullVaultSphere, torus } from '#datasets';
import { inspectMesh, type TriangleMesh } from '#kerf';
import { composed, movedMesh, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { solidOf } from '#harness/exact-solids.ts';
import { labelledBody, labelledPoses, readPoses } from '#harness/labelled-poses.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { VolumeQuery } from '#harness/overlap-volumes.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed, unitVector } from '#harness/random-geometry.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 1945;
const WIDTH = 0.01;

/**
 * manifold-3d takes coordinates as f32, so each solid is moved by up to half a unit in the last place of the largest:
 * its volume is off by that times the surfaces in the overlap. @returns the number of poses that overlap.
 */
function compare(bone: TriangleMesh, tool: TriangleMesh, poses: readonly Float64Array[]): number {
  const query = new VolumeQuery(bone, tool);
  const solid = solidOf(bone);
  const size = Math.max(...inspectMesh(bone).bounds.min.map(Math.abs), ...inspectMesh(bone).bounds.max.map(Math.abs));
  let overlapping = 0;
  for (const [n, pose] of poses.entries()) {
    const other = solidOf(movedMesh(tool, pose));
    const common = solid.intersect(other);
    const volume = common.volume();
    const slack = common.surfaceArea() * Math.sqrt(3) * size * 2 ** -23;
    const { low, high } = query.find(pose, WIDTH);
    const isIn = low <= volume + slack && volume - slack <= high;
    expect({ n, volume, low, high, isIn }).toMatchObject({ isIn: true });
    if (volume > 1e-3) {
      overlapping++;
      expect(high - low).toBeLessThanOrEqual(WIDTH * high);
    }
    for (const made of [other, common]) made.delete();
  }
  solid.delete();
  return overlapping;
}

const turned = (random: () => number, at: readonly number[]) => poseOf(randomRotation(random), at);

test(`a saw and a torus about the vault of the phantom (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = phantom(20_000);
  const count = longRun(200, 4);
  const onVault = () => {
    const way = unitVector(random);
    way[1] = Math.abs(way[1]);
    const { center, radius } = skullVaultSphere;
    return center.map((c, k) => c + (radius - 3 + 6 * random()) * way[k]);
  };
  const poses = Array.from({ length: count }, () => composed(turned(random, onVault()), translation(0, signed(random), 0)));
  expect(compare(bone, sawBlade({ targetFaces: 2_000 }), poses)).toBeGreaterThan(count / 4);
  const ring = torus({ majorRadius: 6, minorRadius: 2, segments: 24 });
  expect(compare(bone, ring, poses)).toBeGreaterThan(count / 4);
}); // biome-ignore format: one test

const drills = labelledPoses.filter(({ poses, name }) => poses === 200 && name.includes('skull'));
for (const set of partOf(drills, 3, 1))
  testWithData([set.bone, set.tool, `ground-truth/${set.name}.poses.f32`], 'poses of a drill about a skull', async (bonePath, toolPath, posePath) => {
    const matrices = readPoses(posePath);
    const count = longRun(set.poses, 4);
    const stride = set.poses / count;
    const poses = Array.from({ length: count }, (_, n) => matrices.slice(16 * stride * n, 16 * stride * n + 16));
    const bone = await labelledBody(bonePath, 'bone', set);
    const tool = await labelledBody(toolPath, 'tool', set);
    expect(compare(bone, tool, poses)).toBeGreaterThan(count / 8);
  }); // biome-ignore format: one test
