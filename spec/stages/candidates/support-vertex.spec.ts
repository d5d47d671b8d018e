// The bone's vertex farthest along a direction against those of all of its faces, to the last bit: at every scale and
// far from the origin, flat, with unused vertices, and through edits that retire faces and append few or many.

import { expect, test } from '@jest/globals';
import { SupportVertex } from '#candidates/support-vertex.ts';
import type { Surface } from '#records';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { unitVector } from '#harness/random-geometry.ts';
import { boneOf, type Shape, tetrahedra } from '#harness/stage-bodies.ts';
import { box, join, move, sphere, torus } from '#spec/base/mesh/bodies.ts';

const SEED = 1618;

const shapes: readonly (readonly [string, Shape])[] = [
  ['a ball', sphere(4, 10)],
  ['two boxes', join(box(8, 8, 8), move(box(4, 12, 3), [9, 4, 3]))],
  ['a ring', torus(40, 20, 10, 3)],
  ['scattered faces', tetrahedra(mulberry32(SEED), 300, 8, 0, 1)],
  ['a flat square', { positions: [0, 0, 2, 5, 0, 2, 5, 5, 2, 0, 5, 2], faces: [0, 1, 2, 0, 2, 3] }],
  ['a face and vertices beyond it', { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 90, -7, 5, -3, 40, 8], faces: [0, 1, 2] }],
];

/** Both directions of each axis, which many vertices may share, then any. */
function* directions(random: () => number, count: number): Generator<Float64Array> {
  for (let axis = 0; axis < 3; axis++)
    for (const sign of [1, -1]) yield Float64Array.from({ length: 3 }, (_, k) => (k === axis ? sign : 0));
  for (let n = 0; n < count; n++) yield Float64Array.from(unitVector(random));
}

/**
 * Checks every direction's answer against the vertices of all faces that are not retired.
 * @returns how many of the answers are vertices `from` on.
 */
function judge(surface: Surface, support: SupportVertex, random: () => number, from = 0): number {
  let late = 0;
  const used = new Set<number>();
  for (let f = 0; f < surface.faceCount; f++)
    if (surface.retired?.[f] !== 1) for (const v of surface.faces.subarray(3 * f, 3 * f + 3)) used.add(v);
  for (const g of directions(random, longRun(60, 20))) {
    let most = Number.NEGATIVE_INFINITY;
    let before = most;
    for (const v of used) {
      const [x, y, z] = [surface.positions[3 * v], surface.positions[3 * v + 1], surface.positions[3 * v + 2]];
      most = Math.max(most, g[0] * x + g[1] * y + g[2] * z);
      if (v < from) before = Math.max(before, g[0] * x + g[1] * y + g[2] * z);
    }
    support.find(g);
    const [x, y, z] = support.point;
    expect([support.most, g[0] * x + g[1] * y + g[2] * z]).toEqual([most, most]);
    if (most > before) late++;
  }
  return late;
}

test.each(shapes)(`the vertex of %s farthest along a direction (seed ${SEED})`, (_, { positions, faces }) => {
  const random = mulberry32(SEED);
  for (const [scale, offset] of [
    [1, 0],
    [1e-3, 1e5],
    [1e3, -1e6],
  ]) {
    const bone = boneOf({ positions: Array.from(positions, (x) => scale * x + offset), faces });
    judge(bone, new SupportVertex(bone), random);
  }
});

test.each([
  ['few', 3],
  ['many', 700],
])(`vertices that edits append, %s at a time (seed ${SEED})`, (_, count) => {
  const random = mulberry32(SEED);
  const bone = boneOf(sphere(longRun(5, 4), 10));
  const support = new SupportVertex(bone);
  judge(bone, support, random);
  let late = 0;
  for (let edit = 0; edit < 6; edit++) {
    const [before, face] = [bone.vertexCount, bone.faceCount];
    const added = Float64Array.from({ length: 3 * count }, () => (10 + edit) * (2 * random() - 1));
    const faces = Uint32Array.from([0, 1, 2], (k) => before + k);
    // The farthest face of the edit before goes.
    bone.apply(Uint32Array.of(edit === 0 ? 0 : face - 1), added, faces);
    late += judge(bone, support, random, before);
  }
  expect(late).toBeGreaterThan(longRun(20, 6));
});
