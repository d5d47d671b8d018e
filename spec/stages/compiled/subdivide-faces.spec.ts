// The face subdivision against its contract: what is kept, what may be dropped, which faces a leaf knows, and the exact
// position of everything.

import { describe, expect, test } from '@jest/globals';
import { OptionError } from '#core';
import { CompiledSide } from '#compiled';
import { LATTICE, type SubTriangles, type Surface } from '#records';
import { roundedSquareRoot, triangleTriangleSquaredDistance } from '#reference';
import { checkDivisions, leafCorners } from '#subdivide';
import { dot, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { exactLeaf, leafWeights, leavesOf as leavesByRule, pathAt, roundedLeaf } from '#harness/leaf-recovery.ts';
import { piecesOf } from '#harness/face-pieces.ts';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose } from '#harness/random-geometry.ts';
import { boneOf, cornersOf, liveFaces, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { activeOf, exactInside, leavesFor, dividedOf, subdivideAll } from '#harness/subdivision.ts';
import { inDeep } from '#harness/sets.ts';
import { box, move, sphere, tetrahedron } from '#spec/base/mesh/bodies.ts';

const SEED = 91;

interface Leaf {
  readonly row: number;
  readonly face: number;
  readonly level: number;
  readonly path: number;
  readonly near: Set<number>;
  readonly inside: boolean;
}

function leavesOf({ rows, near }: SubTriangles): Leaf[] {
  const { face, level, path, start, count, inside } = rows.columns;
  return Array.from({ length: rows.length }, (_, row) => ({
    row,
    face: face[row],
    level: level[row],
    path: path[row],
    near: new Set(near.values.subarray(start[row], start[row] + count[row])),
    inside: inside[row] === 1,
  }));
}

function solidOf(surface: Surface, faces = liveFaces(surface)): PlainSolid {
  const corners = faces.flatMap((face) => [...cornersOf(surface, face)]);
  return new PlainSolid({
    positions: Float64Array.from(corners),
    faces: Uint32Array.from({ length: 3 * faces.length }, (_, i) => i),
  });
}

function pointOf(corners: ArrayLike<number>, [u, v, w]: readonly number[]): [number, number, number] {
  const at = (k: number) => u * corners[k] + v * corners[3 + k] + w * corners[6 + k];
  return [at(0), at(1), at(2)];
}

/** Length of the edge from the corner at `at` to the next. */
function edgeLength(corners: readonly number[], at: number): number {
  return Math.hypot(...[0, 1, 2].map((k) => corners[at + k] - corners[((at + 3) % 9) + k]));
}

function randomWeights(random: () => number): number[] {
  const [a, b] = [random(), random()].sort((x, y) => x - y);
  return [a, b - a, 1 - b];
}

/**
 * A ball's and a box's surfaces, slivers and random closed bodies under random poses: some apart, some near, some
 * crossing, some inside.
 */
function cases(random: () => number, scale: number, offset: number): { body: Surface; other: Surface }[] {
  const shapes: [Shape, Shape][] = [
    [sphere(1, 1), box(1, 1, 1)],
    [move(box(0.4, 0.3, 0.2), [-0.1, -0.1, -0.1]), sphere(1, 1)],
    [{ positions: coordinates(random, 9, 1, 0), faces: [0, 1, 2] }, sphere(0, 0.5)],
    [
      { positions: [-1, 0, 0, 1, 0.01 * random(), 0, 0.3, 1e-9, 0.2], faces: [0, 1, 2] },
      tetrahedra(random, 5, 1, 0, 1),
    ],
    [tetrahedra(random, 3, 1, 0, 1), tetrahedra(random, 4, 1, 0, 2)],
  ];
  return shapes.map(([first, second]) => {
    const at = (shape: Shape): Shape => ({
      positions: Array.from(shape.positions, (x) => scale * x + offset),
      faces: shape.faces,
    });
    const bone = boneOf(at(first));
    const pose = rigidPose(random, 1);
    const centre = [0, 1, 2].map((k) => offset * (pose[k] + pose[4 + k] + pose[8 + k]));
    for (let k = 0; k < 3; k++) pose[12 + k] = scale * pose[12 + k] + offset - centre[k];
    return { body: bone, other: toolOf(at(second), pose, bone.magnitude) };
  });
}

function keepsAll(places: readonly (readonly [scale: number, offset: number])[]): void {
  test.each(places)(
    `keeps what comes within δ or lies inside, with every face within δ of it, at scale %d, offset %d (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      const seen = { dropped: 0, near: 0, inside: 0, listed: 0, unlisted: 0 };
      for (let round = 0; round < longRun(6, 3); round++)
        for (const { body, other } of cases(random, scale, offset)) {
          const delta = scale * [0, 0.03, 0.2][round % 3];
          const h = scale * (0.15 + 0.3 * random());
          const inside = exactInside(other);
          const leaves = leavesOf(subdivideAll(body, other, other.signed ? inside : null, delta, h));
          const solid = solidOf(other);
          const slack = plainSlack(Math.max(body.magnitude, other.magnitude));
          const byFace = new Map<number, Map<number, Leaf>>();
          for (const leaf of leaves) {
            if (!byFace.has(leaf.face)) byFace.set(leaf.face, new Map());
            byFace.get(leaf.face)!.set(leaf.path, leaf);
          }
          for (const face of liveFaces(body)) {
            const corners = cornersOf(body, face);
            for (let sample = 0; sample < longRun(30, 12); sample++) {
              const weights = randomWeights(random);
              const at = pointOf(corners, weights);
              const distance = solid.distance(...at);
              const isNear = distance <= delta - slack;
              const isInside = distance > slack && inside(...at);
              const leaf = byFace.get(face)?.get(pathAt(corners, h, weights));
              if (leaf === undefined) {
                seen.dropped++;
                if (isNear || isInside)
                  throw new Error(`round ${round}: face ${face} was dropped at ${at}, ${distance}`);
                continue;
              }
              if (isNear) seen.near++;
              if (leaf.inside) {
                seen.inside++;
                if (leaf.near.size > 0) throw new Error(`face ${face} path ${leaf.path} is inside and has a list`);
                if (!isInside || distance < delta - slack)
                  throw new Error(`face ${face} path ${leaf.path} is not deep inside: ${at}, ${distance}`);
              } else if (leaf.near.size === 0) throw new Error(`face ${face} path ${leaf.path} has no list`);
            }
          }
          // Near lists, face by face of the other body.
          const single = liveFaces(other).map((face) => solidOf(other, [face]));
          for (let sample = 0; sample < longRun(60, 20) && leaves.length > 0; sample++) {
            const leaf = leaves[Math.floor(leaves.length * random())];
            const corners = cornersOf(body, leaf.face);
            const small = roundedLeaf(corners, corners, h, leaf.level, leaf.path);
            const points = [randomWeights(random), [1, 0, 0], [0, 1, 0], [0, 0, 1]].map((w) => pointOf(small, w));
            single.forEach((face, g) => {
              if (leaf.near.has(g)) seen.listed++;
              else {
                seen.unlisted++;
                if (points.some((at) => face.distance(...at) <= delta - slack))
                  throw new Error(`face ${g} is within δ of face ${leaf.face} path ${leaf.path}, but not in its list`);
              }
            });
          }
        }
      for (const [name, count] of Object.entries(seen))
        if (count < longRun(100, 20)) throw new Error(`only ${count} ${name}`);
    },
    60000,
  );
}

/** @param near faces of the other body, all of which are near every leaf. */
function tiles(resolutions: readonly number[], other: Surface, near: readonly number[]): void {
  test.each(resolutions)(
    `tiles every face at %d mm near ${near.length} faces, each leaf where its path says`,
    (resolution) => {
      const body = boneOf(tetrahedron);
      const divided = dividedOf(body, resolution);
      const active = activeOf([0, 1, 2, 3], near);
      // δ reaches everything.
      const out = leavesFor({ body, other, active, inside: null, delta: 100, resolution, divided });
      const leaves = leavesOf(out);
      expect(leaves.map(({ face, level, path }) => [face, level, path])).toEqual(
        [0, 1, 2, 3].flatMap((face) =>
          leavesByRule(cornersOf(body, face), resolution).map(({ level, path }) => [face, level, path]),
        ),
      );
      const { lattice } = out.rows.columns;
      const areas = [0n, 0n, 0n, 0n];
      for (const { row, face, level, path, near: kept } of leaves) {
        const [a, b, c, d, e, f] = lattice.subarray(6 * row, 6 * row + 6);
        const where = leafWeights(cornersOf(body, face), resolution, level, path)!.flatMap(([, i, j]) => [i, j]);
        const isPlaced = [a, b, c, d, e, f].every((value, k) => value === where[k]);
        // Twice the area in lattice units, with the same orientation as the face.
        const area = BigInt(c - a) * BigInt(f - b) - BigInt(e - a) * BigInt(d - b);
        areas[face] += area;
        const isWithin = Math.min(a, b, c, d, e, f) >= 0 && Math.max(a + b, c + d, e + f) <= LATTICE;
        if ([...kept].join() !== near.join() || !isPlaced || area <= 0n || !isWithin)
          throw new Error(`face ${face} path ${path} is at ${[a, b, c, d, e, f]}`);
      }
      expect(areas).toEqual(Array(4).fill(BigInt(LATTICE) ** 2n));
      expect(out.visited).toBe([0, 1, 2, 3].reduce((sum, face) => sum + piecesOf(divided, face).count, 0));
    },
  );
}

function countedBeforehand(settings: readonly (readonly [delta: number, resolution: number])[]): void {
  test(`are as many as are counted beforehand, at ${settings.length} resolutions, seed ${SEED}`, () => {
    let blocks = 0;
    for (const { body, other } of cases(mulberry32(SEED), longRun(6, 3), 0))
      for (const [delta, resolution] of settings) {
        const active = activeOf(liveFaces(body), liveFaces(other));
        const query = { body, other, active, delta, resolution, inside: exactInside(other) };
        const side = new CompiledSide({ body, other, bodyIsTool: false });
        const { rows, visited } = leavesFor(query, side);
        const counted = side.countLeaves({ ...query, divided: dividedOf(body, resolution) });
        expect([delta, resolution, counted.count]).toEqual([delta, resolution, rows.length]);
        if (counted.visited < visited) blocks++;
      }
    expect(blocks).toBeGreaterThanOrEqual(settings.length);
  });
}

describe('subdivide, where nothing can be dropped,', () => {
  const few = boneOf(move(sphere(0, 1), [1, 1, 1]));
  tiles([9, 4, 2, 0.7], few, liveFaces(few));
  // Lists that fill their table, of faces whose numbers are not their places.
  const many = boneOf(move(sphere(2, 1), [1, 1, 1]));
  tiles(
    [3, 1.4],
    many,
    liveFaces(many).filter((face) => face % 2 === 1),
  );
  inDeep(() => tiles([0.2], few, liveFaces(few)));

  test(`every leaf's longest edge is ≤ h, exactly (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let halved = 0;
    for (const scale of [1e-3, 1, 1e3])
      for (const offset of [0, 1e5]) {
        const positions = coordinates(random, 30, scale, offset);
        const body = boneOf({ positions, faces: Array.from({ length: 60 }, () => Math.floor(10 * random())) });
        const h = scale * (0.2 + random());
        const leaves = leavesOf(subdivideAll(body, boneOf(tetrahedron), null, 1e6, h));
        expect(new Set(leaves.map((leaf) => leaf.face)).size).toBe(20);
        for (const { face, level, path } of leaves) {
          const corners = cornersOf(body, face);
          const { values } = onGrid([...roundedLeaf(corners, corners, h, level, path), h]);
          for (const k of [0, 3, 6]) {
            const edge = minus(pointAt(values, k), pointAt(values, (k + 3) % 9));
            if (dot(edge, edge) > values[9] * values[9]) throw new Error(`an edge of face ${face} is longer than ${h}`);
          }
        }
        halved += leaves.filter(({ level }) => level > 0).length;
      }
    expect(halved).toBeGreaterThan(500);
  });
});

