// FaceGrouper and addInteriorFaces: the same groups as by hand, ascending, nothing left over from the previous query.

import { describe, expect, test } from '@jest/globals';
import { addInteriorFaces, FaceGrouper } from '#candidates';
import { type ActiveFaces, activeFaces } from '#records';
import { mulberry32 } from '#harness/random.ts';

const SEED = 54;

/** face → near faces in order, and whether it is inside. */
function read({ rows, near }: ActiveFaces): [number, number[], number][] {
  const { face, start, count, inside } = rows.columns;
  return Array.from({ length: rows.length }, (_, r) => [
    face[r],
    [...near.values.subarray(start[r], start[r] + count[r])],
    inside[r],
  ]);
}

describe('FaceGrouper', () => {
  test(`groups pairs by face, ascending, near faces too, query after query (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const grouper = new FaceGrouper();
    const front = activeFaces();
    let faceCount = 40;
    for (let query = 0; query < 60; query++) {
      if (query % 10 === 9) faceCount += 25;
      const length = query % 7 === 0 ? 0 : Math.floor(300 * random());
      const own = Uint32Array.from({ length: 400 }, () => Math.floor(faceCount * random()));
      const near = Uint32Array.from({ length: 400 }, () => Math.floor(1000 * random()));
      grouper.group(own, near, length, faceCount, front);
      const expected = new Map<number, number[]>();
      for (let i = 0; i < length; i++) expected.set(own[i], [...(expected.get(own[i]) ?? []), near[i]]);
      const sorted = [...expected].sort((a, b) => a[0] - b[0]);
      expect(read(front)).toEqual(sorted.map(([face, list]) => [face, list.sort((a, b) => a - b), 0]));
      for (let face = 0; face < faceCount; face++)
        if (grouper.has(face) !== expected.has(face)) throw new Error(`has(${face}) in query ${query}`);
    }
  });
});

describe('addInteriorFaces', () => {
  test(`inserts faces in order, inside and without candidates, and leaves the others as they are (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let query = 0; query < 60; query++) {
      const front = activeFaces();
      const all = Array.from({ length: 50 }, (_, f) => f);
      const own = all.filter(() => random() < query / 60);
      const rest = all.filter((f) => !own.includes(f) && random() < 0.5);
      new FaceGrouper().group(
        Uint32Array.from(own),
        Uint32Array.from(own, (f) => f + 100),
        own.length,
        50,
        front,
      );
      addInteriorFaces(front, Uint32Array.from(rest));
      const expected: [number, number[], number][] = [
        ...own.map((f): [number, number[], number] => [f, [f + 100], 0]),
        ...rest.map((f): [number, number[], number] => [f, [], 1]),
      ];
      expect(read(front)).toEqual(expected.sort((a, b) => a[0] - b[0]));
    }
  });
});
