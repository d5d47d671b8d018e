// G7: tables that are too small grow, nothing is dropped, and a query that cannot be finished fails with a named error.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, inspectMesh, KerfError, OptionError } from '#kerf';
import { intersectingFacePairs } from '#reference';
import { identityPose, translation } from '#harness/contact-cases.ts';
import { cuboid, joined } from '#harness/degenerate-bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inDeep } from '#harness/sets.ts';

/** Slabs of each body. */
const SLABS = longRun(20, 6);

describe('G7 whole', () => {
  wholeSphere(1);
  inDeep(() => wholeSphere(longRun(3, 2)));

  test('hundreds or thousands of pairs: all that two grids of slabs share', async () => {
    const slabs = (along: 0 | 1) =>
      Array.from({ length: SLABS }, (_, i) =>
        along === 0
          ? cuboid([0, 3 * i + 1, 0.25], [3 * SLABS + 1, 3 * i + 2, 0.75])
          : cuboid([3 * i + 1, 0, 0], [3 * i + 2, 3 * SLABS + 1, 1]),
      );
    const [bone, tool] = [joined(...slabs(0)), joined(...slabs(1))];
    const detector = await createDetector({ bone, tool, contactDistance: 0, resolution: 100, sides: 'bone' });
    const exact = intersectingFacePairs(bone, tool);
    expect(detector.intersectingFaces(identityPose)).toEqual(exact);
    const report = detector.detectSync(identityPose);
    expect(report.intersectingFaces).toEqual(exact);
    expect(report.intersectionSegments.length).toBe(3 * exact.length);
    expect(exact.length / 2).toBeGreaterThan(12.5 * SLABS ** 2);
    expect(report.stats.candidatePairs).toBeGreaterThanOrEqual(exact.length / 2);
  });

  test('dividing beyond 32 bits of a path fails by name, and the detector answers other queries as before', async () => {
    const options = { bone: box({ size: 20 }), tool: sphere({ radius: 3, subdivisions: 1 }), contactDistance: 0.1 };
    const detector = await createDetector({ ...options, resolution: 20 / 2 ** 17 });
    const apart = translation(40, 0, 0);
    const before = reportHash(detector.detectSync(apart));
    for (let i = 0; i < 3; i++) {
      const error = thrownBy(() => detector.detectSync(translation(12, 0.1, 0.2)));
      expect(error).toBeInstanceOf(OptionError);
      expect(error.code).toBe('RESOLUTION_TOO_FINE');
      expect(error.message).toMatch(
        /0\.000152\d* mm .* face \d+ of "box" .* at least \d+ sub.*; use a resolution of at least/,
      );
      expect(reportHash(detector.detectSync(apart))).toBe(before);
    }
    await expect(detector.detect(translation(12, 0.1, 0.2))).rejects.toThrow(OptionError);
    // Queries that need no subdivision are still answered.
    expect(detector.intersectingFaces(translation(12, 0.1, 0.2)).length).toBeGreaterThan(0);
    expect(detector.minimumDistance(apart).distance).toBeCloseTo(27, 1);
  });

  test('more sub-triangles than are held: refused by name with their number before the first is made, by any thread', async () => {
    const given = { bone: box({ size: 2 }), tool: box({ size: 2 }), contactDistance: 0.1, backend: 'cpu' } as const;
    const detector = await createDetector({ ...given, resolution: 1e-3 });
    const near = translation(2.05, 0, 0);
    const named: number[] = [];
    for (const ask of [() => detector.detect(near), () => detector.detect(near, { workers: 2 })]) {
      const { code, message } = (await ask().catch((error: unknown) => error)) as KerfError;
      expect(code).toBe('RESOLUTION_TOO_FINE');
      const numbers = /^Resolution (\S+) mm makes at least (\d+) .* at most (\d+) .* of (\S+) mm/.exec(message) ?? [];
      const [, h, count, most, coarser] = numbers.map(Number);
      expect([h, most]).toEqual([1e-3, 2 ** 22]);
      // Two faces of 2 mm² each have at most 4^12 sub-triangles; the strip within 0.1 mm beside them is under half.
      expect(count).toBeGreaterThan(most);
      expect(count).toBeLessThan(3 * 4 ** 12);
      named.push(coarser);
    }
    expect(named).toEqual([named[0], named[0]]);
    const accepted = await createDetector({ ...given, resolution: longRun(4, 16) * named[0] });
    expect(accepted.detectSync(near).contacts.length).toBeGreaterThan(2 ** longRun(16, 12));
    // A query with few of them in contact is answered, although 4^12 a face would be too many.
    expect(detector.detectSync(translation(2.0999, 1.999, 1.999)).contacts.length).toBeGreaterThan(0);
    expect(detector.detectSync(translation(9, 0, 0)).state).toBe('separated');
    detector.dispose();
  });

  test('the coarsest resolution that the message names is accepted, all 32 bits of a path', async () => {
    // A needle touches the middle of a large face: few sub-triangles of the deepest level come within δ.
    const bone = cuboid([0, 0, -1], [64, 64, 0]);
    const tool = cuboid([21, 20, 1e-4], [21 + 1e-4, 20 + 1e-4, 1]);
    const asked = (resolution: number) =>
      createDetector({ bone, tool, contactDistance: 2e-4, resolution, sides: 'bone' });
    const tooFine = await asked(1e-4);
    const named = Number(/at least (\S+) mm/.exec(thrownBy(() => tooFine.detectSync(identityPose)).message)?.[1]);
    const { contacts, state } = (await asked(named * (1 + 2 ** -40))).detectSync(identityPose);
    expect(state).toBe('near');
    expect(Math.max(...contacts.level)).toBe(32);
    expect(contacts.length).toBeGreaterThan(0);
    expect(Math.max(...contacts.path)).toBeGreaterThan(2 ** 24);
  });
});

/** @param level how often each face of a sphere of 1,280 is quartered: they are well shaped. */
function wholeSphere(level: number): void {
  const contactCount = 1_280 * 4 ** level;
  test(`a report of ${contactCount} contacts: every sub-triangle of an enclosed sphere, each once, their areas the sphere’s`, async () => {
    const tool = sphere({ radius: 5, subdivisions: 3 });
    const detector = await createDetector({
      bone: box({ size: 40, divisions: 4 }),
      tool,
      contactDistance: 0.1,
      resolution: 1.2 / 2 ** level,
    });
    // A small answer first: the tables for the large one start small.
    expect(detector.detectSync(translation(25.05, 0, 0)).state).toBe('near');
    const { state, contacts, patches, stats } = detector.detectSync(identityPose);
    expect(state).toBe('enclosed');
    expect(contacts.length).toBe(contactCount);
    expect(stats.subTriangles).toBe(contacts.length);
    const keys = new Set<number>();
    for (let row = 0; row < contacts.length; row++) {
      keys.add(2 ** 32 * contacts.face[row] + contacts.path[row]);
    }
    expect(new Set(contacts.level)).toEqual(new Set([2 * level]));
    expect(keys.size).toBe(contacts.length);
    expect(patches).toHaveLength(1);
    expect(patches[0].contactCount).toBe(contacts.length);
    expect(patches[0].area / inspectMesh(tool).area).toBeCloseTo(1, 10);
  });
}

function thrownBy(run: () => unknown): KerfError {
  try {
    run();
  } catch (error) {
    if (error instanceof KerfError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
