// The compiled subdivision of faces that are divided in strips: leaves of every kind of split, where the division has
// them; what comes within δ or lies inside is kept; as many as are counted beforehand.

import { describe, expect, test } from '@jest/globals';
import { CompiledSide } from '#compiled';
import { Divisions, StripDivider } from '#divisions';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose } from '#harness/random-geometry.ts';
import { mixedFaces } from '#harness/random-pieces.ts';
import { boneOf, cornersOf, liveFaces, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { latticeOf, piecesOf } from '#harness/face-pieces.ts';
import { activeOf, dividedOf, exactInside, leavesFor } from '#harness/subdivision.ts';
import { box, move, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 5102;

/** Long and thin, well shaped, and of every other shape; about 1 in size. */
const SHAPES: readonly (readonly [string, (random: () => number) => Shape])[] = [
  ['a bar', (random) => move(box(3, 0.1 + 0.1 * random(), 0.05), [random() - 0.5, 0, 0])],
  ['a ball', () => sphere(1, 1)],
  [
    'random faces',
    (random) => ({ positions: coordinates(random, 9 * 8, 1, 0), faces: Array.from({ length: 24 }, (_, i) => i) }),
  ],
  ['tetrahedra', (random) => tetrahedra(random, 5, 1, 0, 2)],
];

test.each(SHAPES)(`all leaves of %s, in order, where the division has them (seed ${SEED})`, (_, shapeOf) => {
  const random = mulberry32(SEED);
  const other = boneOf(sphere(0, 1));
  const splits = new Set<number>();
  for (let round = 0; round < longRun(8, 3); round++) {
    const body = boneOf(shapeOf(random));
    const resolution = 0.08 + 0.4 * random();
    const divided = dividedOf(body, resolution);
    const near = liveFaces(other);
    const faces = liveFaces(body);
    const active = activeOf(faces, near);
    const out = leavesFor({ body, other, active, inside: null, delta: 100, resolution, divided });
    const pieces = faces.map((face) => piecesOf(divided, face));
    const expected = pieces.flatMap(({ leaves }, k) => leaves.map((leaf) => [faces[k], leaf.path, ...latticeOf(leaf)]));
    const { face, path, lattice, start, count } = out.rows.columns;
    const made = Array.from({ length: out.rows.length }, (_, i) => [
      face[i],
      path[i],
      ...lattice.subarray(6 * i, 6 * i + 6),
    ]);
    expect(made).toEqual(expected);
    expect(out.visited).toBe(pieces.reduce((sum, { count }) => sum + count, 0));
    for (let i = 0; i < out.rows.length; i++)
      expect([...out.near.values.subarray(start[i], start[i] + count[i])]).toEqual(near);
    const { divisions } = divided;
    for (const split of divisions.splits.subarray(0, divisions.count)) splits.add(split);
  }
  expect(splits.size).toBeGreaterThan(4);
});

describe.each(SHAPES)('%s', (_, shapeOf) => {
  test(`keep what comes within δ or lies inside, as many as are counted beforehand (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const seen = { dropped: 0, kept: 0, needed: 0 };
    for (let round = 0; round < longRun(24, 6); round++) {
      const other = boneOf(move(sphere(1, 0.5), [0.3, 0.2, 0.1]));
      const body = toolOf(shapeOf(random), rigidPose(random, 0.5), other.magnitude);
      const delta = [0, 0.05, 0.2][round % 3];
      const resolution = 0.1 + 0.2 * random();
      const divided = dividedOf(body, resolution);
      const inside = exactInside(other);
      const active = activeOf(liveFaces(body), liveFaces(other));
      const question = { body, other, active, inside, delta, resolution, divided };
      const side = new CompiledSide({ body, other, bodyIsTool: false });
      const out = leavesFor(question, side);
      expect(side.countLeaves(question).count).toBe(out.rows.length);
      const { face, path } = out.rows.columns;
      const kept = new Set(Array.from({ length: out.rows.length }, (_, i) => `${face[i]} ${path[i]}`));
      const solid = new PlainSolid(other);
      const slack = plainSlack(Math.max(body.magnitude, other.magnitude));
      for (const f of liveFaces(body)) {
        const c = cornersOf(body, f);
        for (const leaf of piecesOf(divided, f).leaves) {
          const isKept = kept.has(`${f} ${leaf.path}`);
          seen[isKept ? 'kept' : 'dropped']++;
          for (const [wa, wb, wc] of [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
            [1 / 3, 1 / 3, 1 / 3],
          ]) {
            const [u0, v0, u1, v1, u2, v2] = leaf.corners;
            const u = wa * u0 + wb * u1 + wc * u2;
            const v = wa * v0 + wb * v1 + wc * v2;
            const [x, y, z] = [0, 1, 2].map((k) => (1 - u - v) * c[k] + u * c[3 + k] + v * c[6 + k]);
            const distance = solid.distance(x, y, z);
            if (distance > delta - slack && !(distance > slack && inside(x, y, z))) continue;
            seen.needed++;
            if (!isKept) throw new Error(`round ${round}: face ${f}, path ${leaf.path} was dropped, at ${distance}`);
          }
        }
      }
    }
    for (const number of Object.values(seen)) expect(number).toBeGreaterThan(30);
  });
});

test('one side takes divisions that grow, and others after them', () => {
  const other = boneOf(sphere(0, 1));
  const body = boneOf(box(3, 0.1, 0.2));
  const side = new CompiledSide({ body, other, bodyIsTool: false });
  const active = activeOf(liveFaces(body), liveFaces(other));
  const question = { body, other, active, inside: null, delta: 100 };
  const divisions = new Divisions();
  const divider = new StripDivider(divisions);
  for (const resolution of [1, 0.5, 0.25]) {
    const node = divider.nodeOf({ ab: 9, bc: 9, ca: 0.01 }, resolution);
    const divided = { ...mixedFaces(), divisions, nodeOf: () => node };
    const grown = leavesFor({ ...question, resolution, divided }, side);
    expect(grown.rows.length).toBe(active.rows.length * divisions.leaves[node]);
    const anew = dividedOf(body, resolution);
    expect(leavesFor({ ...question, resolution, divided: anew }, side).rows.length).toBe(
      liveFaces(body).reduce((sum, face) => sum + piecesOf(anew, face).leaves.length, 0),
    );
  }
});

test('a quad reaches as far as its last corner', () => {
  // A needle whose quad's corners are (4.15, 1), (0, 0), (0, 4), (4.15, 3); the other face is near the last alone.
  const body = boneOf({ positions: [8.3, 2, 0, 0, 0, 0, 0, 4, 0], faces: [0, 1, 2] });
  const other = boneOf({ positions: [4.3, 3.1, 0, 4.31, 3.1, 0, 4.3, 3.1, 0.01], faces: [0, 1, 2] });
  const resolution = 4.5;
  const divided = dividedOf(body, resolution);
  const active = activeOf([0], [0]);
  const { rows } = leavesFor({ body, other, active, inside: null, delta: 0.2, resolution, divided });
  const all = piecesOf(divided, 0);
  const quads = new Set(
    all.leaves.filter(({ corners }) => [0, 2, 4].some((k) => isLast(corners, k))).map(({ path }) => path),
  );
  expect(quads.size).toBeGreaterThan(1);
  const kept = new Set(rows.columns.path.subarray(0, rows.length));
  expect([...quads].filter((path) => !kept.has(path))).toEqual([]);
});

/** Whether that corner is halfway from the third corner of the face to the first. */
const isLast = (corners: readonly number[], k: number) => corners[k] === 0 && corners[k + 1] === 0.5;
