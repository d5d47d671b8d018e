// What the GPU rules out in a step: coefficients of the inside test in f32 at the worst cases of a climb by
// generations, for all true coordinates that round to a grid point and in parts of the step; and the pairs of features
// that it rules out, which the oracle must not find to meet.

import { describe, expect, test } from '@jest/globals';
import { COPLANARITY_PARTS } from '#motion/deforming/gpu-impact-kernels.ts';
import { cross, dot, type IntegerPoint } from '#harness/exact-grid.ts';
import {
  CASE_WORDS,
  drawnCase,
  errorOf,
  type GridCase,
  PARTS,
  trueValues,
  trueWay,
  worstShare,
} from '#harness/gpu-grid-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { meets } from '#harness/moving-points.ts';
import { mulberry32 } from '#harness/random.ts';
import { answersOf, specGpu } from '#harness/software-gpu.ts';

/** Parts of a step in which its parts are counted: TIME_BITS of the shader. */
const TIMES = 256;
const FORMS = 6;
/** Five coefficients of each form, and the bound. */
const ANSWER_WORDS = 5 * FORMS + 1;

const reading = `
@group(0) @binding(0) var<storage, read> cases: array<i32>;
@group(0) @binding(1) var<storage, read_write> answers: array<f32>;
fn point(at: u32) -> vec3i { return vec3i(cases[at], cases[at + 1u], cases[at + 2u]); }
fn moving(at: u32) -> MovingPoint { return MovingPoint(point(at), point(at + 12u)); }`;

const insideKernel = (first: number, last: number) => `${reading}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${CASE_WORDS}u * id.x;
  if (at + ${CASE_WORDS - 1}u >= arrayLength(&cases)) { return; }
  let e = vectorIn(moving(at), moving(at + 3u), ${first}u, ${last}u);
  let g = vectorIn(moving(at), moving(at + 6u), ${first}u, ${last}u);
  let q = vectorIn(moving(at), moving(at + 9u), ${first}u, ${last}u);
  let n = movingCross(e, g);
  let v = movingCross(q, g);
  let w = movingCross(e, q);
  let x = movingCross(q, e);
  let forms = array<MovingCross, ${FORMS}>(
    v, w, x, crossDifference(crossDifference(n, v), w), crossDifference(n, v), crossDifference(n, x));
  for (var form = 0u; form < ${FORMS}u; form++) {
    let c = quarticOf(n, forms[form]);
    for (var k = 0u; k < 5u; k++) { answers[${ANSWER_WORDS}u * id.x + 5u * form + k] = c[k]; }
  }
  answers[${ANSWER_WORDS}u * id.x + ${5 * FORMS}u] = insideBound(e, g, q);
}`;

/** Case by case: whether the first point and the face of the others never meet; whether two edges never do. */
const meetKernel = `${reading}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let at = ${CASE_WORDS}u * id.x;
  if (at + ${CASE_WORDS - 1}u >= arrayLength(&cases)) { return; }
  let p = array<MovingPoint, 4>(moving(at), moving(at + 3u), moving(at + 6u), moving(at + 9u));
  answers[2u * id.x] = select(0.0, 1.0, areNeverMeeting(FeaturePoints(p[1], p[2], p[1], p[3], p[0]), true));
  answers[2u * id.x + 1u] = select(0.0, 1.0, areNeverMeeting(FeaturePoints(p[0], p[1], p[2], p[3], p[2]), false));
}`;

const gpu = await specGpu();
const pipelineOf = (label: string, text: string) => gpu.kernel({ label, parts: [...COPLANARITY_PARTS, text] });
const meeting = await pipelineOf('spec: never meet', meetKernel);

type Cross = readonly [IntegerPoint, IntegerPoint, IntegerPoint];

function combined(a: IntegerPoint, b: IntegerPoint, sign: bigint): IntegerPoint {
  return [a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2]];
}

/** First coefficient of x × y, twice the middle one, last. */
function crossOf([x, u]: readonly IntegerPoint[], [y, v]: readonly IntegerPoint[]): Cross {
  return [cross(x, y), combined(cross(x, v), cross(u, y), 1n), cross(u, v)];
}

const less = (a: Cross, b: Cross): Cross => [
  combined(a[0], b[0], -1n),
  combined(a[1], b[1], -1n),
  combined(a[2], b[2], -1n),
];

