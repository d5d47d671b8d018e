// Which leaves are rows is exact: those whose first corner lies inside the other solid, and those whose rounded
// corners' triangle is at most δ′ from the other surface.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose, reportDistance } from '#core';
import { createDetector } from '#kerf';
import { exactFraction, trianglesSharePoint, triangleTriangleSquaredDistance } from '#reference';
import { contactCase, identityPose } from '#harness/contact-cases.ts';
import { leavesOf, roundedLeaf } from '#harness/leaf-recovery.ts';
import { faceCorners } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { cornersOf } from '#harness/stage-bodies.ts';
import { exactInside } from '#harness/subdivision.ts';

const seed = 4211;

/** The next f64 above a positive one. */
function above(x: number): number {
  const bits = new BigInt64Array(Float64Array.of(x).buffer);
  bits[0] += 1n;
  return new Float64Array(bits.buffer)[0];
}

describe.each([0, 1 / 3])('faces that lie face to face, δ = %d', (delta) => {
  // They meet in the plane z = 0, so any gap is an unrounded coordinate.
  const bone = box({ size: [20, 20, 20], divisions: [4, 4, 4], center: [0, 0, -10] });
  const tool = box({ size: [4, 4, 4], divisions: [2, 2, 2], center: [0, 0, 2] });
  const limit = reportDistance(delta, 20);
  const rowsAt = async (gap: number) => {
    const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: 4, backend: 'cpu' });
    const pose = [...identityPose];
    pose[14] = gap;
    return detector.detectSync(pose).contacts.length;
  };
  test('are rows at δ′ and not above it', async () => {
    expect(await rowsAt(limit)).toBeGreaterThan(10);
    expect(await rowsAt(above(limit))).toBe(0);
  });
});

rows([8], ['touching', 'near', 'neither']);
inDeep(() =>
  rows(
    Array.from({ length: longRun(10, 5) }, (_, k) => k),
    ['inside', 'touching', 'near', 'neither'],
  ),
);

const boxOf = (p: ArrayLike<number>) =>
  [0, 1, 2].map((k) => [Math.min(p[k], p[3 + k], p[6 + k]), Math.max(p[k], p[3 + k], p[6 + k])]);

type Kind = 'inside' | 'touching' | 'near' | 'neither';

/** @param kinds of leaves that occur. */
function rows(cases: readonly number[], kinds: readonly Kind[]): void {
  test(`cases ${cases}: all rows, and no others, by exact arithmetic over every leaf of both bodies, seed ${seed}`, async () => {
    const random = mulberry32(seed);
    const seen = { inside: 0, touching: 0, near: 0, neither: 0 };
    for (const k of cases) {
      const { bone, tool, pose, delta, h } = contactCase(k, random);
      const contactDistance = k % 3 === 0 ? 0 : delta;
      const resolution = 2 * h;
      const detector = await createDetector({ bone, tool, contactDistance, resolution, backend: 'cpu' });
      const { contacts } = detector.detectSync(pose);
      const found = new Set(Array.from(contacts, (row) => `${row.body} ${row.face} ${row.path}`));
      const boneBody = new BoneBody(bone);
      const toolBody = new ToolBody(tool);
      toolBody.moveTo(checkPose(pose), boneBody.magnitude);
      const limit = reportDistance(contactDistance, Math.max(boneBody.magnitude, toolBody.magnitude));
      const limitSquared = exactFraction(limit).mul(exactFraction(limit));
      const expected = new Set<string>();
      for (const [name, body, other] of [
        ['bone', boneBody, toolBody],
        ['tool', toolBody, boneBody],
      ] as const) {
        const inside = exactInside(other);
        const others = Array.from({ length: other.faceCount }, (_, g) => {
          const corners = cornersOf(other, g);
          return { corners, box: boxOf(corners) };
        });
        const mesh = name === 'bone' ? bone : tool;
        for (let face = 0; face < body.faceCount; face++) {
          const own = faceCorners(mesh, face);
          for (const { level, path } of leavesOf(own, resolution)) {
            const leaf = roundedLeaf(cornersOf(body, face), own, resolution, level, path);
            const leafBox = boxOf(leaf);
            const near = others.filter(({ box }) => leafBox.every(([low, high], axis) => box[axis][0] <= high + 2 * limit && box[axis][1] >= low - 2 * limit)); // biome-ignore format: one condition
            const shares = near.some(({ corners }) => trianglesSharePoint(leaf, corners));
            const isNear =
              shares || near.some(({ corners }) => triangleTriangleSquaredDistance(leaf, corners).lte(limitSquared));
            const isInside = !isNear && inside(leaf[0], leaf[1], leaf[2]);
            if (isNear || isInside) expected.add(`${name} ${face} ${path}`);
            seen[shares ? 'touching' : isNear ? 'near' : isInside ? 'inside' : 'neither']++;
          }
        }
      }
      expect([...found].filter((row) => !expected.has(row))).toEqual([]);
      expect([...expected].filter((row) => !found.has(row))).toEqual([]);
    }
    for (const kind of kinds) expect(seen[kind]).toBeGreaterThan(Math.min(4 * cases.length, 50));
  });
}
