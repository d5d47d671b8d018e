// OrientedBox and FaceInFrame against points: nothing that has a point within reach is skipped, and distant boxes are.

import { expect, test } from '@jest/globals';
import { FaceInFrame } from '#candidates/face-in-frame.ts';
import { checkPose, f32Above, f32Below, poseVertex, toolFrame } from '#core';
import { OrientedBox } from '#scanlines/oriented-box.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed, strained, unitVector } from '#harness/random-geometry.ts';

const SEED = 112;
const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
];

/** A box of the tool, f32, and a pose; its posed points are within `magnitude`. */
function randomBox(random: () => number, scale: number, offset: number) {
  const low = coordinates(random, 3, scale, 0).map(f32Below);
  const boxes = Float32Array.of(...low, ...low.map((x) => f32Above(x + scale * random() ** 3)));
  const matrix = strained(rigidPose(random, scale), coordinates(random, 6, 3e-6, 0));
  for (const k of [12, 13, 14]) matrix[k] += offset;
  const pose = checkPose(matrix);
  const magnitude = 6 * scale + offset;
  return { boxes, pose, frame: toolFrame(pose, magnitude) };
}

/** A point of the box, often on a corner or face, as the pose stores it. */
function posedPoint(random: () => number, boxes: Float32Array, matrix: Float64Array): Float64Array {
  const own = Float64Array.from({ length: 3 }, (_, k) => {
    const t = random() < 0.4 ? Math.round(random()) : random();
    return t === 1 ? boxes[3 + k] : boxes[k] + t * (boxes[3 + k] - boxes[k]);
  });
  const out = new Float64Array(3);
  poseVertex(matrix, own, 0, out, 0);
  return out;
}

test.each(places)(
  `every point within reach lies in the bounds and in its row's part, at scale %d, offset %d (seed ${SEED})`,
  (scale, offset) => {
    const random = mulberry32(SEED);
    const part = new Float64Array(6);
    const oriented = new OrientedBox();
    let clipped = 0;
    let clippedDeep = 0;
    let rows = 0;
    for (let i = 0; i < longRun(2000, 300); i++) {
      const { boxes, pose, frame } = randomBox(random, scale, offset);
      const reach = random() < 0.5 ? 0 : scale * random();
      oriented.setFrame(frame, reach);
      oriented.take(boxes, 0);
      const { bounds } = oriented;
      for (let sample = 0; sample < 8; sample++) {
        const point = posedPoint(random, boxes, pose.matrix);
        const away = unitVector(random).map((x) => x * reach * (1 - 2 ** -40));
        const x = [0, 1, 2].map((k) => point[k] + away[k]);
        for (let k = 0; k < 3; k++)
          if (x[k] < bounds[k] || x[k] > bounds[3 + k]) throw new Error(`box ${i}: ${x} is out of ${bounds}`);
        const along = sample % 3;
        const [across, depth] = sample % 2 ? [(along + 1) % 3, (along + 2) % 3] : [(along + 2) % 3, (along + 1) % 3];
        const width = scale * random() ** 4;
        const from = Math.max(bounds[across], x[across] - width * random());
        const to = Math.min(bounds[3 + across], x[across] + width * random());
        part.set(bounds);
        part[across] = from;
        part[3 + across] = to;
        oriented.narrow(part, along, across, depth);
        oriented.narrow(part, depth, along, across);
        for (let k = 0; k < 3; k++)
          if (x[k] < part[k] || x[k] > part[3 + k])
            throw new Error(`box ${i}: ${x} is out of ${part} in the row ${from} to ${to}, reach ${reach}`);
        rows++;
        if (part[3 + along] - part[along] < 0.7 * (bounds[3 + along] - bounds[along])) clipped++;
        if (part[3 + depth] - part[depth] < 0.7 * (bounds[3 + depth] - bounds[depth])) clippedDeep++;
      }
    }
    expect(Math.min(clipped, clippedDeep) / rows).toBeGreaterThan(0.1);
  },
);

test.each(places)(
  `a face with a point within reach of a box reaches it, at scale %d, offset %d (seed ${SEED})`,
  (scale, offset) => {
    const random = mulberry32(SEED);
    const face = new FaceInFrame();
    const faces = longRun(4000, 600);
    let tight = 0;
    for (let i = 0; i < faces; i++) {
      const { boxes, pose, frame } = randomBox(random, scale, offset);
      const reach = random() < 0.5 ? 0 : scale * random();
      face.setFrame(frame, reach);
      const point = posedPoint(random, boxes, pose.matrix);
      const away = unitVector(random).map((x) => x * reach * (1 - 2 ** -40));
      // The face touches at a corner, a point of an edge or an interior point; its other corners are anywhere, far or
      // near.
      const size = scale * 10 ** (-3 * random());
      const corners = Float64Array.from({ length: 9 }, (_, k) => point[k % 3] + away[k % 3] + size * signed(random));
      const weights = [
        [1, 0, 0],
        [0.5, 0.5, 0],
        [0.25, 0.25, 0.5],
      ][i % 3];
      for (let k = 0; k < 3; k++) {
        const at = weights[0] * corners[k] + weights[1] * corners[3 + k] + weights[2] * corners[6 + k];
        for (let c = 0; c < 3; c++) corners[3 * c + k] += point[k] + away[k] - at;
      }
      if (!face.take(corners, 0, 3, 6, boxes, 0))
        throw new Error(`face ${i}: ${corners} misses ${boxes}, reach ${reach}`);
      if (face.nearBoxes(boxes, 0, 1) !== 1) throw new Error(`face ${i} reaches the box when taken, and then not`);
      // A box beyond the face along each axis of the tool, by slightly more than reach and rounding.
      const apart = reach * 1.001 + scale * 1e-5 + 8 * frame.slack;
      const m = frame.inverse;
      const own = Array.from({ length: 9 }, (_, k) => {
        const c = k - (k % 3);
        const r = 4 * (k % 3);
        return m[r] * corners[c] + m[r + 1] * corners[c + 1] + m[r + 2] * corners[c + 2] + m[r + 3];
      });
      const axis = i % 3;
      const top = Math.max(own[axis], own[3 + axis], own[6 + axis]) + apart;
      const beyond = Float32Array.from(boxes);
      beyond[axis] = f32Above(top);
      beyond[3 + axis] = f32Above(top + scale);
      if (face.nearBoxes(beyond, 0, 1) === 0) tight++;
    }
    expect(tight).toBe(faces);
  },
);

test('bit k stands for box k, and no more than count of them are asked', () => {
  const face = new FaceInFrame();
  face.setFrame(toolFrame(checkPose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), 10), 0);
  const boxes = Float32Array.from(
    Array.from({ length: 8 }, (_, k) => [0, 0, k % 3 ? 5 : 0, 1, 1, k % 3 ? 6 : 1]).flat(),
  );
  expect(face.take(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0.5), 0, 3, 6, boxes, 0)).toBe(true);
  expect(face.nearBoxes(boxes, 0, 8)).toBe(0b01001001);
  expect(face.nearBoxes(boxes, 0, 6)).toBe(0b1001);
  expect(face.nearBoxes(boxes, 6, 3)).toBe(0b100);
  expect(face.take(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0.5), 0, 3, 6, boxes, 6)).toBe(false);
});
