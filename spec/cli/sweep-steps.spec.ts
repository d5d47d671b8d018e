// Parts of a sweep by their definitions: a step's interval on the clock of its poses, runs of steps, rows of a table.

import { expect, test } from '@jest/globals';
import { type PoseClearance, type StepRecord, secondsOf } from '#cli/sweep/step-record.ts';
import { shownRuns, stepRuns } from '#cli/sweep/step-runs.ts';
import { timelineSvg } from '#cli/sweep/timeline-svg.ts';
import { onGrid } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 2204;

/** The sign of time − (start + part·(end − start)), exact. */
function side(time: number, part: number, start: number, end: number): number {
  const { values, places } = onGrid([time, part, start, end]);
  const [t, p, s, e] = values;
  const difference = ((t - s) << BigInt(places)) - p * (e - s);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

test(`secondsOf holds the exact interval, whatever the clock counts from, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  const trials = longRun(3000, 300);
  const missed = { low: 0, high: 0 };
  for (let i = 0; i < trials; i++) {
    const scale = 10 ** (18 * random() - 8);
    const start = (2 * random() - 1) * scale;
    const end = start + random() * scale * (i % 3 === 0 ? 1e-9 : 1);
    const low = random();
    const high = Math.min(1, low + 1e-9 * random());
    const found = secondsOf({ low, high }, start, end);
    expect(side(found.low, low, start, end)).toBeLessThanOrEqual(0);
    expect(side(found.high, high, start, end)).toBeGreaterThanOrEqual(0);
    expect(start <= found.low && found.high <= end).toBe(true);
    // Two slacks of 8u, and as much again for the roundings of this line.
    const allowance = 32 * 2 ** -53 * Math.max(Math.abs(start), Math.abs(end));
    expect(found.high - found.low).toBeLessThanOrEqual((high - low) * (end - start) + allowance);
    if (side(start + low * (end - start), low, start, end) > 0) missed.low++;
    if (side(start + high * (end - start), high, start, end) < 0) missed.high++;
  }
  console.log(
    `seed ${SEED}: of ${trials}, plain rounding would miss ${missed.low} low ends and ${missed.high} high ends`,
  );
  expect(Math.min(missed.low, missed.high)).toBeGreaterThan(trials / 10);
});

const STATUSES = ['free', 'contact', 'initial', 'grazing'] as const;

function randomSteps(random: () => number, count: number): StepRecord[] {
  const poses = Array.from(
    { length: count + 1 },
    (_, pose): PoseClearance => ({
      pose,
      clearance: random() < 0.2 ? 0 : 50 * random(),
      enclosed: false,
    }),
  );
  let status: (typeof STATUSES)[number] = 'free';
  return Array.from({ length: count }, (_, step): StepRecord => {
    if (random() < 0.4) status = STATUSES[Math.floor(4 * random())];
    const time = status === 'free' ? { low: 1, high: 1 } : status === 'initial' ? { low: 0, high: 0 } : { low: 0.5, high: 0.6 }; // biome-ignore format: a line
    return { step, status, time, start: poses[step], end: poses[step + 1], contact: null };
  });
}

test(`runs: every step once, in order; none could be longer; the least clearance is one, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  let merged = 0;
  for (let trial = 0; trial < longRun(200, 20); trial++) {
    const steps = randomSteps(random, 1 + Math.floor(60 * random()));
    const runs = stepRuns(steps);
    const covered = runs.flatMap(({ first, last }) => steps.slice(first.step, last.step + 1));
    expect(covered).toEqual(steps);
    for (const [i, { first, last, status, least }] of runs.entries()) {
      const own = steps.slice(first.step, last.step + 1);
      expect(own.every((step) => step.status === status)).toBe(true);
      const isMergeable = status === 'free' || status === 'initial';
      if (!isMergeable) expect(own).toHaveLength(1);
      else expect(runs[i + 1]?.status).not.toBe(status);
      const clearances = [own[0].start, ...own.map(({ end }) => end)];
      expect(least).toBe(clearances.find((pose) => clearances.every((other) => pose.clearance <= other.clearance)));
      if (own.length > 1) merged++;
    }
    for (const most of [1, 5, 1000]) {
      const kept = runs[Math.floor(runs.length * random())].first.step;
      const shown = shownRuns(runs, most, kept);
      expect(shown).toHaveLength(Math.min(most, runs.length));
      expect(shown.some(({ first }) => first.step === kept)).toBe(true);
      expect(shown).toEqual(runs.filter((run) => shown.includes(run)));
      const isLeftOut = runs.some((run) => run.status !== 'free' && !shown.includes(run));
      if (isLeftOut) expect(shown.filter(({ status, first }) => status === 'free' && first.step !== kept)).toEqual([]);
    }
  }
  expect(merged).toBeGreaterThan(longRun(500, 50));
});

test(`the timeline of a long path stays small and shows its least and greatest clearance, seed ${SEED}`, () => {
  const steps = randomSteps(mulberry32(SEED), 20_000).map((step): StepRecord => ({ ...step, status: 'free' }));
  const svg = timelineSvg(steps, 0);
  expect(svg.length).toBeLessThan(60_000);
  const heights = [...(/class="curve" d="([^"]*)"/.exec(svg)?.[1] ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(
    ([, y]) => Number(y),
  );
  const zero = Number(/<path class="grid" d="M74 ([\d.]+)H/.exec(svg)?.[1]);
  const greatest = steps.reduce((most, { end }) => Math.max(most, end.clearance), steps[0].start.clearance);
  expect(Math.max(...heights)).toBe(zero);
  // The plot extends to 8 % above the greatest clearance, from 14 to 250 units of the picture.
  expect(Math.min(...heights)).toBeCloseTo(250 - (250 - 14) / 1.08, 0);
  expect(greatest).toBeGreaterThan(0);
});

test('a path that never leaves the bone, and two poses at one time, are drawn with finite numbers', () => {
  const at = (pose: number): PoseClearance => ({ pose, time: 5, clearance: 0, enclosed: false });
  const step: StepRecord = { step: 0, status: 'initial', time: { low: 0, high: 0 }, start: at(0), end: at(1), contact: null }; // biome-ignore format: a line
  const svg = timelineSvg([step], 0);
  expect(svg).not.toMatch(/NaN|Infinity/);
  expect(svg).toContain('>pose</text>');
});
