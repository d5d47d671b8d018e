// Separating planes against exact distances: they never report bodies within the given distance as apart, to the last
// bit at the border, and they do report most bodies that stay apart.

import { describe, expect, jest, test } from '@jest/globals';
import { SeparatingPlanes } from '#candidates';
import { SupportVertex } from '#candidates/support-vertex.ts';
import { checkPose } from '#core';
import { createDetector } from '#kerf';
import { createMesh } from '#mesh';
import { meshState } from '#reference';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, referenceOf, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { inDeep } from '#harness/sets.ts';
import { box, join, move, sphere, torus } from '#spec/base/mesh/bodies.ts';

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

/** A tetrahedron whose slanted face lies in x + y + z = 3. */
const corner: Shape = { positions: [0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0, 3], faces: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };

const PLACES = [
  [1, 0],
  [1e-3, 0],
  [1e3, 0],
  [1, 1e5],
] as const;

function boundsOf(corners: ArrayLike<number>): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < corners.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], corners[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], corners[i]);
  }
  return bounds;
}

/** By more than the given distance, along an axis; a rounded difference is greater only if the exact one is. */
function areBoundsApart(bone: Float64Array, tool: Float64Array, maxDistance: number): boolean {
  return [0, 1, 2].some((k) => tool[k] - bone[3 + k] > maxDistance || bone[k] - tool[3 + k] > maxDistance);
}

function hold(some: typeof bones, places: readonly (readonly [scale: number, offset: number])[], paths: number): void {
  test.each(some)(`hold %s and a tool that passes by apart, and never what touches (seed ${SEED})`, (_, shape) => {
    const random = mulberry32(SEED);
    const seen = { held: 0, apart: 0, near: 0, boundsMeet: 0, heldByPlane: 0, learned: 0 };
    for (const [scale, offset] of places) {
      const bone = boneOf(scaled(shape, scale, offset));
      // The tool's own coordinates are also far from where it is posed.
      const away = random() < 0.5 ? 0 : 1e3 * scale;
      const tool = toolOf(scaled(box(2, 6, 3), scale, away), IDENTITY, bone.magnitude);
      const planes = new SeparatingPlanes(bone, tool);
      const surface = referenceOf(bone);
      const around = boundsOf(surface.corners);
      for (let path = 0; path < paths; path++) {
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
          const posed = referenceOf(tool);
          const isFar = areBoundsApart(around, boundsOf(posed.corners), maxDistance);
          const state = isFar ? 'separated' : meshState(surface, posed, maxDistance).state;
          const isHeld = planes.isApart(maxDistance);
          if (isHeld && state !== 'separated')
            throw new Error(
              `scale ${scale}, offset ${offset}, path ${path}, pose ${n}: ${state}, but separated by a plane`,
            );
          if (state !== 'separated') seen.near++;
          else {
            seen.apart++;
            if (isHeld) seen.held++;
            if (!areBoundsApart(bone.bounds, tool.bounds, maxDistance)) {
              seen.boundsMeet++;
              if (isHeld) seen.heldByPlane++;
            }
          }
          if (isHeld) continue;
          planes.tell(state === 'separated');
          // A plane that was found at a pose separates the bodies there.
          if (planes.isApart(maxDistance)) {
            if (state !== 'separated')
              throw new Error(`path ${path}, pose ${n}: ${state}, but separated by the plane given`);
            seen.learned++;
          }
        }
      }
    }
    console.log(JSON.stringify(seen));
    // Between parts of a bone no plane separates, whether the bodies are apart or not.
    expect(seen.near).toBeGreaterThan((places.length * paths) / 3);
    expect(seen.held).toBeGreaterThan(0.35 * seen.apart);
    expect(seen.heldByPlane).toBeGreaterThan(0);
    expect(seen.learned).toBeGreaterThan(0);
    expect(seen.heldByPlane + seen.learned).toBeGreaterThan(0.15 * seen.boundsMeet);
    expect(seen.boundsMeet).toBeGreaterThan((3 / 4) * places.length * paths);
  });
}

