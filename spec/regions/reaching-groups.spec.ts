// reachingGroups against all pairs of boxes: a group with a face whose inflated box meets a bone face's is never lost, however tight.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody, ToolBody } from '../../lib/detector/bodies.ts';
import { FAN, IndexList } from '../../lib/records/index.ts';
import { reachingGroups } from '../../lib/regions/reaching-groups.ts';
import { mulberry32 } from '../harness/random.ts';
import { rigidPose, signed, strained } from '../harness/random-geometry.ts';
import { boneOf, boxOf, IDENTITY, liveFaces, tetrahedra, toolOf } from '../harness/stage-bodies.ts';
import { box, join, move, sphere } from '../mesh/bodies.ts';

const SEED = 111;

interface Boxes {
  readonly bone: number[][];
  readonly tool: number[][];
}

function boxesOf(bone: BoneBody, tool: ToolBody): Boxes {
  return {
    bone: liveFaces(bone).map((face) => boxOf(bone, face)),
    tool: Array.from({ length: tool.faceCount }, (_, face) => boxOf(tool, face)),
  };
}

/** How far two boxes are apart along the axis that parts them most; ≤ 0 where they overlap. */
function gapOf(a: number[], b: number[]): number {
  let gap = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < 3; k++) gap = Math.max(gap, a[k] - b[3 + k], b[k] - a[3 + k]);
  return gap;
}

/** @returns how many groups reach, and how many were passed over. */
function check(bone: BoneBody, tool: ToolBody, boxes: Boxes, inflate: number): { reaching: number; passed: number } {
  const groups = new IndexList();
  reachingGroups(bone, tool, inflate, groups);
  const found = new Set(groups.values.subarray(0, groups.length));
  const count = Math.ceil(tool.faceCount / FAN);
  if (found.size !== groups.length) throw new Error('a group came twice');
  for (const group of found) if (group >= count) throw new Error(`group ${group} of ${count}`);
  const { order } = tool.clusters;
  let reaching = 0;
  for (let group = 0; group < count; group++) {
    const faces = order.subarray(FAN * group, Math.min(tool.faceCount, FAN * (group + 1)));
    if (!boxes.bone.some((a) => faces.some((face) => gapOf(a, boxes.tool[face]) <= inflate))) continue;
    reaching++;
    if (!found.has(group)) throw new Error(`group ${group} is lost at an inflation of ${inflate}`);
  }
  return { reaching, passed: count - found.size };
}

describe('reachingGroups', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(`loses no group that reaches, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let reaching = 0;
    let passed = 0;
    for (const [boneCount, toolCount, spread, toolSize] of [
      [1, 1, 0, 1],
      [60, 3, 1, 0.2],
      [80, 40, 2, 0.5],
      [15, 300, 3, 2],
      [100, 20, 2, 20],
    ])
      for (let round = 0; round < 3; round++) {
        const bone = boneOf(tetrahedra(random, boneCount, scale, offset, spread));
        const shape = tetrahedra(random, toolCount, toolSize * scale, 0, spread);
        const pose = strained(
          rigidPose(random, scale * (1 + toolSize)),
          Array.from({ length: 6 }, () => 4e-6 * signed(random)),
        );
        for (let k = 12; k < 15; k++) pose[k] += offset;
        const tool = toolOf(shape, pose, bone.magnitude);
        const boxes = boxesOf(bone, tool);
        const inflations = [0, 0.1 * scale];
        // Exactly as much as parts two boxes.
        for (let i = 0; i < 8; i++) {
          const a = boxes.bone[Math.floor(boxes.bone.length * random())];
          const b = boxes.tool[Math.floor(boxes.tool.length * random())];
          inflations.push(Math.max(0, gapOf(a, b)));
        }
        for (const inflate of inflations) {
          const counts = check(bone, tool, boxes, inflate);
          reaching += counts.reaching;
          passed += counts.passed;
        }
      }
    expect(reaching).toBeGreaterThan(500);
    expect(passed).toBeGreaterThan(300);
  });

  test(`loses no group whose posed corner only touches a bone face (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (const [scale, offset] of [
      [2 ** -10, 0],
      [1, 0],
      [2 ** 10, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < 200; i++) {
        // Corners of a box are corners of its groups' boxes, and exact in f32.
        const shape = box(
          ...([1, 2, 3].map((x) => (x * scale * Math.ceil(8 * random())) / 8) as [number, number, number]),
        );
        const pose = rigidPose(random, scale);
        for (let k = 12; k < 15; k++) pose[k] += offset;
        const tool = toolOf(shape, pose, offset + 20 * scale);
        const [k, high] = [i % 3, i % 2];
        const rim = tool.bounds[3 * high + k];
        const beyond = rim + (high === 1 ? scale : -scale);
        // A face as wide as the tool, of which one corner is as far out as the tool's last corner, and the rest is beyond.
        const positions = [rim, beyond, beyond].flatMap((x, corner) =>
          [0, 1, 2].map((axis) => (axis === k ? x : tool.bounds[corner === (axis - k + 3) % 3 ? 3 + axis : axis])),
        );
        const bone = boneOf({ positions, faces: [0, 1, 2] });
        expect(check(bone, tool, boxesOf(bone, tool), 0).reaching).toBeGreaterThan(0);
      }
  });

  test('keeps groups that only touch, and passes over those that float in a hollow', () => {
    const shell = sphere(4, 10);
    const bone = boneOf(join(shell, box(2, 2, 2)));
    const onTop = toolOf(move(box(2, 2, 2), [0, 0, 2]), IDENTITY, 10);
    expect(check(bone, onTop, boxesOf(bone, onTop), 0).reaching).toBeGreaterThan(0);
    const beside = toolOf(move(sphere(2, 1), [-3.5, -3.5, 0]), IDENTITY, 10);
    const counts = check(bone, beside, boxesOf(bone, beside), 0);
    expect(counts).toEqual({ reaching: 0, passed: Math.ceil(128 / FAN) });
    const far = toolOf(box(1, 1, 1), [...IDENTITY.slice(0, 12), 500, 0, 0, 1], 10);
    expect(check(bone, far, boxesOf(bone, far), 1)).toEqual({ reaching: 0, passed: 2 });
  });
});
