// Sets of faces against their definition: each face in one set, each set small and joined by corners at one point; and
// few of them.

import { describe, expect, test } from '@jest/globals';
import { BoneBody } from '#bodies/bone-body.ts';
import { faceSets } from '#candidates/gpu-face-sets.ts';
import { makeDataset } from '#datasets';
import { createMesh } from '#mesh';
import { mulberry32 } from '#harness/random.ts';
import type { Shape } from '#harness/stage-bodies.ts';
import { box, join, move, soup, sphere, torus } from '#spec/base/mesh/bodies.ts';

const MOST = 8;

/** The faces of each set, of any array that says so. */
function setsOf(shape: Shape, order: Uint32Array): number[][] {
  const positions = Float64Array.from(shape.positions);
  const faces = Uint32Array.from(shape.faces);
  const points = Array.from(faces, (v) => [0, 1, 2].map((k) => positions[3 * v + k]).join());
  const first = new Map<string, number>();
  faces.forEach((v, i) => {
    if (!first.has(points[i])) first.set(points[i], v);
  });
  const welded = new Uint32Array(positions.length / 3);
  faces.forEach((v, i) => {
    welded[v] = first.get(points[i]) as number;
  });
  const words = faceSets({ faces }, order, welded);
  const places = Array.from(order, (_, i) => words.subarray(3 * i, 3 * i + 3));
  const sets: number[][] = [];
  for (let at = 0; at < places.length; at = places[at][2]) {
    const [, first, end] = places[at];
    expect([first, end > at]).toEqual([at, true]);
    const set = places.slice(first, end);
    expect(new Set(set.map(([, from, to]) => `${from} ${to}`)).size).toBe(1);
    sets.push(set.map(([face]) => face));
  }
  expect(sets.flat().sort((a, b) => a - b)).toEqual(places.map((_, f) => f));
  for (const set of sets) expect(isJoined(set, (f) => points.slice(3 * f, 3 * f + 3))).toBe(true);
  expect(Math.max(...sets.map((set) => set.length))).toBeLessThanOrEqual(MOST);
  return sets;
}

/** Whether steps from face to face, through a point that is a corner of both, lead from the first to all of them. */
function isJoined(set: readonly number[], corners: (face: number) => string[]): boolean {
  const reached = new Set([set[0]]);
  const points = new Set(corners(set[0]));
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const f of set)
      if (corners(f).some((p) => points.has(p))) {
        reached.add(f);
        for (const p of corners(f)) points.add(p);
      }
  }
  return reached.size === set.length;
}

const treeOrder = ({ positions, faces }: Shape) =>
  new BoneBody(createMesh(positions, faces, { name: 'body' })).bvh.order.slice(0, faces.length / 3);

describe('sets of faces', () => {
  const fan = {
    positions: [0, 0, 0, ...Array.from({ length: 101 }, (_, i) => [Math.cos(i / 20), Math.sin(i / 20), 0]).flat()],
    faces: Array.from({ length: 100 }, (_, i) => [0, i + 1, i + 2]).flat(),
  };
  const needle = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 1, 0, 1, 2] };
  test.each<[string, Shape, number]>([
    ['a sphere', sphere(3, 2), 1.25],
    ['a sphere without shared vertices', soup(sphere(3, 2)), 1.25],
    ['parts', join(join(box(4, 4, 4), move(sphere(2, 2), [6, 2, 2])), torus(20, 8, 1.5, 0.5)), 1.25],
    ['a fan about one vertex', fan, 1.25],
    ['a face with two equal corners', needle, 8],
    ['a saw blade', makeDataset('saw-blade', { faces: 1500 }), 1.25],
  ])('of %s: all faces, joined, nearly as few as there can be', (_name, body, most) => {
    const sets = setsOf(body, treeOrder(body));
    expect(sets.length).toBeLessThanOrEqual((most * body.faces.length) / 3 / MOST);
  });

  test('are joined in any order of the faces, and joined by nothing where no corners meet (seed 94)', () => {
    const random = mulberry32(94);
    for (let i = 0; i < 20; i++) {
      const body = join(soup(sphere(2, 1)), move(box(1, 1, 1), [3, 0, 0]));
      const order = Uint32Array.from({ length: body.faces.length / 3 }, (_, f) => f);
      for (let k = order.length - 1; k > 0; k--) {
        const other = Math.floor(random() * (k + 1));
        [order[k], order[other]] = [order[other], order[k]];
      }
      setsOf(body, order);
    }
    const apart = { positions: Array.from({ length: 90 }, () => random()), faces: [...Array(30).keys()] };
    expect(
      setsOf(
        apart,
        Uint32Array.from({ length: 10 }, (_, f) => f),
      ).length,
    ).toBe(10);
  });
});
