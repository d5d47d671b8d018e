// kerf's own answers are all judged right; planted errors of each kind are found and counted exactly.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere } from '#datasets';
import { createDetector, type Detector } from '#kerf';
import type { TriangleMesh } from '#mesh';
import {
  type AnswerJudgement,
  type EngineAnswer,
  EngineJudge,
  type EngineSummary,
  type JudgeOptions,
  randomPoses,
  summariseEngine,
} from '#validation';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 12;
const COUNT = 7;
const bone = cappedShell({ outerRadius: 60, innerRadius: 54, segments: longRun(48, 24) });
const tool = sphere({ radius: 8, subdivisions: 2 });
const OPTIONS: JudgeOptions = { tolerance: 0.1, radius: 2, feed: null, oracleLimit: 50 };

interface Case {
  readonly matrix: Float64Array;
  readonly answer: EngineAnswer;
}
let cases: Case[];
let judge: EngineJudge;

/** kerf's answer, with those of its contacts that lie within the tolerance. */
function kerfAnswer(detector: Detector, pose: number, matrix: Float64Array): EngineAnswer {
  const report = detector.detectSync(matrix);
  const depth = [...report.contacts].reduce((most, { distance }) => Math.max(most, -distance), 0);
  const contacts = [...report.contacts]
    .filter(({ distance }, i) => distance <= OPTIONS.tolerance && i % 15 === 0)
    .map(({ point, normal, distance }) => ({ point: [...point], normal: [...normal], depth: Math.max(0, -distance) }));
  return {
    pose,
    verdict: report.state === 'near' ? 'separated' : report.state,
    distance: detector.minimumDistance(matrix).distance,
    depth,
    contacts,
    pairs: [...report.intersectingFaces],
    milliseconds: 1 + pose,
  };
}

beforeAll(async () => {
  const poses = randomPoses(bone, tool, { count: COUNT, seed: SEED, contactDistance: 0.2 });
  const detector = await createDetector({ bone, tool, contactDistance: 0.1, resolution: 1, backend: 'cpu' });
  judge = new EngineJudge(bone, tool, OPTIONS);
  cases = Array.from({ length: COUNT }, (_, pose) => {
    const matrix = poses.slice(16 * pose, 16 * pose + 16);
    return { matrix, answer: kerfAnswer(detector, pose, matrix) };
  });
  detector.dispose();
});

function summary(change: (answer: EngineAnswer) => EngineAnswer, only?: keyof EngineAnswer): EngineSummary {
  const judgements = cases.flatMap(({ matrix, answer }) => {
    const changed = change(answer);
    const asked = only === undefined ? changed : { pose: changed.pose, [only]: changed[only] };
    return judge.judge(answer.pose, matrix, [asked]);
  });
  return summariseEngine({ name: 'planted' }, judgements, OPTIONS);
}
const touching = () => cases.filter(({ answer }) => answer.verdict !== 'separated').length;

