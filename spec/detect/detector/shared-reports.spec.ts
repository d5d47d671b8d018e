// One report computed by several threads: the bytes of detectSync, whatever happens to the bone, the threads and the
// detector meanwhile.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullVaultSphere, skullWallThickness, sphere } from '#datasets';
import { rowShare } from '#detector/cpu/row-shares.ts';
import { type Detector, OptionError } from '#kerf';
import type { FaceDivisions } from '#divisions';
import { activeFaces } from '#records';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { isRejected } from '#harness/detector-refusals.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mixedFaces } from '#harness/random-pieces.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';
import { joined, reversed } from '#harness/shells.ts';
import { threadedDetectors } from '#harness/threaded-detectors.ts';

const leavesOf = ({ divisions, nodeOf }: FaceDivisions, face: number) => divisions.leaves[nodeOf(face)];

const SEED = 1617;
const bone = sphere({ radius: 10, subdivisions: 3 });
const tool = sphere({ radius: 3, subdivisions: 2 });
const threads = threadedDetectors({ bone, tool, contactDistance: 0.5, resolution: 1, backend: 'cpu' });
const { make } = threads;

const cut = translation(9, 0.1, 0.2);
const sharedHash = async (detector: Detector, pose: Float64Array, workers: number) =>
  reportHash(await detector.detect(pose, { workers }));

describe('a report by several threads', () => {
  inDeep(() => {
    const numbers = partOf([2, 4], 2, 0);
    test(`of saw and the skull's vault by ${numbers.join(' and ')}: that of detectSync, with the same counts`, async () => {
      const inner = { ...skullVaultSphere, radius: skullVaultSphere.radius - skullWallThickness };
      const vault = [skullVaultSphere, inner].map((wall) => sphere({ ...wall, subdivisions: longRun(4, 3) }));
      const given = {
        bone: joined(vault[0], reversed(vault[1])),
        tool: sawBlade({ targetFaces: longRun(1_200, 600) }),
      };
      const path = cuttingPath({ poses: 8 });
      const detector = await make(given);
      const alone = await make(given);
      let intersecting = 0;
      for (let row = 0; row < 8; row += longRun(1, 2)) {
        const pose = path.slice(16 * row, 16 * row + 16);
        const expected = alone.detectSync(pose);
        if (expected.state === 'intersecting') intersecting++;
        for (const workers of [1, ...numbers])
          expect([row, workers, await sharedHash(detector, pose, workers)]).toEqual([
            row,
            workers,
            reportHash(expected),
          ]);
        const { stats } = await detector.detect(pose, { workers: 2 });
        expect({ ...stats, milliseconds: 0 }).toEqual({ ...expected.stats, milliseconds: 0 });
      }
      expect(intersecting).toBeGreaterThan(1);
      // One other thread, then three others; no pool takes a thread from another.
      expect(threads.watch.all.length).toBe(longRun(4, 1));
    });
  });

  const oneSide = async (sides: 'bone' | 'tool') => {
    for (const [n, faces] of [bone.faces, bone.faces.subarray(0, 3 * 1000)].entries()) {
      const detector = await make({ bone: { ...bone, faces }, sides });
      for (const x of partOf([0, 2, 12.9, 9, 20, 13.2], 2, n)) {
        const pose = translation(x, 0.1, 0);
        const expected = reportHash(detector.detectSync(pose));
        expect([x, await sharedHash(detector, pose, 2)]).toEqual([x, expected]);
      }
    }
  };
  test('of the tool alone, of an open bone, enclosed, near and far', () => oneSide('tool'));

  inDeep(() => {
    test('of the bone alone, of an open bone, enclosed, near and far', () => oneSide('bone'));

    test(`through edits of every kind, one or two reports behind each, seed ${SEED}`, async () => {
      const random = mulberry32(SEED);
      const detector = await make();
      const kept = new EditedBone(bone);
      for (const [k, kind] of [...editKinds, ...editKinds].slice(0, longRun(20, 10)).entries()) {
        const edit = kept.edit(kind, random);
        kept.apply(edit);
        detector.editBone(edit);
        for (let again = 0; again <= k % 3; again++) {
          const pose = poseOf(randomRotation(random), [8 + random(), 3 * random(), 3 * random()]);
          const expected = reportHash(detector.detectSync(pose));
          expect([k, again, await sharedHash(detector, pose, 2)]).toEqual([k, again, expected]);
        }
      }
      // A bone that is cut after each report gets no other thread.
      expect(threads.watch.all.length).toBe(1);
    });

    test('is that of its own pose and bone, whatever is asked while the others measure', async () => {
      const detector = await make();
      const [first, second] = [cut, translation(0, 9.3, 1)];
      const expected = [first, second].map((pose) => reportHash(detector.detectSync(pose)));
      await detector.detect(first, { workers: 2 });
      const asked = [first, second, first].map((pose) => detector.detect(pose, { workers: 2 }));
      // Runs up to the point where the other threads are awaited.
      await Promise.resolve();
      await Promise.resolve();
      detector.detectSync(translation(0, 0, 9));
      const hit = new Set(detector.intersectingFaces(first).filter((_, i) => i % 2 === 0));
      detector.editBone({ remove: [...hit] });
      const reports = await Promise.all(asked);
      expect(reports.map(reportHash)).toEqual([expected[0], expected[1], expected[0]]);
      expect(reportHash(await detector.detect(first, { workers: 2 }))).not.toBe(expected[0]);
    });

    test('by threads that die: by this one', async () => {
      const detector = await make();
      const expected = reportHash(detector.detectSync(cut));
      expect(await sharedHash(detector, cut, 2)).toBe(expected);
      for (let round = 0; round < longRun(5, 1); round++) {
        const asked = sharedHash(detector, cut, 2);
        for (const { worker } of threads.watch.alive) await worker.terminate();
        expect(await asked).toBe(expected);
      }
    });

    test('is refused where the detector is disposed of meanwhile, and by name where the options are bad', async () => {
      const detector = await make();
      await detector.detect(cut, { workers: 2 });
      for (const workers of [0, 1.5, Number.NaN, '2'])
        await isRejected(() => detector.detect(cut, { workers } as never), {
          ...{ Class: OptionError, code: 'BAD_WORKERS' },
          names: [String(workers), 'integer from 1'],
        });
      await isRejected(() => detector.detect(cut, { threads: 2 } as never), {
        ...{ Class: OptionError, code: 'UNKNOWN_OPTION' },
        names: ['threads', 'workers'],
      });
      const asked = detector.detect(cut, { workers: 2 });
      detector.dispose();
      await expect(asked).rejects.toMatchObject({ code: 'DISPOSED' });
      await expect(detector.detect(cut, { workers: 2 })).rejects.toMatchObject({ code: 'DISPOSED' });
    });
  });
});

