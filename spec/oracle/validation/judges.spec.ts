// A true report passes every judge; each way in which a report can be false is found by the judge of that guarantee.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { mulberry32 } from '#core';
import { GPU_DISTANCE_ERROR } from '#records';
import { judgeCompleteness } from '#validation/judge-completeness.ts';
import { judgeDistances } from '#validation/judge-distances.ts';
import { judgeEdges } from '#validation/judge-edges.ts';
import { judgeMinima } from '#validation/judge-minima.ts';
import type { PoseQuestion } from '#validation/pose-question.ts';
import { regionDistance } from '#validation/region-distance.ts';
import { contactCases } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { questionOf, tampered } from '#harness/validation-question.ts';

const SEED = 31;
const SAMPLES = 40;
const VARIETY = { plain: longRun(15, 10), orders: 0, motions: longRun(5, 2), scales: longRun(2, 1), far: 1 };
const questions: PoseQuestion[] = [];
let crossing: PoseQuestion;
let near: PoseQuestion;

beforeAll(async () => {
  for (const given of contactCases(mulberry32(SEED), VARIETY)) questions.push(await questionOf(given, SAMPLES, SEED));
  const deepest = (question: PoseQuestion) => Math.min(0, ...question.report.contacts.distance);
  crossing = questions
    .filter(({ report }) => report.state === 'intersecting')
    .reduce((best, question) => (deepest(question) < deepest(best) ? question : best));
  const gaps = ({ report }: PoseQuestion) => report.contacts.distance.filter((distance) => distance > 1e-3).length;
  near = questions.reduce((best, question) => (gaps(question) > gaps(best) ? question : best));
});

const always = () => true;
const clean = { broken: 0, undecided: 0 };

