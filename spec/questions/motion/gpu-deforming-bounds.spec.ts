// Bounds of a step on the GPU at the worst cases of a climb by generations: coefficients of the coplanarity cubic in
// f32, for all true coordinates that round to a grid point; sums of rounded coordinates, which separate k-DOPs.

import { describe, expect, test } from '@jest/globals';
import { COPLANARITY_PARTS } from '#motion/deforming/gpu-impact-kernels.ts';
import { writeStep } from '#motion/deforming/gpu-step-words.ts';
import { cross, dot, type IntegerPoint, minus, onGrid, pointAt, quotient } from '#harness/exact-grid.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { bufferOf, readWords, specGpu } from '#harness/software-gpu.ts';

/** Words of a case: xyz of a, b, c, p at the beginning, then at the end. */
const CASE_WORDS = 24;
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
  answers[${ANSWER_WORDS}u * id.x + 4u] = tripleCoplanarityBound(e, g, q);
  answers[${ANSWER_WORDS}u * id.x + 5u] = select(0.0, 1.0, areNeverCoplanar(e, g, q));
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

const answersOf = (cases: readonly Case[]) =>
  answered(coplanarity, Int32Array.from(cases.flatMap(({ at }) => at)), cases.length, ANSWER_WORDS);

/** @param width words per answer. */
async function answered(
  pipeline: GPUComputePipeline,
  given: Int32Array,
  count: number,
  width: number,
): Promise<Float32Array> {
  const words = width * count;
  const buffers = [bufferOf(gpu, 'cases', given), bufferOf(gpu, 'answers', new Uint32Array(words))];
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, gpu.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  gpu.device.queue.submit([encoder.finish()]);
  const found = new Float32Array((await readWords(gpu, buffers[1], words)).buffer);
  for (const buffer of buffers) buffer.destroy();
  return found;
}

type Random = () => number;

/** Grid points, and the offset of each true coordinate in PARTS of a unit: half a unit at most. */
interface Case {
  readonly at: readonly number[];
  readonly off: readonly number[];
}
const PARTS = 16;

/** Three times the Bernstein coefficients for the true coordinates, in PARTS of a unit, cubed. */
function exactTriple({ at, off }: Case): readonly bigint[] {
  const values = at.map((x, i) => BigInt(PARTS * x + off[i]));
  const way = (to: number): readonly [IntegerPoint, IntegerPoint] => [
    minus(pointAt(values, to), pointAt(values, 0)),
    minus(pointAt(values, 12 + to), pointAt(values, 12)),
  ];
  const [e, g, q] = [way(3), way(6), way(9)];
  const [one, other] = [cross(e[0], g[1]), cross(e[1], g[0])];
  const middle: IntegerPoint = [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
  const [first, last] = [cross(e[0], g[0]), cross(e[1], g[1])];
  return [
    3n * dot(first, q[0]),
    dot(first, q[1]) + dot(middle, q[0]),
    dot(last, q[0]) + dot(middle, q[1]),
    3n * dot(last, q[1]),
  ];
}

/** A width of the grid is 2^30 units. */
const CUBE = (BigInt(PARTS) ** 3n) << 90n;

/** The greatest error of a coefficient as a fraction of the bound. */
function shareOf(one: Case, answer: Float32Array): number {
  const errors = exactTriple(one).map((exact, k) => {
    const { values, places } = onGrid([answer[k]]);
    return Math.abs(quotient((exact << BigInt(places)) - values[0] * CUBE, CUBE << BigInt(places)));
  });
  return Math.max(...errors) / answer[4];
}

function drawn(random: Random, size: number): Case {
  const around = (most: number) => Math.round(most * (2 * random() - 1));
  const spread = size * 10 ** (-2 * random());
  const middle = [0, 1, 2].map(() => around(size - spread));
  return {
    at: Array.from({ length: CASE_WORDS }, (_, i) => middle[i % 3] + around(spread)),
    off: Array.from({ length: CASE_WORDS }, () => (random() < 0.5 ? -PARTS / 2 : PARTS / 2)),
  };
}

function changed(random: Random, { at, off }: Case, size: number): Case {
  const next = { at: [...at], off: [...off] };
  for (let change = random() < 0.5 ? 1 : 3; change > 0; change--) {
    const k = Math.floor(CASE_WORDS * random());
    if (random() < 0.3) next.off[k] = -next.off[k];
    else {
      const moved = next.at[k] + Math.round((random() - 0.5) * size * 2 ** (-28 * random()));
      next.at[k] = Math.max(-size, Math.min(size, moved));
    }
  }
  return next;
}

const MANY = 512;
const PARENTS = 32;
const GENERATIONS = longRun(40, 16);

describe('tripleCoplanarityBound holds for the worst input found', () => {
  test.each([2 ** 4, 2 ** 12, 2 ** 20, 2 ** 29])('sizes up to %d units', async (size) => {
    const seed = 2020 + (size % 1009);
    const random = mulberry32(seed);
    let cases = Array.from({ length: MANY }, () => drawn(random, size));
    let worst = 0;
    let ruledOut = 0;
    for (let generation = 0; generation < GENERATIONS; generation++) {
      const answers = await answersOf(cases);
      const scored = cases.map((one, i) => {
        const answer = answers.subarray(ANSWER_WORDS * i, ANSWER_WORDS * (i + 1));
        if (answer[5] === 1) {
          ruledOut++;
          const signs = new Set(exactTriple(one).map((x) => x > 0n || -(x < 0n)));
          expect([one, signs.size, signs.has(0)]).toEqual([one, 1, false]);
        }
        return { one, share: shareOf(one, answer) };
      });
      scored.sort((a, b) => b.share - a.share);
      worst = Math.max(worst, scored[0].share);
      const parents = scored.slice(0, PARENTS).map(({ one }) => one);
      cases = Array.from({ length: MANY }, (_, i) =>
        i < PARENTS ? parents[i] : changed(random, parents[i % PARENTS], size),
      );
    }
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
    const apart = await answered(apartness, words, count, 1);
    expect(apart.slice(1).some((x) => x !== 0)).toBe(false);
    // Some pairs would be apart by their rounded sums.
    const sumsOf = (at: number) => [words[at] + words[at + 1], words[at + 6] + words[at + 7]];
    const all = Array.from({ length: count }, (_, i) => [sumsOf(CASE_WORDS * i), sumsOf(CASE_WORDS * i + 12)]);
    const pairs = all.filter((_, i) => i % 2 === 0 && i > 0);
    const parted = pairs.filter(([a, b]) => Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a));
    expect(parted.length).toBeGreaterThan(5);
  });
});
