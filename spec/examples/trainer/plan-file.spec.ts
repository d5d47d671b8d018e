// A plan's file: what is written is read again; what is wrong is refused in a sentence that says what to do.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { phantomPlan } from '../../../examples/trainer/src/phantom-plan.ts';
import type { Plan, Point } from '../../../examples/trainer/src/plan.ts';
import { planText, readPlan } from '../../../examples/trainer/src/plan-file.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';

const SMALL: Plan = {
  name: 'Quer über π, "a": \\',
  bone: { name: 'skull.stl', faceCount: 40_000 },
  line: [
    [0, 0, 0],
    [30.125, 0, 1e-7],
    [0.1 + 0.2, 25, 3],
  ],
  outward: [0, 0, 1],
  margin: 0.1,
  burrHole: { at: [0, 0, 0], diameter: 8 },
  structures: [],
  dura: 0,
};

/** The file with that member set to a value, by its path. */
function withMember(path: readonly (string | number)[], value: unknown, plan: Plan = SMALL): string {
  const file = JSON.parse(planText(plan));
  let at = file;
  for (const name of path.slice(0, -1)) at = at[name];
  const last = path[path.length - 1];
  if (value === undefined) delete at[last];
  else at[last] = value;
  return JSON.stringify(file);
}

test('what is written is read again, to the last bit', () => {
  for (const plan of [SMALL, phantomPlan()]) {
    expect(readPlan(planText(plan))).toEqual(plan);
    expect(planText(readPlan(planText(plan)))).toBe(planText(plan));
  }
});

test('the file says what it is', () => {
  expect(JSON.parse(planText(SMALL))).toEqual({ kerf: 'plan', version: 1, ...SMALL });
});

test('the file that the README shows is one', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../examples/trainer/README.md'), 'utf8');
  const [, shown] = /```json\n([\s\S]+?)```/.exec(page) ?? [];
  expect(readPlan(shown).line).toHaveLength(4);
});

const LINE_OF_501 = Array.from({ length: 501 }, (_, n) => [n, n * n, 0]);

