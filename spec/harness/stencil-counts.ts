// What StencilOverlap saw → its counts compared with the depths at each pixel's centre, in plain arithmetic.

import { expect } from '@jest/globals';
import type { StencilPixels } from '#spec/bench/stages/stencil-overlap.mjs';

interface Surface {
  readonly positions: ArrayLike<number>;
  readonly faces: ArrayLike<number>;
}

/** The least and greatest depth at which a face may be drawn; null if rounding decides whether it is drawn. */
type Span = readonly [number, number] | 'none' | null;

/** Pixels by which a rasteriser may move a corner: half of 1/16, the coarsest subpixel step that Vulkan allows. */
const MOVED = 1 / 32;
/** Bound on the rounding of a depth, as a fraction of the box: f32 corners and 24-bit depths, with a margin. */
const DEPTH_ROUNDING = 2 ** -18;

/** @returns the number of all pixels, of those that rounding cannot change, and of the marked ones among these. */
export function expectCounts(look: StencilPixels, bone: Surface, tool: Surface, pose: ArrayLike<number>) {
  const { columns, rows, beforeFar, behindNear, mask } = look;
  const seen = [seenFaces(look, bone, null), seenFaces(look, tool, pose)];
  const expected: number[][] = [];
  for (let pixel = 0; pixel < columns * rows; pixel++) {
    const [u, v] = [(pixel % columns) + 0.5, Math.floor(pixel / columns) + 0.5];
    const spans = seen.map((faces) => faces.map((corners) => spanAt(corners, u, v)));
    if (spans.flat().includes(null)) continue;
    const [ofBone, ofTool] = spans.map((own) => own.filter((span) => span !== null && span !== 'none'));
    const far = [0, 1].map((end) => Math.max(0, ...ofBone.map((span) => span[end])));
    const near = [0, 1].map((end) => Math.min(1, ...ofBone.map((span) => span[end])));
    const isApart = ([low, high]: readonly [number, number], depth: number[]) => high < depth[0] || low > depth[1];
    if (!ofTool.every((span) => isApart(span, far) && isApart(span, near))) continue;
    const before = ofTool.filter(([, high]) => high < far[0]).length;
    const behind = ofTool.filter(([low]) => low > near[1]).length;
    expected.push([pixel, before, behind, Number(before > 0 && behind > 0)]);
  }
  expect(expected.map(([pixel]) => [pixel, beforeFar[pixel], behindNear[pixel], mask[pixel]])).toEqual(expected);
  const marked = expected.filter(([, , , isMarked]) => isMarked === 1).length;
  return { all: columns * rows, judged: expected.length, marked };
}

/** Three corners per face: pixels across and down, and depth as a fraction of the box. */
function seenFaces(
  { box, axis, columns, rows }: StencilPixels,
  { positions, faces }: Surface,
  m: ArrayLike<number> | null,
): number[][][] {
  const partOf = (point: number[], k: number) => (point[k] - box[k]) / (box[3 + k] - box[k]);
  const corner = (vertex: number) => {
    const own = [0, 1, 2].map((k) => positions[3 * vertex + k]);
    const at = m === null ? own : [0, 1, 2].map((k) => m[k] * own[0] + m[4 + k] * own[1] + m[8 + k] * own[2] + m[12 + k]); // biome-ignore format: one choice
    return [columns * partOf(at, (axis + 1) % 3), rows * partOf(at, (axis + 2) % 3), partOf(at, axis)];
  };
  return Array.from({ length: faces.length / 3 }, (_, f) => [0, 1, 2].map((c) => corner(faces[3 * f + c])));
}

function spanAt([a, b, c]: number[][], u: number, v: number): Span {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const moved = Math.SQRT2 * MOVED;
  const off = [u, v].some((x, k) => x < Math.min(a[k], b[k], c[k]) - moved || x > Math.max(a[k], b[k], c[k]) + moved);
  const inward = [[a, b], [b, c], [c, a]].map(([p, q]) => {
    const [du, dv] = [q[0] - p[0], q[1] - p[1]];
    return (Math.sign(area) * (du * (v - p[1]) - dv * (u - p[0]))) / Math.hypot(du, dv);
  }); // biome-ignore format: three edges
  if (off || inward.some((distance) => distance < -moved)) return 'none';
  if (!inward.every((distance) => distance > moved)) return null;
  const slopeU = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
  const slopeV = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area;
  const depth = a[2] + slopeU * (u - a[0]) + slopeV * (v - a[1]);
  // The centre is Σ w·(p + d) over corners p moved by d, and is drawn at the depth of Σ w·p.
  const rounding = MOVED * (Math.abs(slopeU) + Math.abs(slopeV)) + DEPTH_ROUNDING;
  const [low, high] = [depth - rounding, depth + rounding];
  if (high < 0 || low > 1) return 'none';
  return low < 0 || high > 1 ? null : [low, high];
}
