// Sets of boxes for the broad phase: generated from a seed, and boxes of deforming meshes.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readMesh } from '../../../dist/io.js';
import { mulberry32 } from '../random.mjs';

const SEED = 20_261;
/** Same as spec/harness/data-folder.ts, which plain Node cannot import. */
export const FOLDER = resolve(process.env.KERF_DATA ?? '../shared/data');

/** Cubes in a cube, about one body per unit of volume. @param sizeOf a random stream → an edge. */
function cubes(count, sizeOf) {
  const random = mulberry32(SEED);
  const side = Math.cbrt(count);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const half = sizeOf(random) / 2;
    for (let k = 0; k < 3; k++) {
      const centre = side * random();
      boxes[6 * i + k] = centre - half;
      boxes[6 * i + 3 + k] = centre + half;
    }
  }
  return boxes;
}

/** Edges from 0 to 1: each box overlaps about one other. */
export const alike = (count) => cubes(count, (random) => random());

/** Edges from 0.01 to 10, each size ten times rarer than half a decade below it. */
export const disparate = (count) => cubes(count, (random) => 0.01 * 1000 ** (random() ** 8));

/**
 * How sizes are spread between the largest, 1, and the least, 1 / ratio: by a number in [0, 1), a size; and the means
 * of the first three powers of sizes.
 */
export const SPREADS = {
  'uniform in log': {
    sizeOf: (x, ratio) => ratio ** -x,
    mean: (power, ratio) => (ratio === 1 ? 1 : (1 - ratio ** -power) / (power * Math.log(ratio))),
  },
  '1 % large': {
    sizeOf: (x, ratio) => (x < 0.01 ? 1 : 1 / ratio),
    mean: (power, ratio) => 0.01 + 0.99 * ratio ** -power,
  },
};
/** Partners per box in `sizedBoxes`, far from the border. */
const PARTNERS = 6;

/**
 * Cubes whose sizes are spread so, each with PARTNERS others that overlap it on average. Two cubes of edges a and b
 * overlap if their centres are within (a + b) / 2 along each axis: with one body per unit of volume there are
 * E (a + b)³ = 2 E a³ + 6 E a² E a partners.
 */
export function sizedBoxes(count, spread, ratio) {
  const { sizeOf, mean } = SPREADS[spread];
  const partners = 2 * mean(3, ratio) + 6 * mean(2, ratio) * mean(1, ratio);
  const largest = Math.cbrt(PARTNERS / partners);
  return cubes(count, (random) => largest * sizeOf(random(), ratio));
}

/** The same boxes after a step of up to a tenth of a unit along each axis. */
export function moved(boxes) {
  const random = mulberry32(SEED + 1);
  const after = boxes.slice();
  for (let i = 0; i < boxes.length; i += 6)
    for (let k = 0; k < 3; k++) {
      const step = 0.2 * (random() - 0.5);
      after[i + k] += step;
      after[i + 3 + k] += step;
    }
  return after;
}

/** Boxes of a deforming mesh's vertices, edges and faces over one step; null if its files are missing. */
export function sweptFrames(scene) {
  const files = [0, 1].map((step) => join(FOLDER, `ccd/frames/${scene}-${step}.ply`));
  if (!files.every((file) => existsSync(file))) return null;
  const [before, after] = files.map((file) => readMesh(readFileSync(file), 'ply'));
  const { faces } = before;
  const edges = new Map();
  for (let corner = 0; corner < faces.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const edge = [Math.min(faces[corner], faces[next]), Math.max(faces[corner], faces[next])];
    edges.set(edge.join(), edge);
  }
  const bodies = [
    ...Array.from({ length: before.positions.length / 3 }, (_, vertex) => [vertex]),
    ...edges.values(),
    ...Array.from({ length: faces.length / 3 }, (_, face) => faces.subarray(3 * face, 3 * face + 3)),
  ];
  const boxes = new Float64Array(6 * bodies.length);
  bodies.forEach((vertices, body) => {
    for (let k = 0; k < 3; k++) {
      const ends = [before, after].flatMap(({ positions }) => Array.from(vertices, (v) => positions[3 * v + k]));
      boxes[6 * body + k] = Math.min(...ends);
      boxes[6 * body + 3 + k] = Math.max(...ends);
    }
  });
  return boxes;
}
