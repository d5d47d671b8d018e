// G6: the same input gives the same report (timings aside), byte for byte, in the same order.

import { describe, expect, test } from '@jest/globals';
import { cuttingPath, sawBlade, skullVaultSphere, sphere } from '#datasets';
import { createDetector, createMesh, type Detector } from '#kerf';
import { type ContactCase, contactCase, contactCases } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { contactColumns, reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 606;

const detectorOf = ({ bone, tool, delta, h }: ContactCase): Promise<Detector> =>
  createDetector({ bone, tool, contactDistance: delta, resolution: h });

const plainCases = (random: () => number, plain: number) =>
  contactCases(random, { plain, orders: 0, motions: 0, scales: 0, far: 0 });

/** Numbers 0 … count − 1 in a random order. */
function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

describe('G6 stable', () => {
  repeated(5, 5);
  shuffledPoses(2, 4, 1);
  inDeep(() => {
    repeated(longRun(15, 5), longRun(20, 9));
    shuffledPoses(longRun(16, 5), 8, longRun(3, 2));
  });

  test('detectMany gives what detectSync gives, and f32 meshes what the same numbers in f64 give', async () => {
    const bone = sphere({ ...skullVaultSphere, subdivisions: longRun(4, 3) });
    const tool = sawBlade({ targetFaces: longRun(1_200, 400) });
    const count = longRun(24, 8);
    const poses = cuttingPath({ poses: count });
    const options = { contactDistance: 0.5, resolution: 1.5 };
    const detector = await createDetector({ bone, tool, ...options });
    const hashes: string[] = [];
    for await (const report of detector.detectMany(poses)) hashes.push(reportHash(report));
    const other = await createDetector({ bone, tool, ...options });
    for (let i = count - 1; i >= 0; i--)
      expect(reportHash(other.detectSync(poses.subarray(16 * i, 16 * i + 16)))).toBe(hashes[i]);
    expect(new Set(hashes).size).toBeGreaterThan(count / 2);

    const [narrow, wide] = [Float32Array, Float64Array].map((Numbers) =>
      createMesh(Numbers.from(Float32Array.from(bone.positions)), bone.faces, { name: bone.name }),
    );
    const pose = poses.subarray(8 * count, 8 * count + 16);
    const [first, second] = await Promise.all(
      [narrow, wide].map((mesh) => createDetector({ bone: mesh, tool, ...options })),
    );
    expect(reportHash(first.detectSync(pose))).toBe(reportHash(second.detectSync(pose)));
  });

  test('rows are ordered by body, bone first, then face, then path; pairs ascend; patches are numbered as they come', async () => {
    let rows = 0;
    for (const given of plainCases(mulberry32(SEED + 2), longRun(20, 5))) {
      const { contacts, intersectingFaces: pairs, patches } = (await detectorOf(given)).detectSync(given.pose);
      const { body, face, path, patch, distance } = contacts;
      const faults: string[] = [];
      for (let row = 1; row < contacts.length; row++) {
        const steps = [body, face, path].map((column) => column[row] - column[row - 1]);
        if (!((steps.find((step) => step !== 0) ?? 0) > 0)) faults.push(`row ${row} is out of order`);
      }
      for (let i = 2; i < pairs.length; i += 2) {
        const steps = [pairs[i] - pairs[i - 2], pairs[i + 1] - pairs[i - 1]];
        if (!((steps.find((step) => step !== 0) ?? 0) > 0)) faults.push(`pair ${i / 2} is out of order`);
      }
      expect(faults).toEqual([]);
      expect([...new Set(patch)]).toEqual(patches.map((_, i) => i));
      for (const [i, expected] of patches.entries()) {
        const own = [...patch.keys()].filter((row) => patch[row] === i);
        expect(own.length).toBe(expected.contactCount);
        expect([...new Set(own.map((row) => body[row]))]).toEqual([expected.body === 'bone' ? 0 : 1]);
        expect(expected.depth).toBe(Math.max(0, ...own.map((row) => -distance[row])));
      }
      rows += contacts.length;
    }
    expect(rows).toBeGreaterThan(longRun(1000, 200));
  });

  test('a report keeps its bytes while its detector answers other queries', async () => {
    const random = mulberry32(SEED + 3);
    const given = contactCase(3, random);
    const detector = await detectorOf(given);
    const report = detector.detectSync(given.pose);
    const before = reportHash(report);
    const away = given.pose.slice();
    away[12] += 1;
    detector.detectSync(away);
    detector.minimumDistance(away);
    detector.dispose();
    expect(reportHash(report)).toBe(before);
    expect(contactColumns.every((name) => report.contacts[name].length % report.contacts.length === 0)).toBe(true);
  });
});

function repeated(count: number, runs: number): void {
  test(`${runs} runs of one query on one detector and on new ones (seed ${SEED})`, async () => {
    const states = new Shares();
    for (const given of plainCases(mulberry32(SEED), count)) {
      const detector = await detectorOf(given);
      const first = detector.detectSync(given.pose);
      states.count(first.state);
      const hashes = new Set([reportHash(first)]);
      for (let run = 1; run < runs; run++) {
        const asked = run % 4 === 0 ? await detectorOf(given) : detector;
        hashes.add(reportHash(run % 2 === 0 ? asked.detectSync(given.pose) : await asked.detect(given.pose)));
      }
      expect([given.name, hashes.size]).toEqual([given.name, 1]);
    }
    for (const state of ['separated', 'near', 'intersecting', 'enclosed']) expect(states.of(state)).toBeGreaterThan(0);
  });
}

function shuffledPoses(count: number, poseCount: number, rounds: number): void {
  test(`whatever was asked before: ${poseCount} shuffled poses and other questions between them (seed ${SEED + 1})`, async () => {
    const random = mulberry32(SEED + 1);
    for (const base of plainCases(random, count)) {
      // Poses near the case's own: in the bone, across its surface and off it.
      const poses = Array.from({ length: poseCount }, (_, i) => {
        const pose = base.pose.slice();
        for (let k = 12; k < 15; k++) pose[k] *= 1 + (1.2 / poseCount) * (i - 3);
        return pose;
      });
      const kept = await detectorOf(base);
      const expected = poses.map((pose) => reportHash(kept.detectSync(pose)));
      const nearest = poses.map((pose) => JSON.stringify(kept.minimumDistance(pose)));
      const other = await detectorOf(base);
      for (let round = 0; round < rounds; round++)
        for (const i of shuffled(poses.length, random)) {
          if (random() < 0.3) other.intersectingFaces(poses[Math.floor(random() * poses.length)]);
          if (random() < 0.5) expect(JSON.stringify(other.minimumDistance(poses[i]))).toBe(nearest[i]);
          expect(reportHash(other.detectSync(poses[i]))).toBe(expected[i]);
        }
    }
  });
}
