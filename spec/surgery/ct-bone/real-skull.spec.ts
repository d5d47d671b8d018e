// A bone from the real CT against the mesh of the same head: a closed skull that meets the mesh's poses.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { boneFromVolume, createDetector, inspectMesh, loadMesh, type TriangleMesh } from '#kerf';
import { readPoses } from '#harness/labelled-poses.ts';
import { testWithData } from '#harness/real-data.ts';
import { inLong } from '#harness/sets.ts';

const CT = 'skull-ct/cranium-half.nii.gz';
const ISO = 225.5;
const POSES = 20;

interface Label {
  readonly intersects: boolean;
  readonly distance: number;
}
function labels(path: string): Label[] {
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1, 1 + POSES);
  return rows.map((row) => {
    const cells = row.split(',').map(Number);
    return { intersects: cells[1] === 1, distance: cells[6] };
  });
}

async function contacts(bone: TriangleMesh, toolPath: string, posePath: string): Promise<boolean[]> {
  const detector = await createDetector({
    ...{ bone, tool: await loadMesh(toolPath), contactDistance: 0, resolution: 20, backend: 'cpu' },
  });
  const poses = readPoses(posePath);
  const states = Array.from(
    { length: POSES },
    (_, i) => detector.detectSync(poses.subarray(16 * i, 16 * i + 16)).state,
  );
  detector.dispose();
  return states.map((state) => state === 'intersecting' || state === 'enclosed');
}

/** In LPS; made once for all tests. */
let skull: ReturnType<typeof boneFromVolume> | undefined;
function skullOf(path: string) {
  skull ??= boneFromVolume(path, { isoValue: ISO, frame: 'LPS' });
  return skull;
}

describe('the skull of the CT, in LPS', () => {
  testWithData(
    [CT, 'skull-ct/skull-ct-0050k.ply'],
    'one closed, oriented, manifold component within the samples, as large as the mesh of the same head',
    async (path, meshPath) => {
      const { inspection, components, volume } = await skullOf(path);
      expect(inspection).toMatchObject({
        closed: true,
        oriented: true,
        manifold: true,
        components: 1,
        boundaryEdges: 0,
      });
      expect(volume.frame).toBe('RAS');
      // The scan ends at the upper jaw, in the first slice.
      expect(inspection.bounds.min[2]).toBe(0);
      expect(components.leftOut).toBeGreaterThan(100);
      const mesh = inspectMesh(await loadMesh(meshPath));
      expect(Math.abs(inspection.area / mesh.area - 1)).toBeLessThan(0.05);
      expect(Math.abs(inspection.volume / mesh.volume - 1)).toBeLessThan(0.05);
    },
  );

  // Of the first 20 poses of either drill, 13 are labelled as in contact with the mesh. Its surface and that of the
  // half-resolution CT differ by a few tenths of a millimetre, in places by more: poses labelled as nearer than that
  // may come out either way.
  const drill = (name: string) => [
    CT,
    `tools/${name}.ply`,
    `ground-truth/skull50k-${name}.poses.f32`,
    `ground-truth/skull50k-${name}.labels.csv`,
  ];

  testWithData(
    drill('chai3d-dental-drill'),
    '13 of 20 poses in contact, as the mesh has',
    async (ct, tool, poses, csv) => {
      const { mesh } = await skullOf(ct);
      const found = await contacts(mesh, tool, poses);
      const expected = labels(csv);
      expect(expected.filter(({ intersects }) => intersects)).toHaveLength(13);
      expect(found.filter(Boolean)).toHaveLength(13);
      const others = expected.flatMap(({ intersects }, i) => (found[i] === intersects ? [] : [i]));
      // 15: the mesh is 0.010 mm away. 3: the drill touches only the mesh's cap, which lies up to 1 mm below the first
      // slice, 0.08 to 0.19 mm below it there; kerf's cap lies in the slice.
      expect(others).toEqual([3, 15]);
      expect(expected[15].distance).toBeLessThan(0.011);
      // In the volume's own frame the drill is nowhere near.
      const own = await boneFromVolume(ct, { isoValue: ISO });
      expect(own.mesh.frame).toBe('RAS');
      expect((await contacts(own.mesh, tool, poses)).filter(Boolean)).toHaveLength(0);
    },
  );

  inLong(() =>
    testWithData(
      drill('ycb-power-drill'),
      'every pose as labelled that is in contact, or farther than 0.06 mm away',
      async (ct, tool, poses, csv) => {
        const { mesh } = await skullOf(ct);
        const found = await contacts(mesh, tool, poses);
        const expected = labels(csv);
        expect(expected.filter(({ intersects }) => intersects)).toHaveLength(13);
        const others = expected.flatMap(({ intersects }, i) => (found[i] === intersects ? [] : [i]));
        expect(others).toEqual([3, 8, 9]);
        for (const i of others) expect(expected[i].distance).toBeLessThan(0.06);
      },
    ),
  );

  inLong(() =>
    testWithData([CT], 'a part of it, coarsened: still closed, and within a stated distance', async (path) => {
      const crop = [60, 120, -200, -100, 40, 100];
      const { inspection, coarsened } = await boneFromVolume(path, {
        isoValue: ISO,
        frame: 'LPS',
        crop,
        faces: 10_000,
      });
      expect(inspection).toMatchObject({ closed: true, oriented: true, manifold: true, components: 1 });
      expect(inspection.faceCount).toBeLessThanOrEqual(10_000);
      expect(coarsened?.facesBefore).toBeGreaterThan(15_000);
      expect(coarsened?.deviation.fullToCoarse.of99Percent).toBeLessThan(0.5);
    }),
  );
});
