// placeTool: the tool touches where it is put, fed against the normal, and no deeper than the tolerance.

import { describe, expect, test } from '@jest/globals';
import { box, sawBlade, skullPhantom, sphere } from '#datasets';
import { createDetectorSync, createMesh, placeTool, type TriangleMesh } from '#kerf';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, unitVector } from '#harness/random-geometry.ts';

const SEED = 50_007;

const turned = (m: ArrayLike<number>, v: readonly number[]) =>
  [0, 1, 2].map((k) => m[k] * v[0] + m[4 + k] * v[1] + m[8 + k] * v[2]);

function moved({ positions, faces }: TriangleMesh, m: ArrayLike<number>): TriangleMesh {
  const out = Float64Array.from(positions);
  for (let i = 0; i < out.length; i += 3)
    turned(m, [...positions.slice(i, i + 3)]).forEach((x, k) => {
      out[i + k] = x + m[12 + k];
    });
  return createMesh(out, faces);
}

/** Touches, and is free once it is lifted by 2 µm. */
function expectResting(bone: TriangleMesh, tool: TriangleMesh, pose: Float64Array, out: readonly number[]): void {
  const detector = createDetectorSync({ bone, tool, contactDistance: 1, resolution: 1 });
  expect(detector.minimumDistance(pose).distance).toBeLessThan(1e-9);
  const lifted = pose.map((x, i) => (i >= 12 && i < 15 ? x + 2e-3 * out[i - 12] : x));
  expect(detector.intersects(lifted)).toBe(false);
  expect(detector.detectSync(lifted).state).toBe('near');
  detector.dispose();
}

describe('placeTool', () => {
  test('a box on a box: its lower face on the upper one, in the middle of where it was put', () => {
    const [bone, tool] = [box({ size: [40, 30, 20] }), box({ size: [4, 6, 8] })];
    const pose = placeTool(bone, tool, { feed: [0, 0, -1], at: [5, -3, 10] });
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, -3, 14, 1].forEach((entry, i) => {
      expect(Math.abs(pose[i] - entry)).toBeLessThan(2e-3);
    });
    expectResting(bone, tool, pose, [0, 0, 1]);
  });

  test(`a sphere, by any feed and normal: the feed runs against the normal, 30 times (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = sphere({ radius: 20, subdivisions: 3 });
    for (let k = 0; k < 30; k++) {
      const tool = moved(box({ size: [3, 2, 9] }), rigidPose(random, 5));
      const [feed, out] = [unitVector(random), unitVector(random)];
      const at = out.map((x) => 20 * x);
      const pose = placeTool(bone, tool, { feed, at, normal: out });
      turned(pose, feed).forEach((x, i) => {
        expect(x).toBeCloseTo(-out[i], 12);
      });
      expectResting(bone, tool, pose, out);
    }
  });

  test('a saw on a skull, by its own feed: on the vertex, along the normal, by default', () => {
    const [bone, tool] = [skullPhantom({ targetFaces: 10_000 }), sawBlade()];
    const pose = placeTool(bone, tool, { feed: tool.feed });
    const out = turned(pose, [...tool.feed]).map((x) => -x);
    expect(out[2]).toBeGreaterThan(0.95);
    expectResting(bone, tool, pose, out);
  });

  test('the feed already runs against the normal, or the other way: no turn, or half of one', () => {
    const bone = box({ size: 10 });
    for (const [feed, trace] of [
      [[0, 0, -1], 3],
      [[0, 0, 1], -1],
    ] as const) {
      const pose = placeTool(bone, box({ size: 2 }), { feed, at: [1, 1, 5], normal: [0, 0, 1] });
      expect(pose[0] + pose[5] + pose[10]).toBeCloseTo(trace, 12);
    }
  });

  const bodies = [box({ size: 10 }), box({ size: 2 })] as const;
  test.each<[what: string, code: string, options: object]>([
    ['no feed', 'BAD_FEED', {}],
    ['a feed of length 2', 'BAD_FEED', { feed: [0, 0, -2] }],
    ['a point of two numbers', 'BAD_POINT', { feed: [0, 0, -1], at: [1, 2] }],
    ['a point at infinity', 'BAD_POINT', { feed: [0, 0, -1], at: [1, 2, Infinity] }],
    ['a normal without length', 'BAD_NORMAL', { feed: [0, 0, -1], at: [0, 0, 5], normal: [0, 0, 0] }],
    ['a point beside the bone', 'NO_CONTACT', { feed: [0, 0, -1], at: [50, 0, 5], normal: [0, 0, 1] }],
    ['an option that is none', 'UNKNOWN_OPTION', { feed: [0, 0, -1], where: [0, 0, 0] }],
  ])('%s is refused: %s', (_, code, options) => {
    expect(() => placeTool(...bodies, options as never)).toThrow(expect.objectContaining({ code }));
  });
});
