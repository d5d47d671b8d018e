// A piece's path leads to the piece: the corners are those that a visit of all pieces finds there.

import { describe, expect, test } from '@jest/globals';
import { LEAF_NODE, pathCorners, visitPieces } from '#divisions';
import { mixedFaces } from '#harness/random-pieces.ts';
import { LATTICE } from '#records';

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
