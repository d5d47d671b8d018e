// Bounds of the distance from a point to a face on the GPU: for every position of the corners within the stated error,
// the certified interval contains the distance, and is narrow if f32 allows it; bounds by box and by support are below
// the distance.

import { describe, expect, test } from '@jest/globals';
import { mulberry32 } from '#core';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import bounds from '#wgsl/common/bounds.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import nearestFaceBounds from '#wgsl/proximity/nearest-face-bounds.wgsl';
import pointFace from '#wgsl/proximity/point-face.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import pointTriangleText from '#wgsl/triangles/point-triangle.wgsl';
import { longRun } from '#harness/long-run.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';

/** Words of a case: nine coordinates of corners, those of a cell centre, relative to the point, and the error. */
const CASE_WORDS = 13;
/** Words of an answer: face, upper, lower, then by box and by support, for the bone and for the tool. */
const ANSWER_WORDS = 7;
const kernel = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<u32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${CASE_WORDS}u * id.x;
  if (at + ${CASE_WORDS - 1}u >= arrayLength(&cases)) { return; }
  let zero = vec3i(0);
  let error = cases[at + 12u];
  let corners = array<vec3i, 3>(point(at), point(at + 3u), point(at + 6u));
  let measured = measureFace(
    id.x, local(corners[0], zero), local(corners[1], zero), local(corners[2], zero), f32(error) * WIDTHS_PER_UNIT,
  );
  let out = ${ANSWER_WORDS}u * id.x;
  answers[out] = measured.face;
  answers[out + 1u] = bitcast<u32>(measured.upper);
  answers[out + 2u] = bitcast<u32>(measured.lower);
  let middle = point(at + 9u);
  let support = supportOf(corners, middle);
  for (var body = 0u; body < 2u; body++) {
    let asked = Asked(zero, error, zero, error - OWN_ERROR);
    answers[out + 3u + 2u * body] = bitcast<u32>(lowerByBox(body, corners, asked));
    answers[out + 4u + 2u * body] = bitcast<u32>(lowerBySupport(body, support, middle, zero, error - OWN_ERROR));
  }
}`;

const gpu = await specGpu();
const COUNT = longRun(1500, 256);
const WIDTH = 2 ** 30;

/** Distance from the origin to the triangle of nine coordinates. */
function distanceOf(corners: Float64Array): number {
  const out = new Float64Array(POINT_TRIANGLE_SIZE);
  pointTriangle(new Float64Array(3), 0, corners, 0, 3, 6, out);
  return Math.sqrt(out[SQUARED]);
}

type Random = () => number;
const around = (random: Random, size: number) => size * (2 * random() - 1);
const triple = (random: Random, size: number) => [0, 1, 2].map(() => around(random, size));

/** Nine coordinates relative to the point, sizes up to `size`. */
const families: Record<string, (random: Random, size: number) => number[]> = {
  anywhere: (random, size) => [...triple(random, size), ...triple(random, size), ...triple(random, size)],
  'far and small': (random, size) => {
    const centre = triple(random, size);
    const own = size * 2 ** (-12 * random());
    return [0, 1, 2].flatMap(() => triple(random, own).map((x, k) => x + centre[k]));
  },
  'under the point': (random, size) => {
    const t = [0, 1, 2].map(() => triple(random, size));
    const [r, s] = [random(), random()];
    const height = 10 ** (-6 * random());
    const foot = [0, 1, 2].map((k) => (r * t[0][k] + (1 - r) * (s * t[1][k] + (1 - s) * t[2][k])) * (1 - height));
    return t.flatMap((p) => p.map((x, k) => x - foot[k]));
  },
  'a sliver': (random, size) => {
    const [a, b] = [triple(random, size), triple(random, size)];
    const s = random();
    const width = size * 10 ** (-7 * random());
    const c = a.map((x, k) => x + s * (b[k] - x) + around(random, width));
    const shift = triple(random, size * 10 ** (-7 * random()));
    const foot = a.map((x, k) => (x + b[k] + c[k]) / 3 + shift[k]);
    const corners = [a, b, c].map((p) => p.map((x, k) => x - foot[k]));
    return corners.flat();
  },
  'no area': (random, size) => {
    const a = triple(random, size);
    const d = triple(random, random() < 0.2 ? 0 : size);
    const [s, t] = [random(), random()];
    return [...a, ...a.map((x, k) => x + s * d[k]), ...a.map((x, k) => x - t * d[k])];
  },
};

describe.each(Object.keys(families))('%s', (family) => {
  test.each([2 ** 4, 2 ** 10, 2 ** 18, 2 ** 24, 2 ** 29])('size %d', async (size) => {
    const seed = size % 1000003;
    const random = mulberry32(seed);
    const cases = Array.from({ length: COUNT }, () => [
      ...families[family](random, size).map(Math.round),
      ...triple(random, size * 2 ** (-12 * random())).map(Math.round),
      1 + Math.floor(12 * random()),
    ]);
    const pipeline = await gpu.kernel({
      label: 'spec: measure face',
      parts: [grid, bounds, leafRecords, pointTriangleText, nearestFaceBounds, pointFace, kernel],
    });
    const floats = await answersOf(gpu, pipeline, Int32Array.from(cases.flat()), COUNT, ANSWER_WORDS);
    let narrow = 0;
    let near = 0;
    let good = 0;
    cases.forEach((words, i) => {
      const [upper, lower, ...below] = floats
        .subarray(ANSWER_WORDS * i + 1, ANSWER_WORDS * (i + 1))
        .map((width) => WIDTH * width);
      const error = words[12];
      const slack = 2 ** -40 * size;
      for (let round = 0; round < 6; round++) {
        const shift = () => (round === 0 ? 0 : round < 4 ? Math.sign(random() - 0.5) : 2 * random() - 1);
        const corners = Float64Array.from(words.slice(0, 9), (x) => x + error * shift());
        const exact = distanceOf(corners);
        if (!(lower <= exact + slack && exact <= upper + slack))
          throw new Error(`[${lower}, ${upper}] for ${words.join(' ')}: ${exact}`);
        if (!below.every((bound) => bound <= exact + slack))
          throw new Error(`by box and support ${below.join(', ')} for ${words.join(' ')}: ${exact}`);
      }
      if (upper - lower <= 6 * error + 2 ** -16 * size) narrow++;
      // Accurate to second order, for a cell whose centre is this near to the point.
      if (Math.hypot(...words.slice(9, 12)) <= lower / 16) {
        near++;
        if (below[1] >= 0.95 * lower - 6 * error) good++;
      }
    });
    console.log(
      `${family}, size ${size}, seed ${seed}: ${narrow} of ${COUNT} narrow, supports good ${good} of ${near}`,
    );
    if (family !== 'a sliver') expect(narrow).toBeGreaterThan(0.9 * COUNT);
    if (family === 'anywhere') {
      expect(near).toBeGreaterThan(0.3 * COUNT);
      expect(good).toBeGreaterThan(0.95 * near);
    }
  });
});
