// The bounds of swept boxes and faces in f32 at the worst cases that a climb by generations finds: for all positions of
// the corners and of the path's ends within the stated errors, there is no contact before the time of entry, and there
// is contact at the reported time of contact.

import { expect, test } from '@jest/globals';
import { SWEPT_PARTS } from '#motion/sphere/gpu-sphere-sweeps.ts';
import { worstOf } from '#harness/climb-generations.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';
import { worstBoxDistance, worstDistance } from '#harness/worst-distance.ts';

/** Words of a case: nine coordinates of corners, six of the path's ends, reach and within in units. */
const CASE_WORDS = 17;
const [WAY, REACH, WITHIN] = [9, 15, 16];
/** Words of an answer: entry of the face's box, entry of the face, contact. */
const ANSWER_WORDS = 3;
const NEVER = 2;
const kernel = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<f32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${CASE_WORDS}u * id.x;
  if (at + ${CASE_WORDS - 1}u >= arrayLength(&cases)) { return; }
  let a = point(at);
  let b = point(at + 3u);
  let c = point(at + 6u);
  let origin = point(at + 9u);
  let way = local(point(at + 12u), origin);
  let reach = f32(cases[at + 15u]) * WIDTHS_PER_UNIT;
  let sphere = MovingSphere(origin, way, reach, f32(cases[at + 16u]) * WIDTHS_PER_UNIT);
  let start = boxEntry(sphere, min(a, min(b, c)) - OWN_ERROR, max(a, max(b, c)) + OWN_ERROR);
  answers[${ANSWER_WORDS}u * id.x] = start;
  // Where the box is not met, as if it were: what a face alone says.
  let found = sweptFace(sphere, array<vec3i, 3>(a, b, c), select(start, 0.0, start >= NEVER), 1.0);
  answers[${ANSWER_WORDS}u * id.x + 1u] = found.entry;
  answers[${ANSWER_WORDS}u * id.x + 2u] = found.contact;
}`;

const gpu = await specGpu();
const pipeline = await gpu.kernel({ label: 'spec: swept', parts: [...SWEPT_PARTS, kernel] });

const answersTo = (cases: readonly (readonly number[])[]) =>
  answersOf(gpu, pipeline, Int32Array.from(cases.flat()), cases.length, ANSWER_WORDS);

type Random = () => number;

const centreAt = (words: readonly number[], t: number) =>
  [0, 1, 2].map((k) => (1 - t) * words[WAY + k] + t * words[WAY + 3 + k]);
const distanceAt = (words: readonly number[], t: number, side: -1 | 1): number =>
  worstDistance(words.slice(0, 9), centreAt(words, t), side);
const boxDistanceAt: DistanceAt = (words, t) => worstBoxDistance(words, centreAt(words, t));

type DistanceAt = (words: readonly number[], t: number) => number;
const faceDistanceAt: DistanceAt = (words, t) => distanceAt(words, t, -1);

/** The time at which the distance is least: a distance is convex. */
function nearestTime(words: readonly number[], distance: DistanceAt): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const [first, second] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distance(words, first) < distance(words, second)) high = second;
    else low = first;
  }
  return low;
}

/** How much too near the sphere comes at or before a time that is reported as before any contact. */
function tooNearBefore(words: readonly number[], entry: number, distance: DistanceAt): number {
  if (entry === 0) return -Infinity;
  const last = Math.min(entry, 1);
  const times = entry > 1 ? [0, nearestTime(words, distance), 1] : [0, 0.5 * last, 0.9 * last, last];
  return words[REACH] - Math.min(...times.map((t) => distance(words, t)));
}

/** The error of an answer, in units. */
const SCORES = {
  'the entry of a box': (words: readonly number[], answer: Float32Array) =>
    tooNearBefore(words, answer[0], boxDistanceAt),
  'the entry of a face': (words: readonly number[], answer: Float32Array) =>
    tooNearBefore(words, answer[1], faceDistanceAt),
  'the contact with a face': (words: readonly number[], answer: Float32Array) =>
    answer[2] >= NEVER ? -Infinity : distanceAt(words, answer[2], 1) - words[WITHIN],
} as const;

/** The rounding of coordinates of this size, in units: 1 and 2^-23 of them. */
const unitOf = (size: number) => 1 + size * 2 ** -23;

function drawn(random: Random, size: number): number[] {
  const around = (most: number) => most * (2 * random() - 1);
  const from = [0, 1, 2].map(() => around(size));
  const length = size * 10 ** (-3 * random());
  const to = from.map((x) => x + around(length));
  const t = random();
  const reach = Math.round(random() < 0.2 ? 0 : size * 10 ** (-4 * random()));
  const extent = size * 10 ** (-3 * random());
  // Around a point near the reach from the path.
  const at = from.map((x, k) => x + t * (to[k] - x) + around(reach + 0.1 * extent));
  const corners = [0, 1, 2].flatMap(() => at.map((x) => x + around(extent)));
  const within = reach - Math.ceil((1 + 100 * random()) * unitOf(size));
  return [...[...corners, ...from, ...to].map(Math.round), reach, within];
}

function changed(random: Random, words: readonly number[], size: number): number[] {
  const next = [...words];
  for (let change = random() < 0.5 ? 1 : 3; change > 0; change--) {
    const k = Math.floor(15 * random());
    next[k] += Math.round((random() - 0.5) * size * 2 ** (-28 * random()));
  }
  if (random() < 0.2) next[REACH] = Math.max(0, next[REACH] + Math.round((random() - 0.5) * 2 ** (10 * random())));
  return next;
}

const MANY = longRun(768, 128);
const PARENTS = longRun(48, 16);
const GENERATIONS = longRun(14, 12);

const all = Object.entries(SCORES).flatMap(([name, score], n) =>
  [2 ** 12, 2 ** 20, 2 ** 28].map((size, k) => ({ name, score, size, isQuick: n === k })),
);
const climbs = (cases: typeof all) =>
  test.each(cases)('$name, sizes up to $size units', async ({ name, score, size }) => {
    const seed = 1708 + (size % 1009);
    const worst = await worstOf({
      random: mulberry32(seed),
      draw: (random) => drawn(random, size),
      change: (random, words) => changed(random, words, size),
      scoresOf: async (cases) => {
        const answers = await answersTo(cases);
        const answerOf = (i: number) => answers.subarray(ANSWER_WORDS * i, ANSWER_WORDS * (i + 1));
        return cases.map((words, i) => score(words, answerOf(i)) / unitOf(size));
      },
      ...{ many: MANY, parents: PARENTS, generations: GENERATIONS },
    });
    if (worst.score > 0) throw new Error(`${name}: ${worst.words.join(' ')} by ${worst.score}`);
    console.log(
      `${name}, size ${size}, seed ${seed}: ${worst.asked} cases, the worst spares ${(-worst.score).toFixed(2)} times what is rounded`,
    );
    expect(worst.asked).toBeGreaterThan(MANY);
    // The climb comes close.
    expect(worst.score).toBeGreaterThan(-1);
  });
climbs(all.filter(({ isQuick }) => isQuick));
inDeep(() => climbs(all.filter(({ isQuick }) => !isQuick)));
