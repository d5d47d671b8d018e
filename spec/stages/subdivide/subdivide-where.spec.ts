// Subdivision by a test of the caller's, against all pieces of every face.

import { expect, test } from '@jest/globals';
import { LEAF_NODE, visitPieces } from '#divisions';
import { randomDirection } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { boneOf, cornersOf, liveFaces, tetrahedra } from '#harness/stage-bodies.ts';
import { latticeOf } from '#harness/face-pieces.ts';
import { dividedOf } from '#harness/subdivision.ts';
import { box } from '#spec/base/mesh/bodies.ts';
import { LATTICE, subTriangles } from '#records';
import { SubdividerWhere } from '#subdivide';

const SEED = 98;

test(`the leaves that reach beyond a plane; no part of what lies behind is entered; quads have four corners (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { kept: 0, dropped: 0, quads: 0 };
  for (let round = 0; round < longRun(60, 12); round++) {
    const body = boneOf(round % 2 === 0 ? tetrahedra(random, 4, 1, 0, 1) : box(2, 0.1, 0.1 + 0.2 * random()));
    const resolution = 0.1 + 0.3 * random();
    const divided = dividedOf(body, resolution);
    const normal = randomDirection(random);
    const height = 0.5 * random() - 0.25;
    const reaches = (corners: ArrayLike<number>, count: number) =>
      Array.from({ length: count }, (_, k) => 3 * k).some(
        (k) => normal[0] * corners[k] + normal[1] * corners[k + 1] + normal[2] * corners[k + 2] > height,
      );
    const faces = liveFaces(body);
    const expected: number[][] = [];
    let entered = 0;
    for (const face of faces) {
      const c = cornersOf(body, face);
      visitPieces(divided.divisions, divided.nodeOf(face), (piece) => {
        entered++;
        const numbers = latticeOf(piece);
        // Rounded as the subdivision does it: ((w·a + i·b) + j·c) / LATTICE.
        const corners = Array.from({ length: numbers.length / 2 }, (_, k) => 2 * k).flatMap((k) => {
          const [i, j] = [numbers[k], numbers[k + 1]];
          return [0, 1, 2].map((axis) => ((LATTICE - i - j) * c[axis] + i * c[3 + axis] + j * c[6 + axis]) / LATTICE);
        });
        const isWanted = reaches(corners, numbers.length / 2);
        if (piece.node === LEAF_NODE && isWanted) expected.push([face, piece.level, piece.path, ...numbers]);
        if (!isWanted) seen.dropped++;
        return isWanted;
      });
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
    const { face, level, path, lattice } = out.rows.columns;
    const made = Array.from({ length: out.rows.length }, (_, row) => [
      face[row],
      level[row],
      path[row],
      ...lattice.subarray(6 * row, 6 * row + 6),
    ]);
    expect(made).toEqual(expected);
    expect(out.visited).toBe(asked);
    expect(asked).toBe(entered);
    seen.kept += made.length;
  }
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(100);
});