describe(`poses of a ball and a bowl (seed ${SEED})`, () => {
  test('some touch, some do not', () => {
    expect(touching()).toBeGreaterThan(1);
    expect(COUNT - touching()).toBeGreaterThan(1);
  });

  inDeep(() =>
    test("kerf's answers are right", () => {
      const { verdicts, pairs, distance, contacts, states, ...rest } = summary((answer) => answer);
      expect(states).toEqual({ separated: COUNT - touching(), intersecting: touching(), enclosed: 0 });
      expect(verdicts).toMatchObject({ judged: COUNT, right: COUNT, missedEnclosed: 0 });
      expect(pairs).toMatchObject({ missed: 0, extra: 0, repeated: 0 });
      expect(pairs!.engine).toBe(pairs!.exact);
      expect(distance!.error.max).toBeLessThan(1e-10);
      expect(contacts!.out).toBe(0);
      expect(contacts!.in).toBeGreaterThan(longRun(100, 20));
      expect(contacts!.normals!.error.max).toBeLessThan(1e-3);
      expect(rest).toMatchObject({ answers: COUNT, poses: COUNT, determinism: null, suspicions: [] });
      expect(rest.milliseconds).toEqual({ count: COUNT, median: Math.ceil(COUNT / 2), p99: COUNT });
      expect(rest.absent).toEqual(['repetitions']);
    }),
  );

  test('verdicts turned round: as many false, as many missed', () => {
    const turned = summary(
      (answer) => ({ ...answer, verdict: answer.verdict === 'separated' ? 'contact' : 'separated' }),
      'verdict',
    );
    const expected = { false: COUNT - touching(), missed: touching(), right: 0, other: 0, missedEnclosed: 0 };
    expect(turned.verdicts).toMatchObject(expected);
    expect(turned.verdict).toBe('differs');
    const contact = summary(
      (answer) => ({ ...answer, verdict: answer.verdict === 'separated' ? 'separated' : 'contact' }),
      'verdict',
    );
    expect(contact).toMatchObject({ verdict: 'agrees', verdicts: { right: COUNT } });
    const inside = summary(
      (answer) => ({ ...answer, verdict: answer.verdict === 'separated' ? 'separated' : 'enclosed' }),
      'verdict',
    );
    expect(inside.verdicts).toMatchObject({ other: touching(), missed: 0, false: 0 });
  });

  test('pairs: two missed, three extra, four repeated at each pose that has that many', () => {
    let [changed, missed] = [0, 0];
    const { pairs } = summary((answer) => {
      if ((answer.pairs?.length ?? 0) < 12) return answer;
      changed++;
      missed += 2;
      const given = [...answer.pairs!];
      const known = new Set(Array.from({ length: given.length / 2 }, (_, i) => `${given[2 * i]} ${given[2 * i + 1]}`));
      const extra: number[] = [];
      for (let tool = 0; extra.length < 6; tool++) if (!known.has(`${given[0]} ${tool}`)) extra.push(given[0], tool);
      return { ...answer, pairs: [...given.slice(4), ...extra, ...given.slice(4, 10), ...given.slice(4, 6)] };
    }, 'pairs');
    expect(changed).toBeGreaterThan(2);
    expect(pairs).toMatchObject({ missed, extra: 3 * changed, repeated: 4 * changed });
  });

  test('distances: each off by what was planted', () => {
    const { distance, verdict } = summary(
      (answer) => ({ ...answer, distance: answer.distance! + 0.01 * (answer.pose + 6) }),
      'distance',
    );
    // 0.06, 0.07, …, 0.12 against 0.1; the 0.1 may fall on either side by rounding.
    expect(distance!.error.max).toBeCloseTo(0.12, 9);
    expect(distance!.error.mean).toBeCloseTo(0.09, 9);
    expect([2, 3]).toContain(distance!.beyond);
    expect(distance!.error.worstPose).toBe(6);
    expect(verdict).toBe('differs');
  });

  test('contact points: as many out as were moved away', () => {
    let [moved, all] = [0, 0];
    const { contacts, verdict } = summary((answer) => {
      const rows = answer.contacts!.map(({ point, normal }, i) => {
        all++;
        if (i % 5 !== 0) return { point, normal };
        moved++;
        return { point: [point[0], point[1], point[2] + 500] };
      });
      return { pose: answer.pose, contacts: rows };
    }, 'contacts');
    expect(moved).toBeGreaterThan(5);
    expect(contacts).toMatchObject({ out: moved, in: all - moved, normals: { backwards: 0 } });
    expect(contacts!.normals!.error.count).toBe(all - moved);
    expect(verdict).toBe('differs');
  });

  test('repetitions: the same whatever the time and the order of fields, or not', () => {
    const { matrix, answer } = cases[0];
    const { milliseconds, ...others } = answer;
    const shuffled = {
      milliseconds: 99,
      ...Object.fromEntries(Object.entries(others).reverse()),
    } as unknown as EngineAnswer;
    const judged = judge.judge(0, matrix, [answer, shuffled, { ...answer, distance: answer.distance! + 1e-12 }]);
    expect(judged.map(({ repetition, repeats }) => [repetition, repeats])).toEqual([
      [0, null],
      [1, true],
      [2, false],
    ]);
    const contact = { point: [40, 0, 0], normal: [0, 0, 1], depth: 1, boneFace: 2, toolFace: 3 };
    const changes = [{ point: [40, 0, 1] }, { normal: [0, 1, 0] }, { depth: 2 }, { boneFace: 3 }, { toolFace: 2 }];
    const rows = [contact, contact, ...changes.map((change) => ({ ...contact, ...change }))];
    const repeated = judge.judge(
      0,
      matrix,
      rows.map((row) => ({ pose: 0, contacts: [row] })),
    );
    expect(repeated.map(({ repeats }) => repeats)).toEqual([null, true, false, false, false, false, false]);
    const { determinism, poses, answers } = summariseEngine({ name: 'x' }, judged, OPTIONS);
    expect({ determinism, poses, answers }).toEqual({
      determinism: { repeated: 2, different: 1 },
      poses: 1,
      answers: 3,
    });
  });

  test('the same 16 numbers as an earlier pose: all its answers are repetitions', () => {
    const { matrix, answer } = cases[0];
    const again = { ...answer, pose: 9, milliseconds: 99 };
    const judged = judge.judge(9, matrix, [again, { ...again, distance: answer.distance! + 1e-12 }], answer);
    expect(judged.map(({ repetition, repeats }) => [repetition, repeats])).toEqual([
      [0, true],
      [1, false],
    ]);
  });

  test('a judgement does not depend on the poses before it', () => {
    const { matrix, answer } = cases[3];
    const again = new EngineJudge(bone, tool, OPTIONS).judge(3, matrix, [answer]);
    const timeless = (judged: readonly AnswerJudgement[]) => judged.map((one) => ({ ...one, milliseconds: null }));
    expect(timeless(judge.judge(3, matrix, [answer]))).toEqual(timeless(again));
  });
});

