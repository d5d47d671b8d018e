// Planes that hold bodies apart against exact distances: they never say so of bodies within the distance asked for, to
// the last bit at the border, and they say so of most bodies that keep being apart.

import { describe, expect, jest, test } from '@jest/globals';
import { FarthestAlong } from '../../lib/bvh/index.ts';
import { SeparatingPlanes } from '../../lib/candidates/index.ts';
import { checkPose } from '../../lib/core/index.ts';
import { createDetector } from '../../lib/index.ts';
import { createMesh } from '../../lib/mesh/index.ts';
import { meshState } from '../../lib/reference/index.ts';
import { poseOf, randomRotation, translation } from '../harness/contact-cases.ts';
import { mulberry32 } from '../harness/random.ts';
import { unitVector } from '../harness/random-geometry.ts';
import { boneOf, IDENTITY, referenceOf, type Shape, tetrahedra, toolOf } from '../harness/stage-bodies.ts';
import { box, join, move, sphere, torus } from '../mesh/bodies.ts';

const SEED = 1601;

const scaled = ({ positions, faces }: Shape, scale: number, offset: number): Shape => ({
  positions: Array.from(positions, (x) => scale * x + offset),
  faces,
});

const bones: readonly (readonly [string, Shape])[] = [
  ['a ball', sphere(1, 10)],
  ['two boxes', join(box(8, 8, 8), move(box(4, 12, 3), [9, 4, 3]))],
  ['a ring', torus(8, 6, 10, 3)],
  ['scattered faces', tetrahedra(mulberry32(SEED), 12, 8, 0, 1)],
];

/** By more than the distance asked for, along an axis. */
function areBoundsApart(bone: Float64Array, tool: Float64Array, maxDistance: number): boolean {
  return [0, 1, 2].some((k) => tool[k] - bone[3 + k] > maxDistance || bone[k] - tool[3 + k] > maxDistance);
}

