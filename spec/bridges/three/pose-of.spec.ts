// poseOf against three's own matrices: a point of the tool, posed, is where three draws it; what is no rigid motion.

import { describe, expect, test } from '@jest/globals';
import * as THREE from 'three';
import { type KerfError, PoseError } from '#core';
import { mulberry32 } from '#harness/random.ts';
import { poseOf } from '#kerf/three';

function placed(random: () => number, object: THREE.Object3D = new THREE.Object3D(), reach = 100): THREE.Object3D {
  object.position.set(reach * (random() - 0.5), reach * (random() - 0.5), reach * (random() - 0.5));
  object.quaternion.set(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
  return object;
}
const posed = (m: ArrayLike<number>, [x, y, z]: number[]) =>
  [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
const refusal = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(PoseError);
    return error as KerfError;
  }
  throw new Error('accepted');
};

describe('a pose', () => {
  test.each([1, 2, 3])('is the world matrix of an object below others, seed %i', (seed) => {
    const random = mulberry32(seed);
    const scene = new THREE.Scene();
    const arm = placed(random);
    const hand = placed(random);
    const tool = placed(random, new THREE.Mesh());
    scene.add(arm);
    arm.add(hand);
    hand.add(tool);
    // Nothing has been rendered, so no matrix is up to date yet.
    const pose = poseOf(tool);
    expect(pose).toBeInstanceOf(Float64Array);
    expect([...pose]).toEqual(tool.matrixWorld.elements);
    const expected = new THREE.Matrix4();
    for (const { position, quaternion, scale } of [arm, hand, tool])
      expected.multiply(new THREE.Matrix4().compose(position, quaternion, scale));
    for (let i = 0; i < 16; i++) expect(pose[i]).toBeCloseTo(expected.elements[i], 12);
    hand.position.x += 7;
    expect([...poseOf(tool)]).not.toEqual([...pose]);
  });

  test('is that of now, for matrices written by hand too', () => {
    const random = mulberry32(5);
    const [arm, tool] = [placed(random), placed(random)];
    arm.add(tool);
    for (const object of [arm, tool]) object.matrixAutoUpdate = false;
    for (let i = 0; i < 3; i++) {
      for (const { matrix } of [arm, tool])
        matrix.makeRotationX(random()).setPosition(9 * random(), 9 * random(), 9 * random());
      expect([...poseOf(tool)]).toEqual(arm.matrix.clone().multiply(tool.matrix).elements);
    }
    // As WebXR does with what it tracks.
    tool.matrixWorldAutoUpdate = false;
    tool.matrixWorld.makeTranslation(1, 2, 3);
    expect([...poseOf(tool)].slice(12)).toEqual([1, 2, 3, 1]);
  });

  test('in a bone far from the origin keeps what the scene cannot hold', () => {
    const [bone, tool] = [new THREE.Object3D(), new THREE.Object3D()];
    bone.position.set(2 ** 40, 2 ** 41, 0);
    tool.position.set(2 ** 40 + 0.25, 2 ** 41 - 3, 2 ** -30);
    bone.quaternion.setFromAxisAngle(new THREE.Vector3(0, 0, 1), 1);
    tool.quaternion.copy(bone.quaternion);
    const pose = poseOf(tool, bone);
    for (const [i, x] of [Math.cos(1) / 4 - 3 * Math.sin(1), -Math.sin(1) / 4 - 3 * Math.cos(1), 2 ** -30].entries())
      expect(pose[12 + i]).toBeCloseTo(x, 14);
    expect([...pose.slice(0, 3), pose[15]].map((x) => Math.round(x * 1e14) / 1e14)).toEqual([1, 0, 0, 1]);
  });

  test.each([1, 2, 3])("is relative to the bone's object, under common parents of any scale, seed %i", (seed) => {
    const random = mulberry32(seed);
    for (const scale of [
      [1, 1, 1],
      [0.001, 0.001, 0.001],
      [-1, 1, 1],
      [2, 0.5, 3],
    ]) {
      const anatomy = placed(random);
      anatomy.scale.fromArray(scale);
      const [bone, tool, holder] = [placed(random), placed(random), placed(random)];
      anatomy.add(bone, holder);
      holder.add(tool);
      const pose = poseOf(tool, bone);
      const world = (object: THREE.Object3D, p: number[]) =>
        new THREE.Vector3().fromArray(p).applyMatrix4(object.matrixWorld).toArray();
      const size = Math.max(...scale.map(Math.abs));
      for (let i = 0; i < 5; i++) {
        const p = [random(), random(), random()].map((x) => 20 * (x - 0.5));
        // The tool's point, posed into the bone's frame, is drawn where the tool draws it.
        const [a, b] = [world(bone, posed(pose, p)), world(tool, p)];
        for (let k = 0; k < 3; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(1e-10 * size);
      }
    }
  });
});

describe('is refused by name', () => {
  const named = (change: (object: THREE.Object3D) => void) => {
    const object = placed(mulberry32(7));
    object.name = 'burr';
    change(object);
    return refusal(() => poseOf(object));
  };
  test('a scale, with how much', () => {
    const { code, message } = named((object) => object.scale.set(2, 1, 0.5));
    expect(code).toBe('NOT_RIGID');
    expect(message).toContain('"burr" scales by 2 × 1 × 0.5');
    expect(named((object) => object.scale.setScalar(1.0001)).message).toContain('1.0001');
    const parent = new THREE.Group();
    parent.scale.setScalar(3);
    expect(named((object) => parent.add(object)).message).toContain('3 × 3 × 3');
  });
  test('a mirror', () => {
    const { code, message } = named((object) => object.scale.set(-1, 1, 1));
    expect(code).toBe('NOT_RIGID');
    expect(message).toContain('"burr" mirrors: det R is -1.000000');
  });
  test('a shear', () => {
    const { code, message } = named((object) => {
      object.matrixAutoUpdate = false;
      // Unit axes, 60° apart: a cosine of 0.5.
      object.matrix.makeBasis(
        new THREE.Vector3(1, 0, 0),
        new THREE.Vector3(0.5, Math.sqrt(0.75), 0),
        new THREE.Vector3(0, 0, 1),
      );
    });
    expect(code).toBe('NOT_RIGID');
    expect(message).toMatch(/"burr" shears: .* cosine 0\.5000/);
  });
  test('a bone scaled by itself, a flat frame, NaN, far away, and what is no object', () => {
    const [bone, tool] = [placed(mulberry32(8)), placed(mulberry32(9))];
    bone.scale.setScalar(2);
    expect(refusal(() => poseOf(tool, bone)).message).toContain('0.5 × 0.5 × 0.5');
    bone.scale.set(1, 0, 1);
    expect(refusal(() => poseOf(tool, bone)).message).toContain('determinant 0');
    expect(named((object) => object.scale.set(1, 0, 1)).code).toBe('NOT_RIGID');
    expect(named((object) => object.position.setX(Number.NaN)).code).toBe('NON_FINITE_POSE');
    expect(named((object) => object.position.setX(1e200)).code).toBe('COORDINATE_RANGE');
    expect(refusal(() => poseOf({} as never)).code).toBe('WRONG_TYPE');
    expect(refusal(() => poseOf(tool, null as never)).code).toBe('WRONG_TYPE');
  });
});
