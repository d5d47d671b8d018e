// What the kernels say of one ray or point and one face, at the worst cases that a climb by generations finds: for all
// positions of the corners, the origin and the slopes within the stated errors, a face that is missed is missed, one
// that is met inside is, by the time stated, and distances are within their bounds.

import { expect, test } from '@jest/globals';
import { POINT_PARTS, RAY_PARTS } from '#surface/gpu-surface.ts';
import { worstOf } from '#harness/climb-generations.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';
import { worstBoxDistance, worstDistance } from '#harness/worst-distance.ts';

type Random = () => number;
type Words = readonly number[];

/**
 * What the kernel reads of a case: nine coordinates of corners, the ends of the ray or the point, axis and slopes. Then
 * by how much the exact ones differ: corners, origin, slopes.
 */
const [ORIGIN, END, AXIS, SLOPES, READ] = [9, 12, 15, 16, 18];
const [CORNERS_OFF, ORIGIN_OFF, SLOPES_OFF, CASE] = [18, 27, 30, 32];
const ANSWERS = 5;
const [MEETS, LATEST, BOX, LOWER, UPPER] = [0, 1, 2, 3, 4];
const [MISSED, UNDECIDED] = [0, 2];
const ONE = 2 ** 30;
const WIDTH = 2 ** 30;