describe('subdivide', () => {
  keepsAll([[1, 1e5]]);
  countedBeforehand([[0.3, 0.5]]);
  inDeep(() => {
    keepsAll([
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
    ]);
    countedBeforehand([
      [0.1, 0.1],
      [1, 0.05],
      [0, 0.1],
    ]);
  });

  test(`loses no face at exactly δ from a corner, down to the leaf there (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let lone = 0;
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < longRun(60, 15); i++) {
        // Directly beyond the corner that is farthest from the centroid: there the sphere is as near as the
        // sub-triangle, at every level.
        const p = coordinates(random, 9, 1, 0);
        const centre = [0, 1, 2].map((k) => (p[k] + p[3 + k] + p[6 + k]) / 3);
        const lengths = [0, 3, 6].map((at) => Math.hypot(...centre.map((x, k) => p[at + k] - x)));
        const corner = lengths.indexOf(Math.max(...lengths));
        const gap = 0.01 + random();
        const q = [0, 1, 1].flatMap((size) =>
          centre.map((x, k) => {
            const out = (p[3 * corner + k] - x) / lengths[corner];
            return p[3 * corner + k] + gap * out + size * Math.sign(out) * random();
          }),
        );
        const [leaf, face] = [p, q].map((t) => t.map((x) => scale * x + offset));
        const delta = roundedSquareRoot(triangleTriangleSquaredDistance(leaf, face), 'up');
        const [body, other] = [leaf, face].map((positions) => boneOf({ positions, faces: [0, 1, 2] }));
        for (const h of [10, 0.4]) {
          const leaves = leavesOf(subdivideAll(body, other, null, delta, scale * h));
          const isThere = ({ level, path }: Leaf) =>
            leafWeights(leaf, scale * h, level, path)!.some((weights) => weights[corner] === LATTICE);
          if (!leaves.some((found) => isThere(found) && found.near.has(0)))
            throw new Error(`corner ${corner} of ${leaf} was dropped, δ ${delta}, h ${scale * h}: ${face}`);
          if (leaves[0].level > 0 && leaves.length < 4) lone++;
        }
      }
    expect(lone).toBeGreaterThan(longRun(20, 5));
  });

  test(`loses no small face at exactly δ from a corner of a leaf of a face 1e5 mm wide (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let judged = 0;
    for (let i = 0; i < longRun(60, 20); i++) {
      // A corner of a leaf at the origin, where coordinates of 1e5 cancel: the third vertex provides them.
      const parts = 64;
      const [u, v] = [0, 0].map(() => 1 + Math.floor((parts / 2 - 1) * random()));
      const w = parts - u - v;
      const [a, b] = [coordinates(random, 3, 1e5, 0), coordinates(random, 3, 1e5, 0)];
      const corners = [...a, ...b, ...a.map((x, k) => -(u * x + v * b[k]) / w)];
      if (Math.max(...corners.map(Math.abs)) > 4e5) continue;
      const h = (1.01 * Math.max(...[0, 3, 6].map((at) => edgeLength(corners, at)))) / parts;
      const isAtOrigin = ([p, q]: readonly number[]) => p === (u * LATTICE) / parts && q === (v * LATTICE) / parts;
      const found = leavesByRule(corners, h).find(({ level, path }) =>
        leafWeights(corners, h, level, path)!.some(isAtOrigin),
      );
      if (found === undefined) continue;
      judged++;
      const { level, path } = found;
      const leaf = roundedLeaf(corners, corners, h, level, path);
      const centre = [0, 1, 2].map((k) => (leaf[k] + leaf[3 + k] + leaf[6 + k]) / 3);
      const lengths = [0, 3, 6].map((at) => Math.hypot(...centre.map((x, k) => leaf[at + k] - x)));
      const far = lengths.indexOf(Math.max(...lengths));
      const gap = 0.01 + random();
      const face = [0, 1, 1].flatMap((size) =>
        centre.map((x, k) => {
          const out = (leaf[3 * far + k] - x) / lengths[far];
          return leaf[3 * far + k] + gap * out + size * Math.sign(out) * random();
        }),
      );
      const exact = exactLeaf(corners, corners, h, level, path);
      const delta = roundedSquareRoot(triangleTriangleSquaredDistance(exact, face), 'up');
      const [body, other] = [corners, face].map((positions) => boneOf({ positions, faces: [0, 1, 2] }));
      const leaves = leavesOf(subdivideAll(body, other, null, delta, h));
      if (!leaves.some((kept) => kept.path === path && kept.level === level && kept.near.has(0)))
        throw new Error(`path ${path} of ${corners} was dropped, δ ${delta}: ${face}`);
    }
    expect(judged).toBeGreaterThan(longRun(20, 6));
  });

  test('takes faces that are known to be inside to all of their leaves, without a list', () => {
    const body = boneOf(move(tetrahedron, [-0.5, -0.5, -0.5]));
    const other = boneOf(box(100, 100, 100));
    const query = { body, other, active: activeOf([1, 3], []), inside: () => false };
    const leaves = leavesOf(leavesFor({ ...query, delta: 0.1, resolution: 2 }));
    const byRule = (face: number) => leavesByRule(cornersOf(body, face), 2);
    expect(leaves.map(({ face, level, path }) => [face, level, path])).toEqual(
      [1, 3].flatMap((face) => byRule(face).map(({ level, path }) => [face, level, path])),
    );
    expect(leaves.length).toBeGreaterThan(12);
    expect(leaves.every(({ inside, near }) => inside && near.size === 0)).toBe(true);
  });

  test('gives the same again, and nothing of the query before', () => {
    const random = mulberry32(SEED);
    const [{ body, other }] = cases(random, 1, 0);
    const side = new CompiledSide({ body, other, bodyIsTool: false });
    const active = activeOf(liveFaces(body), liveFaces(other));
    const query = { body, other, active, inside: exactInside(other), delta: 0.1, resolution: 0.2 };
    const [before, beforeVisited] = [leavesOf(leavesFor(query, side)), leavesFor(query, side).visited];
    leavesFor({ ...query, active: activeOf([0, 2], [1, 3]), inside: null, delta: 1, resolution: 0.1 }, side);
    const again = leavesFor(query, side);
    expect([leavesOf(again), again.visited]).toEqual([before, beforeVisited]);
    expect(before.length).toBeGreaterThan(10);
  });

  test('refuses a resolution that is too fine, by name', () => {
    const body = boneOf(tetrahedron);
    const check = () => checkDivisions(body, activeOf([0], [0]), dividedOf(body, 1e-5));
    expect(check).toThrow(OptionError);
    expect(check).toThrow(expect.objectContaining({ code: 'RESOLUTION_TOO_FINE' }));
  });
});

