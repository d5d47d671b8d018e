// Depth by each definition, and the contact region and its uncovered part, against closed forms.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import type { TriangleMesh } from '#mesh';
import { exactConvexDistance, posedPositions, roundedConvexDistance } from '#reference';
import {
  type AnswerJudgement,
  type DepthDefinition,
  depthDefinitions,
  EngineJudge,
  type JudgeOptions,
} from '#validation';
import { partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const { PI, sqrt } = Math;
const OPTIONS: JudgeOptions = { tolerance: 0.1, radius: 1, feed: [0, 0, -1], oracleLimit: 4000 };
/** mm: kerf's intervals are at least as wide as rounding; coordinates are below 40. */
const ROUNDING = 2 ** -40;

function at(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}
function posed(mesh: TriangleMesh, pose: ArrayLike<number>): TriangleMesh {
  return { ...mesh, positions: posedPositions(mesh.positions, pose) };
}
function exactDepths(bone: TriangleMesh, tool: TriangleMesh, pose: Float64Array, options = OPTIONS) {
  const [judged] = new EngineJudge(bone, tool, options).judge(0, pose, [{ pose: 0, depth: 0 }]);
  return judged.depth!.exact;
}

const block = box({ size: 10, divisions: 2 });
const plate = box({ size: [20, 20, 2], divisions: [4, 4, 1] });
const pin = box({ size: [2, 2, 10], divisions: [1, 1, 2] });

describe('depth, in closed form:', () => {
  test.each<[string, TriangleMesh, TriangleMesh, Float64Array, Record<DepthDefinition, number | null>]>([
    // The pin's end is 1 inside the top, 4 from the sides.
    ['a pin 1 mm in a block', block, pin, at(0, 0, 9), { nearest: 1, feed: 1, protrusion: 0, translation: 1 }],
    // Its end is 3 inside, and 4 from the sides.
    ['3 mm in', block, pin, at(0, 0, 7), { nearest: 3, feed: 3, protrusion: 0, translation: 3 }],
    // Beside the block's side: the centre of the pin's end is 0.5 inside the side x = 5, but its corner 1.5.
    [
      '3 mm in, half over the side',
      block,
      pin,
      at(4.5, 0, 7),
      { nearest: 1.5, feed: 3, protrusion: 0, translation: 1.5 },
    ],
    // Out of the far side of a plate from −1 to 1: nearest is half the plate; the pin ends at −3.
    ['through a plate', plate, pin, at(0, 0, 2), { nearest: 1, feed: 4, protrusion: 2, translation: 4 }],
    ['apart', block, pin, at(0, 0, 11), { nearest: 0, feed: 0, protrusion: 0, translation: 0 }],
    // One inside the other: its far end lies 6 above the block's bottom, 4 below its top.
    ['inside', box({ size: 30 }), pin, at(0, 0, 8), { nearest: 12, feed: 12, protrusion: 0, translation: 12 }],
  ])('%s', (_says, bone, tool, pose, expected) => {
    const exact = exactDepths(bone, tool, pose);
    for (const definition of depthDefinitions) {
      const within = exact[definition];
      const wanted = expected[definition];
      if (wanted === null || within === null) expect([definition, within]).toEqual([definition, wanted]);
      else {
        expect(within.low).toBeLessThanOrEqual(wanted + ROUNDING);
        expect(within.high).toBeGreaterThanOrEqual(wanted - ROUNDING);
        expect(within.high - within.low).toBeLessThanOrEqual(OPTIONS.tolerance);
      }
    }
  });

  test('of a plane through the middle of a block, whose deepest point is no corner that is measured: half the block', () => {
    // Two faces without a solid of their own. The middle is at thirds and sevenths of their edges, which no halving
    // reaches.
    const positions = Float64Array.of(-50, -40, 0, 100, -30, 0, 90, 100, 0, -60, 80, 0);
    const plane = { positions, faces: Uint32Array.of(0, 1, 2, 0, 2, 3), name: 'plane' };
    const { nearest } = exactDepths(block, plane, at(1 / 3, 1 / 7, 0));
    expect(nearest!.low).toBeLessThan(5);
    expect(nearest!.high).toBeGreaterThanOrEqual(5);
    expect(nearest!.high - nearest!.low).toBeLessThanOrEqual(OPTIONS.tolerance);
  });

  inDeep(() =>
    test('two spheres, turned and moved: R + r − d, less the sagittas (seed 81)', () => {
      const random = mulberry32(81);
      const [big, small] = [sphere({ radius: 8, subdivisions: 2 }), sphere({ radius: 3, subdivisions: 1 })];
      // All corners lie on the sphere, and no face comes nearer to its centre than the face's plane.
      const sagitta = ({ positions, faces }: TriangleMesh, radius: number) => {
        let least = radius;
        for (let i = 0; i < faces.length; i += 3) {
          const middle = [0, 1, 2].map(
            (k) =>
              (positions[3 * faces[i] + k] + positions[3 * faces[i + 1] + k] + positions[3 * faces[i + 2] + k]) / 3,
          );
          least = Math.min(least, Math.hypot(...middle));
        }
        return radius - least;
      };
      const less = sagitta(big, 8) + sagitta(small, 3);
      expect(less).toBeLessThan(0.7);
      for (const distance of partOf([10.2, 9, 7.5], 2, 0)) {
        const turn = Float64Array.from(rigidPose(random, 0));
        const centre = rigidPose(random, 1);
        const away = Math.hypot(centre[12], centre[13], centre[14]) / distance;
        for (let k = 0; k < 3; k++) turn[12 + k] = centre[12 + k] / away;
        const exact = exactDepths(big, small, turn);
        const overlap = 8 + 3 - distance;
        for (const definition of ['nearest', 'translation'] as const) {
          expect(exact[definition]!.low).toBeLessThanOrEqual(overlap + ROUNDING);
          expect(exact[definition]!.high).toBeGreaterThanOrEqual(overlap - less - ROUNDING);
        }
        // The hulls' exact depth, by the oracle over all their faces and edges.
        const moved = posed(small, turn);
        const hulls = [big, moved].map(({ positions }) => ({ points: positions, radius: 0 }));
        const { low, high } = roundedConvexDistance(exactConvexDistance(hulls[0], hulls[1]));
        expect(exact.translation!.low).toBeLessThanOrEqual(-low);
        expect(exact.translation!.high).toBeGreaterThanOrEqual(-high);
        // 1024·u·M, as convexDistance says, M < 16.
        expect(exact.translation!.high - exact.translation!.low).toBeLessThan(1024 * 2 ** -53 * 16);
      }
    }),
  );

  test('what does not apply is null', () => {
    const open = { ...pin, faces: pin.faces.slice(3) };
    const { nearest, ...others } = exactDepths(block, open, at(0, 0, 9));
    expect(nearest!.high).toBeGreaterThan(0.9);
    expect(others).toEqual({ feed: null, protrusion: null, translation: null });
    const both = exactDepths({ ...block, faces: block.faces.slice(3) }, open, at(0, 0, 9));
    expect(both).toEqual({ nearest: null, feed: null, protrusion: null, translation: null });
    expect(exactDepths(block, pin, at(0, 0, 9), { ...OPTIONS, feed: null }).feed).toBeNull();
    const dented = { ...block, positions: block.positions.map((value, i) => (i < 3 ? 0.8 * value : value)) };
    expect(exactDepths(dented, pin, at(0, 0, 9)).translation).toBeNull();
  });

  test('an engine agrees with those within the tolerance, no more', () => {
    const judge = new EngineJudge(plate, pin, OPTIONS);
    const answers = [1, 4, 2, 1.09, 1.2, 3.5, 0].map((depth) => ({ pose: 0, depth }));
    expect(judge.judge(0, at(0, 0, 2), answers).map(({ depth }) => depth!.agrees)).toEqual([
      ['nearest'],
      ['feed', 'translation'],
      ['protrusion'],
      ['nearest'],
      [],
      [],
      [],
    ]);
  });

  inDeep(() =>
    test('without a depth of its own an answer has that of its deepest contact', () => {
      const judge = new EngineJudge(plate, pin, { ...OPTIONS, tolerance: 0.4, radius: 100, oracleLimit: 1000 });
      const contacts = [0.5, 2, 1].map((depth) => ({ point: [0, 0, 0], depth }));
      const judged = (answer: object) => judge.judge(0, at(0, 0, 2), [{ pose: 0, ...answer }])[0].depth;
      expect(judged({ contacts })).toMatchObject({ engine: 2, agrees: ['protrusion'] });
      expect(judged({ contacts, depth: 1 })).toMatchObject({ engine: 1, agrees: ['nearest'] });
      expect(judged({ contacts: [{ point: [0, 0, 0] }] })).toBeNull();
    }),
  );
});

describe('the contact region, in closed form:', () => {
  const floor = box({ size: [20, 20, 4], divisions: [8, 8, 1] });
  const stamp = box({ size: [4, 2, 6], divisions: [3, 2, 2] });
  const options = { tolerance: 0.5, radius: 0.75, feed: null, oracleLimit: 2500 };
  const judge = new EngineJudge(floor, stamp, options);
  const regions = (gap: number, points: readonly (readonly number[])[]): NonNullable<AnswerJudgement['contacts']> =>
    judge.judge(0, at(1.3, -0.7, 5 + gap), [{ pose: 0, contacts: points.map((point) => ({ point })) }])[0].contacts!;
  const holds = ({ low, high }: { low: number; high: number }, value: number, whole: number) => {
    expect(low).toBeLessThanOrEqual(value + ROUNDING);
    expect(high).toBeGreaterThanOrEqual(value - ROUNDING);
    expect(high - low).toBeLessThanOrEqual(whole / 10);
  };

  // On the floor: the 4 × 2 footprint and all within s of it. On the stamp: its end, and its sides up to ε − gap.
  const allIsUncovered = (gaps: readonly number[]) =>
    test.each(gaps)('a stamp %d mm above a floor, no point: all is uncovered', (gap) => {
      const { bone, tool } = regions(gap, []);
      const s = sqrt(0.5 ** 2 - Math.max(0, gap) ** 2);
      const onFloor = 8 + 12 * s + PI * s ** 2;
      const onStamp = 8 + 12 * (0.5 - gap);
      holds(bone!.area, onFloor, onFloor);
      holds(bone!.uncovered, onFloor, onFloor);
      holds(tool!.area, onStamp, onStamp);
      holds(tool!.uncovered, onStamp, onStamp);
    });
  allIsUncovered([0.3]);
  inDeep(() => allIsUncovered([0, -0.4]));

  inDeep(() =>
    test('one point covers a disc, a grid of them everything', () => {
      const [x, y] = [1.3, -0.7];
      const one = regions(0, [[x, y, 2]]);
      const onFloor = 8 + 6 + PI / 4;
      holds(one.bone!.uncovered, onFloor - PI * 0.75 ** 2, onFloor);
      holds(one.tool!.uncovered, 8 + 6 - PI * 0.75 ** 2, 14);
      const grid = Array.from({ length: 11 * 7 }, (_, i) => [
        x - 2.5 + 0.5 * (i % 11),
        y - 1.5 + 0.5 * Math.floor(i / 11),
        2,
      ]);
      // The covered part is known before the whole region is.
      const few = new EngineJudge(floor, stamp, { ...options, oracleLimit: 2000 });
      const [{ contacts }] = few.judge(0, at(x, y, 5), [{ pose: 0, contacts: grid.map((point) => ({ point })) }]);
      expect([contacts!.bone!.uncovered, contacts!.tool!.uncovered]).toEqual([
        { low: 0, high: 0 },
        { low: 0, high: 0 },
      ]);
    }),
  );

  test('no region: null; a limit of splits shows in the width', () => {
    expect(regions(0.6, [])).toMatchObject({ bone: null, tool: null });
    const hurried = new EngineJudge(floor, stamp, { ...options, oracleLimit: 20 });
    const { bone } = hurried.judge(0, at(1.3, -0.7, 5), [{ pose: 0, contacts: [] }])[0].contacts!;
    const onFloor = 8 + 6 + PI / 4;
    expect(bone!.area.low).toBeLessThanOrEqual(onFloor);
    expect(bone!.area.high).toBeGreaterThanOrEqual(onFloor);
    expect(bone!.area.high - bone!.area.low).toBeGreaterThan(onFloor / 10);
  });
});