const reading = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<f32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
fn corners(at: u32) -> array<vec3i, 3> { return array<vec3i, 3>(point(at), point(at + 3u), point(at + 6u)); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${READ}u * id.x;
  if (at + ${READ - 1}u >= arrayLength(&cases)) { return; }
  let face = corners(at);
  let out = ${ANSWERS}u * id.x;
  let o = point(at + ${ORIGIN}u);`;
const rayKernel = `${reading}
  let e = point(at + ${END}u);
  let axis = u32(cases[at + ${AXIS}u]);
  let given = SurfaceRay(o.x, o.y, o.z, e.x, e.y, e.z, axis, cases[at + ${SLOPES}u], cases[at + ${SLOPES + 1}u], 1.0);
  let found = rayOnFace(shearedRay(given), face);
  answers[out + ${MEETS}u] = f32(found.meets);
  answers[out + ${LATEST}u] = found.latest;
}`;
const pointKernel = `${reading}
  let low = min(face[0], min(face[1], face[2])) - OWN_ERROR;
  let high = max(face[0], max(face[1], face[2])) + OWN_ERROR;
  answers[out + ${BOX}u] = boxDistance(o, low, high);
  let found = faceDistance(o, face);
  answers[out + ${LOWER}u] = found.lower;
  answers[out + ${UPPER}u] = found.upper;
}`;

const gpu = await specGpu();
const onRay = await gpu.kernel({ label: 'spec: ray on face', parts: [...RAY_PARTS, rayKernel] });
const onPoint = await gpu.kernel({ label: 'spec: point and face', parts: [...POINT_PARTS, pointKernel] });

/** The exact face as the exact ray sees it: across the axis, across, ahead. */
function seen(words: Words): number[][] {
  const axis = words[AXIS];
  const ahead = Math.sign(words[END + axis] - words[ORIGIN + axis]);
  return [0, 3, 6].map((i) => {
    const x = [0, 1, 2].map(
      (k) => words[i + k] - words[ORIGIN + k] + (words[CORNERS_OFF + i + k] - words[ORIGIN_OFF + k]),
    );
    const across = [0, 1].map((k) => {
      const slope = (words[SLOPES + k] + words[SLOPES_OFF + k]) / ONE;
      return x[(axis + 1 + k) % 3] - slope * x[axis];
    });
    return [...across, ahead * x[axis]];
  });
}

/**
 * How far inside the sheared face the ray is, negative if outside, and how far ahead it meets the face's plane. f64
 * errs by about 2^-22 units, and by the same share of a face without area.
 */
function placeOf(words: Words): { inside: number; ahead: number } {
  const s = seen(words);
  const edge = (i: number, j: number) => s[i][0] * s[j][1] - s[i][1] * s[j][0];
  const weights = [edge(1, 2), edge(2, 0), edge(0, 1)];
  const area = weights[0] + weights[1] + weights[2];
  const distances = weights.map((weight, i) => {
    const [a, b] = [s[(i + 1) % 3], s[(i + 2) % 3]];
    return (Math.sign(area) * weight) / Math.hypot(a[0] - b[0], a[1] - b[1]);
  });
  const inside = Math.min(...distances);
  if (!(inside < 0)) return { inside, ahead: weights.reduce((sum, weight, i) => sum + (weight / area) * s[i][2], 0) };
  // Outside: the distance to the nearest point of an edge.
  const outside = [0, 1, 2].map((i) => {
    const [a, b] = [s[i], s[(i + 1) % 3]];
    const d = [b[0] - a[0], b[1] - a[1]];
    const t = Math.min(1, Math.max(0, -(a[0] * d[0] + a[1] * d[1]) / (d[0] ** 2 + d[1] ** 2) || 0));
    return { distance: Math.hypot(a[0] + t * d[0], a[1] + t * d[1]), ahead: a[2] + t * (b[2] - a[2]) };
  });
  const nearest = outside.reduce((a, b) => (b.distance < a.distance ? b : a));
  return { inside: -nearest.distance, ahead: nearest.ahead };
}

/** By how many units an answer is wrong, or is short of it if negative. */
type Score = (words: Words, answer: Float32Array) => number;
const isHit = (answer: Float32Array) => answer[MEETS] !== MISSED && answer[MEETS] !== UNDECIDED;
const RAY_SCORES: Record<string, Score> = {
  'a face that is missed': (words, answer) => {
    if (answer[MEETS] !== MISSED) return -Infinity;
    const { inside, ahead } = placeOf(words);
    return Math.min(inside, ahead);
  },
  'a face that is met inside': (words, answer) => {
    if (!isHit(answer)) return -Infinity;
    const { inside, ahead } = placeOf(words);
    return -Math.min(inside, ahead);
  },
  'the time by which a face is met': (words, answer) => {
    if (!isHit(answer)) return -Infinity;
    // The ends of the ray are off by a unit each.
    const length = Math.abs(words[END + words[AXIS]] - words[ORIGIN + words[AXIS]]);
    return (placeOf(words).ahead / (length - 2) - answer[LATEST]) * length;
  },
};
const pointOf = (words: Words) => words.slice(ORIGIN, ORIGIN + 3);
const POINT_SCORES: Record<string, Score> = {
  // A bound of 0 says nothing.
  'the distance of a box': (words, answer) =>
    answer[BOX] === 0 ? -Infinity : WIDTH * answer[BOX] - worstBoxDistance(words, pointOf(words)),
  'the lower bound of a face': (words, answer) => answer[LOWER] === 0 ? -Infinity : WIDTH * answer[LOWER] - worstDistance(words.slice(0, 9), pointOf(words), -1), // biome-ignore format: one line
  'the upper bound of a face': (words, answer) => worstDistance(words.slice(0, 9), pointOf(words), 1) - WIDTH * answer[UPPER], // biome-ignore format: one line
};

const off = (random: Random, most: number) => most * (random() < 0.8 ? Math.sign(random() - 0.5) : 2 * random() - 1);

/** A ray, and a face of up to that size, of which a point, often on an edge, is within a few units of the ray. */
function drawn(random: Random, size: number): number[] {
  const around = (most: number) => most * (2 * random() - 1);
  const axis = Math.floor(3 * random());
  const origin = [0, 1, 2].map(() => Math.round(around(2 ** 27)));
  const slopes = [0, 1].map(() => Math.round(random() < 0.4 ? Math.sign(around(1)) * ONE : around(ONE)));
  const ahead = Math.sign(around(1));
  const depth = ahead * size * 10 ** (-4 * random());
  const place = [0, 0, 0];
  place[axis] = depth;
  for (const k of [0, 1]) place[(axis + 1 + k) % 3] = (slopes[k] / ONE) * depth;
  const extent = size * 10 ** (-3 * random());
  const shape = [0, 1, 2].map(() => [0, 1, 2].map(() => around(extent)));
  // Across the ray, all at one depth.
  if (random() < 0.4) for (const corner of shape) corner[axis] = 0;
  const t = random() < 0.3 ? 0 : random();
  const u = random() < 0.5 ? 0 : random() * (1 - t);
  const on = [0, 1, 2].map((k) => (1 - t - u) * shape[0][k] + t * shape[1][k] + u * shape[2][k] + around(12));
  const corners = shape.flatMap((corner) => corner.map((x, k) => Math.round(origin[k] + place[k] + x - on[k])));
  const end = [...origin];
  end[axis] += ahead * Math.round(2 ** 27 + around(2 ** 26));
  // Often all corners are off the same way, and the origin the other way.
  const side = [0, 1, 2].map(() => (random() < 0.7 ? off(random, 1) : null));
  const offs = Array.from({ length: 12 }, (_, i) => (i < 9 ? 1 : -1) * (side[i % 3] ?? off(random, 1)));
  return [...corners, ...origin, ...end, axis, ...slopes, ...offs, off(random, 0.5), off(random, 0.5)];
}

function changed(random: Random, words: Words, size: number): number[] {
  const next = [...words];
  // All of it is moved.
  if (random() < 0.2) {
    const k = Math.floor(3 * random());
    const by = Math.round((random() - 0.5) * 16);
    for (const i of [k, 3 + k, 6 + k]) next[i] += by;
  }
  for (let change = random() < 0.5 ? 1 : 3; change > 0; change--) {
    const k = Math.floor((9 + 14) * random());
    if (k < 9) next[k] += Math.round((random() - 0.5) * size * 2 ** (-27 * random()));
    else next[CORNERS_OFF - 9 + k] = off(random, CORNERS_OFF - 9 + k < SLOPES_OFF ? 1 : 0.5);
  }
  return next;
}

const MANY = longRun(768, 192);
const PARENTS = longRun(48, 24);
const GENERATIONS = longRun(24, 16);

/** The rounding of a test, in units: that of coordinates, and 2^-20 of the face's size. */
const unitOf = (size: number) => 5 + size * 2 ** -20;

const all = [onRay, onPoint].flatMap((pipeline) =>
  Object.entries(pipeline === onRay ? RAY_SCORES : POINT_SCORES).flatMap(([name, score], n) =>
    [2 ** 10, 2 ** 19, 2 ** 27].map((size, k) => ({ pipeline, name, score, size, isQuick: n === k })),
  ),
);
const climbs = (cases: typeof all) =>
  test.each(cases)('$name, sizes up to $size units', async ({ pipeline, name, score, size }) => {
    const seed = 1732 + (size % 1009);
    const worst = await worstOf({
      random: mulberry32(seed),
      draw: (random) => drawn(random, size),
      change: (random, words) => changed(random, words, size),
      scoresOf: async (asked) => {
        const read = Int32Array.from(asked.flatMap((words) => words.slice(0, READ)));
        const answers = await answersOf(gpu, pipeline, read, asked.length, ANSWERS);
        return asked.map((words, i) => score(words, answers.subarray(ANSWERS * i, ANSWERS * (i + 1))) / unitOf(size));
      },
      ...{ many: MANY, parents: PARENTS, generations: GENERATIONS },
    });
    if (worst.score > 0) throw new Error(`${name}: ${worst.words.join(' ')} by ${worst.score}`);
    console.log(
      `${name}, size ${size}, seed ${seed}: ${worst.asked} cases, the worst spares ${(-worst.score).toFixed(3)} times what is rounded`,
    );
    expect(worst.words.length).toBe(CASE);
    expect(worst.asked).toBeGreaterThan(MANY);
    // The climb comes close.
    expect(worst.score).toBeGreaterThan(-1);
  });
climbs(all.filter(({ isQuick }) => isQuick));
inDeep(() => climbs(all.filter(({ isQuick }) => !isQuick)));