describe('what results look like as a whole:', () => {
  const block = box({ size: 40, center: [60, 50, 0], divisions: 2 });
  const pin = box({ size: 4, divisions: 2 });
  const at = (x: number, y: number, z: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
  /** For the block from (40, 30, −20) to (80, 70, 20) and the pin from −2 to 2 about these places: */
  const apart = [25, 30, 35, 40].map((z) => at(60, 50, z));
  const cutting = [21, 20.5, 21.5, 19].map((z) => at(55, 45, z));
  const inside = [0, 5, -5, 10].map((z) => at(60, 50, z));
  const bodies: readonly [TriangleMesh, TriangleMesh] = [block, pin];
  const suspicions = (places: readonly Float64Array[], answer: (z: number, i: number) => Partial<EngineAnswer>) => {
    const own = new EngineJudge(...bodies, OPTIONS);
    const judged = places.flatMap((matrix, pose) => own.judge(pose, matrix, [{ pose, ...answer(matrix[14], pose) }]));
    return summariseEngine({ name: 'odd' }, judged, OPTIONS).suspicions;
  };
  const gap = (z: number) => z - 22;

  test('a verdict against the exact state: right, false, missed, or of another kind', () => {
    const own = new EngineJudge(...bodies, OPTIONS);
    const findings = [apart[0], cutting[0], inside[0]].map((matrix) =>
      (['separated', 'contact', 'intersecting', 'enclosed'] as const).map((verdict) => {
        const [judged] = own.judge(0, matrix, [{ pose: 0, verdict }]);
        return judged.verdict!.finding;
      }),
    );
    expect(findings).toEqual([
      ['right', 'false', 'false', 'false'],
      ['missed', 'right', 'right', 'other'],
      ['missed', 'right', 'other', 'right'],
    ]);
  });
  test('a contact point is in within the tolerance of both bodies, to the last place', () => {
    const own = new EngineJudge(...bodies, { ...OPTIONS, tolerance: 0.125 });
    const places = (z: number, ...points: number[][]) => {
      const [judged] = own.judge(0, at(60, 50, z), [{ pose: 0, contacts: points.map((point) => ({ point })) }]);
      return judged.contacts!.rows.map(({ place }) => place);
    };
    // The block's top is at 20; numbers near 20 are 2^-48 apart.
    expect(places(21, [60, 50, 20.125], [60, 50, 20.125 + 2 ** -48])).toEqual(['in', 'out']);
    expect(places(21, [60, 50, 18.875], [60, 50, 18.875 - 2 ** -48])).toEqual(['in', 'out']);
    // Near one body only; inside both.
    expect(places(21, [70, 50, 20], [60, 50, 23], [60, 50, 19.5])).toEqual(['out', 'out', 'in']);
  });
  test('right answers raise no suspicion', () => {
    const right = suspicions([...apart, ...cutting, ...inside], (z) => ({
      verdict: z > 22 ? 'separated' : z > 18 ? 'intersecting' : 'enclosed',
      distance: z > 22 ? gap(z) : z > 18 ? 0 : 18 - Math.abs(z),
      depth: z > 22 ? 0 : 22 - z,
      contacts: z > 22 ? [] : [{ point: [55, 45, Math.min(19, z)] }],
    }));
    expect(right).toEqual([]);
  });
  test('normals: turned ones are backwards, others off by their angle', () => {
    const own = new EngineJudge(...bodies, OPTIONS);
    const shallow = [21, 20.5, 21.5, 21.2].map((z) => at(55, 45, z));
    const judged = shallow.flatMap((matrix, pose) => {
      const point = [55, 45, 19.9];
      const normals = [0, 10, 20, 90.5, 180].map((degrees) => [
        Math.sin((degrees * Math.PI) / 180),
        0,
        Math.cos((degrees * Math.PI) / 180),
      ]);
      return own.judge(pose, matrix, [{ pose, contacts: normals.map((normal) => ({ point, normal })) }]);
    });
    const { normals } = summariseEngine({ name: 'odd' }, judged, OPTIONS).contacts!;
    expect(normals).toMatchObject({ backwards: 8, error: { count: 20, worstPose: 0 } });
    expect(normals!.error.median).toBeCloseTo(20, 5);
    expect(normals!.error.mean).toBeCloseTo(300.5 / 5, 5);
  });
  test('distances in metres', () =>
    expect(suspicions(apart, (z) => ({ distance: gap(z) / 1000 }))).toEqual([
      'Times 1000, 4 of 4 distances fit and 0 as they are: they seem to be in metres, write millimetres.',
    ]));
  test('points in metres, points in the other frame', () => {
    const points = (factor: readonly number[]) =>
      suspicions(cutting, (z) => ({
        contacts: [{ point: [55 * factor[0], 45 * factor[1], Math.min(19.8, z - 1) * factor[2]] }],
      }));
    expect(points([1, 1, 1])).toEqual([]);
    expect(points([0.001, 0.001, 0.001])).toEqual([expect.stringContaining('metres')]);
    expect(points([-1, -1, 1])).toEqual([expect.stringContaining('RAS or LPS')]);
  });
  test('a signed distance that lost its sign', () =>
    expect(suspicions([...apart, ...cutting], (z) => ({ distance: Math.abs(gap(z)) }))).toEqual([
      expect.stringContaining('4 of 4 distances are more than 0.1 mm: they seem to be signed distances'),
    ]));
  test('depths without a sign, depths of nought', () => {
    expect(suspicions(apart, (z) => ({ depth: gap(z) }))).toEqual([expect.stringContaining('have no sign')]);
    expect(suspicions([...apart, ...cutting], () => ({ depth: 0 }))).toEqual([expect.stringContaining('no depth')]);
  });
  test('no containment', () => {
    const surfaces = (z: number): Partial<EngineAnswer> => ({ verdict: z > 22 || z < 18 ? 'separated' : 'contact' });
    expect(suspicions([...apart, ...cutting, ...inside], surfaces)).toEqual([
      expect.stringContaining('no containment'),
    ]);
    // If every contact is missed, nothing can be concluded about containment.
    expect(suspicions([...cutting, ...inside], () => ({ verdict: 'separated' }))).toEqual([]);
    const own = new EngineJudge(...bodies, OPTIONS);
    const judged = inside.flatMap((matrix, pose) => own.judge(pose, matrix, [{ pose, ...surfaces(0) }]));
    expect(summariseEngine({ name: 'odd' }, judged, OPTIONS).verdicts).toMatchObject({ missed: 4, missedEnclosed: 4 });
  });
});
