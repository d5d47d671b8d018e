// A piece's path leads to the piece: the corners are those that a visit of all pieces finds there.

import { describe, expect, test } from '@jest/globals';
import { LEAF_NODE, PathWalk, pathCorners, visitPieces } from '#divisions';
import { mulberry32 } from '#harness/random.ts';
import { mixedFaces } from '#harness/random-pieces.ts';
import { LATTICE } from '#records';

describe('PathWalk', () => {
  test('of all pieces of all faces, in order, backwards and in any order (seed 95)', () => {
    const { divisions, nodeOf } = mixedFaces();
    const random = mulberry32(95);
    const found: { face: number; level: number; path: number; corners: number[] }[] = [];
    for (let face = 0; face < 4; face++)
      visitPieces(divisions, nodeOf(face), ({ corners, level, path }) => {
        found.push({ face, level, path, corners: corners.map((x) => x * LATTICE) });
        return true;
      });
    expect(found.length).toBeGreaterThan(200);
    const shuffled = found.map((piece) => ({ piece, key: random() })).sort((a, b) => a.key - b.key);
    const orders = [found, found.toReversed(), shuffled.map(({ piece }) => piece)];
    const walk = new PathWalk();
    const out = new Int32Array(8);
    for (const order of orders) {
      let walked = -1;
      for (const { face, level, path, corners } of order) {
        if (face !== walked) walk.begin(nodeOf(face));
        walked = face;
        const count = walk.corners(divisions, level, path, out, 0);
        expect([...out.subarray(0, 2 * count)]).toEqual(corners);
        // A path that leads nowhere is no part of the next.
        if (random() < 0.2) expect(walk.corners(divisions, 32, path, out, 0)).toBe(0);
      }
    }
  });
});

describe('pathCorners', () => {
  test.each([0, 1, 2, 3])('of every piece of a face of shape %d', (face) => {
    const { divisions, nodeOf } = mixedFaces();
    const sizes = new Map<number, number>();
    visitPieces(divisions, nodeOf(face), ({ corners, level, path }) => {
      const out = new Int32Array(2 + 8).fill(-1);
      expect(pathCorners(divisions, nodeOf(face), level, path, out, 2)).toBe(corners.length / 2);
      const untouched = Array(8 - corners.length).fill(-1);
      expect([...out]).toEqual([-1, -1, ...corners.map((x) => x * LATTICE), ...untouched]);
      sizes.set(corners.length, 1 + (sizes.get(corners.length) ?? 0));
      return true;
    });
    expect(sizes.get(6)).toBeGreaterThan(30);
    if (face === 1) expect(sizes.get(8)).toBeGreaterThan(10);
  });

  test('where there is no piece are none', () => {
    const { divisions, nodeOf } = mixedFaces();
    const out = new Int32Array(8).fill(-1);
    // Shape 0 is quartered first: a path of one bit ends within that split. No face is split 32 times.
    for (const level of [1, 31, 32]) expect(pathCorners(divisions, nodeOf(0), level, 0, out, 0)).toBe(0);
    expect(pathCorners(divisions, LEAF_NODE, 1, 0, out, 0)).toBe(0);
    expect([...out]).toEqual(Array(8).fill(-1));
  });
});
