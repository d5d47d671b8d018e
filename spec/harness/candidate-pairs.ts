// A bone, a tool and a stage 1 → its pairs against all pairs: none within reach missing, none twice, and no other whose
// boxes in the tool's frame are beyond reach and rounding.

import type { BoneBody } from '../../lib/bodies/bone-body.ts';
import type { ToolBody } from '../../lib/bodies/tool-body.ts';
import { lengthSlack } from '../../lib/core/index.ts';
import { type CandidateStage, candidatePairs } from '../../lib/records/index.ts';
import { exactFraction, trianglesSharePoint, triangleTriangleSquaredDistance } from '../../lib/reference/index.ts';
import {
  PAIR_LOWER,
  PAIR_SQUARED,
  TRIANGLE_DISTANCE_SIZE,
  TriangleDistance,
  TrianglePair,
} from '../../lib/triangles/index.ts';
import { boxOf, cornersOf, liveFaces } from './stage-bodies.ts';

const loaded = new TrianglePair();
const pairs = candidatePairs();
const distance = new TriangleDistance();
const measured = new Float64Array(TRIANGLE_DISTANCE_SIZE);

/** Gap between two boxes along the axis that parts them most; ≤ 0 where they overlap. */
function gapOf(a: number[], b: number[]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(a[k] - b[3 + k], b[k] - a[3 + k])));
}

/** Whether two faces come within reach, exactly; f64 only speaks where its bounds are clear. */
function isWithin(bone: BoneBody, f: number, tool: ToolBody, g: number, reach: number): boolean {
  const [a, b] = [cornersOf(bone, f), cornersOf(tool, g)];
  distance.measure(loaded.load(a, 0, 3, 6, b, 0, 3, 6), false, measured);
  const slack = lengthSlack(8 * (bone.magnitude + tool.magnitude + reach));
  if (measured[PAIR_LOWER] > reach + slack) return false;
  if (Math.sqrt(measured[PAIR_SQUARED]) + slack <= reach) return true;
  if (reach === 0) return trianglesSharePoint(a, b);
  return triangleTriangleSquaredDistance(a, b).compare(exactFraction(reach).pow(2)) <= 0;
}

/** The box of points of the bone's frame taken into the tool's, or of a face of the tool in its own. */
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

/** @returns how many pairs are within reach, and how many more there are. */
export function checkPairs(
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
