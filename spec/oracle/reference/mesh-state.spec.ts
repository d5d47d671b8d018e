import { describe, expect, test } from '@jest/globals';
import {
  exactFraction,
  intersectingFacePairs,
  type MeshData,
  meshState,
  minimumMeshDistance,
  posedPositions,
  ReferenceMesh,
  triangleTriangleSquaredDistance,
} from '#reference';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { box, inverted, joined, shifted, sphere, withoutFace } from './bodies.ts';
import { differencesHoldZero } from './difference-set.ts';

const cube = box([0, 0, 0], [8, 8, 8]);
const small = box([0, 0, 0], [1, 1, 1]);
const shell = joined(cube, inverted(box([2, 2, 2], [6, 6, 6])));
const up = 2 ** -30;

describe('the state of two meshes', () => {
  test.each<[string, MeshData, MeshData, number, string]>([
    ['apart', cube, shifted(small, [10, 0, 0]), 1, 'separated'],
    ['a gap of δ', cube, shifted(small, [10, 0, 0]), 2, 'near'],
    ['a gap of a hair more than δ', cube, shifted(small, [10 + up, 0, 0]), 2, 'separated'],
    ['a gap and δ = 0', cube, shifted(small, [8 + up, 0, 0]), 0, 'separated'],
    ['flush', cube, shifted(small, [8, 1, 1]), 0, 'intersecting'],
    ['corner to corner', cube, shifted(small, [8, 8, 8]), 0, 'intersecting'],
    ['identical', cube, cube, 0, 'intersecting'],
    ['half in', cube, shifted(small, [7.5, 1, 1]), 0, 'intersecting'],
    ['inside', cube, shifted(small, [1, 1, 1]), 0.1, 'enclosed'],
    ['inside and within δ', cube, shifted(small, [1, 1, 1]), 5, 'enclosed'],
    ['the bone inside the tool', small, shifted(cube, [-1, -1, -1]), 0, 'enclosed'],
    ['in the cavity', shell, shifted(small, [3, 3, 3]), 0.5, 'separated'],
    ['in the cavity within δ', shell, shifted(small, [3, 3, 3]), 1, 'near'],
    ['in the wall', shell, shifted(small, [0.5, 0.5, 0.5]), 0, 'enclosed'],
    ['in a wall, touching the cavity', shell, shifted(small, [1, 3, 3]), 0, 'intersecting'],
    ['in an inverted box', inverted(cube), shifted(small, [1, 1, 1]), 0, 'enclosed'],
    ['in an open box', withoutFace(cube, 0), shifted(small, [1, 1, 1]), 0.5, 'separated'],
    ['an open tool in a solid', cube, withoutFace(shifted(small, [1, 1, 1]), 0), 0, 'enclosed'],
    ['one part of the tool inside', cube, joined(shifted(small, [20, 0, 0]), shifted(small, [1, 1, 1])), 0, 'enclosed'],
  ])('%s', (_, bone, tool, delta, expected) => {
    expect(meshState(bone, tool, delta).state).toBe(expected);
    expect(meshState(tool, bone, delta).state).toBe(expected);
  });

  test('δ is compared exactly with a distance that no f64 holds', () => {
    const tool = shifted(small, [9, 9, 8]);
    const rounded = minimumMeshDistance(cube, tool).distance;
    expect(rounded).toBe(Math.SQRT2);
    const below = exactFraction(Math.SQRT2).pow(2n)!.lt(2n);
    expect(meshState(cube, tool, Math.SQRT2).state).toBe(below ? 'separated' : 'near');
  });
});

describe('brute force over all face pairs', () => {
  const POSES = longRun(40, 4);
  test(`pairs, order and distance, against plain loops and the second formulation (seed 63, ${POSES} poses)`, () => {
    const random = mulberry32(63);
    const states = new Map<string, number>();
    const bone = box([0, 0, 0], [4, 4, 4]);
    for (let i = 0; i < POSES; i++) {
      const turn = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0].concat(
        [0, 0, 0].map(() => Math.floor(9 * random()) - 3),
        [1],
      );
      const tool = {
        ...small,
        positions: posedPositions(
          shifted(small, [0, 0, 0]).positions.map((x) => 2 * x),
          turn,
        ),
      };
      const [a, b] = [new ReferenceMesh(bone), new ReferenceMesh(tool)];
      const expected: number[] = [];
      let least: ReturnType<typeof exactFraction> | undefined;
      let first: number[] = [];
      for (let p = 0; p < a.faceCount; p++)
        for (let q = 0; q < b.faceCount; q++) {
          if (differencesHoldZero([...a.cornersOf(p)], [...b.cornersOf(q)])) expected.push(p, q);
          const squared = triangleTriangleSquaredDistance(a.cornersOf(p), b.cornersOf(q));
          if (least === undefined || squared.lt(least)) [least, first] = [squared, [p, q]];
        }
      expect([...intersectingFacePairs(a, b)]).toEqual(expected);
      const distance = minimumMeshDistance(a, b);
      expect(distance.squared.equals(least!)).toBe(true);
      expect([distance.boneFace, distance.toolFace]).toEqual(first);
      const { state, intersectingFaces } = meshState(a, b, 1);
      expect([...intersectingFaces]).toEqual(expected);
      states.set(state, (states.get(state) ?? 0) + 1);
    }
    expect(states.get('intersecting')! / POSES).toBeGreaterThan(0.2);
    expect(states.get('intersecting')! / POSES).toBeLessThan(0.8);
  });

  test('two spheres of 32 faces along a line: distance falls to 0, then pairs appear', () => {
    const ball = sphere(1);
    const gaps = [3, 2.5, 2.1, 1.9, 1.2].map((x) => meshState(ball, shifted(ball, [x, 0, 0]), 0.5));
    expect(gaps.map(({ state }) => state)).toEqual(['separated', 'near', 'near', 'intersecting', 'intersecting']);
    expect(gaps[0].squaredDistance.toFraction()).toBe('1');
    expect(gaps[3].intersectingFaces.length).toBeGreaterThan(0);
  });
});
