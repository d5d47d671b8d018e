// A bone and a tool with a few faces as large as the body, among many small ones: every answer is exact, from each
// backend, on threads, with a kept index, and while edits add and remove the large faces.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import {
  buildIndex,
  type ContactReport,
  createDetector,
  createMesh,
  loadIndex,
  saveIndex,
  type TriangleMesh,
} from '#kerf';
import { BulkMesh, bulkMeshState, posedPositions } from '#reference';
import { detectorsOn } from '#harness/backends.ts';
import { compareBackends } from '#harness/compare-backends.ts';
import { poseOf, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { boneOf, toolOf } from '#harness/stage-bodies.ts';
import { type Body, box, join, move } from '#spec/base/mesh/bodies.ts';

const SEED = 417;
const makers = { cpu: await detectorsOn('cpu'), webgpu: await detectorsOn('webgpu') };
const random = mulberry32(SEED);
const ball: Body = (({ positions, faces }) => ({ positions: [...positions], faces: [...faces] }))(
  sphere({ radius: 1, subdivisions: 1 }),
);

/** Balls about points in a cube from −size to size. */
const balls = (count: number, size: number, radius: number): Body =>
  join(
    ...Array.from({ length: count }, () =>
      move(
        ball,
        [0, 1, 2].map(() => size * signed(random)),
        radius,
      ),
    ),
  );
/** A cube of twelve faces, centred on the origin. */
const cube = (size: number): Body => move(box(2 * size, 2 * size, 2 * size), [-size, -size, -size]);
const meshOf = ({ positions, faces }: Body, name: string): TriangleMesh => createMesh(positions, faces, { name });

/** The small faces first, then the twelve large ones. */
const smallParts = balls(longRun(40, 16), 11, 0.25);
const bone = meshOf(join(smallParts, cube(10)), 'bone');
const tool = meshOf(join(balls(longRun(12, 6), 4, 0.2), cube(3.5)), 'tool');
const large = Array.from({ length: 12 }, (_, k) => smallParts.faces.length / 3 + k);
const options = { contactDistance: 0.3, resolution: 4 };
const poses = Array.from({ length: longRun(14, 8) }, (_, k) =>
  poseOf(
    randomRotation(random),
    [0, 1, 2].map(() => [5, 14, 17][k % 3] * signed(random)),
  ),
);

test('both bodies have faces in several levels of their scanlines', () => {
  expect(boneOf(bone).scanlines.levels).toBeGreaterThan(2);
  expect(toolOf(tool, [...poses[0]], 20).scanlines.levels).toBeGreaterThan(2);
});

describe('one question', () => {
  test(`state and pairs are exact, and the scanlines find each pair (seed ${SEED})`, async () => {
    const detector = await createDetector({ bone, tool, ...options });
    const states = new Shares();
    for (const pose of poses) {
      const report = detector.detectSync(pose);
      const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces, name: 'posed' };
      const exact = bulkMeshState(new BulkMesh(bone), new BulkMesh(posed), options.contactDistance);
      expect(report.state).toBe(exact.state);
      expect([...report.intersectingFaces]).toEqual([...exact.pairs]);
      const { pairs } = detector.candidateRegion(pose);
      const found = new Set<number>();
      for (let i = 0; i < pairs.length; i += 2) found.add(pairs[i] * tool.faces.length + pairs[i + 1]);
      for (let i = 0; i < exact.pairs.length; i += 2)
        expect(found.has(exact.pairs[i] * tool.faces.length + exact.pairs[i + 1])).toBe(true);
      states.count(report.state);
    }
    detector.dispose();
    expect(states.of('intersecting')).toBeGreaterThan(0.2);
    expect(states.of('enclosed') + states.of('separated') + states.of('near')).toBeGreaterThan(0.2);
  });

  test('the GPU gives the CPU’s answer', async () => {
    const onGpu = await makers.webgpu({ bone, tool, ...options });
    const onCpu = await makers.cpu({ bone, tool, ...options });
    for (const pose of poses.slice(0, longRun(4, 2))) {
      const report = await onGpu.detect(pose);
      expect(report.stats.backend).toBe('webgpu');
      expect(compareBackends(onCpu.detectSync(pose), report).differences).toEqual([]);
    }
    for (const detector of [onGpu, onCpu]) detector.dispose();
  });

  test('a saved index, a shared one and threads give the same bytes', async () => {
    const index = await buildIndex(bone);
    const plain = await createDetector({ bone, tool, ...options });
    const asked = poses.slice(0, longRun(14, 3));
    const expected = asked.map((pose) => reportHash(plain.detectSync(pose)));
    for (const kept of [index, loadIndex(saveIndex(index), bone)]) {
      const detector = await createDetector({ bone, tool, index: kept, ...options });
      expect(asked.map((pose) => reportHash(detector.detectSync(pose)))).toEqual(expected);
      const threaded: string[] = [];
      const all = Float64Array.from(asked.flatMap((pose) => [...pose]));
      for await (const report of detector.detectMany(all, { workers: 2 })) threaded.push(reportHash(report));
      expect(threaded).toEqual(expected);
      detector.dispose();
    }
    plain.dispose();
  });
});