describe('planes', () => {
  test.each(bones)(`hold %s and a tool that passes by apart, and never what touches (seed ${SEED})`, (_, shape) => {
    const random = mulberry32(SEED);
    const seen = { held: 0, apart: 0, near: 0, boundsMeet: 0, heldByPlane: 0 };
    for (const [scale, offset] of [
      [1, 0],
      [1e-3, 0],
      [1e3, 0],
      [1, 1e5],
    ]) {
      const bone = boneOf(scaled(shape, scale, offset));
      // The tool's own coordinates are far from where it is posed, too.
      const away = random() < 0.5 ? 0 : 1e3 * scale;
      const tool = toolOf(scaled(box(2, 6, 3), scale, away), IDENTITY, bone.magnitude);
      const planes = new SeparatingPlanes(bone, tool);
      const surface = referenceOf(bone);
      for (let path = 0; path < 3; path++) {
        const along = unitVector(random);
        const turn = randomRotation(random);
        for (let n = 0; n < 24; n++) {
          const at = Float64Array.from(
            along,
            (x, k) => offset + scale * (x * (26 - n) + 0.3 * random() + (k === 0 ? 1 : 0)),
          );
          const shift = [0, 1, 2].map((k) => at[k] - away * (turn[k] + turn[3 + k] + turn[6 + k]));
          tool.moveTo(checkPose(poseOf(turn, shift)), bone.magnitude);
          const maxDistance = n % 3 === 0 ? scale * random() : 0;
          const { state } = meshState(surface, referenceOf(tool), maxDistance);
          const isHeld = planes.isApart(maxDistance);
          if (isHeld && state !== 'separated')
            throw new Error(`scale ${scale}, offset ${offset}, path ${path}, pose ${n}: ${state}, but held apart`);
          if (state !== 'separated') seen.near++;
          else {
            seen.apart++;
            if (isHeld) seen.held++;
            if (!areBoundsApart(bone.bounds, tool.bounds, maxDistance)) {
              seen.boundsMeet++;
              if (isHeld) seen.heldByPlane++;
            } else planes.learn(maxDistance);
          }
        }
      }
    }
    console.log(JSON.stringify(seen));
    // Between parts of a bone no plane holds, be the bodies apart or not.
    expect(seen.near).toBeGreaterThan(5);
    expect(seen.held).toBeGreaterThan(0.35 * seen.apart);
    expect(seen.heldByPlane).toBeGreaterThan(0.1 * seen.boundsMeet);
    expect(seen.boundsMeet).toBeGreaterThan(10);
  });

  test('are not sought again where none was found: a box in the hole of a ring', () => {
    const bone = boneOf(torus(16, 8, 10, 2));
    const tool = toolOf(box(1, 1, 1), IDENTITY, bone.magnitude);
    const planes = new SeparatingPlanes(bone, tool);
    const sought = jest.spyOn(FarthestAlong.prototype, 'find');
    const ask = (x: number): void => {
      tool.moveTo(checkPose(translation(x, 0, 0)), bone.magnitude);
      for (let n = 0; n < 500; n++) {
        expect(planes.isApart(0)).toBe(false);
        planes.learn(0);
      }
    };
    ask(0);
    const once = sought.mock.calls.length;
    expect(once).toBeGreaterThan(1);
    ask(0.1);
    expect(sought.mock.calls).toHaveLength(once);
    // Some cells away.
    ask(3);
    expect(sought.mock.calls.length).toBeGreaterThan(once);
    sought.mockRestore();
  });

  test.each([0, 1e5])('never hold boxes apart that touch, to the last bit, at offset %d', (offset) => {
    const bone = boneOf(scaled(box(1, 1, 1), 1, offset));
    const tool = toolOf(box(1, 1, 1), IDENTITY, bone.magnitude);
    let held = 0;
    for (const axis of [0, 1, 2])
      for (const maxDistance of [0, 0.25]) {
        const planes = new SeparatingPlanes(bone, tool);
        const at = (gap: number): void => {
          const shift = [0, 1, 2].map((k) => (k === axis ? offset + 1 + gap : offset));
          tool.moveTo(checkPose(translation(shift[0], shift[1], shift[2])), bone.magnitude);
        };
        at(3);
        planes.learn(maxDistance);
        expect(planes.isApart(maxDistance)).toBe(true);
        for (let bits = -60; bits <= 0; bits++)
          for (const sign of [-1, 0, 1]) {
            at(maxDistance + sign * 2 ** bits);
            // As the stored coordinates have it.
            const gap = tool.bounds[axis] - bone.bounds[3 + axis];
            const isHeld = planes.isApart(maxDistance);
            if (isHeld) held++;
            if (isHeld && gap <= maxDistance) throw new Error(`axis ${axis}, gap ${gap}, asked for ${maxDistance}`);
          }
      }
    expect(held).toBeGreaterThan(150);
  });

  test('are dropped where the bone is edited: a face that is added beyond one touches the tool', async () => {
    const bone = createMesh(box(4, 4, 4).positions, box(4, 4, 4).faces);
    const tool = createMesh(box(1, 1, 1).positions, box(1, 1, 1).faces);
    for (const candidates of ['scanlines', 'bvh'] as const) {
      const detector = await createDetector({
        bone,
        tool,
        contactDistance: 0,
        resolution: 1,
        backend: 'cpu',
        candidates,
      });
      const pose = translation(6, 1, 1);
      for (let n = 0; n < 5; n++)
        expect([detector.intersects(pose), detector.intersectingFaces(pose).length]).toEqual([false, 0]);
      detector.editBone({ remove: [], positions: [4, 1, 1, 6.5, 1.5, 1.5, 4, 3, 1], faces: [8, 9, 10] });
      expect(detector.intersects(pose)).toBe(true);
      expect(detector.intersectingFaces(pose).length).toBeGreaterThan(0);
    }
  });

  test(`change no answer of a tool that dances about the bone (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const shape = bones[1][1];
    const made = {
      bone: createMesh(shape.positions, shape.faces),
      tool: createMesh(torus(8, 5, 3, 1).positions, torus(8, 5, 3, 1).faces),
      contactDistance: 0,
      resolution: 1,
      backend: 'cpu',
    } as const;
    const kept = await createDetector(made);
    let apart = 0;
    for (let n = 0; n < 300; n++) {
      const pose = poseOf(randomRotation(random), [24 * random() - 8, 24 * random() - 8, 24 * random() - 8]);
      const fresh = await createDetector(made);
      const pairs = fresh.intersectingFaces(pose).join();
      expect({ n, pairs: kept.intersectingFaces(pose).join(), any: kept.intersects(pose) }).toEqual({
        n,
        pairs,
        any: pairs !== '',
      });
      if (pairs === '') apart++;
    }
    expect(apart).toBeGreaterThan(60);
    expect(apart).toBeLessThan(240);
  });
});

test.each(bones)(`the corner of %s farthest along a direction: that of all corners (seed ${SEED})`, (_, shape) => {
  const random = mulberry32(SEED);
  for (const [scale, offset] of [
    [1, 0],
    [1e-3, 1e5],
  ]) {
    const bone = boneOf(scaled(shape, scale, offset));
    const farthest = new FarthestAlong(bone);
    for (let n = 0; n < 200; n++) {
      const g =
        n < 6
          ? Float64Array.from({ length: 3 }, (_, k) => (k === n >> 1 ? 1 - 2 * (n & 1) : 0))
          : Float64Array.from(unitVector(random));
      farthest.find(g);
      let most = Number.NEGATIVE_INFINITY;
      for (const v of bone.faces) {
        const [x, y, z] = bone.positions.subarray(3 * v, 3 * v + 3);
        most = Math.max(most, g[0] * x + g[1] * y + g[2] * z);
      }
      expect(Math.abs(farthest.most - most)).toBeLessThanOrEqual(20 * 2 ** -53 * 1.75 * bone.magnitude);
      const [x, y, z] = farthest.point;
      expect(farthest.most).toBe(g[0] * x + g[1] * y + g[2] * z);
    }
  }
});
