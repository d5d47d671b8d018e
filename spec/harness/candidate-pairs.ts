// A bone, a tool and a stage 1 → its pairs compared with all pairs: none within reach is missing, none occurs twice,
// and none has boxes in the tool's frame beyond reach and rounding. The tests that every stage 1 must pass.

import { expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { lengthSlack } from '#core';
import { type CandidateStage, candidatePairs } from '#records';
import { exactFraction, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import { PAIR_LOWER, PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { box, join, move, sphere, strip } from '#spec/base/mesh/bodies.ts';
import { longRun } from './long-run.ts';
import { mulberry32 } from './random.ts';
import { coordinates, rigidPose, strained } from './random-geometry.ts';
import { boneOf, boxOf, cornersOf, IDENTITY, liveFaces, type Shape, tetrahedra, toolOf } from './stage-bodies.ts';

/** Scales and offsets, mm. */
export const PLACES: readonly (readonly [scale: number, offset: number])[] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
];

const loaded = new TrianglePair();
const pairs = candidatePairs();
const distance = new TriangleDistance();
const measured = new Float64Array(TRIANGLE_DISTANCE_SIZE);

/** Gap between two boxes along the axis that separates them most; ≤ 0 if they overlap. */
function gapOf(a: number[], b: number[]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(a[k] - b[3 + k], b[k] - a[3 + k])));
}

/** Whether two faces come within reach, exactly; f64 decides only if its bounds are clear. */
function isWithin(bone: BoneBody, f: number, tool: ToolBody, g: number, reach: number): boolean {
  const [a, b] = [cornersOf(bone, f), cornersOf(tool, g)];
  distance.measure(loaded.load(a, 0, 3, 6, b, 0, 3, 6), false, measured);
  const slack = lengthSlack(8 * (bone.magnitude + tool.magnitude + reach));
  if (measured[PAIR_LOWER] > reach + slack) return false;
  if (Math.sqrt(measured[PAIR_SQUARED]) + slack <= reach) return true;
  if (reach === 0) return trianglesSharePoint(a, b);
  return triangleTriangleSquaredDistance(a, b).compare(exactFraction(reach).pow(2)) <= 0;
}

/** The box of bone-frame points moved into the tool's frame, or of a tool face in its own frame. */
function ownBox(points: ArrayLike<number>, frame: Float64Array | null): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 9; i += 3)
    for (let k = 0; k < 3; k++) {
      const m = frame?.subarray(4 * k, 4 * k + 4);
      const x = m ? m[0] * points[i] + m[1] * points[i + 1] + m[2] * points[i + 2] + m[3] : points[i + k];
      box[k] = Math.min(box[k], x);
      box[3 + k] = Math.max(box[3 + k], x);
    }
  return box;
}

/** @returns how many pairs are within reach, and how many others were found. */
function checkPairs(
  stage: CandidateStage,
  bone: BoneBody,
  tool: ToolBody,
  reach: number,
): { within: number; extra: number } {
  stage.find(reach, pairs);
  const found = new Set<number>();
  for (let i = 0; i < pairs.length; i++)
    found.add(pairs.columns.boneFace[i] * tool.faceCount + pairs.columns.toolFace[i]);
  if (found.size !== pairs.length) throw new Error(`${pairs.length - found.size} pairs came twice`);
  const toolBoxes = Array.from({ length: tool.faceCount }, (_, g) => boxOf(tool, g));
  const own = tool.ownPositions();
  const ownBoxes = Array.from({ length: tool.faceCount }, (_, g) =>
    ownBox(
      [...tool.faces.subarray(3 * g, 3 * g + 3)].flatMap((v) => [...own.subarray(3 * v, 3 * v + 3)]),
      null,
    ),
  );
  // f32 boxes, two steps of it; the frame's slack, taken twice; a strain of 1e-5, taken three times.
  const quantum = tool.ownMagnitude * 2 ** -21 + 2 ** -147 + 3 * tool.frame.slack + 4e-5 * reach;
  let within = 0;
  for (const f of liveFaces(bone)) {
    const boneBox = boxOf(bone, f);
    const taken = ownBox(cornersOf(bone, f), tool.frame.inverse);
    for (let g = 0; g < tool.faceCount; g++) {
      const has = found.delete(f * tool.faceCount + g);
      const isNear = gapOf(boneBox, toolBoxes[g]) <= reach && isWithin(bone, f, tool, g, reach);
      if (isNear) within++;
      if (isNear && !has) throw new Error(`pair ${f}, ${g} is missing: ${boneBox} and ${toolBoxes[g]}, reach ${reach}`);
      if (has && gapOf(taken, ownBoxes[g]) > reach + quantum)
        throw new Error(`pair ${f}, ${g} is far apart: ${taken} and ${ownBoxes[g]}, reach ${reach}`);
    }
  }
  if (found.size > 0) throw new Error(`${found.size} pairs name retired faces`);
  return { within, extra: pairs.length - within };
}