/** 1, 4, 6, 4, 1 times the coefficients of n·d. */
const productOf = (n: Cross, d: Cross) => [
  dot(n[0], d[0]),
  dot(n[0], d[1]) + dot(n[1], d[0]),
  dot(n[0], d[2]) + dot(n[1], d[1]) + dot(n[2], d[0]),
  dot(n[1], d[2]) + dot(n[2], d[1]),
  dot(n[2], d[2]),
];
const FACTORS = [1, 4, 6, 4, 1];

/** Of the true points between `first` and `last` of TIMES, in PARTS·TIMES of a unit, to the power of four. */
function exactForms(one: GridCase, first: number, last: number): readonly bigint[] {
  const values = trueValues(one);
  const at = (time: number) =>
    values.slice(0, 12).map((x, i) => BigInt(TIMES - time) * x + BigInt(time) * values[12 + i]);
  const part = [...at(first), ...at(last)];
  const [e, g, q] = [1, 2, 3].map((to) => trueWay(part, 0, to));
  const [n, v, w, x] = [crossOf(e, g), crossOf(q, g), crossOf(e, q), crossOf(q, e)];
  return [v, w, x, less(less(n, v), w), less(n, v), less(n, x)].flatMap((form) => productOf(n, form));
}

const UNIT = (BigInt(PARTS * TIMES) ** 4n) << 120n;

describe('insideBound holds for the worst input found', () => {
  test.each([
    [2 ** 4, 0, 256],
    [2 ** 12, 128, 192],
    [2 ** 20, 77, 78],
    [2 ** 29, 0, 128],
    [2 ** 29, 255, 256],
  ])('sizes up to %d units, from %d to %d of 256', async (size, first, last) => {
    const seed = 2040 + (size % 1009) + first;
    const inside = await pipelineOf(`spec: inside, ${first}–${last}`, insideKernel(first, last));
    const worst = await worstShare(mulberry32(seed), size, async (cases) => {
      const given = Int32Array.from(cases.flatMap(({ at }) => at));
      const answers = await answersOf(gpu, inside, given, cases.length, ANSWER_WORDS);
      return cases.map((one, i) => {
        const answer = answers.subarray(ANSWER_WORDS * i, ANSWER_WORDS * (i + 1));
        const errors = exactForms(one, first, last).map((x, k) => errorOf(answer[k], x, UNIT) / FACTORS[k % 5]);
        return Math.max(...errors) / answer[5 * FORMS];
      });
    });
    console.log(`size ${size}, seed ${seed}: the worst error is ${worst.toFixed(4)} of the bound`);
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(1 / 1000);
  });
});

describe('features that are ruled out', () => {
  test.each([2 ** 12, 2 ** 20, 2 ** 29])(
    'never meet, whatever rounded to the grid, sizes up to %d units',
    async (size) => {
      const seed = 2060 + (size % 1009);
      const random = mulberry32(seed);
      const count = longRun(4000, 800);
      const cases = Array.from({ length: count }, () => drawnCase(random, size));
      const given = Int32Array.from(cases.flatMap(({ at }) => at));
      const answers = await answersOf(gpu, meeting, given, count, 2);
      const counts = { ruledOut: 0, meet: 0, left: 0 };
      for (const [i, one] of cases.entries())
        for (const [k, kind] of (['vertex-face', 'edge-edge'] as const).entries()) {
          const values = trueValues(one).map(Number);
          const isMeeting = meets(kind, values.slice(0, 12), values.slice(12));
          const isRuledOut = answers[2 * i + k] === 1;
          if (isMeeting && isRuledOut) throw new Error(`${kind} is ruled out and meets: ${values.join(', ')}`);
          if (isRuledOut) counts.ruledOut++;
          else if (isMeeting) counts.meet++;
          else counts.left++;
        }
      console.log(`size ${size}, seed ${seed}: ${JSON.stringify(counts)}`);
      expect(counts.meet).toBeGreaterThan(count / 50);
      expect(counts.ruledOut).toBeGreaterThan(count / 10);
      // Of the smallest, a rounding is a large part.
      if (size > 2 ** 12) expect(counts.left).toBeLessThan(counts.meet / 4);
    },
  );
});
