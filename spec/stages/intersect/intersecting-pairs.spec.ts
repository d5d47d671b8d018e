// IntersectingPairs against the oracle: the pairs that share a point, each once, ascending, for candidates in any order
// and with any capacity.

import { describe, expect, test } from '@jest/globals';
import { IntersectingPairs } from '#intersect';
import { candidatePairs } from '#records';
import { trianglesSharePoint } from '#reference';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { boneOf, cornersOf, tetrahedra, toolOf } from '#harness/stage-bodies.ts';

const SEED = 311;
const found = new IntersectingPairs();

/** All pairs of faces in a random order, and those that share a point. */
function question(random: () => number, scale: number, offset: number) {
  const bone = boneOf(tetrahedra(random, 6, scale, offset, 0));
  const pose = rigidPose(random, 0.5 * scale);
  for (const k of [12, 13, 14]) pose[k] += offset;
  const tool = toolOf(tetrahedra(random, 5, scale, 0, 0), pose, offset + 2 * scale);
  const pairs = candidatePairs();
  const expected: number[] = [];
  const all: { f: number; g: number; at: number }[] = [];
  for (let f = 0; f < bone.faceCount; f++)
    for (let g = 0; g < tool.faceCount; g++) {
      all.push({ f, g, at: random() });
      if (trianglesSharePoint(cornersOf(bone, f), cornersOf(tool, g))) expected.push(f, g);
    }
  all.sort((a, b) => a.at - b.at);
  pairs.reserve(all.length);
  for (const { f, g } of all) {
    pairs.columns.boneFace[pairs.length] = f;
    pairs.columns.toolFace[pairs.length++] = g;
  }
  return { bone, tool, pairs, expected };
}

describe('IntersectingPairs', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])(`are the oracle's, at scale %d, offset %d (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    let shared = 0;
    let all = 0;
    for (let i = 0; i < 12; i++) {
      const { bone, tool, pairs, expected } = question(random, scale, offset);
      found.clear();
      expect(found.length).toBe(0);
      // In two parts, as if they came from two nodes.
      const part = Math.floor(pairs.length * random());
      const whole = pairs.length;
      pairs.length = part;
      found.add(bone, tool, pairs, 0, Number.POSITIVE_INFINITY);
      pairs.length = whole;
      found.add(bone, tool, pairs, part, Number.POSITIVE_INFINITY);
      expect(found.length).toBe(expected.length / 2);
      const out = new Uint32Array(expected.length + 3).fill(9);
      found.write(tool, out);
      expect([...out]).toEqual([...expected, 9, 9, 9]);
      const short = new Uint32Array(2 * Math.floor(expected.length / 4));
      found.write(tool, short);
      expect([...short]).toEqual(expected.slice(0, short.length));
      shared += expected.length / 2;
      all += pairs.length;
    }
    expect(shared / all).toBeGreaterThan(0.02);
    expect(shared / all).toBeLessThan(0.5);
  });

  test(`stop at as many as were asked for (seed ${SEED})`, () => {
    const { bone, tool, pairs, expected } = question(mulberry32(SEED), 1, 0);
    expect(expected.length).toBeGreaterThan(8);
    found.clear();
    found.add(bone, tool, pairs, 0, 3);
    expect(found.length).toBe(3);
    const out = new Uint32Array(6);
    found.write(tool, out);
    for (let i = 0; i < 6; i += 2)
      expect(trianglesSharePoint(cornersOf(bone, out[i]), cornersOf(tool, out[i + 1]))).toBe(true);
  });
});
