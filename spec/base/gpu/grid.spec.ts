import { describe, expect, test } from '@jest/globals';
import { checkPose, mulberry32, posePositions, toolFrame } from '#core';
import { isFineEnough, makeGrid, POSE_WORDS, toGrid, writePose } from '#gpu/grid.ts';
import { BONE_ERROR, TOOL_ERROR } from '#records';
import { longRun } from '#harness/long-run.ts';
import { rigidPose } from '#harness/random-geometry.ts';

const REACH = 2 ** 29;
const VERTICES = 60;
const ROUNDS = longRun(400, 100);

/** row·x / 2^30 rounded to the nearest integer, computed as in the shaders, in integers. */
function mulQ30(words: Int32Array, row: number, x: readonly number[]): number {
  const sum = x.reduce((total, value, k) => total + BigInt(words[row + k]) * BigInt(value), 1n << 29n);
  return Number(sum >> 30n);
}

function boxOf(positions: ArrayLike<number>): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return box;
}

describe.each([
  { scale: 1e-3, far: 0, seed: 11 },
  { scale: 1, far: 0, seed: 12 },
  { scale: 1, far: 1e5, seed: 13 },
  { scale: 1e3, far: 1e5, seed: 14 },
])('the grid at scale $scale, $far mm from the origin, seed $seed', ({ scale, far, seed }) => {
  const random = mulberry32(seed);
  const around = (size: number, centre: number) => centre + size * (2 * random() - 1);
  const bone = Float64Array.from({ length: 3 * VERTICES }, () => around(100 * scale, far));
  const tool = Float64Array.from({ length: 3 * VERTICES }, (_, i) => around([60, 40, 2][i % 3] * scale, -far / 3));
  const delta = 0.2 * scale;
  const grid = makeGrid(boxOf(bone), boxOf(tool), delta);
  const magnitude = 2 * far + 500 * scale;
  const centred = new Int32Array(tool.length);
  toGrid(tool, grid.toolCentre, grid.unit, centred);

  test('is fine enough for f64', () => expect(isFineEnough(grid, magnitude)).toBe(true));

  test('holds every bone vertex to one unit', () => {
    const words = new Int32Array(bone.length);
    toGrid(bone, grid.origin, grid.unit, words);
    for (let i = 0; i < bone.length; i++) {
      expect(Math.abs((bone[i] - grid.origin[i % 3]) / grid.unit - words[i])).toBeLessThanOrEqual(BONE_ERROR);
      expect(Math.abs(words[i])).toBeLessThanOrEqual(REACH);
    }
  });

  test('holds every posed vertex to three units, and takes it back to its place', () => {
    const words = new Int32Array(POSE_WORDS);
    const posed = new Float64Array(tool.length);
    let met = 0;
    let worst = 0;
    let worstBack = 0;
    let farthest = 0;
    let outsideBox = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // As far from orthonormal as a pose may be.
      const stretch = 1 + 4e-6 * (2 * random() - 1);
      const m = rigidPose(random, 0)
        .slice(0, 12)
        .map((value) => stretch * value);
      const c = grid.toolCentre;
      const centre = [0, 1, 2].map((k) => m[k] * c[0] + m[4 + k] * c[1] + m[8 + k] * c[2]);
      const pose = checkPose([...m, ...centre.map((value) => around(180 * scale, far) - value), 1]);
      posePositions(pose, tool, VERTICES, posed, new Float64Array(6));
      const frame = toolFrame(pose, magnitude);
      if (!writePose(grid, frame, words, 0)) {
        const [a, b] = [boxOf(posed), boxOf(bone)];
        expect([0, 1, 2].some((k) => a[k] - b[3 + k] > delta || b[k] - a[3 + k] > delta)).toBe(true);
        continue;
      }
      met++;
      for (let v = 0; v < VERTICES; v++) {
        const x = [...centred.subarray(3 * v, 3 * v + 3)];
        const p = [0, 1, 2].map((k) => mulQ30(words, 3 * k, x) + words[9 + k]);
        const fromTool = p.map((value, k) => value - words[9 + k]);
        for (let k = 0; k < 3; k++) {
          worst = Math.max(worst, Math.abs((posed[3 * v + k] - grid.origin[k]) / grid.unit - p[k]));
          worstBack = Math.max(worstBack, Math.abs(mulQ30(words, 12 + 3 * k, fromTool) - x[k]));
          farthest = Math.max(farthest, Math.abs(p[k]));
          if (p[k] < words[21 + k] || p[k] > words[24 + k]) outsideBox++;
        }
      }
    }
    expect(worst).toBeLessThanOrEqual(TOOL_ERROR);
    // toolFrameError(TOOL_ERROR) of wgsl/common/grid.wgsl, and the vertex's own error.
    expect(worstBack).toBeLessThanOrEqual(2 * TOOL_ERROR + 3 + 1);
    expect(farthest).toBeLessThanOrEqual(REACH);
    expect(outsideBox).toBe(0);
    expect(met).toBeGreaterThan(ROUNDS / 4);
    expect(met).toBeLessThan(ROUNDS);
    // The bound is close to what happens.
    expect(worst).toBeGreaterThan(TOOL_ERROR / 4);
  });
});

test('a magnitude that f64 cannot resolve to a sixteenth of a unit is refused', () => {
  const grid = makeGrid(Float64Array.of(-1, -1, -1, 1, 1, 1), Float64Array.of(-1, -1, -1, 1, 1, 1), 0.1);
  expect(isFineEnough(grid, 1e3)).toBe(true);
  expect(isFineEnough(grid, 1e9)).toBe(false);
});

test('bodies that are one point have a grid', () => {
  const point = Float64Array.of(5, 5, 5, 5, 5, 5);
  const grid = makeGrid(point, point, 0);
  expect(grid.unit).toBeGreaterThan(0);
  const words = new Int32Array(3);
  toGrid(point.subarray(0, 3), grid.origin, grid.unit, words);
  expect([...words]).toEqual([0, 0, 0]);
});
