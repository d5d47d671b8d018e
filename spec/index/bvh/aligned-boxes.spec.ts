// AlignedBoxes against the definition: extents and boxes of a leaf group's faces along the axes, however many groups
// share a line, after any earlier queries, and for a tool whose vertices are posed on demand.

import { expect, test } from '@jest/globals';
import { AlignedBoxes } from '#bvh';
import { alignedAxes, checkPose } from '#core';
import { BRANCHING, type Surface } from '#records';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';
import { boneOf, cornersOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';
import { sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 47;

/** Low and high along each axis of one face's posed corners. */
function faceBox(surface: Surface, face: number, axes: Float64Array): number[] {
  const c = cornersOf(surface, face);
  const along = [0, 1, 2].map((k) =>
    [0, 3, 6].map((i) => axes[3 * k] * c[i] + axes[3 * k + 1] * c[i + 1] + axes[3 * k + 2] * c[i + 2]),
  );
  return [...along.map((x) => Math.min(...x)), ...along.map((x) => Math.max(...x))];
}

/** The box of boxes. */
function union(boxes: number[][]): number[] {
  return [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Math.min : Math.max)(...boxes.map((box) => box[k])));
}

/** @param posed the same surface with all its vertices posed. */
function checkGroup(found: AlignedBoxes, posed: Surface, group: number, axes: Float64Array): void {
  const { order, count } = posed.bvh;
  const slots = order.slice(BRANCHING * group, Math.min(count, BRANCHING * (group + 1)));
  const expected = Array.from(slots, (face) => faceBox(posed, face, axes));
  const whole = union(expected);
  const extent = 2 * found.extent(group);
  expect([...found.extents.subarray(extent, extent + 2)]).toEqual([whole[0], whole[3]]);
  const line = found.boxes(group);
  expect([...found.groups.subarray(6 * line, 6 * line + 6)]).toEqual(whole);
  for (const [slot, box] of expected.entries()) {
    const at = 6 * (BRANCHING * line + slot);
    expect([...found.faces.subarray(at, at + 6)]).toEqual(box);
  }
}

/** Eight turns of the axes. */
const QUERIES = longRun(2000, 80);

test(`1,024 groups in half as many lines, the axes turned now and then (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = boneOf(sphere(5, 3));
  const groups = bone.bvh.sizes[0];
  expect(groups).toBe(1024);
  const axes = new Float64Array(9);
  const found = new AlignedBoxes(bone, axes);
  found.begin();
  for (let i = 0; i < QUERIES; i++) {
    if (i % (QUERIES / 8) === 0) {
      alignedAxes(...unitVector(random), axes);
      found.turn();
    }
    const group = Math.floor(groups * random());
    checkGroup(found, bone, group, axes);
    // Some of these share a line with the previous group.
    checkGroup(found, bone, (group + groups / 2) % groups, axes);
  }
});

test(`a tool's groups are posed when they are asked for, at every pose (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const [tool, posed] = [0, 1].map(() => toolOf(sphere(3, 3), IDENTITY, 10));
  const axes = new Float64Array(9);
  const found = new AlignedBoxes(tool, axes);
  for (let i = 0; i < 30; i++) {
    const pose = checkPose(rigidPose(random, 5));
    posed.moveTo(pose, 10);
    tool.positions.fill(Number.NaN);
    tool.moveOnDemand(pose, { magnitude: 10 });
    alignedAxes(...unitVector(random), axes);
    found.begin();
    found.turn();
    for (let j = 0; j < 8; j++) checkGroup(found, posed, Math.floor(tool.bvh.sizes[0] * random()), axes);
  }
});