describe('planes', () => {
  hold(bones.slice(0, 1), [PLACES[1]], 2);
  hold(bones.slice(3), [PLACES[3]], 2);
  inDeep(() => hold(bones, PLACES, longRun(3, 2)));

  test('are not sought again where none was found: a box in the hole of a ring', () => {
    const bone = boneOf(torus(16, 8, 10, 2));
    const tool = toolOf(box(1, 1, 1), IDENTITY, bone.magnitude);
    const planes = new SeparatingPlanes(bone, tool);
    const sought = jest.spyOn(SupportVertex.prototype, 'find');
    const ask = (x: number): void => {
      tool.moveTo(checkPose(translation(x, 0, 0)), bone.magnitude);
      for (let n = 0; n < 500; n++) {
        expect(planes.isApart(0)).toBe(false);
        planes.tell(true);
      }
    };
    ask(0);
    const once = sought.mock.calls.length;
    expect(once).toBeGreaterThan(1);
    ask(0.1);
    expect(sought.mock.calls).toHaveLength(once);
    // A few cells away.
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
        expect(planes.isApart(maxDistance)).toBe(true);
        for (let bits = -60; bits <= 0; bits++)
          for (const sign of [-1, 0, 1]) {
            at(maxDistance + sign * 2 ** bits);
            // According to the stored coordinates.
            const gap = tool.bounds[axis] - bone.bounds[3 + axis];
            const isHeld = planes.isApart(maxDistance);
            if (isHeld) held++;
            if (isHeld && gap <= maxDistance) throw new Error(`axis ${axis}, gap ${gap}, asked for ${maxDistance}`);
          }
      }
    expect(held).toBeGreaterThan(150);
  });

  test.each([0, 1e5])(
    'never hold a corner and a slanted face apart that touch, to the last bit, at offset %d',
    (offset) => {
      const bone = boneOf(scaled(corner, 1, offset));
      const surface = referenceOf(bone);
      const tool = toolOf(box(1, 1, 1), IDENTITY, bone.magnitude);
      const seen = { held: 0, touching: 0 };
      for (const maxDistance of [0, 0.25]) {
        const planes = new SeparatingPlanes(bone, tool);
        /** Moves the box's corner this far along each axis from the middle of the face. */
        const at = (x: number): void => {
          const [u, v, w] = [offset + 1 + x, offset + 1 + x, offset + 1 + x];
          tool.moveTo(checkPose(translation(u, v, w)), bone.magnitude);
        };
        at(0.5);
        planes.isApart(maxDistance);
        planes.tell(true);
        expect(planes.isApart(maxDistance)).toBe(true);
        for (let bits = -60; bits <= -2; bits += longRun(1, 6))
          for (const sign of [-1, 0, 1]) {
            at(maxDistance / Math.sqrt(3) + sign * 2 ** bits);
            const isHeld = planes.isApart(maxDistance);
            const isApart = meshState(surface, referenceOf(tool), maxDistance).state === 'separated';
            if (isHeld && !isApart) throw new Error(`offset ${offset}, asked for ${maxDistance}, ${sign} · 2^${bits}`);
            if (isHeld) seen.held++;
            else planes.tell(isApart);
            if (!isApart) seen.touching++;
          }
      }
      console.log(JSON.stringify(seen));
      expect(seen.held).toBeGreaterThan(longRun(50, 7));
      expect(seen.touching).toBeGreaterThan(longRun(100, 16));
    },
  );

  test('are dropped where the bone is edited: a face that is added beyond one touches the tool', async () => {
    const bone = createMesh(corner.positions, corner.faces);
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
      // The bounds meet: a plane along the slanted face separates the bodies.
      const pose = translation(1.5, 1.5, 1.5);
      const searched = jest.spyOn(SupportVertex.prototype, 'find');
      for (let n = 0; n < 5; n++)
        expect([detector.intersects(pose), detector.intersectingFaces(pose).length]).toEqual([false, 0]);
      expect(searched).toHaveBeenCalledTimes(1);
      searched.mockRestore();
      detector.editBone({ remove: [], positions: [1.1, 1.1, 1.1, 2, 2, 2, 1.1, 2, 1.1], faces: [4, 5, 6] });
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
    for (let n = 0; n < longRun(300, 30); n++) {
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
    expect(apart).toBeGreaterThan(longRun(60, 6));
    expect(apart).toBeLessThan(longRun(240, 24));
  });
});
