// Bounds of a step on the GPU at the worst cases of a climb by generations: coefficients of the coplanarity cubic in
// f32, for all true coordinates that round to a grid point; sums of rounded coordinates, which separate k-DOPs.

import { describe, expect, test } from '@jest/globals';
import { COPLANARITY_PARTS } from '#motion/deforming/gpu-impact-kernels.ts';
import { writeStep } from '#motion/deforming/gpu-step-words.ts';
import { cross, dot, type IntegerPoint } from '#harness/exact-grid.ts';
import { CASE_WORDS, errorOf, type GridCase, PARTS, trueValues, trueWay, worstShare } from '#harness/gpu-grid-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';

/** Words of an answer: four coefficients, the bound, and whether the points are never coplanar. */
const ANSWER_WORDS = 6;
const kernel = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<f32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
fn moving(at: u32) -> MovingPoint { return MovingPoint(point(at), point(at + 12u)); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${CASE_WORDS}u * id.x;
  if (at + ${CASE_WORDS - 1}u >= arrayLength(&cases)) { return; }
  let a = moving(at);
  let e = movingVector(a, moving(at + 3u));
  let g = movingVector(a, moving(at + 6u));
  let q = movingVector(a, moving(at + 9u));
  let f = tripleCoplanarity(e, g, q);
  for (var k = 0u; k < 4u; k++) { answers[${ANSWER_WORDS}u * id.x + k] = f[k]; }
  answers[${ANSWER_WORDS}u * id.x + 4u] = tripleCoplanarityBound(e, g, q, DIFFERENCE_ERROR);
  answers[${ANSWER_WORDS}u * id.x + 5u] = select(0.0, 1.0, areNeverCoplanar(e, g, q, DIFFERENCE_ERROR));
}`;

/** For pairs of moving edges: whether their k-DOPs are apart. */
const apartKernel = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<f32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
fn moving(at: u32) -> MovingPoint { return MovingPoint(point(at), point(at + 3u)); }
fn dopOf(at: u32) -> MovingDop { return withPoint(withPoint(noDop(), moving(at)), moving(at + 6u)); }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&answers)) { return; }
  answers[id.x] = select(0.0, 1.0, areDopsApart(dopOf(24u * id.x), dopOf(24u * id.x + 12u)));
}`;

const gpu = await specGpu();
const pipelineOf = (label: string, text: string) => gpu.kernel({ label, parts: [...COPLANARITY_PARTS, text] });
const coplanarity = await pipelineOf('spec: coplanarity', kernel);
const apartness = await pipelineOf('spec: apart', apartKernel);

/** Three times the Bernstein coefficients for the true coordinates, in PARTS of a unit, cubed. */
function exactTriple(one: GridCase): readonly bigint[] {
  const values = trueValues(one);
  const [e, g, q] = [1, 2, 3].map((to) => trueWay(values, 0, to));
  const [first, last] = [cross(e[0], g[0]), cross(e[1], g[1])];
  const [ahead, behind] = [cross(e[0], g[1]), cross(e[1], g[0])];
  const middle: IntegerPoint = [ahead[0] + behind[0], ahead[1] + behind[1], ahead[2] + behind[2]];
  return [
    3n * dot(first, q[0]),
    dot(first, q[1]) + dot(middle, q[0]),
    dot(last, q[0]) + dot(middle, q[1]),
    3n * dot(last, q[1]),
  ];
}

/** A width of the grid is 2^30 units. */
const CUBE = (BigInt(PARTS) ** 3n) << 90n;

describe('tripleCoplanarityBound holds for the worst input found', () => {
  test.each([2 ** 4, 2 ** 12, 2 ** 20, 2 ** 29])('sizes up to %d units', async (size) => {
    const seed = 2020 + (size % 1009);
    let ruledOut = 0;
    const worst = await worstShare(mulberry32(seed), size, async (cases) => {
      const given = Int32Array.from(cases.flatMap(({ at }) => at));
      const answers = await answersOf(gpu, coplanarity, given, cases.length, ANSWER_WORDS);
      return cases.map((one, i) => {
        const answer = answers.subarray(ANSWER_WORDS * i, ANSWER_WORDS * (i + 1));
        const exact = exactTriple(one);
        if (answer[5] === 1) {
          ruledOut++;
          const signs = new Set(exact.map((x) => x > 0n || -(x < 0n)));
          expect([one, signs.size, signs.has(0)]).toEqual([one, 1, false]);
        }
        return Math.max(...exact.map((x, k) => errorOf(answer[k], x, CUBE))) / answer[4];
      });
    });
    console.log(
      `size ${size}, seed ${seed}: ${ruledOut} ruled out; the worst error is ${worst.toFixed(4)} of the bound`,
    );
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(1 / 100);
    if (size > 2 ** 4) expect(ruledOut).toBeGreaterThan(50);
  });
});

