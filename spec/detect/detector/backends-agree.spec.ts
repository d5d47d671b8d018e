// One question to both backends → one answer: the saw on the phantom, touching, coplanar, nested and odd bodies.

import { describe, expect, test } from '@jest/globals';
import { box, meshCorpus } from '#datasets';
import type { ContactReport, Detector } from '#kerf';
import { minimumSignedDistanceF64, posedPositions, referenceMesh } from '#reference';
import { runSet } from '#spec/compare/run-set.ts';
import { degenerateSets, type Question, sawSets } from '#spec/compare/sets.ts';
import { detectorsOn } from '#harness/backends.ts';
import { compareBackends } from '#harness/compare-backends.ts';
import { contactCases, translation } from '#harness/contact-cases.ts';
import { exactLeafOf, someOf } from '#harness/contact-query.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 411;
/** Degenerate bodies, and pairs of the mesh corpus, with of how many one is asked about. */
const ODD_SETS = [...degenerateSets()].map((set, i) => ({ ...set, every: longRun(1, [4, 6][i]) }));
const JUDGED_A_REPORT = 4;
const BODIES = {
  ...{ plain: longRun(20, 5), orders: 0, motions: longRun(4, 1) },
  ...{ scales: longRun(1, 0), far: longRun(2, 1) },
};
const makeOnGpu = await detectorsOn('webgpu');
const makeOnCpu = await detectorsOn('cpu');

async function* askGpu(options: Parameters<typeof makeOnGpu>[0], poses: Float64Array): AsyncIterable<ContactReport> {
  const detector = await makeOnGpu(options);
  yield* detector.detectMany(poses);
  detector.dispose();
}