describe('leafCorners', () => {
  test(`gives the same bits from either face of an edge, on any level (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const point = (A: Float64Array, corners: number[], weights: number[], n: number): Float64Array => {
      const face = Float64Array.from(corners.flatMap((at) => [...A.subarray(at, at + 3)]));
      const out = new Float64Array(9);
      const part = LATTICE / n;
      leafCorners(face, Int32Array.of(part * weights[1], part * weights[2], 0, 0, 0, 0), 0, out);
      return out.slice(0, 3);
    };
    for (const [scale, offset] of [
      [1e-3, 0],
      [1, 0],
      [1e3, 0],
      [1, 1e5],
    ])
      for (let i = 0; i < longRun(500, 50); i++) {
        // Vertices 0 and 1 form the edge, 2 and 3 the two faces; every position of the edge in either face.
        const A = Float64Array.from(coordinates(random, 12, scale, offset));
        const level = 1 + Math.floor(15 * random());
        const step = Math.floor((2 ** level + 1) * random());
        const results = new Set<string>();
        for (const third of [6, 9])
          for (const [p, q] of [
            [0, 1],
            [1, 0],
            [1, 2],
            [2, 1],
            [0, 2],
            [2, 0],
          ])
            for (const finer of [0, 1]) {
              const n = 2 ** (level + finer);
              const corners = [third, third, third];
              const weights = [0, 0, 0];
              [corners[p], corners[q]] = [0, 3];
              [weights[p], weights[q]] = [n - step * 2 ** finer, step * 2 ** finer];
              results.add(Array.from(new BigUint64Array(point(A, corners, weights, n).buffer)).join());
            }
        if (results.size !== 1) throw new Error(`${results.size} points at ${step} of 2^${level} between ${A}`);
      }
  });
});