describe('coordinates on the grid', () => {
  test.each([
    [1, 0],
    [1, 1e6],
    [2 ** -200, 0],
    [2 ** 1000, 0],
  ])('scale %d, offset %d: order stays; equal sums come apart by two units at most', (scale, offset) => {
    const random = mulberry32(2030);
    const count = longRun(4000, 1000);
    const positions = new Float64Array(3 * count);
    // Multiples of 2^-40 of the scale, far finer than the grid, with x + y the same for all points.
    const part = (most: number) => Math.round(most * random() * 2 ** 40) * 2 ** -40;
    // One exception: otherwise the grid would lie the same way on both axes.
    positions.set([1.6 * scale + offset, offset, offset]);
    for (let i = 3; i < positions.length; i += 3) {
      const x = part(1);
      positions.set([x * scale + offset, (1 - x) * scale + offset, part(0.9) * scale + offset], i);
    }
    const words = new Int32Array(6 * count);
    writeStep(positions, positions, words);
    const at = (vertex: number, k: number) => words[6 * vertex + k];
    const vertices = Array.from({ length: count }, (_, vertex) => vertex);
    const sums = vertices.slice(1).map((vertex) => at(vertex, 0) + at(vertex, 1));
    const apart = Math.max(...sums) - Math.min(...sums);
    expect(apart).toBeLessThanOrEqual(2);
    // Unless the surface is smaller than a unit of the finest grid.
    if (scale > 2 ** -160) expect(apart).toBeGreaterThan(0);
    const byX = [...vertices].sort((a, b) => positions[3 * a] - positions[3 * b]);
    for (let i = 1; i < count; i++) expect(at(byX[i], 0) - at(byX[i - 1], 0)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...words.map(Math.abs))).toBeLessThanOrEqual(2 ** 29);
  });

  test('edges that cross on the axes of sums and differences are not apart', async () => {
    const random = mulberry32(2031);
    const count = 1024;
    const [start, end] = [new Float64Array(12 * count), new Float64Array(12 * count)];
    // Both ends rest on x + y = 1 or x − y = 0, with the same z, on either side of x = 0.5: two edges share that point.
    const part = () => Math.round(0.4 * random() * 2 ** 40) * 2 ** -40;
    for (let i = 0; i < 4 * count; i++) {
      const isSum = Math.floor(i / 4) % 2 === 0;
      const x = i % 2 === 0 ? 0.5 - part() : 0.5 + part();
      for (const out of [start, end]) out.set([x, isSum ? 1 - x : x, 0.25], 3 * i);
    }
    // Away from the others, so that the grid does not lie the same way on x and y.
    start.set([0.5 + 2 ** -5, 0.5 - 2 ** -5, 0.25]);
    end.set([1.7, -0.7, 0.25]);
    const words = new Int32Array(CASE_WORDS * count);
    writeStep(start, end, words);
    const apart = await answersOf(gpu, apartness, words, count, 1);
    expect(apart.slice(1).some((x) => x !== 0)).toBe(false);
    // Some pairs would be apart by their rounded sums.
    const sumsOf = (at: number) => [words[at] + words[at + 1], words[at + 6] + words[at + 7]];
    const all = Array.from({ length: count }, (_, i) => [sumsOf(CASE_WORDS * i), sumsOf(CASE_WORDS * i + 12)]);
    const pairs = all.filter((_, i) => i % 2 === 0 && i > 0);
    const parted = pairs.filter(([a, b]) => Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a));
    expect(parted.length).toBeGreaterThan(5);
  });
});
