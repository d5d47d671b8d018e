// CellFaces against all faces one by one: the same face, point and distance, bit for bit, whatever the cell's size, and a lower bound that holds.

import { describe, expect, test } from '@jest/globals';
import { lengthSlack } from '../../lib/core/index.ts';
import { CellFaces } from '../../lib/distance/cell-faces.ts';
import { MOST_GATHERED, NearestFace } from '../../lib/distance/nearest-face.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '../../lib/distance/point-triangle.ts';
import type { Surface } from '../../lib/records/index.ts';
import { mulberry32 } from '../harness/random.ts';
import { coordinates, rigidPose, signed, strained } from '../harness/random-geometry.ts';
import { boneOf, IDENTITY, liveFaces, tetrahedra, toolOf } from '../harness/stage-bodies.ts';
import { box, sphere } from '../mesh/bodies.ts';

const SEED = 47;
const out = new Float64Array(POINT_TRIANGLE_SIZE);

/** Of all faces the one at the least computed distance, the first of equals. */
function bruteForce(surface: Surface, [x, y, z]: number[]): { face: number; squared: number; point: number[] } {
  let best = { face: -1, squared: Number.POSITIVE_INFINITY, point: [0, 0, 0] };
  const { positions: A, faces: F } = surface;
  for (const face of liveFaces(surface)) {
    pointTriangle(x, y, z, A, 3 * F[3 * face], 3 * F[3 * face + 1], 3 * F[3 * face + 2], out);
    if (out[SQUARED] < best.squared) best = { face, squared: out[SQUARED], point: [out[0], out[1], out[2]] };
  }
  return best;
}

function check(cells: CellFaces, surface: Surface, p: number[], size: number): void {
  const expected = bruteForce(surface, p);
  cells.find(p[0], p[1], p[2]);
  const says = `point ${p}, cells of ${size}: face ${cells.face} at ${cells.squared}, expected ${expected.face} at ${expected.squared}`;
  if (cells.face !== expected.face || cells.squared !== expected.squared) throw new Error(says);
  expect([cells.x, cells.y, cells.z]).toEqual(expected.point);
  const slack = lengthSlack(Math.max(surface.magnitude, ...p.map(Math.abs)));
  const distance = Math.sqrt(expected.squared);
  if (!(cells.lower <= distance)) throw new Error(`lower bound ${cells.lower}: ${says}`);
  // No direction of a face is in doubt so far from it, so that the bound is tight.
  if (distance > 0.01 * surface.magnitude) expect(cells.lower).toBeGreaterThanOrEqual(distance - 2 * slack);
}

describe('find', () => {
  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(
    `equals a search through all faces at scale %d, offset %d, with cells of any size (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      for (const [count, spread] of [
        [1, 0],
        [3, 1],
        [60, 3],
        [125, 1],
      ]) {
        const bone = boneOf(tetrahedra(random, count, scale, offset, spread));
        const pose = strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0));
        const tool = toolOf(tetrahedra(random, count, scale, 0, spread), pose, offset + 2 * scale);
        for (const surface of [bone, tool])
          for (const size of [1e-9, 0.05, 0.4, 3, 100]) {
            const cells = new CellFaces(surface);
            cells.clear(size * scale);
            for (let cluster = 0; cluster < 4; cluster++) {
              const v = 3 * Math.floor(random() * surface.vertexCount);
              const reach = random() < 0.2 ? 0 : scale * 10 ** (1 - 13 * random());
              const about = [0, 1, 2].map((k) => surface.positions[v + k] + reach * signed(random));
              for (let i = 0; i < 12; i++)
                check(
                  cells,
                  surface,
                  about.map((x) => x + (i === 0 ? 0 : size * scale * signed(random))),
                  size,
                );
            }
          }
      }
    },
  );

  test(`a cell with too many faces is halved, and where that does not help the tree is searched (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const ball = boneOf(sphere(4, 1));
    expect(ball.faceCount).toBeGreaterThan(4 * MOST_GATHERED);
    for (const size of [0.5, 4, 1000]) {
      const cells = new CellFaces(ball);
      cells.clear(size);
      // The middle of a ball is as near to all of its faces.
      for (let i = 0; i < 60; i++) check(cells, ball, coordinates(random, 3, i % 2 === 0 ? 1.2 : 1e-3, 0), size);
    }
  });

  test('ties go to the first face, on cell borders too; a surface that has moved is searched anew', () => {
    const tool = toolOf(box(2, 2, 2), IDENTITY, 4);
    const cells = new CellFaces(tool);
    for (const shift of [0, 1, 0.5]) {
      tool.moveTo({ matrix: Float64Array.of(...IDENTITY.slice(0, 12), shift, 0, 0, 1), orthonormalityError: 0 }, 4);
      cells.clear(0.5);
      for (let x = -1; x <= 3; x += 0.5)
        for (let y = -1; y <= 3; y += 0.5) for (const z of [-0.5, 0, 1, 1.5, 2]) check(cells, tool, [x, y, z], 0.5);
    }
  });

  test(`faces that an edit has removed are never found (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(2, 1));
    for (let round = 0; round < 4; round++) {
      bone.apply(
        Uint32Array.from(liveFaces(bone).filter(() => random() < 0.2)),
        new Float64Array(0),
        new Uint32Array(0),
      );
      const cells = new CellFaces(bone);
      cells.clear(0.3);
      for (let i = 0; i < 60; i++) check(cells, bone, coordinates(random, 3, 1.3, 0), 0.3);
    }
  });
});

test(`gather holds every face that exceeds the least distance by at most the spread, once each (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = boneOf(tetrahedra(random, 60, 1, 0, 3));
  const { positions: A, faces: F } = bone;
  const nearest = new NearestFace(bone);
  let most = 0;
  for (let i = 0; i < 200; i++) {
    const [x, y, z] = coordinates(random, 3, 4, 0);
    const spread = random();
    const hint = i % 2 === 0 ? -1 : Math.floor(random() * bone.faceCount);
    expect(nearest.gather(x, y, z, spread, hint)).toBe(true);
    const found = Array.from(nearest.faces.subarray(0, nearest.gathered));
    expect(new Set(found).size).toBe(found.length);
    const limit = Math.sqrt(bruteForce(bone, [x, y, z]).squared) + spread;
    const wanted = liveFaces(bone).filter((face) => {
      pointTriangle(x, y, z, A, 3 * F[3 * face], 3 * F[3 * face + 1], 3 * F[3 * face + 2], out);
      return Math.sqrt(out[SQUARED]) <= limit;
    });
    most = Math.max(most, wanted.length);
    expect(wanted.filter((face) => !found.includes(face))).toEqual([]);
  }
  expect(most).toBeGreaterThan(10);
});
