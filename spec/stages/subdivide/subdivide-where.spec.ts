// Subdivision by a test of the caller's, against all sub-triangles of every face's leaf level.

import { expect, test } from '@jest/globals';
import { QuarteredFaces } from '#divisions';
import { randomDirection } from '#harness/contact-cases.ts';
import { roundedLeaf } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { boneOf, cornersOf, liveFaces, tetrahedra } from '#harness/stage-bodies.ts';
import { inStrips, latticeOf, pathOf, piecesOf } from '#harness/strip-faces.ts';
import { levelsOf } from '#harness/subdivision.ts';
import { box } from '#spec/base/mesh/bodies.ts';
import { LATTICE, subTriangles } from '#records';
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
    const divided = new QuarteredFaces(levels);
    new SubdividerWhere().subdivide({ body, ...list, divided, resolution, mayHold }, out);
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

test(`in strips: the leaves that reach beyond a plane; a quad is asked about with four corners (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { kept: 0, dropped: 0, quads: 0 };
  for (let round = 0; round < longRun(60, 12); round++) {
    const body = boneOf(round % 2 === 0 ? tetrahedra(random, 4, 1, 0, 1) : box(2, 0.1, 0.1 + 0.2 * random()));
    const resolution = 0.1 + 0.3 * random();
    const divided = inStrips(body, resolution);
    const normal = randomDirection(random);
    const height = 0.5 * random() - 0.25;
    const reaches = (corners: ArrayLike<number>, count: number) =>
      Array.from({ length: count }, (_, k) => 3 * k).some(
        (k) => normal[0] * corners[k] + normal[1] * corners[k + 1] + normal[2] * corners[k + 2] > height,
      );
    const faces = liveFaces(body);
    const expected: number[][] = [];
    for (const face of faces) {
      const c = cornersOf(body, face);
      for (const leaf of piecesOf(divided, face).leaves) {
        const numbers = latticeOf(leaf);
        // Rounded as the subdivision does it: ((w·a + i·b) + j·c) / LATTICE.
        const corners = [0, 2, 4].flatMap((k) => {
          const [i, j] = [numbers[k], numbers[k + 1]];
          return [0, 1, 2].map((axis) => ((LATTICE - i - j) * c[axis] + i * c[3 + axis] + j * c[6 + axis]) / LATTICE);
        });
        if (reaches(corners, 3)) expected.push([face, pathOf(leaf), ...numbers]);
        else seen.dropped++;
      }
    }
    let asked = 0;
    const mayHold = (corners: Float64Array, count: 3 | 4) => {
      asked++;
      if (count === 4) seen.quads++;
      return reaches(corners, count);
    };
    const out = subTriangles();
    const list = { faces: Uint32Array.from(faces), count: faces.length };
    new SubdividerWhere().subdivide({ body, ...list, divided, resolution, mayHold }, out);
    const { face, path, lattice } = out.rows.columns;
    const made = Array.from({ length: out.rows.length }, (_, row) => [
      face[row],
      path[row],
      ...lattice.subarray(6 * row, 6 * row + 6),
    ]);
    expect(made).toEqual(expected);
    expect(out.visited).toBe(asked);
    seen.kept += made.length;
  }
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(300);
});
