// Subdivision by a test of the caller's, against all sub-triangles of every face's leaf level.

import { expect, test } from '@jest/globals';
import { randomDirection } from '#harness/contact-cases.ts';
import { roundedLeaf } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { boneOf, cornersOf, liveFaces, tetrahedra } from '#harness/stage-bodies.ts';
import { levelsOf } from '#harness/subdivision.ts';
import { subTriangles } from '#records';
import { SubdividerWhere } from '#subdivide';

const SEED = 98;

test(`the leaves that reach beyond a plane, by face and path, and no part of what lies behind is entered (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  let kept = 0;
  let dropped = 0;
  for (let round = 0; round < longRun(100, 20); round++) {
    const body = boneOf(tetrahedra(random, 4, 1, 0, 1));
    const resolution = 0.1 + 0.4 * random();
    const levels = levelsOf(body, resolution);
    const normal = randomDirection(random);
    const height = random() - 0.5;
    // A part of what does not reach beyond the plane does not either.
    const reaches = (corners: ArrayLike<number>) =>
      [0, 3, 6].some((k) => normal[0] * corners[k] + normal[1] * corners[k + 1] + normal[2] * corners[k + 2] > height);
    const faces = liveFaces(body).filter(() => random() < 0.8);
    const expected: number[][] = [];
    for (const face of faces)
      for (let path = 0; path < 4 ** levels[face]; path++)
        if (reaches(roundedLeaf(cornersOf(body, face), levels[face], path))) expected.push([face, levels[face], path]);
        else dropped++;
    let asked = 0;
    const mayHold = (corners: Float64Array) => {
      asked++;
      return reaches(corners);
    };
    const out = subTriangles();
    const list = { faces: Uint32Array.from(faces), count: faces.length };
    new SubdividerWhere().subdivide({ body, ...list, levels, resolution, mayHold }, out);
    const { face, level, path } = out.rows.columns;
    expect(Array.from({ length: out.rows.length }, (_, row) => [face[row], level[row], path[row]])).toEqual(expected);
    expect(out.visited).toBe(asked);
    // Each face, and four children of each sub-triangle that is entered: those are the leaves' ancestors.
    const entered = new Set(
      expected.flatMap(([f, l, p]) =>
        Array.from({ length: l }, (_, up) => `${f} ${l - 1 - up} ${p >> (2 * (up + 1))}`),
      ),
    );
    expect(asked).toBe(faces.length + 4 * entered.size);
    kept += expected.length;
  }
  expect(kept).toBeGreaterThan(longRun(5000, 1000));
  expect(dropped).toBeGreaterThan(longRun(5000, 1000));
});