test.each<[string, string, RegExp]>([
  ['no JSON', '{"kerf": "plan"', /^The plan is not JSON \(.+\); choose /],
  ['a list', '[]', /^The plan is \[\], expected an object; /],
  ['another file of kerf', withMember(['kerf'], 'motion'), /^The file's member kerf is "motion", expected "plan"; /],
  ['no mark', withMember(['kerf'], undefined), /^The file's member kerf is missing, expected "plan"; /],
  ['a later version', withMember(['version'], 2), /^The plan's version is 2, expected 1; /],
  [
    'an unknown field',
    withMember(['colour'], 'red'),
    /^The plan has an unknown field "colour", its fields are .+; take /,
  ],
  ['one inside', withMember(['burrHole', 'depth'], 3), /^The plan's burrHole has an unknown field "depth", .+; take /],
  [
    'a field twice',
    planText(SMALL).replace('{', '{"margin": 2,'),
    /^The plan has a field twice; take one of the two out/,
  ],
  ['one inside twice', planText(SMALL).replace('{"at"', '{ "\\u0061t" : 2,"at"'), /^The plan has a field twice; /],
  ['no name', withMember(['name'], undefined), /^The plan's name is missing, expected a line of 1 to 100 char.+; /],
  ['a blank name', withMember(['name'], ' '), /^The plan's name is " ", expected a line/],
  ['a name of two lines', withMember(['name'], 'a\nb'), /^The plan's name is "a\\nb", expected a line/],
  ['a long name', withMember(['name'], 'n'.repeat(101)), /^The plan's name is "n{39}…, expected a line/],
  ['no bone', withMember(['bone'], undefined), /^The plan's bone is missing, expected an object; /],
  ['half a face', withMember(['bone', 'faceCount'], 0.5), /^The plan's bone.faceCount is 0.5, expected a whole number/],
  [
    'two points',
    withMember(['line', 2], undefined).replace(',null]', ']'),
    /^The plan's line has 2 points, expected 3/,
  ],
  ['501 points', withMember(['line'], LINE_OF_501), /^The plan's line has 501 points, expected 3 to 500; /],
  ['a flat point', withMember(['line', 1], [1, 2]), /^The plan's line\[1\] is \[1,2\], expected three numbers from /],
  ['a point too far', withMember(['line', 1], [1, 2, 10_001]), /line\[1\] is \[1,2,10001\], expected .+ to 10000; /],
  [
    'a number beyond f64',
    withMember(['margin'], 7).replace(':7', ':1e999'),
    /margin is "Infinity", expected mm above 0/,
  ],
  ['a text for a number', withMember(['margin'], '3'), /^The plan's margin is "3", expected mm above 0, up to 1000; /],
  [
    'no margin',
    withMember(['margin'], 0),
    /^The plan's margin is 0, expected mm above 0, up to 1000; correct the file/,
  ],
  ['a dura outside', withMember(['dura'], -1), /^The plan's dura is -1, expected 0 to 1000 mm; correct the file\.$/],
  [
    'a long outward',
    withMember(['outward'], [0, 0.6, 0.9]),
    /^The plan's outward has length 1.08\d+, expected 1 .+; div/,
  ],
  [
    'no direction',
    withMember(['outward'], [0, 0, 0]),
    /^The plan's outward has length 0, expected 1 within rounding; /,
  ],
  ['a point twice', withMember(['line', 1], [0, 0, 0]), /^The plan's line\[1\] is the same point as .+, \[0,0,0\]; /],
  [
    'the first again',
    withMember(['line', 3], [0, 0, 0]),
    /^The plan's line\[0\] and line\[3\], seen along outward, are /,
  ],
  [
    'two in a row',
    withMember(['line', 1], [0, 0, 9]),
    /^The plan's line\[0\] and line\[1\], seen along outward, are one/,
  ],
  [
    'a crossing',
    withMember(['line', 3], [30, 1, 0]),
    /^The plan's line, seen along outward, meets itself where .+; draw/,
  ],
  [
    'a burr hole aside',
    withMember(['burrHole', 'at'], [-4.2, 0, 0]),
    /at lies 4.20 mm from the line, at most 4.1 mm .+; /,
  ],
  ['a list of one tube', withMember(['structures'], [3]), /^The plan's structures\[0\] is 3, expected an object; /],
])('refused: %s', (_what, text, sentence) => {
  expect(() => readPlan(text)).toThrow(
    expect.objectContaining({ name: 'FormatError', message: expect.stringMatching(sentence) }),
  );
});

test('a plan that no reader would take is not written', () => {
  expect(() => planText({ ...SMALL, margin: Number.NaN })).toThrow(/margin is null, expected mm above 0/);
  expect(() => planText({ ...SMALL, line: SMALL.line.slice(1) })).toThrow(/line has 2 points/);
  const tube = { name: 'sinus', line: [SMALL.line[0], SMALL.line[0]], radius: 3 };
  expect(() => planText({ ...SMALL, structures: [tube] })).toThrow(/structures\[0\].line\[1\] is the same point/);
});

test('vectors divided by their length are unit vectors, but not if 1e-12 longer or shorter; 3,000, seed 5', () => {
  const random = mulberry32(5);
  const margin = 1000;
  for (let n = 0; n < 3000; n++) {
    const scale = 10 ** (6 * random() - 3);
    const [x, y, z] = unitVector(random).map((a) => a * scale);
    const length = n % 2 === 0 ? Math.sqrt(x * x + y * y + z * z) : Math.hypot(x, y, z);
    const outward: Point = [x / length, y / length, z / length];
    const line = triangleAcross(outward);
    const plan = { ...SMALL, margin, line, outward };
    expect(readPlan(planText(plan)).outward).toEqual(outward);
    const off = 1 + (n % 4 < 2 ? 1 : -1) * 1e-12;
    expect(() => planText({ ...plan, outward: outward.map((a) => a * off) as unknown as Point })).toThrow(
      /within round/,
    );
  }
});

/** Three points that do not coincide seen along that direction. */
function triangleAcross(direction: Point): Point[] {
  const k = direction.map(Math.abs).indexOf(Math.max(...direction.map(Math.abs)));
  const along = (axis: number) => [0, 1, 2].map((i) => (i === axis ? 1 : 0)) as unknown as Point;
  return [[0, 0, 0], along((k + 1) % 3), along((k + 2) % 3)];
}
