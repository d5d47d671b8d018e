// A bone that is cut while its detector is compacted: the cuttable bone adopts the detector's new numbers, and the
// detector takes in its later cuts; reports are those of a detector made anew.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createCuttableBone } from '#cutting';
import { createDetector } from '#detector';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1806;
const CUTS = longRun(60, 12);
/** Cuts between two compactions. */
const EVERY = longRun(20, 6);
const block = box({ size: [20, 16, 12] });
const burr = sphere({ radius: 1.5, subdivisions: 2 });
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
const options = { tool: burr, contactDistance: 0.2, resolution: 1, backend: 'cpu' } as const;

test('cuts before, during and after compactions leave the detector with the bone as it is', async () => {
  const bone = await createCuttableBone({ surface: block, cell: longRun(0.8, 1.6) });
  const first = bone.mesh.faces.length / 3;
  const detector = await createDetector({ bone: bone.mesh, ...options });
  const random = mulberry32(SEED);
  const cut = () => {
    const [x, y, z] = [20 * random() - 10, 16 * random() - 8, 12 * random() - 6];
    const { edit } = bone.cut(burr, { from: at(x, y, z), to: at(x + random(), y + random(), z + random()) });
    if (edit.remove.length + edit.faces.length > 0) detector.editBone(edit);
    return edit.remove.length > 0 ? 1 : 0;
  };
  let hits = 0;
  let largest = 0;
  for (let n = 0; n < CUTS; n++) {
    hits += cut();
    if (n % EVERY !== EVERY - 1) continue;
    const compaction = detector.compactBone();
    hits += cut();
    const renumbering = await compaction;
    bone.renumber(renumbering);
    largest = Math.max(largest, ...bone.faceNumbers);
    await expectSameReports(detector, bone);
    expect(() => bone.renumber(renumbering)).toThrow('renumbering');
  }
  expect(hits).toBeGreaterThan(CUTS / 2);
  // Numbers are bounded by the faces that exist, not by all that ever did: the last cuts account for 0.3 of them.
  expect(largest).toBeLessThan(1.3 * Math.max(first, bone.mesh.faces.length / 3));
  detector.dispose();
});

async function expectSameReports(
  detector: Awaited<ReturnType<typeof createDetector>>,
  bone: Awaited<ReturnType<typeof createCuttableBone>>,
): Promise<void> {
  const fresh = await createDetector({ bone: bone.mesh, ...options });
  const numbers = bone.faceNumbers;
  for (const pose of [at(10, 0, 0), at(3, 7.5, 2), at(0, 0, 6.5), at(0, 0, 30)]) {
    const [own, other] = [detector.detectSync(pose), fresh.detectSync(pose)];
    expect(own.state).toBe(other.state);
    const pairs = (flat: Uint32Array, name: (face: number) => number) =>
      Array.from({ length: flat.length / 2 }, (_, n) => `${name(flat[2 * n])} ${flat[2 * n + 1]}`).sort();
    expect(pairs(own.intersectingFaces, (face) => face)).toEqual(
      pairs(other.intersectingFaces, (face) => numbers[face]),
    );
    const rows = ({ contacts }: typeof own, name: (face: number) => number) =>
      Array.from(contacts, ({ body, face, level, path, corners, distance }) =>
        JSON.stringify([body, body === 'bone' ? name(face) : face, level, path, corners, distance]),
      ).sort();
    expect(rows(own, (face) => face)).toEqual(rows(other, (face) => numbers[face]));
  }
  fresh.dispose();
}
