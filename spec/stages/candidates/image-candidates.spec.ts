// ImageCandidates against all pairs, and what its image promises: none within reach missing, none twice; the pairs of a
// bone face together; a face's pixels and depths hold every point of it; far parts of both bodies are never visited.

import { describe, expect, test } from '@jest/globals';
import { sawBlade, skullVaultSphere, sphere } from '#datasets';
import { ImageCandidates } from '#candidates/image-candidates.ts';
import { ImageFace } from '#candidates/image-face.ts';
import { ImagePlane } from '#candidates/image-plane.ts';
import { ScanlineCandidates } from '#candidates/scanline-candidates.ts';
import { candidatePairs } from '#records';
import { PLACES, testPairs } from '#harness/candidate-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed } from '#harness/random-geometry.ts';
import { boneOf, IDENTITY, tetrahedra, toolOf } from '#harness/stage-bodies.ts';

const SEED = 61;
describe('ImageCandidates', () => {
  testPairs((bone, tool) => new ImageCandidates(bone, tool), SEED);

  test(`reports each bone face's pairs once, together, and stops when asked to (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(tetrahedra(random, 60, 1, 0, 2));
    const tool = toolOf(tetrahedra(random, 30, 1, 0, 2), rigidPose(random, 1), 4);
    const stage = new ImageCandidates(bone, tool);
    const [all, out] = [candidatePairs(), candidatePairs()];
    stage.find(0.1, all);
    expect(all.length).toBeGreaterThan(200);
    const seen: number[] = [];
    stage.find(0.1, out, (first) => {
      const faces = new Set(out.columns.boneFace.subarray(first, out.length));
      expect(faces.size).toBe(1);
      seen.push(...faces);
      return false;
    });
    expect(out.length).toBe(all.length);
    expect(new Set(seen).size).toBe(seen.length);
    for (const most of [1, 2, 5, 5]) {
      let told = 0;
      stage.find(0.1, out, () => ++told === most);
      expect(told).toBe(most);
      expect(out.length).toBeLessThan(all.length);
    }
  });

  /** Its vault, where the saw is, or all of it. */
  const skull = longRun(1, 0) === 1 ? phantom(5000) : sphere({ ...skullVaultSphere, subdivisions: 3 });
  test(`has no more candidates than scanlines, and poses a part of a saw that cuts a ${skull.name}`, () => {
    const bone = boneOf(skull);
    const tool = toolOf(sawBlade({ targetFaces: longRun(8000, 4000) }), IDENTITY, 200);
    const [byImage, byScanlines] = [candidatePairs(), candidatePairs()];
    const image = new ImageCandidates(bone, tool);
    const scanlines = new ScanlineCandidates(bone, tool);
    const random = mulberry32(SEED);
    let posed = 0;
    const { poseFaces } = tool;
    tool.poseFaces = (faces, first, end) => {
      posed += end - first;
      poseFaces.call(tool, faces, first, end);
    };
    let pairs = 0;
    let poses = 0;
    for (; poses < longRun(20, 5); poses++) {
      const matrix = Float64Array.from(rigidPose(random, 1));
      for (const k of [12, 13]) matrix[k] = 20 * signed(random);
      matrix[14] = 70 + 40 * random();
      tool.moveOnDemand({ matrix, orthonormalityError: 1e-5 }, bone);
      image.find(0.5, byImage);
      const before = posed;
      scanlines.find(0.5, byScanlines);
      posed = before;
      expect(byImage.length).toBeLessThanOrEqual(byScanlines.length);
      pairs += byImage.length;
    }
    expect(pairs).toBeGreaterThan(longRun(1000, 100));
    expect(posed / (poses * tool.faceCount)).toBeLessThan(0.5);
  });
});

describe('ImageFace', () => {
  test.each(PLACES)(
    `touches the pixel of every point of a face, at its depth, grown by what points may be off: scale %d, offset %d (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      const [plane, face] = [new ImagePlane(), new ImageFace()];
      let [points, touched] = [0, 0];
      for (let round = 0; round < longRun(300, 75); round++) {
        const overlap = Float64Array.from([0, 1, 2, 0, 1, 2], (_, i) => offset + scale * (i < 3 ? -1 : 0.2 + random()));
        const reach = round % 3 === 0 ? 0 : scale * 10 ** (-3 * random());
        const aim = {
          maxDistance: reach,
          magnitude: Math.abs(offset) + 9 * scale,
          pixel: scale * 10 ** (-2 * random()),
        };
        plane.lay(overlap, aim, 4096);
        const grow = round % 2 === 0 ? 0 : plane.reach;
        face.begin(plane, grow);
        const corners = Float64Array.from(coordinates(random, 9, scale * 10 ** (2 * random() - 1.5), offset));
        if (round % 5 === 0) corners.copyWithin(3, 0, 3);
        if (round % 7 === 0) corners.copyWithin(6, 3, 6);
        const isTaken = face.take(corners, 0, 3, 6);
        for (let k = 0; k < 60; k++) {
          const [s, t] = [random(), random()];
          const [p, q] = k < 9 ? [Number(k % 3 === 1), Number(k % 3 === 2)] : s + t > 1 ? [1 - s, 1 - t] : [s, t];
          // The direct product of weights: its error is far less than a step.
          const at = [0, 1, 2].map((axis) => {
            const x = corners[axis] + p * (corners[3 + axis] - corners[axis]) + q * (corners[6 + axis] - corners[axis]);
            return x + (grow === 0 ? 0 : reach * (1 - 2 ** -20) * signed(random));
          });
          if (at.some((x, axis) => x < overlap[axis] || x > overlap[3 + axis])) continue;
          const point = Float64Array.from(at);
          const steps = [plane.u, plane.v, plane.axis].map((axis) => plane.stepOf(point, axis, axis));
          const [column, row] = steps.map((x) => Math.floor(x / plane.pixel));
          // A point less than a step from its pixel's border may lie in the next pixel.
          if (steps.slice(0, 2).some((x) => x % plane.pixel < 1 || x % plane.pixel > plane.pixel - 2)) continue;
          points++;
          const [first, last] = isTaken ? [face.rowFirst[row], face.rowLast[row]] : [1, 0];
          const near = Math.max(face.rowNear[row], face.columnNear[column]);
          const far = Math.min(face.rowFar[row], face.columnFar[column]);
          const isHeld = row >= face.firstRow && row <= face.lastRow && column >= first && column <= last;
          if (!isHeld || steps[2] < near || steps[2] > far)
            throw new Error(`round ${round}: point ${at} at pixel ${column}, ${row}, depth ${steps[2]} is lost`);
        }
        if (isTaken) for (let row = face.firstRow; row <= face.lastRow; row++) touched += Math.max(0, face.rowLast[row] - face.rowFirst[row] + 1); // biome-ignore format: one statement
      }
      expect(points).toBeGreaterThan(longRun(2000, 500));
      expect(touched).toBeGreaterThan(longRun(1000, 250));
    },
  );

  test('touches no pixel beside a triangle that it does not grow to, and is thin in depth where the face is flat', () => {
    const [plane, face] = [new ImagePlane(), new ImageFace()];
    const overlap = Float64Array.of(0, 0, 0, 64, 64, 1);
    plane.lay(overlap, { maxDistance: 0, magnitude: 64, pixel: 1 }, 2 ** 16);
    face.begin(plane, 0);
    // Half of the square, rising along x: a row has the pixels that the triangle crosses, and some at either end.
    face.take(Float64Array.of(0, 0, 0, 64, 0, 1, 0, 64, 0), 0, 3, 6);
    let [pixels, deepest] = [0, 0];
    for (let row = face.firstRow; row <= face.lastRow; row++)
      for (let column = face.rowFirst[row]; column <= face.rowLast[row]; column++) {
        pixels++;
        const near = Math.max(face.rowNear[row], face.columnNear[column]);
        const far = Math.min(face.rowFar[row], face.columnFar[column]);
        deepest = Math.max(deepest, far - near);
      }
    expect(deepest).toBeLessThan(20);
    expect(pixels).toBeGreaterThan((64 * 64) / 2);
    expect(pixels).toBeLessThan((64 * 64) / 2 + 4 * 64);
  });
});
