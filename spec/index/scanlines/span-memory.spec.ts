// The size of a scanline index: at most MOST_SPANS spans per face and two cells per face for any faces; for a well-made
// mesh, no more than its faces' boxes overlap.

import { describe, expect, test } from '@jest/globals';
import { cappedShell } from '#datasets';
import type { BoneBody } from '#bodies/bone-body.ts';
import { MOST_SPANS, type ScanlineIndex, SPAN } from '#records';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';
import { boneOf, boxOf, type Shape } from '#harness/stage-bodies.ts';

const SEED = 131;

/** Faces with their own corners, given nine coordinates each. */
const facesOf = (corners: readonly (readonly number[])[]): Shape => ({
  positions: corners.flat(),
  faces: Array.from({ length: 3 * corners.length }, (_, i) => i),
});
const anywhere = (random: () => number) => coordinates(random, 9, 1, 0);
/** A face of `size` about a point of the cube. */
function small(random: () => number, size: number): number[] {
  const centre = coordinates(random, 3, 1, 0);
  return Array.from({ length: 9 }, (_, i) => centre[i % 3] + size * signed(random));
}
/** A face as long as the cube's diagonal and 1e-6 wide. */
function sliver(random: () => number): number[] {
  const at = [-1, 1, 1].map((end) => [0, 1, 2].map(() => 0.9 * end + 0.1 * signed(random)));
  return at.flat().map((x, i) => (i > 5 ? at[1][i % 3] + 1e-6 * signed(random) : x));
}
const many = (count: number, make: () => number[]) => Array.from({ length: count }, make);
/** All of so many faces, or a tenth. */
const part = (count: number) => longRun(count, count / 10);

/** Bytes of all arrays. */
const bytesOf = ({ cellStart, cellCount, cellExtent, cellCapacity, levelSpans, spans }: ScanlineIndex) =>
  [cellStart, cellCount, cellExtent, cellCapacity, levelSpans, spans].reduce(
    (sum, array) => sum + (array?.byteLength ?? 0),
    0,
  );

/** The number of cells of level 0 that the faces' boxes overlap, summed over the faces. */
function fineCells(bone: BoneBody): number {
  const { axis, u0, v0, cellSize, nu, nv } = bone.scanlines;
  const along = (low: number, high: number, origin: number, count: number) => {
    const [first, last] = [low, high].map((x) => Math.min(count - 1, Math.max(0, Math.floor((x - origin) / cellSize))));
    return last - first + 1;
  };
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  let cells = 0;
  for (let face = 0; face < bone.faceCount; face++) {
    const box = boxOf(bone, face);
    cells += along(box[u], box[3 + u], u0, nu) * along(box[v], box[3 + v], v0, nv);
  }
  return cells;
}

/** Throws if the index exceeds its bounds. @returns spans per face. */
function check(bone: BoneBody): number {
  const { spanCount, spans, cellStart, nu, nv, levels } = bone.scanlines;
  const { faceCount } = bone;
  const cells = Math.max(1024, faceCount);
  expect(spans.length).toBe(SPAN * spanCount);
  expect(spanCount).toBeLessThanOrEqual(MOST_SPANS * faceCount);
  expect(nu * nv).toBeLessThanOrEqual(cells);
  expect(cellStart.length).toBeLessThanOrEqual(2 * nu * nv + levels);
  expect(bytesOf(bone.scanlines)).toBeLessThanOrEqual(4 * SPAN * MOST_SPANS * faceCount + 10 * (2 * cells + 32) + 128);
  return spanCount / faceCount;
}

describe('whatever the faces are', () => {
  const random = mulberry32(SEED);
  const tiny = (count: number) => many(part(count), () => small(random, 1e-4));
  // Spans per face before there were levels: 8 to 1,600, with all faces.
  const cases: [string, () => Shape][] = [
    [
      `3 as large as the body among ${part(20000)} small ones`,
      () => facesOf([...tiny(20000), ...many(3, () => anywhere(random))]),
    ],
    ...[100, 2000].map((large): [string, () => Shape] => [
      `${part(large)} as large as the body`,
      () => facesOf([...tiny(20000), ...many(part(large), () => anywhere(random))]),
    ]),
    ['all as large as the body', () => facesOf(many(part(5000), () => anywhere(random)))],
    ['slivers along the diagonal', () => facesOf(many(part(10000), () => sliver(random)))],
    ['slivers among small ones', () => facesOf([...tiny(20000), ...many(part(200), () => sliver(random))])],
    ['sizes over 20 octaves', () => facesOf(many(part(20000), () => small(random, 2 ** (-20 * random()))))],
    [
      'on a line, long ones among short ones',
      () =>
        facesOf(
          [...tiny(20000), ...many(part(100), () => anywhere(random))].map((face) =>
            face.map((x, i) => (i % 3 === 0 ? x : 1e-9 * x)),
          ),
        ),
    ],
    [
      'a fan',
      () => {
        const rim = many(part(20000), () => [signed(random), signed(random), 0]);
        return {
          positions: [0, 0, 1, ...rim.flat()],
          faces: rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % rim.length)]),
        };
      },
    ],
    // The axis and the cell size are chosen from a sample of every second face: here those are the small ones.
    [
      'small ones where they are sampled',
      () => facesOf(many(part(40000), () => []).map((_, f) => (f % 2 === 0 ? small(random, 1e-4) : anywhere(random)))),
    ],
  ];
  test.each(cases)(`%s (seed ${SEED})`, (_, make) => {
    const bone = boneOf(make());
    const each = check(bone);
    expect(each).toBeGreaterThanOrEqual(1);
    expect(bone.scanlines.levels > 1 || each < 9).toBe(true);
  });

  test('faces of level 0 only: spans are the cells of their boxes, and no cell more is held', () => {
    const bone = boneOf(cappedShell({ outerRadius: 70, innerRadius: 64, capAngle: 2.5, segments: 84 }));
    const { levels, spanCount, cellStart, nu, nv } = bone.scanlines;
    expect([levels, spanCount, cellStart.length]).toEqual([1, fineCells(bone), nu * nv]);
    expect(check(bone)).toBeLessThan(2.5);
  });
});

test(`large faces that come and go leave no more spans than the small ones did (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = boneOf(facesOf(many(part(20000), () => small(random, 1e-3))));
  const { scanlines } = bone;
  const before = [...scanlines.levelSpans];
  let held = 0;
  for (let round = 0; round < 30; round++) {
    const first = bone.faceCount;
    const added = many(40, () => anywhere(random)).flat();
    const corners = Uint32Array.from({ length: added.length / 3 }, (_, i) => bone.vertexCount + i);
    bone.apply(new Uint32Array(0), Float64Array.from(added), corners);
    const live = bone.scanlines.levelSpans.reduce((sum, spans) => sum + spans, 0);
    expect(live).toBeLessThanOrEqual(before.reduce((sum, spans) => sum + spans, 0) + 40 * MOST_SPANS);
    expect(bone.scanlines.levels).toBeGreaterThan(2);
    bone.apply(
      Uint32Array.from({ length: 40 }, (_, k) => first + k),
      new Float64Array(0),
      new Uint32Array(0),
    );
    expect([...bone.scanlines.levelSpans]).toEqual(before);
    if (round === 14) held = bone.scanlines.spans.length;
  }
  // Space that one round frees is reused by the next.
  expect(bone.scanlines.spans.length).toBe(held);
});