describe.each(['cpu', 'webgpu'] as const)('an edit, on the %s,', (backend) => {
  /** The bone's small faces, and how many large faces an edit adds and removes. */
  const cases = [
    ['of a bone of small faces, to which the large ones come one by one', meshOf(smallParts, 'bone'), 1],
    ['of a bone that loses its large faces and gets them back at once', bone, 12],
  ] as const;
  test.each(partOf(cases, 2, backend === 'cpu' ? 0 : 1))(
    '%s: each answer is that of the bone made anew',
    async (_, before, atOnce) => {
      const detector = await makers[backend]({ bone: before, tool, ...options });
      const faces = [...before.faces];
      const positions = [...before.positions];
      const live = new Set(Array.from({ length: faces.length / 3 }, (__, f) => f));
      const asks = async (pose: Float64Array): Promise<ContactReport> => {
        const edited = await detector.detect(pose);
        expect(edited.stats.backend).toBe(backend);
        if (backend === 'webgpu') {
          expect(compareBackends(detector.detectSync(pose), edited).differences).toEqual([]);
          return edited;
        }
        const numbers = [...live].sort((a, b) => a - b);
        const corners = numbers.flatMap((f) => faces.slice(3 * f, 3 * f + 3));
        const fresh = await createDetector({ bone: createMesh(positions, corners), tool, ...options });
        expect(renumberedHash(edited, null)).toBe(renumberedHash(fresh.detectSync(pose), numbers));
        fresh.dispose();
        return edited;
      };
      const edit = (remove: number[], added: number[], vertices: number[]): void => {
        detector.editBone({ remove, positions: vertices, faces: added });
        for (const face of remove) live.delete(face);
        for (let k = 0; k < added.length; k += 3) live.add((faces.push(...added.slice(k, k + 3)) - 3) / 3);
        positions.push(...vertices);
      };
      let pairs = 0;
      if (before === bone) {
        edit(large, [], []);
        pairs += (await asks(poses[0])).intersectingFaces.length;
      }
      const corners = cube(10);
      const first = positions.length / 3;
      for (let k = 0; k < 12; k += atOnce) {
        const added = corners.faces.slice(3 * k, 3 * (k + atOnce)).map((vertex) => vertex + first);
        edit([], added, k === 0 ? corners.positions : []);
        if (k % 5 === 0) pairs += (await asks(poses[k % poses.length])).intersectingFaces.length;
      }
      // And once more: room that an edit has made is used again.
      const last = faces.length / 3;
      edit([last - 1, last - 2], [], []);
      await asks(poses[1]);
      edit([], faces.slice(-6), []);
      for (const pose of poses.slice(0, backend === 'cpu' ? longRun(6, 3) : 2))
        pairs += (await asks(pose)).intersectingFaces.length;
      expect(pairs).toBeGreaterThan(30);
      detector.dispose();
    },
  );
});
