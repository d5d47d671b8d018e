// What the GPU leaves open, the CPU decides: answers made by the CPU's own stages, from all open to all decided.

import { describe, expect, test } from '@jest/globals';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { ScanlineCandidates } from '#candidates/scanline-candidates.ts';
import { checkPose, lengthSlack, mulberry32, reportDistance } from '#core';
import { GpuReporter } from '#detector/gpu/gpu-report.ts';
import { lateOf } from '#harness/late-of.ts';
import type { PoseAnswer } from '#detector/gpu/pose-answer.ts';
import { createDetector } from '#kerf';
import { BONE, candidatePairs, PAIR_UNDECIDED, TOOL } from '#records';
import { contactCase } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { exactInside, subdivideAll } from '#harness/subdivision.ts';

const seed = 4101;

/** Every candidate pair and every leaf of both bodies, all undecided. */
function allOpen(bone: BoneBody, tool: ToolBody, delta: number, h: number): PoseAnswer {
  const pairs = candidatePairs();
  const within = reportDistance(delta, Math.max(bone.magnitude, tool.magnitude));
  new ScanlineCandidates(bone, tool).find(within, pairs);
  const { boneFace, toolFace } = pairs.columns;
  const pairWords: number[] = [];
  for (let i = 0; i < pairs.length; i++) pairWords.push(0, boneFace[i], toolFace[i], PAIR_UNDECIDED);
  const rows: number[] = [];
  const near: number[] = [];
  for (const [number, body, other] of [
    [BONE, bone, tool],
    [TOOL, tool, bone],
  ] as const) {
    const leaves = subdivideAll(body, other, other.signed ? exactInside(other) : null, delta, h);
    const { face, level, path, start, count, inside } = leaves.rows.columns;
    for (let row = 0; row < leaves.rows.length; row++) {
      rows.push(
        (face[row] | (number << 31)) >>> 0,
        (level[row] << 16) | (inside[row] << 24),
        path[row],
        near.length,
        count[row],
      );
      near.push(...leaves.near.values.subarray(start[row], start[row] + count[row]));
    }
  }
  return {
    width: 1,
    pairs: Uint32Array.from(pairWords),
    contacts: new Uint32Array(0),
    undecided: Uint32Array.from(rows),
    near: Uint32Array.from(near),
    candidatePairs: pairs.length,
    subTriangles: rows.length / 5,
    milliseconds: {},
  };
}

function greatestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((worst, value, i) => Math.max(worst, Math.abs(value - b[i])), 0);
}

describe(`an answer that leaves all open gives the CPU's report, seed ${seed}`, () => {
  const random = mulberry32(seed);
  const states = new Map<string, number>();
  test.each(partOf(Array(20).keys(), 4, 0))('case %i', async (k) => {
    const { bone, tool, pose, delta, h: fine } = contactCase(k, random);
    const h = longRun(fine, 3 * fine);
    const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h });
    const expected = detector.detectSync(pose);
    const boneBody = new BoneBody(bone);
    const toolBody = new ToolBody(tool);
    toolBody.moveTo(checkPose(pose), boneBody.magnitude);
    const options = { sides: 'both' as const, contactDistance: delta, resolution: h, feed: null, shank: null };
    const answer = allOpen(boneBody, toolBody, delta, h);
    const report = new GpuReporter(boneBody, toolBody, options, lateOf(boneBody, toolBody, options)).report(
      answer,
      checkPose(pose),
      performance.now(),
    );
    expect(report.state).toBe(expected.state);
    expect(report.signed).toEqual(expected.signed);
    expect(report.intersectingFaces).toEqual(expected.intersectingFaces);
    expect(report.intersectionSegments).toEqual(expected.intersectionSegments);
    for (const column of ['body', 'face', 'level', 'path', 'corners'] as const)
      expect(report.contacts[column]).toEqual(expected.contacts[column]);
    // If several faces are equally near, the first in the list of candidates is named. The answer's other numbers do
    // not depend on that order except for rounding.
    const slack = 4 * lengthSlack(Math.max(boneBody.magnitude, toolBody.magnitude));
    for (const column of ['distance', 'low', 'high'] as const)
      expect(greatestDifference(report.contacts[column], expected.contacts[column])).toBeLessThanOrEqual(slack);
    expect(report.patches.map((patch) => patch.contactCount)).toEqual(
      expected.patches.map((patch) => patch.contactCount),
    );
    expect(report.stats.escalatedPairs).toBeGreaterThanOrEqual(answer.pairs.length / 4);
    states.set(expected.state, (states.get(expected.state) ?? 0) + 1);
  });
  test('in every state', () =>
    expect([...states.keys()].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']));
});
