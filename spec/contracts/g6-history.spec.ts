// G6, whatever was queried before and by whichever thread: every pose of every corpus warm, cold, after a far pose, in
// reverse, on 1, 2 or 3 workers.

import { describe, expect, test } from '@jest/globals';
import { createDetector, type Detector } from '#kerf';
import { degenerateSets, type Question, type QuestionSet, sawSets, triangleSet } from '#spec/compare/sets.ts';
import { contactCases } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { inLong } from '#harness/sets.ts';

const SEED = 1310;
const MINUTES = 60_000;

const detectorOf = ({ bone, tool, contactDistance, resolution }: Question): Promise<Detector> =>
  createDetector({ bone, tool, contactDistance, resolution, backend: 'cpu' });

/** With more poses than this, none is moved: they differ enough as they are. */
const MOST_MOVED = 12;

/**
 * The question's poses, each also moved by as little as the distance between faces, and last one so far away that
 * rounding there is a thousand times as large.
 */
function posesOf({ bone, poses }: Question, random: () => number): Float64Array[] {
  let size = 0;
  for (const x of bone.positions) size = Math.max(size, Math.abs(x));
  const all: Float64Array[] = [];
  for (let at = 0; at < poses.length; at += 16) {
    const pose = Float64Array.from(poses.subarray(at, at + 16));
    const moved = pose.slice();
    const by = size * 10 ** (-6 - 7 * random());
    for (let k = 12; k < 15; k++) moved[k] += by * signed(random);
    all.push(pose);
    if (poses.length <= 16 * MOST_MOVED) all.push(moved);
  }
  const far = all[0].slice();
  far[12] += 1e3 * size;
  return [...all, far];
}

interface Answers {
  readonly state: string;
  /** The report's bytes. */
  readonly report: string;
  readonly nearest: string;
  readonly pairs: string;
}

/** All of a detector's answers for a pose: the report first. */
function answers(detector: Detector, pose: Float64Array): Answers {
  const report = detector.detectSync(pose);
  const { distance, boneFace, toolFace, bonePoint, toolPoint } = detector.minimumDistance(pose);
  const nearest = [distance, boneFace, toolFace, ...bonePoint, ...toolPoint].join(' ');
  return { state: report.state, report: reportHash(report), nearest, pairs: detector.intersectingFaces(pose).join() };
}

/** Differences from the answers of new detectors, in words. */
async function differences(
  question: Question,
  workers: number,
  random: () => number,
  states: Shares,
): Promise<string[]> {
  const poses = posesOf(question, random);
  const cold: Answers[] = [];
  for (const pose of poses) {
    const fresh = await detectorOf(question);
    cold.push(answers(fresh, pose));
    states.count(cold[cold.length - 1].state);
    fresh.dispose();
  }
  const wrong: string[] = [];
  const name = `${question.bone.name} × ${question.tool.name}`;
  const compare = (how: string, i: number, said: Partial<Answers>) => {
    for (const [key, value] of Object.entries(said))
      if (value !== cold[i][key as keyof Answers]) wrong.push(`${name}, pose ${i}, ${how}: ${key}`);
  };
  const numbers = [...poses.keys()];
  const kept = await detectorOf(question);
  for (const i of numbers) compare('warm', i, answers(kept, poses[i]));
  // The far pose is the last.
  const turned = await detectorOf(question);
  for (const i of numbers.toReversed()) compare('in reverse, after a far pose', i, answers(turned, poses[i]));
  const path = Float64Array.from([poses[poses.length - 1], ...poses].flatMap((pose) => [...pose]));
  let i = poses.length - 1;
  for await (const report of kept.detectMany(path, { workers })) {
    compare(`${workers} workers`, i, { report: reportHash(report) });
    i = (i + 1) % poses.length;
  }
  for (const detector of [kept, turned]) detector.dispose();
  return wrong;
}

const bodies = {
  name: 'closed bodies',
  questions: () =>
    [...contactCases(mulberry32(SEED), { plain: 8, orders: 0, motions: 1, scales: 1, far: 2 })].map(
      ({ bone, tool, pose, delta, h }) => ({ bone, tool, contactDistance: delta, resolution: h, poses: pose }),
    ),
};

describe('G6: what was kept, a hint or a thread changes nothing', () => {
  keeps([...degenerateSets(), bodies]);
  inLong(() => keeps([triangleSet(), ...sawSets([5_000], 4, SEED)]));
});

function keeps(sets: readonly Pick<QuestionSet, 'name' | 'questions'>[]): void {
  test.each(sets)(
    `$name (seed ${SEED})`,
    async ({ name, questions }) => {
      const random = mulberry32(SEED);
      const states = new Shares();
      const wrong: string[] = [];
      let asked = 0;
      let given = 0;
      for await (const question of questions()) {
        // There are few closed bodies.
        if (given++ % longRun(1, name === bodies.name ? 4 : 43) !== 0) continue;
        // Starting threads takes longer than the answers: the questions take turns with the numbers of threads.
        wrong.push(...(await differences(question, 1 + ((asked + 1) % 3), random, states)));
        asked++;
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(0);
      for (const state of ['separated', 'intersecting']) expect([state, states.of(state) > 0.1]).toEqual([state, true]);
    },
    10 * MINUTES,
  );
}
