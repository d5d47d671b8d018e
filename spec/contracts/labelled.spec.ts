// Real meshes and poses with exact labels: verdicts, pairs, distinct faces, enclosed poses and smallest distances as labelled.
//
// tri_pairs, a_tris, b_tris are exact, distances are given to nine digits. The labels of env-rob were computed on the OBJ coordinates rounded to f32, so
// they are rounded here too. Poses are f32 and so orthonormal only to 1e-7: they are taken as given.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { createDetector, createMesh, loadMesh, type TriangleMesh } from '../../lib/index.ts';
import { testWithData } from '../harness/real-data.ts';

/** δ, mm; the nearest labelled distance is 9.9e-8 away from it, a hundred times the last digit given: every verdict is decided by its label. */
const CONTACT_DISTANCE = 0.2;

interface PoseSet {
  readonly name: string;
  readonly bone: string;
  readonly tool: string;
  /** What the labels took the coordinates as. */
  readonly asLabelled: (x: number, body: 'bone' | 'tool') => number;
  readonly poses: number;
  /** Poses that lie wholly inside, of all. */
  readonly enclosed: number;
}

const same = (x: number): number => x;
const SETS: readonly PoseSet[] = [
  {
    name: 'env-rob',
    bone: 'ground-truth/env.obj',
    tool: 'ground-truth/rob.obj',
    asLabelled: Math.fround,
    poses: 500,
    enclosed: 0,
  },
  {
    name: 'skull50k-ycb-power-drill',
    bone: 'skull-ct/skull-ct-0050k.ply',
    tool: 'tools/ycb-power-drill.ply',
    asLabelled: same,
    poses: 200,
    enclosed: 0,
  },
  {
    name: 'skull50k-chai3d-dental-drill',
    bone: 'skull-ct/skull-ct-0050k.ply',
    tool: 'tools/chai3d-dental-drill.ply',
    asLabelled: same,
    poses: 200,
    enclosed: 0,
  },
  {
    name: 'skull500k-ycb-power-drill',
    bone: 'skull-ct/skull-ct-0500k.ply',
    tool: 'tools/ycb-power-drill.ply',
    asLabelled: same,
    poses: 30,
    enclosed: 0,
  },
  {
    name: 'solidskull-chai3d-dental-drill',
    bone: 'skull-solid/skull-solid-100k.ply',
    tool: 'tools/chai3d-dental-drill.ply',
    asLabelled: (x, body) => (body === 'bone' ? 16 * x : x),
    poses: 200,
    enclosed: 17,
  },
];

async function bodyOf(path: string, body: 'bone' | 'tool', { asLabelled }: PoseSet): Promise<TriangleMesh> {
  const { positions, faces, name } = await loadMesh(path);
  return createMesh(
    Float64Array.from(positions, (x) => asLabelled(x, body)),
    faces,
    { name },
  );
}

/** Row-major 3×4 f32 [R|t] → column-major 4×4. */
function poseAt(bytes: Buffer, i: number): number[] {
  const r = Array.from({ length: 12 }, (_, k) => bytes.readFloatLE(4 * (12 * i + k)));
  return [r[0], r[4], r[8], 0, r[1], r[5], r[9], 0, r[2], r[6], r[10], 0, r[3], r[7], r[11], 1];
}

describe('labelled pose sets', () => {
  for (const set of SETS) {
    const files = [set.bone, set.tool, `ground-truth/${set.name}.poses.f32`, `ground-truth/${set.name}.labels.csv`];
    testWithData(files, `all ${set.poses} poses as labelled`, async (bonePath, toolPath, posePath, labelPath) => {
      const bone = await bodyOf(bonePath, 'bone', set);
      const tool = await bodyOf(toolPath, 'tool', set);
      const detector = await createDetector({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: 20 });
      const bytes = readFileSync(posePath);
      const rows = readFileSync(labelPath, 'utf8').trim().split('\n').slice(1);
      const wrong: string[] = [];
      const count = { intersecting: 0, enclosed: 0, near: 0, separated: 0 };
      for (const row of rows) {
        const [i, intersects, pairs, boneFaces, toolFaces, , distance, inside] = row.split(',').map(Number);
        const pose = poseAt(bytes, i);
        const report = detector.detectSync(pose);
        const apart = distance <= CONTACT_DISTANCE ? 'near' : 'separated';
        const state = intersects === 1 ? 'intersecting' : inside === 1 ? 'enclosed' : apart;
        count[state]++;
        const found = detector.intersectingFaces(pose);
        const bones = new Set(found.filter((_, k) => k % 2 === 0));
        const tools = new Set(found.filter((_, k) => k % 2 === 1));
        const gap = detector.minimumDistance(pose).distance;
        // Nine digits are given.
        const tolerance = Math.max(1e-6, 5e-9 * distance);
        if (
          report.state !== state ||
          found.length !== 2 * pairs ||
          report.intersectingFaces.length !== found.length ||
          bones.size !== boneFaces ||
          tools.size !== toolFaces ||
          Math.abs(gap - distance) > tolerance
        )
          wrong.push(`pose ${i}: ${report.state}, ${found.length / 2} pairs, ${gap} mm; labelled ${state}, ${row}`);
      }
      expect(wrong).toEqual([]);
      expect(rows).toHaveLength(set.poses);
      expect(count.enclosed).toBe(set.enclosed);
      expect(count.intersecting / rows.length).toBeGreaterThan(0.2);
      expect(count.intersecting / rows.length).toBeLessThan(0.95);
      detector.dispose();
    });
  }
});