test(`shares follow each other, leave no row out and weigh about the same, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  for (const rows of [0, 1, 2, 50, 3000])
    for (const n of [2, 3, 8]) {
      const sides = [0, 1].map(() => {
        const active = activeFaces();
        active.rows.reserve(rows);
        active.rows.length = rows;
        const { face, count } = active.rows.columns;
        for (let row = 0; row < rows; row++) {
          face[row] = row;
          count[row] = Math.floor(9 * random());
        }
        const divided = mixedFaces();
        const weights = Array.from({ length: rows }, (_, row) => leavesOf(divided, row) + count[row]);
        return { active, divided, heaviest: Math.max(0, ...weights) };
      });
      const weight = (side: number, from: number, to: number) => {
        let sum = 0;
        for (let row = from; row < to; row++)
          sum += leavesOf(sides[side].divided, row) + sides[side].active.rows.columns.count[row];
        return sum;
      };
      const shares = Array.from({ length: n }, (_, k) => rowShare(sides, k, n));
      for (const side of [0, 1]) {
        expect(shares[0][side].from).toBe(0);
        expect(shares[n - 1][side].to).toBe(rows);
        for (let k = 1; k < n; k++) expect(shares[k][side].from).toBe(shares[k - 1][side].to);
      }
      const weights = shares.map((share) => share.reduce((sum, { from, to }, side) => sum + weight(side, from, to), 0));
      // Thread 0 measures less than the others.
      const heaviest = Math.max(...[0, 1].flatMap((side) => sides[side].heaviest));
      const others = weights.slice(1);
      expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(2 * heaviest);
      if (rows > 1000) expect(weights[0]).toBeGreaterThan(0.5 * others[0]);
      expect(weights[0]).toBeLessThanOrEqual(others[0] + 2 * heaviest);
    }
});