describe(`true reports (seed ${SEED})`, () => {
  inDeep(() =>
    test('every judge is content, over all states', () => {
      const states = new Set<string>();
      let [within, judged] = [0, 0];
      for (const question of questions) {
        states.add(question.report.state);
        const complete = judgeCompleteness(question);
        within += complete.within;
        const minima = judgeMinima(question);
        judged += minima.certified.judged;
        expect(complete.tally).toMatchObject(clean);
        expect(minima.certified).toMatchObject(clean);
        expect(minima.sound).toMatchObject(clean);
        expect(judgeEdges(question)).toMatchObject({ judged: question.report.contacts.length, ...clean });
        expect(judgeDistances(question).tally).toMatchObject({ judged: question.report.contacts.length, ...clean });
        for (const { error, width } of minima.samples) {
          expect(error).toBeGreaterThanOrEqual(-question.options.resolution * 2 ** -8);
          expect(error).toBeLessThanOrEqual(width + question.options.resolution * 2 ** -8);
        }
      }
      expect([...states].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']);
      expect(within).toBeGreaterThan(longRun(100, 60));
      expect(judged).toBeGreaterThan(longRun(200, 120));
    }),
  );

  test('an oracle that may not split says undecided, not right', () => {
    const hurried = { ...crossing, options: { ...crossing.options, oracleLimit: 0 }, random: mulberry32(SEED) };
    const { certified } = judgeMinima(hurried);
    expect(certified.broken).toBe(0);
    expect(certified.undecided).toBeGreaterThan(0);
  });
});

describe('a report that lies is found out:', () => {
  test('G1, a body whose sub-triangles are left out', () => {
    for (const side of [0, 1] as const) {
      const question = tampered(crossing, (row) => crossing.report.contacts.body[row] !== side);
      const { tally, farthest } = judgeCompleteness({ ...question, options: { ...question.options, samples: 400 } });
      expect(tally.broken).toBeGreaterThan(0);
      expect(farthest[side]).toBeNull();
    }
  });
  test('G1, the deeper half of the sub-triangles left out', () => {
    const sorted = [...crossing.report.contacts.distance].sort((a, b) => a - b);
    const middle = sorted[sorted.length >> 1];
    const question = tampered(crossing, (row) => crossing.report.contacts.distance[row] > middle);
    const { tally, farthest } = judgeCompleteness({ ...question, options: { ...question.options, samples: 400 } });
    expect(tally.broken).toBeGreaterThan(0);
    expect(Math.max(farthest[0] ?? 0, farthest[1] ?? 0)).toBeGreaterThan(0);
  });
  test('G2, a sub-triangle farther than δ with a narrow interval', () => {
    const far = { ...crossing, options: { ...crossing.options, contactDistance: 0 } };
    const gaps = tampered(
      far,
      (row) => crossing.report.contacts.low[row] > 0.05,
      (contacts, row) => {
        contacts.high[row] = contacts.low[row];
      },
    );
    expect(gaps.report.contacts.length).toBeGreaterThan(0);
    expect(judgeMinima(gaps).sound.broken).toBeGreaterThan(0);
  });
  test('G3, a sub-triangle one level too coarse', () => {
    const question = tampered(crossing, always, (contacts, row) => {
      contacts.level[row] = Math.max(0, contacts.level[row] - 1);
    });
    expect(judgeEdges(question).broken).toBeGreaterThan(0);
  });
  test('G3, corners that are not where face, level and path say', () => {
    const question = tampered(crossing, always, (contacts, row) => {
      (contacts.corners as Float64Array)[9 * row + 4] += 1e-6;
    });
    expect(judgeEdges(question).broken).toBe(question.report.contacts.length);
  });
  test('G3, an edge longer than h', () => {
    // Whole faces, which are sub-triangles of any larger h.
    const { contacts } = crossing.report;
    const whole = tampered(crossing, (row) => contacts.level[row] === 0);
    const edges = [...whole.report.contacts.level.keys()].map((row) => {
      const c = whole.report.contacts.corners.subarray(9 * row, 9 * row + 9);
      return Math.max(...[0, 3, 6].map((k) => Math.hypot(...[0, 1, 2].map((i) => c[k + i] - c[((k + 3) % 9) + i]))));
    });
    const at = (resolution: number) => judgeEdges({ ...whole, options: { ...whole.options, resolution } }).broken;
    expect(edges.length).toBeGreaterThan(0);
    expect(at(1.001 * Math.max(...edges))).toBe(0);
    expect(at(0.999 * Math.min(...edges))).toBe(edges.length);
  });
  test.each([
    ['low above the minimum', 'low', (low: number, high: number) => high + (high - low) + 1e-6],
    ['high below the minimum', 'high', (low: number, high: number) => low - (high - low) - 1e-6],
  ] as const)('G4, %s', (_says, column, lie) => {
    const question = tampered(crossing, always, (contacts, row) => {
      contacts[column][row] = lie(contacts.low[row], contacts.high[row]);
    });
    const { certified } = judgeMinima(question);
    expect(certified.broken).toBe(certified.judged);
  });
  test('G4, a wider interval than h/√3', () => {
    const question = tampered(crossing, always, (contacts, row) => {
      contacts.low[row] = contacts.high[row] - crossing.options.resolution;
    });
    const { certified } = judgeMinima(question);
    expect(certified.broken).toBe(certified.judged);
  });
  test('G4, an interval moved by a hundredth of its width is never certified wrongly', () => {
    const moved = tampered(
      crossing,
      (row) => crossing.report.contacts.high[row] - crossing.report.contacts.low[row] > 0.1,
      (contacts, row) => {
        contacts.high[row] -= 0.01 * (contacts.high[row] - contacts.low[row]);
      },
    );
    expect(judgeMinima(moved).certified.broken).toBeGreaterThan(0);
  });
  test.each<[says: string, lie: (contacts: Columns, row: number) => void]>([
    ['a distance', (contacts, row) => add(contacts.distance, row, 1e-6)],
    ['a sign', (contacts, row) => contacts.distance.fill(Math.abs(contacts.distance[row]) + 1e-6, row, row + 1)],
    ['a point off the sub-triangle', (contacts, row) => add(contacts.point, 3 * row, 1e-6)],
    ['an opposite point elsewhere', (contacts, row) => add(contacts.opposite, 3 * row + 1, 1e-6)],
    ['an opposite face that has not the point', (contacts, row) => add(contacts.oppositeFace, row, 1)],
    ['an opposite face that does not exist', (contacts, row) => add(contacts.oppositeFace, row, 1e9)],
    ['a normal too long', (contacts, row) => add(contacts.normal, 3 * row, contacts.normal[3 * row] + 1e-9)],
  ])('%s', (_says, change) => {
    const { tally } = judgeDistances(tampered(crossing, always, change));
    expect(tally.broken).toBeGreaterThan(0.4 * tally.judged);
  });
});

describe('a distance to a point of the other face that is not the nearest', () => {
  /** Moves every gap's opposite point towards the face's farthest corner until it is `more` mm farther. */
  function farther(more: number, backend: 'cpu' | 'webgpu') {
    const { report, bodies } = near;
    const moved = new Set<number>();
    const question = tampered(near, always, (columns, row) => {
      const at = 3 * row;
      const point = report.contacts.point.subarray(at, at + 3);
      const opposite = report.contacts.opposite.slice(at, at + 3);
      const from = (x: ArrayLike<number>) => Math.hypot(x[0] - point[0], x[1] - point[1], x[2] - point[2]);
      const corners = bodies[1 - report.contacts.body[row]].surface.cornersOf(report.contacts.oppositeFace[row]);
      const target = [0, 3, 6].map((k) => corners.slice(k, k + 3)).sort((a, b) => from(b) - from(a))[0];
      const wanted = report.contacts.distance[row] + more;
      if (report.contacts.distance[row] <= 0 || from(target) <= wanted) return;
      const along = (t: number) => Array.from(opposite, (x, k) => x + t * (target[k] - x));
      let [low, high] = [0, 1];
      for (let step = 0; step < 60; step++) {
        const middle = (low + high) / 2;
        if (from(along(middle)) < wanted) low = middle;
        else high = middle;
      }
      (columns.opposite as Float64Array).set(along(high), at);
      columns.distance[row] = from(along(high));
      moved.add(row);
    });
    expect(moved.size).toBeGreaterThan(20);
    const stats = { ...question.report.stats, backend };
    const { tally } = judgeDistances({ ...question, report: { ...question.report, stats } });
    return tally.broken / moved.size;
  }

  test.each([
    ['cpu', 1e-7, 1],
    ['webgpu', 0.98 * GPU_DISTANCE_ERROR, 0],
    ['webgpu', 1.02 * GPU_DISTANCE_ERROR, 1],
  ] as const)('backend %s, %d mm farther: a share of %d is broken', (backend, more, broken) => {
    expect(farther(more, backend)).toBe(broken);
  });
});

type Columns = Record<string, Float64Array | Uint32Array | Uint8Array>;

function add(column: Columns[string], at: number, amount: number): void {
  column[at] += amount;
}

describe('region distance', () => {
  // E on the slab's top is the tool's footprint and everything within √(δ² − gap²) of it; the distance to a convex set
  // is greatest at a corner.
  test.each([0.02, 0.1, 0.19])('closed form: a block %d mm above a slab', async (gap) => {
    const given = {
      name: 'block above slab',
      bone: box({ size: [12, 12, 4], divisions: 6 }),
      tool: box({ size: [3, 2, 1], divisions: 1 }),
      pose: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, -0.2, 2.5 + gap, 1),
      delta: 0.2,
      h: 0.4,
    };
    const question = await questionOf(given, 10, SEED);
    const { contacts } = question.report;
    const { reportedToExact } = regionDistance(question, 0, judgeDistances(question).atPoint, 0)!;
    const spread = Math.sqrt(given.delta ** 2 - gap ** 2);
    let farthest = 0;
    for (let row = 0; row < contacts.length; row++) {
      if (contacts.body[row] !== 0) continue;
      for (let k = 9 * row; k < 9 * row + 9; k += 3) {
        const x = Math.max(0, Math.abs(contacts.corners[k] - 0.3) - 1.5);
        const y = Math.max(0, Math.abs(contacts.corners[k + 1] + 0.2) - 1);
        farthest = Math.max(farthest, Math.hypot(x, y) - spread);
      }
    }
    expect(farthest).toBeGreaterThan(0.1);
    expect(reportedToExact.low).toBeGreaterThan(0);
    expect(reportedToExact.low).toBeLessThanOrEqual(farthest);
    expect(reportedToExact.high).toBeGreaterThanOrEqual(farthest);
    // Two halvings leave pieces of h/4; the closest point found in E is at most one such piece beyond E's rim.
    expect(reportedToExact.high).toBeLessThanOrEqual(farthest + given.h / 2);
  });
  test('a reported region that is all of E leaves nothing to bound but the rim', () => {
    for (const question of questions) {
      const { atPoint } = judgeDistances(question);
      for (const side of [0, 1] as const) {
        const region = regionDistance(question, side, atPoint, 0);
        if (region === null) continue;
        const { low, high } = region.reportedToExact;
        expect(low).toBeLessThanOrEqual(high ?? Infinity);
        expect(high).not.toBeNull();
        // Each sub-triangle of R contains a point of signed distance ≤ δ + (hi − lo), hence ≤ δ + h/√3, and is no wider
        // than h.
        expect(low).toBeLessThanOrEqual(2 * question.options.resolution);
      }
    }
  });
  test('nothing reported: null, or what completeness found', () => {
    const none = tampered(crossing, () => false);
    expect(regionDistance(none, 0, [], 0)).toBeNull();
    expect(regionDistance(none, 0, [], null)).toEqual({ reportedToExact: { low: 0, high: 0 }, exactToReported: null });
  });
});
