// The GPU's decisions turned into records: points of the stored coordinates, distances of those points, intervals that
// stay certified.

import { describe, expect, test } from '@jest/globals';
import { distanceError, lengthSlack } from '#core';
import { ContactFinisher } from '#measure';
import {
  distanceRecords,
  KIND_APART,
  KIND_CORNER,
  KIND_SHARED,
  LEAF_RESULT,
  packedWord,
  RESULT_STATE,
  wordOffsets,
  wordsOf,
} from '#records';
import { pointTriangleSquaredDistance, roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { coordinates, signed } from '#harness/random-geometry.ts';
import { boneOf, cornersOf, IDENTITY, toolOf } from '#harness/stage-bodies.ts';

const seed = 4219;
const AT = wordOffsets(LEAF_RESULT);
/** mm: the grid's width, a power of two as always. */
const WIDTH = 2 ** 9;

interface Given {
  readonly kind: number;
  readonly low: number;
  readonly high: number;
  readonly weights?: readonly number[];
  readonly inside?: boolean;
}

/**
 * One contact of face 0 of the tool against face 0 of the bone.
 * @param closed whether the bone is a solid: a tetrahedron on its face 0.
 */
function finish(boneCorners: readonly number[], toolCorners: readonly number[], given: Given, closed = false) {
  const apex = [0, 1, 2].map((k) => (boneCorners[k] + boneCorners[3 + k] + boneCorners[6 + k]) / 3);
  apex[2] -= 5;
  const shape = closed
    ? { positions: [...boneCorners, ...apex], faces: [0, 1, 2, 1, 0, 3, 2, 1, 3, 0, 2, 3] }
    : { positions: boneCorners, faces: [0, 1, 2] };
  const bone = boneOf(shape);
  const tool = toolOf({ positions: toolCorners, faces: [0, 1, 2] }, IDENTITY, bone.magnitude);
  const words = new Uint32Array(wordsOf(LEAF_RESULT));
  const floats = new Float32Array(words.buffer);
  words[AT.state] = packedWord(RESULT_STATE, { pose: 0, level: 0, kind: given.kind, isInside: given.inside ? 1 : 0 });
  floats[AT.low] = given.low / WIDTH;
  floats[AT.high] = given.high / WIDTH;
  floats.set(given.weights ?? [], AT.s);
  const out = distanceRecords();
  const corners = cornersOf(tool, 0);
  const input = { body: tool, other: bone, bodyIsTool: true, delta: 0.2, width: WIDTH, words, floats };
  new ContactFinisher(input).append(0, 7, 0, corners, out);
  const { columns, length } = out;
  const vector = (column: Float64Array) => [...column.subarray(0, 3)];
  const slack = lengthSlack(Math.max(bone.magnitude, tool.magnitude) + 0.2);
  return {
    length,
    leaf: columns.subTriangle[0],
    corners: [...columns.corners.subarray(0, 9)],
    point: vector(columns.point),
    opposite: vector(columns.opposite),
    normal: vector(columns.normal).map((x) => x + 0),
    distance: columns.distance[0],
    low: columns.low[0],
    high: columns.high[0],
    slack,
  };
}

const floor = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
/** A triangle whose first corner is h above the floor and whose other corners are higher. */
const above = (h: number) => [0.5, 0.25, h, 1, 0, h + 1, 0, 1, h + 1];

/** Weights of an interior point, an edge point and a corner, in any order of the corners. */
function randomWeights(random: () => number): number[] {
  const kind = Math.floor(3 * random());
  const s = random();
  const shares = kind === 0 ? [s, (1 - s) * random()] : kind === 1 ? [s, 1 - s] : [1, 0];
  const all = [...shares, kind === 0 ? 1 - shares[0] - shares[1] : 0];
  const first = Math.floor(3 * random());
  return [all[(first + 1) % 3], all[(first + 2) % 3]].map(Math.fround);
}

function nearestPoints(rounds: number): void {
  test(`has nearest points and their exact distance, whatever the weights name, ${rounds} times, seed ${seed}`, () => {
    const random = mulberry32(seed);
    for (let round = 0; round < rounds; round++) {
      const bone = coordinates(random, 9, 1, 0);
      const tool = coordinates(random, 9, 1, round % 2 === 0 ? 3 : 1.5);
      const exact = roundedSquareRoot(triangleTriangleSquaredDistance(tool, bone));
      if (exact === 0) continue;
      const weights = [...randomWeights(random), ...randomWeights(random)];
      const found = finish(bone, tool, { kind: KIND_APART, low: exact - 5e-4, high: exact + 5e-4, weights });
      expect(Math.abs(found.distance - exact)).toBeLessThanOrEqual(distanceError(4));
      for (const [point, corners] of [
        [found.point, tool],
        [found.opposite, bone],
      ])
        expect(roundedSquareRoot(pointTriangleSquaredDistance(point, corners))).toBeLessThan(found.slack);
      const apart = Math.hypot(...found.point.map((x, k) => x - found.opposite[k]));
      expect(Math.abs(apart - exact)).toBeLessThan(found.slack);
      expect(found.high).toBeLessThanOrEqual(found.distance + found.slack);
      expect(found.low).toBe(Math.max(0, WIDTH * Math.fround((exact - 5e-4) / WIDTH)));
      expect([found.leaf, found.length]).toEqual([7, 1]);
      expect(found.corners).toEqual(tool);
    }
  });
}

// Found on real meshes with labelled poses: triangles proved to share a point, but measured 3e-12 mm apart; the
// interval was [0, 0].
function measuredApart(rounds: number): void {
  test(`that f64 measures a little apart has that distance in its interval, ${rounds} times, seed ${seed}`, () => {
    const random = mulberry32(seed);
    let apart = 0;
    for (let round = 0; round < rounds; round++) {
      const bone = coordinates(random, 9, 1, 900);
      // A corner on the other triangle, up to f64 rounding.
      const foot = [0, 1, 2].map((k) => (bone[k] + bone[3 + k] + bone[6 + k]) / 3);
      const tool = [...foot, ...foot.map((x) => x + signed(random)), ...foot.map((x) => x + signed(random))];
      const found = finish(bone, tool, { kind: KIND_SHARED, low: 0, high: 0 });
      if (found.distance > 0) apart++;
      expect(found.low).toBe(0);
      expect(found.distance).toBeLessThanOrEqual(found.high);
      expect(found.high).toBeLessThanOrEqual(found.slack);
    }
    expect(apart).toBeGreaterThan(rounds / 100);
  });
}

describe('a contact whose triangles are apart', () => {
  nearestPoints(60);
  inDeep(() => nearestPoints(600));

  test('has the corner or the edges that the weights name, if these give the distance', () => {
    const cases: [number[], number[], number[], number[]][] = [
      // A corner over the face, by f32 weights; a corner of the face under the leaf; edge over edge.
      [above(0.5), [0, 0, 0.4722, 0.5139], [0.5, 0.25, 0.5], [0.5, 0.25, 0]],
      [
        [-20, -20, 1, 9, -20, 1, -9, 20, 1],
        [0.4, 0.3, 0, 0],
        [-9, -9, 1],
        [-9, -9, 0],
      ],
      [
        [-20, -9.5, 2, 20, -9.5, 2, 0, -30, 9],
        [0.5, 0, 0.5, 0],
        [-9, -9.5, 2],
        [-9, -9, 0],
      ],
    ];
    for (const [leaf, weights, point, opposite] of cases) {
      const found = finish(floor, leaf, { kind: KIND_APART, low: 0, high: 9, weights });
      expect(Math.hypot(...found.point.map((x, k) => x - found.opposite[k]))).toBeCloseTo(found.distance, 12);
      expect(found.distance).toBeCloseTo(Math.hypot(...point.map((x, k) => x - opposite[k])), 12);
    }
  });
  test('too near for the GPU to tell its direction has that of f64', () => {
    // Weights that are wrong by 1 %.
    const found = finish(floor, above(2 ** -20), {
      kind: KIND_APART,
      low: 0,
      high: 2e-5,
      weights: [0.01, 0, 0.2708, 0.5139],
    });
    expect(found.distance).toBeCloseTo(2 ** -20, 15);
    expect(found.normal).toEqual([0, 0, 1]);
    expect(found.point).toEqual([0.5, 0.25, 2 ** -20]);
  });
  test('has an upper end no higher than its distance, nor than what the GPU proved', () => {
    const weights = [0, 0, 0.4722, 0.5139];
    const proved = finish(floor, above(0.5), { kind: KIND_APART, low: 0.4999, high: 0.5 - 2 ** -20, weights });
    expect(proved.high).toBe(WIDTH * Math.fround((0.5 - 2 ** -20) / WIDTH) + proved.slack);
    const measured = finish(floor, above(0.5), { kind: KIND_APART, low: 0.4999, high: 0.75, weights });
    expect(measured.high).toBe(0.5 + measured.slack);
  });
  test('has no end below 0', () => {
    const found = finish(floor, above(0.001), { kind: KIND_APART, low: -1e-6, high: 0.002, weights: [0, 0, 0.5, 0.5] });
    expect(found.low).toBe(0);
  });
});

describe('a contact of a corner', () => {
  test('outside has that corner, its nearest point and their distance', () => {
    const found = finish(floor, above(0.125), { kind: KIND_CORNER, low: 0.1, high: 0.2 }, true);
    expect(found.point).toEqual([0.5, 0.25, 0.125]);
    expect(found.opposite).toEqual([0.5, 0.25, 0]);
    expect(found.distance).toBe(0.125);
    expect(found.high).toBeLessThanOrEqual(0.125 + found.slack);
  });
  test('inside has a negative distance, and the GPU’s upper end', () => {
    const deep = [0.5, 0.25, 0.5, 1, 0, 0.5, 0.25, 0.125, -0.125];
    const found = finish(floor, deep, { kind: KIND_CORNER + 2, low: -0.126, high: -0.124, inside: true }, true);
    expect(found.distance).toBe(-0.125);
    expect(found.point).toEqual([0.25, 0.125, -0.125]);
    expect(found.high).toBe(WIDTH * Math.fround(-0.124 / WIDTH) + found.slack);
    expect(found.normal).toEqual([0, 0, 1]);
  });
  test('inside by less than the GPU took it for has an upper end no lower than its distance', () => {
    const deep = [0.5, 0.25, 0.5, 1, 0, 0.5, 0.25, 0.125, -(2 ** -20)];
    const found = finish(floor, deep, { kind: KIND_CORNER + 2, low: -3e-6, high: -2e-6, inside: true }, true);
    expect([found.distance, found.high]).toEqual([-(2 ** -20), -(2 ** -20)]);
  });
  test('has a lower end for the whole leaf: farther by what its points may be from a corner', () => {
    // Equilateral: its centre is side/√3 from the corners.
    for (const side of [2, 1, 0.25]) {
      const leaf = [0, 0, 1, side, 0, 1, side / 2, (side * Math.sqrt(3)) / 2, 1];
      const found = finish(floor, leaf, { kind: KIND_CORNER, low: 0.5, high: 2 }, true);
      expect(found.low).toBeCloseTo(0.5 - side / Math.sqrt(3), 6);
      expect(found.low).toBeLessThan(0.5 - side / Math.sqrt(3) + 1e-7);
    }
  });
});

describe('a contact that shares a point', () => {
  measuredApart(200);
  inDeep(() => measuredApart(2000));

  test('has that point and distance 0', () => {
    const random = mulberry32(seed);
    for (let round = 0; round < 40; round++) {
      const through = [signed(random), signed(random), -random(), signed(random), signed(random), 1, signed(random), signed(random), 2]; // biome-ignore format: nine coordinates
      const found = finish(floor, through, { kind: KIND_SHARED, low: -0.5, high: 0.5 });
      expect(found.distance).toBe(0);
      expect(found.point).toEqual(found.opposite);
      expect(Math.abs(found.point[2])).toBeLessThan(found.slack);
      expect(found.low).toBe(0);
      expect(found.high).toBeLessThanOrEqual(found.slack);
    }
  });
  test('with a solid may reach below 0', () => {
    const found = finish(floor, [0, 0, -0.5, 1, 0, 1, 0, 1, 1], { kind: KIND_SHARED, low: -0.5, high: 0.5 }, true);
    expect(found.low).toBeLessThanOrEqual(-0.5);
  });
});