/** The tests of a stage's pairs. @param makeStage makes the one stage for all poses and edits of a bone and a tool. */
export function testPairs(makeStage: (bone: BoneBody, tool: ToolBody) => CandidateStage, seed: number): void {
  const check = (bone: BoneBody, tool: ToolBody, reach: number) => checkPairs(makeStage(bone, tool), bone, tool, reach);

  test.each(PLACES)(
    `holds every pair within reach, and none whose boxes are beyond it, at scale %d, offset %d (seed ${seed})`,
    (scale, offset) => {
      const random = mulberry32(seed);
      let turn = 0;
      let within = 0;
      let found = 0;
      let all = 0;
      // Huge faces beside tiny ones if the spread is large; sizes that are not a multiple of a group.
      for (const [boneCount, toolCount, spread] of [
        [1, 1, 0],
        [3, 2, 0],
        [33, 17, 1],
        [77, 9, 3],
        [20, 41, 4],
      ])
        for (const reach of [0, 1e-4 * scale, 0.3 * scale, 5 * scale]) {
          if (turn++ % longRun(1, 3) !== 0) continue;
          const bone = boneOf(tetrahedra(random, boneCount, scale, offset, spread));
          const pose = strained(rigidPose(random, scale), coordinates(random, 6, 3e-6, 0));
          for (const k of [12, 13, 14]) pose[k] += offset;
          const tool = toolOf(tetrahedra(random, toolCount, scale, 0, spread), pose, offset + 2 * scale);
          const counts = check(bone, tool, reach);
          within += counts.within;
          found += counts.within + counts.extra;
          all += bone.faceCount * tool.faceCount;
        }
      expect(within / all).toBeGreaterThan(0.1);
      expect(found / all).toBeLessThan(0.9);
    },
  );

  test(`one triangle, a flat strip, a point, whole numbers: faces that touch count (seed ${seed})`, () => {
    const random = mulberry32(seed);
    const shapes: Shape[] = [
      { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] },
      { positions: [1, 2, 0, 1, 2, 0, 1, 2, 0], faces: [0, 1, 2] },
      { positions: [0, 0, 0, 0, 0, 0, 0, 0, 0], faces: [0, 1, 2] },
      { positions: strip(17, 'open').positions.map((x, i) => (i % 3 === 2 ? 0 : x)), faces: strip(17, 'open').faces },
      box(4, 1, 2),
      sphere(2, 2),
      join(box(100, 100, 100), move(sphere(1, 0.01), [1, 2, 0])),
      {
        positions: Array.from({ length: 99 }, () => Math.floor(5 * random())),
        faces: Array.from({ length: 33 }, (_, i) => i),
      },
    ];
    let turn = 0;
    let within = 0;
    for (const boneShape of shapes)
      for (const toolShape of shapes)
        for (const reach of [0, 0.5, 1]) {
          if (turn++ % longRun(1, 4) !== 0) continue;
          const shift = [0, 1, 2].map(() => Math.floor(4 * random() - 2));
          const tool = toolOf(toolShape, [...IDENTITY.slice(0, 12), ...shift, 1], 200);
          within += check(boneOf(boneShape), tool, reach).within;
        }
    expect(within).toBeGreaterThan(longRun(1000, 250));
  });

  test('a bone far away has no candidates, and a reach brings it in', () => {
    const bone = boneOf(box(1, 1, 1));
    const tool = toolOf(box(1, 1, 1), [...IDENTITY.slice(0, 12), 4, 0, 0, 1], 10);
    const stage = makeStage(bone, tool);
    expect(checkPairs(stage, bone, tool, 0)).toEqual({ within: 0, extra: 0 });
    expect(checkPairs(stage, bone, tool, 3).within).toBeGreaterThan(4);
    expect(checkPairs(stage, bone, tool, 3 - 2 ** -51).within).toBe(0);
  });

  test('faces that touch at a depth that f32 and f64 sums round: the pair is there', () => {
    // A face from −1e-30 to 1 and one at exactly 1, in every direction of depth.
    for (let axis = 0; axis < 3; axis++) {
      const turn = (points: number[]) => points.map((_, i) => points[i - (i % 3) + (((i % 3) + 3 - axis) % 3)]);
      const flat = turn([0, 0, 1, 0.5, 0, 1, 0, 0.5, 1]);
      for (const low of [-1e-30, -1e-20, -(2 ** -60), -1 + 2 ** -53]) {
        const tall = turn([0, 0, low, 0.5, 0, 1, 0, 0.5, 1]);
        const tool = toolOf({ positions: flat, faces: [0, 1, 2] }, IDENTITY, 2);
        expect(check(boneOf({ positions: tall, faces: [0, 1, 2] }), tool, 0).within).toBe(1);
      }
    }
  });

  test(`one stage, over edits of the bone, inside its grid and beyond it (seed ${seed})`, () => {
    const random = mulberry32(seed);
    let within = 0;
    let moved = 0;
    for (const [scale, offset] of PLACES) {
      const bone = boneOf(tetrahedra(random, 40, scale, offset, 2));
      const tool = toolOf(tetrahedra(random, 7, scale, 0, 1), rigidPose(random, scale), offset + 4 * scale);
      const stage = makeStage(bone, tool);
      for (let round = 0; round < longRun(8, 3); round++) {
        const remove = liveFaces(bone).filter(() => random() < 0.1);
        const count = Math.floor(30 * random());
        const base = bone.vertexCount;
        const reach = random() < 0.3 ? 3 : 1;
        const spansBefore = bone.scanlines.spanCount;
        bone.apply(
          Uint32Array.from(remove),
          Float64Array.from(coordinates(random, 9 * count, reach * scale, offset)),
          Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
        );
        // A cell that outgrows its room moves to the end.
        if (bone.scanlines.spanCount > spansBefore) moved++;
        const matrix = rigidPose(random, scale).map((x, i) => (i > 11 && i < 15 ? x + offset : x));
        tool.moveTo({ matrix: Float64Array.from(matrix), orthonormalityError: 1e-5 }, offset + 4 * scale);
        within += checkPairs(stage, bone, tool, round % 2 === 0 ? 0 : 0.2 * scale).within;
      }
    }
    expect(within).toBeGreaterThan(longRun(1000, 350));
    expect(moved).toBeGreaterThan(longRun(10, 3));
  });
}
