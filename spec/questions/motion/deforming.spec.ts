// Impacts of deforming surfaces against all pairs of their features: none missed, none extra, each once, in order; step
// after step with a front that is kept; in shares; the time until which all may move; refusals.

import { describe, expect, test } from '@jest/globals';
import { buildMedianTree } from '#bvh';
import { createImpactDetector, type ImpactTable, KerfError, OptionError } from '#kerf';
import { DeformingSurface } from '#motion/deforming/deforming-surface.ts';
import { ImpactSearch } from '#motion/deforming/impact-search.ts';
import { impactTable } from '#motion/deforming/impact-table.ts';
import { itemCentres } from '#motion/deforming/item-centres.ts';
import { findOrphans } from '#motion/deforming/orphans.ts';
import { edgeMeetsEdge, exactFraction, vertexMeetsFace } from '#reference';
import { allImpacts, edgesOf } from '#harness/all-impacts.ts';
import { deformingCases, expectRows, rowsOf, tableBytes } from '#harness/deforming-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 2001;
const ROUNDS = longRun(40, 1);

describe('impacts', () => {
  test(`are those of all pairs of features, seed ${SEED}, ${ROUNDS} rounds`, async () => {
    const random = mulberry32(SEED);
    const impacts = [0, 0];
    let cases = 0;
    let hits = 0;
    for (let round = 0; round < ROUNDS; round++)
      for (const { name, vertexCount, faces, start, end } of partOf(deformingCases(random), 3, 1)) {
        const detector = await createImpactDetector({ vertexCount, faces });
        expect(detector.edges).toEqual(edgesOf(faces));
        const rows = allImpacts(vertexCount, faces, start, end);
        expectRows(`round ${round}: ${name}`, await detector.impacts(start, end), rows);
        cases++;
        if (rows.length > 0) hits++;
        for (const { kind } of rows) impacts[kind]++;
        detector.dispose();
      }
    console.log(`seed ${SEED}: ${cases} steps, ${hits} with impacts: ${impacts[0]} and ${impacts[1]} of either kind`);
    expect(hits).toBeGreaterThan(cases / 2);
    expect(Math.min(...impacts)).toBeGreaterThan(10 * cases);
  });

  test(`are those of all pairs in every one of many steps, the front kept, seed ${SEED + 1}`, async () => {
    const random = mulberry32(SEED + 1);
    let hits = 0;
    for (const { name, vertexCount, faces, start } of deformingCases(random).filter((_, i) => i % 5 < 2)) {
      const detector = await createImpactDetector({ vertexCount, faces });
      const size = Math.max(...start) - Math.min(...start);
      let at = start;
      for (let step = 0; step < longRun(20, 8); step++) {
        // Mostly small moves; now and then every vertex at once.
        const far = (step % 7 === 6 ? 0.5 : 0.03) * size;
        const next = at.map((x) => x + far * signed(random));
        const rows = allImpacts(vertexCount, faces, at, next);
        expectRows(`${name}, step ${step}`, await detector.impacts(at, next), rows);
        hits += rows.length;
        at = next;
      }
    }
    expect(hits).toBeGreaterThan(longRun(1000, 400));
  });

  test('of a face through itself: none, since its features share vertices', async () => {
    const detector = await createImpactDetector({ vertexCount: 3, faces: [0, 1, 2] });
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(await detector.impacts(points, points.map((x) => -x))).toMatchObject({ length: 0 }); // biome-ignore format: one call
  });

  // 1,150 faces have ten million pairs of features, all of which touch.
  const CROWD = longRun(1150, 100);
  test(`of ${CROWD} faces in one point: every pair that shares no vertex, at time 0`, async () => {
    const vertexCount = 3 * CROWD;
    const faces = Uint32Array.from({ length: vertexCount }, (_, i) => i);
    const points = Float64Array.from({ length: 3 * vertexCount }, (_, i) => [0.1, -7, 3e5][i % 3]);
    const detector = await createImpactDetector({ vertexCount, faces });
    const table = await detector.impacts(points, points);
    const vertexFaces = vertexCount * (CROWD - 1);
    const edgePairs = (9 * CROWD * (CROWD - 1)) / 2;
    expect(table.length).toBe(vertexFaces + edgePairs);
    expect(table.kind.indexOf(1)).toBe(vertexFaces);
    let isOrdered = true;
    for (let i = 1; i < table.length; i++)
      isOrdered &&= table.kind[i] !== table.kind[i - 1] || table.a[i] > table.a[i - 1] || table.b[i] > table.b[i - 1];
    expect([isOrdered, table.low.some((t) => t !== 0), table.high.some((t) => t !== 0)]).toEqual([true, false, false]);
    expect(table.stats.escalated).toBe(0);
  });

  test('of bodies that intersect at the start have time 0', async () => {
    const faces = [0, 1, 2, 3, 4, 5];
    const start = [-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1];
    const detector = await createImpactDetector({ vertexCount: 6, faces });
    const table = await detector.impacts(start, start);
    expect(rowsOf(table)).toEqual([{ kind: 0, a: 3, b: 0, low: 0, high: 0, parameters: [0.25, 0.5] }]);
    expect(await detector.freeUntil(start, start)).toBe(0);
  });
});

