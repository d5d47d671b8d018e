// A bone of cells that is edited, queried and compacted in many orders: its answers, penetration along a feed included,
// are to the last bit those of a fresh detector of the faces that are left. No report depends on the shape of a tree,
// on earlier queries, or on bone that is gone.

import { expect, test } from '@jest/globals';
import { box, sphericalBurr, torus } from '#datasets';
import { createDetector, createMesh, type Detector, type Pose, type TriangleMesh } from '#kerf';
import { poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { EditedBone } from '#harness/edited-bone.ts';
import { KerfBlock } from '#harness/kerf-edits.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';

type Cell = readonly [number, number, number];
const SIZE = 6;
/** Cells of an arm that reaches farther than the rest and is cut away. */
const ARM = 3;
const tools = [
  box({ size: [3, 4, 26], divisions: [1, 1, 3] }),
  sphericalBurr({ diameter: 6, length: 24, targetFaces: 120 }),
  torus({ majorRadius: 7, minorRadius: 2, segments: 8 }),
];

/** The mesh without vertices that no face uses. */
function lean({ positions, faces }: TriangleMesh): TriangleMesh {
  const used = [...new Set(faces)].sort((a, b) => a - b);
  const numbers = new Map(used.map((vertex, i) => [vertex, i]));
  return createMesh(
    used.flatMap((vertex) => [...positions.slice(3 * vertex, 3 * vertex + 3)]),
    faces.map((vertex) => numbers.get(vertex) ?? 0),
  );
}

const SEED = 77;
test(`edited, asked in two orders, compacted, fresh: the same bytes (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const kinds = new Shares();
  for (let round = 0; round < longRun(12, 2); round++) {
    const waves = round % 2 === 0 ? 0.4 : 0;
    const place = (x: number, y: number, z: number) =>
      [x, y, z].map((k, i) => 3 * k - 9 + waves * Math.sin(12.9898 * x + 78.233 * y + 37.719 * z + i));
    const kerf = new KerfBlock([SIZE + ARM, SIZE, SIZE], place);
    const bone = createMesh(kerf.block.positions, kerf.block.faces);
    const options = {
      tool: tools[round % tools.length],
      contactDistance: 0.4,
      resolution: 1.5,
      backend: 'cpu',
      feed: [0, 0, -1],
    } as const;
    const detector = await createDetector({ ...options, bone });
    const model = new EditedBone(bone);
    const cut = (cell: Cell): void => {
      for (const edit of kerf.cut(cell, { atOnce: true, ownVertices: random() < 0.5 })) {
        model.apply(edit);
        detector.editBone(edit);
      }
    };
    const gone = new Set<string>();
    for (let i = 0; i < 30; i++) {
      const cell: Cell = [SIZE, SIZE, SIZE].map((n) => Math.floor(n * random())) as unknown as Cell;
      if (!gone.has(`${cell}`)) cut(cell);
      gone.add(`${cell}`);
    }
    if (round % 3 < 2)
      for (let x = SIZE + ARM - 1; x >= SIZE; x--)
        for (let y = 0; y < SIZE; y++) for (let z = 0; z < SIZE; z++) cut([x, y, z]);
    const poses: Pose[] = Array.from({ length: longRun(10, 3) }, () =>
      poseOf(
        randomRotation(random),
        randomDirection(random).map((x) => 12 * x * random()),
      ),
    );
    const hashes = (from: Detector, numbers: readonly number[] | null) =>
      poses.map((pose) => renumberedHash(from.detectSync(pose), numbers));
    const reports = poses.map((pose) => detector.detectSync(pose));
    for (const { penetration } of reports) kinds.count(penetration?.through === true ? 'through' : 'not through');
    const again = [...poses].reverse().map((pose) => detector.detectSync(pose));
    const numbers = [...(await detector.compactBone()).faces];
    const expected = reports.map((report) => renumberedHash(report, numbers));
    expect([round, again.reverse().map((report) => renumberedHash(report, numbers))]).toEqual([round, expected]);
    expect([round, hashes(detector, null)]).toEqual([round, expected]);
    for (const mesh of [model.fresh().mesh, lean(model.fresh().mesh)]) {
      const fresh = await createDetector({ ...options, bone: mesh });
      expect([round, hashes(fresh, null)]).toEqual([round, expected]);
      fresh.dispose();
    }
    detector.dispose();
  }
  for (const kind of ['through', 'not through']) expect(kinds.of(kind)).toBeGreaterThan(0.02);
});