describe('cpu and webgpu agree', () => {
  const onPath: { candidatePairs: number; escalatedPairs: number }[] = [];

  test.each([...sawSets([5_000], longRun(14, 4), SEED), ...(longRun(1, 0) === 1 ? sawSets([10_000], 6, SEED) : [])])(
    `$name (seed ${SEED})`,
    async (set) => {
      const { differences, onCpu, states, rows, candidatePairs, escalatedPairs } = await runSet(set, askGpu);
      expect(differences).toEqual([]);
      expect(onCpu).toBe(0);
      if (set.mostEscalated !== null) onPath.push({ candidatePairs, escalatedPairs });
      expect(states.intersecting).toBeGreaterThanOrEqual(1);
      expect(rows).toBeGreaterThan(400);
    },
  );

  // The share is far larger where the teeth first graze the bone, so the whole path is counted.
  test('on the cutting path less than 2 % of the candidate pairs are left to the CPU', () => {
    const total = (of: 'candidatePairs' | 'escalatedPairs') => onPath.reduce((sum, counts) => sum + counts[of], 0);
    expect(onPath.length).toBe(longRun(2, 1));
    expect(total('candidatePairs')).toBeGreaterThan(longRun(5_000, 400));
    expect(total('escalatedPairs') / total('candidatePairs')).toBeLessThan(0.02);
  });

  // Rays across the blade meet its edges and corners: 1,086 pairs were left to the CPU.
  test('a blade whose squares line up with those of the bone leaves few pairs to the CPU', async () => {
    const options = {
      bone: box({ size: [20, 20, 20], divisions: [10, 10, 10] }),
      tool: box({ size: [1, 10, 10], divisions: [1, 10, 10] }),
      contactDistance: 0.5,
      resolution: 1,
    };
    const pose = translation(0.1, 0, 8.25);
    const [onGpu, onCpu] = [await makeOnGpu(options), await makeOnCpu(options)];
    const report = await onGpu.detect(pose);
    expect(compareBackends(onCpu.detectSync(pose), report).differences).toEqual([]);
    expect(report.stats.candidatePairs).toBeGreaterThan(400);
    // Rays through edges are decided by integers. Leaves that f32 cannot prove to share a point are the CPU's.
    expect(report.stats.escalatedPairs).toBeLessThan(report.stats.candidatePairs / 4);
    for (const detector of [onGpu, onCpu]) detector.dispose();
  });

  test.each(ODD_SETS)('$name, one in $every', async ({ every, ...set }) => {
    const asked = { ...set, questions: () => partOf(set.questions() as Iterable<Question>, every, 1) };
    const { differences, held, states, poses } = await runSet(asked, askGpu);
    expect(differences).toEqual([]);
    expect(held).toBe(true);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, states[state] / poses > 0.05]).toEqual([state, true]);
    expect(meshCorpus().length).toBeGreaterThan(20);
  });

  test(`bodies of some hundred faces, and the exact minimum in the interval of every row that is judged (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Set<string>();
    const wrong: string[] = [];
    let judged = 0;
    for (const given of contactCases(random, BODIES)) {
      const { bone, tool, pose, delta, h, name } = given;
      const options = { bone, tool, contactDistance: delta, resolution: h };
      const report = await once(await makeOnGpu(options), pose);
      const expected = await once(await makeOnCpu(options), pose);
      states.add(expected.state);
      for (const says of compareBackends(expected, report).differences) wrong.push(`${name}: ${says}`);
      const posed = { positions: posedPositions(tool.positions, pose), faces: tool.faces, name: tool.name };
      const meshes = [bone, posed] as const;
      const { body, low, high } = report.contacts;
      for (const row of someOf(report.contacts.length, JUDGED_A_REPORT, random)) {
        const leaf = exactLeafOf({ given, report, meshes }, row);
        const minimum = minimumSignedDistanceF64(leaf, referenceMesh(meshes[1 - body[row]]), { width: h / 1024 });
        judged++;
        if (minimum.status !== 'bounded' || minimum.high < low[row] || minimum.low > high[row])
          wrong.push(`${name}, row ${row}: [${low[row]}, ${high[row]}], minimum in [${minimum.low}, ${minimum.high}]`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...states].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']);
    expect(judged).toBeGreaterThan(longRun(50, 10));
  });
});

describe('the comparison', () => {
  test('reports each thing that differs', async () => {
    const [given] = [...contactCases(mulberry32(SEED), { plain: 4, orders: 0, motions: 0, scales: 0, far: 0 })].slice(
      2,
    );
    const { bone, tool, pose, delta, h } = given;
    const report = await once(await makeOnCpu({ bone, tool, contactDistance: delta, resolution: h }), pose);
    const { contacts, patches } = report;
    expect(report.state).toBe('intersecting');
    const changed = <T extends { slice(): T; [row: number]: number }>(column: T, by: number): T => {
      const copy = column.slice();
      copy[1] += by;
      return copy;
    };
    const planted: readonly (readonly [string, Partial<ContactReport>])[] = [
      ['state near', { state: 'near' }],
      ['signed.tool', { signed: { bone: true, tool: false } }],
      ['intersectingFaces has', { intersectingFaces: report.intersectingFaces.subarray(2) }],
      ['intersectionSegments[1]', { intersectionSegments: changed(report.intersectionSegments, 1e-9) }],
      ['rows, expected', { contacts: { ...contacts, length: 1 } as typeof contacts }],
      ['contacts.path[1]', { contacts: { ...contacts, path: changed(contacts.path, 1) } as typeof contacts }],
      ['contacts.patch[1]', { contacts: { ...contacts, patch: changed(contacts.patch, 1) } as typeof contacts }],
      ['row 1', { contacts: { ...contacts, low: changed(contacts.low, 9) } as typeof contacts }],
      ['row 1', { contacts: { ...contacts, high: changed(contacts.high, Number.NaN) } as typeof contacts }],
      ['patch 0', { patches: patches.map((patch) => ({ ...patch, depth: patch.depth + 2e-4 })) }],
    ];
    expect(compareBackends(report, report).differences).toEqual([]);
    for (const [says, change] of planted)
      expect(compareBackends(report, { ...report, ...change }).differences[0]).toContain(says);
    const wide = { ...contacts, low: contacts.low.map((x) => x - 1), distance: changed(contacts.distance, -2e-4) };
    const { differences, farthest } = compareBackends(report, { ...report, contacts: wide as typeof contacts });
    expect(differences).toHaveLength(1);
    expect(farthest).toBeCloseTo(2e-4, 9);
  });
});

async function once(detector: Detector, pose: Float64Array): Promise<ContactReport> {
  const report = await detector.detect(pose);
  detector.dispose();
  return report;
}