describe('shares', () => {
  test.each([2, 7])('of %d make the whole, each pair in one of them', (of) => {
    const random = mulberry32(SEED + 2);
    for (const { name, vertexCount, faces, start, end } of partOf(deformingCases(random), 8, of)) {
      const surface = new DeformingSurface(vertexCount, Uint32Array.from(faces));
      const centres = Float64Array.from({ length: surface.corners.length }, signed.bind(null, random));
      const plan = { surface, orphans: findOrphans(surface), tree: buildMedianTree(centres), axes: 9 } as const;
      const [from, to] = [Float64Array.from(start), Float64Array.from(end)];
      const whole = impactTable([new ImpactSearch(plan).find(from, to)]);
      const shares = Array.from({ length: of }, (_, index) => new ImpactSearch(plan, { index, of }));
      // In the second step each continues from its front.
      for (let step = 0; step < 2; step++) {
        const table = impactTable(shares.map((search) => search.find(from, to)));
        expect([name, tableBytes(table)]).toEqual([name, tableBytes(whole)]);
        expect(table.stats.elementaryTests).toBe(whole.stats.elementaryTests);
      }
    }
  });
});

describe('freeUntil', () => {
  test(`is the largest time before any impact, by the oracle, seed ${SEED + 3}`, async () => {
    const random = mulberry32(SEED + 3);
    let inside = 0;
    for (let round = 0; round < longRun(6, 1); round++)
      for (const { name, vertexCount, faces, start, end } of partOf(deformingCases(random), 4, 0)) {
        const detector = await createImpactDetector({ vertexCount, faces });
        const table = await detector.impacts(start, end);
        const free = await detector.freeUntil(start, end);
        if (table.length === 0) {
          expect([name, free]).toEqual([name, 1]);
          continue;
        }
        const first = Math.min(...table.high);
        expect(free).toBeLessThanOrEqual(first);
        const candidates = rowsOf(table).filter(({ low }) => low <= first);
        const touchesBy = (t: number) => candidates.some((row) => touches(row, faces, detector.edges, start, end, t));
        if (free === 0) expect([name, touchesBy(Number.MIN_VALUE)]).toEqual([name, true]);
        else {
          inside++;
          expect([name, free, touchesBy(free), touchesBy(next(free))]).toEqual([name, free, false, true]);
        }
      }
    expect(inside).toBeGreaterThan(longRun(5, 1));
  });

  test('before, after and between the impacts of the same step and of others, in any order', async () => {
    const face = [-8, -8, 0, 8, -8, 0, 0, 8, 0];
    const detector = await createImpactDetector({ vertexCount: 4, faces: [0, 1, 2] });
    const step = (from: number, to: number) =>
      [
        [...face, 0, 0, from],
        [...face, 0, 0, to],
      ] as const;
    const free = (from: number, to: number) => detector.freeUntil(...step(from, to));
    expect(await free(1, 0)).toBe(1 - 2 ** -53);
    expect(await detector.impacts(...step(1, -1))).toMatchObject({ length: 1 });
    expect(await Promise.all([free(1, -1), free(1, 0), free(1, -1)])).toEqual([0.5 - 2 ** -54, 1 - 2 ** -53, 0.5 - 2 ** -54]); // biome-ignore format: one call
    // A table that was handed out is never read again.
    const [table, time] = await Promise.all([detector.impacts(...step(3, -1)), free(3, -1)]);
    table.low.fill(0.9);
    table.high.fill(0.9);
    expect([time, await free(3, -1), await free(1, 0.5)]).toEqual([0.75 - 2 ** -53, 0.75 - 2 ** -53, 1]);
  });

  test('a time between two f64, far from 1, and one that is an f64', async () => {
    const face = [-8, -8, 0, 8, -8, 0, 0, 8, 0];
    const fallBy = async (from: number, to: number) => {
      const detector = await createImpactDetector({ vertexCount: 4, faces: [0, 1, 2] });
      return detector.freeUntil([...face, 0, 0, from], [...face, 0, 0, to]);
    };
    // The root of from + t·(to − from).
    expect(await fallBy(1, -1)).toBe(0.5 - 2 ** -54);
    expect(await fallBy(1, -2)).toBe(1 / 3);
    expect(await fallBy(1, 1 - 2 ** 60)).toBe(2 ** -60 - 2 ** -113);
    expect(await fallBy(1, -(2 ** 60))).toBe(2 ** -60 - 2 ** -113);
    expect(await fallBy(1, 0)).toBe(1 - 2 ** -53);
    expect(await fallBy(0, 1)).toBe(0);
    expect(await fallBy(2 ** -1074, -1)).toBe(0);
    expect(await fallBy(3 * 2 ** -1074, -1)).toBe(2 ** -1073);
    expect(await fallBy(1, 0.5)).toBe(1);
  });

  test('of impacts closer together than their intervals are wide, the first in time, wherever it stands', async () => {
    const face = [-8, -8, 0, 8, -8, 0, 0, 8, 0];
    const freeOf = async (...ends: number[]) => {
      const detector = await createImpactDetector({ vertexCount: 3 + ends.length, faces: [0, 1, 2] });
      return detector.freeUntil(
        [...face, ...ends.flatMap(() => [0, 0, 1])],
        [...face, ...ends.flatMap((z) => [0, 0, z])],
      );
    };
    const [later, earlier] = [-1, -1 - 2 ** -44];
    const [free, afterIt] = [await freeOf(earlier), await freeOf(later)];
    expect(free).toBeLessThan(afterIt);
    expect([await freeOf(later, earlier), await freeOf(earlier, later)]).toEqual([free, free]);
  });
});

