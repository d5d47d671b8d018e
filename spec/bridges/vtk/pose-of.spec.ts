// Where a prop of vtk.js places its data, moved in every way that vtk.js has.

import { describe, expect, test } from '@jest/globals';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { PoseError } from '#kerf';
import { poseOf } from '#vtk';
import { relativePose } from '#vtk/pose-of.ts';

const SEED = 50_002;
type Actor = ReturnType<typeof vtkActor.newInstance>;

const three = (random: () => number, size: number) =>
  [0, 1, 2].map(() => size * (random() - 0.5)) as [number, number, number];

/** vtk.js takes any axis as if it had length 1, and shears with others. */
function unit(v: [number, number, number]): [number, number, number] {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Each of vtk.js's ways to move a prop. */
const ways: Record<string, (actor: Actor, random: () => number) => void> = {
  setPosition: (actor, random) => actor.setPosition(...three(random, 100)),
  addPosition: (actor, random) => actor.addPosition(three(random, 10)),
  setOrigin: (actor, random) => actor.setOrigin(...three(random, 50)),
  setOrientation: (actor, random) => actor.setOrientation(...three(random, 360)),
  rotateX: (actor, random) => actor.rotateX(360 * random()),
  rotateY: (actor, random) => actor.rotateY(360 * random()),
  rotateZ: (actor, random) => actor.rotateZ(360 * random()),
  rotateWXYZ: (actor, random) => actor.rotateWXYZ(90 * random(), ...unit(three(random, 2))),
  setUserMatrix: (actor, random) => actor.setUserMatrix(Float64Array.from(rigidPose(random, 20)) as never),
};

/** vtk.js's own matrix, column-major. */
function ownMatrix(actor: Actor): number[] {
  const m = actor.getMatrix();
  return Array.from({ length: 16 }, (_, i) => m[4 * (i % 4) + Math.floor(i / 4)]);
}

describe('poseOf', () => {
  test(`is where vtk.js draws the prop, after 200 moves of ${Object.keys(ways).length} kinds (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const actor = vtkActor.newInstance();
    expect([...poseOf(actor)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const names = Object.keys(ways);
    for (let k = 0; k < 200; k++) {
      ways[names[k % names.length]](actor, random);
      const pose = poseOf(actor);
      for (const [i, entry] of ownMatrix(actor).entries()) expect(pose[i]).toBeCloseTo(entry, 9);
    }
  });

  test('a user matrix that is changed in place counts at once, though vtk.js does not see it', () => {
    const actor = vtkActor.newInstance();
    actor.setPosition(1, 2, 3);
    const before = ownMatrix(actor);
    (actor.getUserMatrix() as unknown as Float64Array)[12] = 40;
    expect(ownMatrix(actor)).toEqual(before);
    expect([...poseOf(actor)].slice(12)).toEqual([41, 2, 3, 1]);
  });

  test('16 numbers, column-major, are taken as they are', () => {
    const matrix = rigidPose(mulberry32(SEED), 3);
    expect([...poseOf(matrix)]).toEqual([...matrix]);
  });

  const moved = (move: (actor: Actor) => void) => {
    const actor = vtkActor.newInstance();
    move(actor);
    return actor;
  };
  const userMatrix = (...diagonal: number[]) => {
    const m = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    for (const [k, entry] of diagonal.entries()) m[5 * k] = entry;
    return m as never;
  };
  test.each<[what: string, says: RegExp, actor: Actor]>([
    ['scale', /scale is 2, 2, 2, expected 1, 1, 1/, moved((actor) => actor.setScale(2, 2, 2))],
    ['a mirror by scale', /scale is 1, 1, -1/, moved((actor) => actor.setScale(1, 1, -1))],
    [
      'scale in the user matrix',
      /The prop's matrix is not rigid.*3\.000e\+0/,
      moved((actor) => actor.setUserMatrix(userMatrix(2))),
    ],
    [
      'a mirror in the user matrix',
      /The prop's matrix mirrors: det R is -1/,
      moved((actor) => actor.setUserMatrix(userMatrix(1, -1))),
    ],
    [
      'shear in the user matrix',
      /The prop's matrix is not rigid/,
      moved((actor) => {
        (actor.getUserMatrix() as unknown as Float64Array)[4] = 0.5;
      }),
    ],
  ])('%s is refused', (_, says, actor) => {
    expect(() => poseOf(actor)).toThrow(PoseError);
    expect(() => poseOf(actor)).toThrow(says);
  });

  test('a matrix as getMatrix() has it, row-major, is refused if it moves', () => {
    const actor = moved((prop) => prop.setPosition(5, 0, 0));
    expect(() => poseOf(actor.getMatrix() as never)).toThrow(/last row.*column-major/);
  });
});

describe('relativePose', () => {
  test(`a⁻¹·b, checked by a·(a⁻¹·b) = b (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 50; round++) {
      const [a, b] = [rigidPose(random, 50), rigidPose(random, 50)];
      const relative = relativePose(a, b);
      for (let column = 0; column < 4; column++)
        for (let row = 0; row < 4; row++) {
          const product = [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * relative[4 * column + k], 0);
          expect(product).toBeCloseTo(b[4 * column + row], 11);
        }
    }
  });
});