/** The next f64 above a positive one. */
function next(x: number): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0]++;
  return new Float64Array(bits.buffer)[0];
}

/** According to the oracle, in [0, t]. */
function touches(
  { kind, a, b }: ReturnType<typeof rowsOf>[number],
  faces: readonly number[],
  edges: Uint32Array,
  start: readonly number[],
  end: readonly number[],
  t: number,
): boolean {
  const vertices =
    kind === 0
      ? [a, ...faces.slice(3 * b, 3 * b + 3)]
      : [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
  const places = vertices.flatMap((v) => [3 * v, 3 * v + 1, 3 * v + 2]);
  const from = places.map((i) => exactFraction(start[i]));
  const time = exactFraction(t);
  const to = places.map((i, k) => from[k].add(exactFraction(end[i]).sub(from[k]).mul(time)));
  return kind === 0 ? vertexMeetsFace(from, to) : edgeMeetsEdge(from, to);
}

test('the centre of an item is the mean of its corners', () => {
  const random = mulberry32(SEED + 4);
  for (const { name, vertexCount, faces, start } of deformingCases(random)) {
    const { corners } = new DeformingSurface(vertexCount, Uint32Array.from(faces));
    const centres = itemCentres({ corners }, Float64Array.from(start));
    const size = Math.max(...start.map(Math.abs));
    for (let i = 0; i < centres.length; i++) {
      const [item, k] = [Math.floor(i / 3), i % 3];
      const [a, b, c] = corners.subarray(3 * item, 3 * item + 3);
      const mean = (start[3 * a + k] + start[3 * b + k] + start[3 * c + k]) / 3;
      // Six roundings of numbers ≤ 3 times the largest.
      expect([name, Math.abs(centres[i] - mean) <= 9 * 2 ** -52 * size]).toEqual([name, true]);
    }
  }
});

describe('refusals', () => {
  const fine = { vertexCount: 3, faces: [0, 1, 2] };
  test.each([
    ['no options', undefined, 'WRONG_TYPE'],
    ['an option that there is not', { ...fine, threads: 2 }, 'UNKNOWN_OPTION'],
    ['a count that is none', { ...fine, vertexCount: 2.5 }, 'BAD_COUNT'],
    ['no faces', { ...fine, faces: [] }, 'EMPTY_MESH'],
    ['half a face', { ...fine, faces: [0, 1] }, 'BAD_LENGTH'],
    ['a vertex that there is not', { ...fine, faces: [0, 1, 3] }, 'INDEX_OUT_OF_RANGE'],
    ['NaN for a vertex', { ...fine, faces: [0, 1, Number.NaN] }, 'INDEX_OUT_OF_RANGE'],
    ['faces that are a text', { ...fine, faces: 'abc' }, 'WRONG_TYPE'],
    ['no thread', { ...fine, workers: 0 }, 'BAD_WORKERS'],
    ['a backend that there is not', { ...fine, backend: 'cuda' }, 'BAD_BACKEND'],
  ])('%s', async (_, options, code) => {
    const asked = createImpactDetector(options as never);
    await expect(asked).rejects.toThrow(OptionError);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(/.\.$/) });
  });

  const points = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  test.each([
    ['positions of another surface', points, [...points, 0, 0, 0], 'BAD_LENGTH', /end has 12 numbers, expected 9/],
    ['NaN', Object.assign([...points], { 4: Number.NaN }), points, 'NON_FINITE_COORDINATE', /y of vertex 1 in start/],
    ['nothing', points, undefined, 'WRONG_TYPE', /end is undefined/],
  ])('%s', async (_, start, end, code, says) => {
    const detector = await createImpactDetector(fine);
    for (const ask of ['impacts', 'freeUntil'] as const) {
      const asked = detector[ask](start, end as never);
      await expect(asked).rejects.toThrow(OptionError);
      await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
    }
    // The refusals lose nothing.
    expect(await detector.impacts(points, points)).toMatchObject({ length: 0 } satisfies Partial<ImpactTable>);
  });

  test('a question after dispose', async () => {
    const detector = await createImpactDetector(fine);
    detector.dispose();
    detector.dispose();
    await expect(detector.impacts(points, points)).rejects.toThrow(KerfError);
    await expect(detector.freeUntil(points, points)).rejects.toMatchObject({ code: 'DISPOSED' });
  });

  test('a vertex that thousands of faces share is named, where each has a rim of its own', async () => {
    const count = 6000;
    const faces = Array.from({ length: count }, (_, k) => [0, 2 * k + 1, 2 * k + 2]).flat();
    const asked = createImpactDetector({ vertexCount: 2 * count + 1, faces });
    await expect(asked).rejects.toMatchObject({ code: 'TOO_MANY_ORPHANS' });
  });
});
