// CellFaces against all faces one by one: the same face, point and distance, bit for bit, for any cell size and after
// any earlier queries.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody } from '#bodies/bone-body.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { CellFaces } from '#proximity/cell-faces.ts';
import { MOST_GATHERED, NearestFace } from '#proximity/nearest-face.ts';
import type { Surface } from '#records';
import { TrianglePair } from '#triangles';
import { sharpenPointTriangle } from '#triangles/known-distance.ts';
import { POINT_TRIANGLE_SIZE, pointTriangle, SQUARED } from '#triangles/point-triangle.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed, strained } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { pointNearSliver, sliverPair } from '#harness/slivers.ts';
import { boneOf, IDENTITY, liveFaces, type Shape, tetrahedra, toolOf } from '#harness/stage-bodies.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const loaded = new TrianglePair();
const SEED = 47;
const out = new Float64Array(POINT_TRIANGLE_SIZE);

/** The face at the least distance among all, each distance known to within distanceError; the first of equals. */
function bruteForce(surface: Surface, [x, y, z]: number[]): { face: number; squared: number; point: number[] } {
  let best = { face: -1, squared: Number.POSITIVE_INFINITY, point: [0, 0, 0] };
  const { positions: A, faces: F } = surface;
  for (const face of liveFaces(surface)) {
    const [a, b, c] = [3 * F[3 * face], 3 * F[3 * face + 1], 3 * F[3 * face + 2]];
    pointTriangle(Float64Array.of(x, y, z), 0, A, a, b, c, out);
    sharpenPointTriangle(loaded.loadPoint(Float64Array.of(x, y, z), 0).loadSecond(A, a, b, c), surface.magnitude, out);
    if (out[SQUARED] < best.squared) best = { face, squared: out[SQUARED], point: [out[0], out[1], out[2]] };
  }
  return best;
}

function check(cells: CellFaces, surface: Surface, p: number[], size: number, expected = bruteForce(surface, p)): void {
  cells.find(Float64Array.from(p), 0);
  const says = `point ${p}, cells of ${size}: face ${cells.face} at ${cells.squared}, expected ${expected.face} at ${expected.squared}`;
  if (cells.face !== expected.face || cells.squared !== expected.squared) throw new Error(says);
  expect([cells.x, cells.y, cells.z]).toEqual(expected.point);
}

/** The surface, with a callback at each walk of its tree. */
function watched(surface: Surface, onWalk: () => void): Surface {
  return new Proxy(surface, {
    get(target, key) {
      if (key === 'bvh') onWalk();
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function scaled({ positions, faces }: Shape, scale: number, offset = 0): Shape {
  return { positions: Array.from(positions, (x) => offset + scale * x), faces };
}

/** The numbers of the three vertices that an edit adds. */
const threeNew = ({ vertexCount: v }: Surface): Uint32Array => Uint32Array.of(v, v + 1, v + 2);

/** Retires the face nearest to a point and some around it, or none, and adds a small face beside the point. */
function changeNear(bone: BoneBody, p: number[], scale: number, random: () => number): void {
  const { face } = bruteForce(bone, p);
  const apart = (other: number) => {
    const [v, w] = [3 * bone.faces[3 * face], 3 * bone.faces[3 * other]];
    return Math.hypot(...[0, 1, 2].map((k) => bone.positions[v + k] - bone.positions[w + k]));
  };
  const most = random() < 0.3 ? -1 : random() * 0.4 * scale;
  const removed = liveFaces(bone).filter((other) => apart(other) <= most);
  if (random() < 0.3) {
    bone.apply(Uint32Array.from(removed), new Float64Array(0), new Uint32Array(0));
    return;
  }
  const away = scale * 10 ** (-2 * random());
  const near = p.map((x) => x + away * signed(random));
  const added = [0, 1, 2].flatMap(() => near.map((x) => x + 0.1 * scale * signed(random)));
  bone.apply(Uint32Array.from(removed), Float64Array.from(added), threeNew(bone));
}

describe('find', () => {
  inDeep(() =>
    test(`slivers: what f64 does not come upon is found (seed ${SEED})`, () => {
      const random = mulberry32(SEED);
      let sharpened = 0;
      for (let i = 0; i < longRun(1000, 200); i++) {
        const [first, second] = sliverPair(10 ** (3 + (i % 10)), 1, 0, random);
        const bone = boneOf({ positions: [...first, ...second], faces: [0, 1, 2, 3, 4, 5] });
        const p = pointNearSliver(first, 10 ** (3 + (i % 10)), random);
        const cells = new CellFaces(bone);
        cells.begin([1e-9, 0.05, 3][i % 3]);
        check(cells, bone, p, [1e-9, 0.05, 3][i % 3]);
        const corner = 9 * cells.face;
        pointTriangle(Float64Array.from(p), 0, bone.positions, corner, corner + 3, corner + 6, out);
        if (out[SQUARED] !== cells.squared) sharpened++;
      }
      expect(sharpened).toBeGreaterThan(longRun(10, 2));
    }),
  );

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1e-3, 1e5],
    [1, 1e5],
  ])(
    `equals a search through all faces at scale %d, offset %d, with cells of any size (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      for (const [count, spread] of [
        [1, 0],
        [3, 1],
        [60, 3],
        [125, 1],
      ]) {
        const bone = boneOf(tetrahedra(random, count, scale, offset, spread));
        const pose = strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0));
        const tool = toolOf(tetrahedra(random, count, scale, 0, spread), pose, offset + 2 * scale);
        for (const surface of [bone, tool])
          for (const size of [1e-9, 0.05, 0.4, 3, 100]) {
            const cells = new CellFaces(surface);
            cells.begin(size * scale);
            for (let cluster = 0; cluster < longRun(4, 1); cluster++) {
              const v = 3 * Math.floor(random() * surface.vertexCount);
              const reach = random() < 0.2 ? 0 : scale * 10 ** (1 - 13 * random());
              const about = [0, 1, 2].map((k) => surface.positions[v + k] + reach * signed(random));
              for (let i = 0; i < longRun(12, 4); i++)
                check(
                  cells,
                  surface,
                  about.map((x) => x + (i === 0 ? 0 : size * scale * signed(random))),
                  size,
                );
            }
          }
      }
    },
  );

  test(`a cell with too many faces is halved, and where that does not help the tree is searched (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const ball = boneOf(sphere(4, 1));
    expect(ball.faceCount).toBeGreaterThan(4 * MOST_GATHERED);
    for (const size of [0.5, 4, 1000]) {
      const cells = new CellFaces(ball);
      cells.begin(size);
      // The centre of a ball is equally near to all of its faces.
      for (let i = 0; i < longRun(60, 6); i++)
        check(cells, ball, coordinates(random, 3, i % 2 === 0 ? 1.2 : 1e-3, 0), size);
    }
  });

  test('ties go to the first face, on cell borders too; a surface that has moved is searched anew', () => {
    const tool = toolOf(box(2, 2, 2), IDENTITY, 4);
    const cells = new CellFaces(tool);
    for (const shift of [0, 1, 0.5]) {
      tool.moveTo({ matrix: Float64Array.of(...IDENTITY.slice(0, 12), shift, 0, 0, 1), orthonormalityError: 0 }, 4);
      cells.begin(0.5);
      for (let x = -1; x <= 3; x += 0.5)
        for (let y = -1; y <= 3; y += 0.5) for (const z of [-0.5, 0, 1, 1.5, 2]) check(cells, tool, [x, y, z], 0.5);
    }
  });

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])(`at scale %d, offset %d, lists made under one pose serve all others (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const walks = { first: 0, later: 0 };
    let at: keyof typeof walks = 'first';
    for (let body = 0; body < longRun(12, 1); body++) {
      const shape = body % 3 === 0 ? scaled(sphere(2, 1), scale) : tetrahedra(random, 40, scale, 0, 2);
      const own = coordinates(random, 12, 2 * scale, 0);
      let tool: ToolBody | null = null;
      let cells: CellFaces | null = null;
      for (let motion = 0; motion < 8; motion++) {
        const pose = strained(rigidPose(random, scale + offset), coordinates(random, 6, 2e-6, 0));
        if (tool === null) tool = toolOf(shape, pose, 2 * offset + 4 * scale);
        else tool.moveTo(checkPose(pose), 2 * offset + 4 * scale);
        cells ??= new CellFaces(watched(tool, () => walks[at]++));
        cells.begin(0.5 * scale);
        at = motion === 0 ? 'first' : 'later';
        // The same points in the tool's own frame, wherever the tool is, and slightly off them.
        for (let i = 0; i < own.length; i += 3) {
          const off = coordinates(random, 3, 1e-3 * scale, 0);
          const q = [0, 1, 2].map((k) => own[i + k] + off[k]);
          const p = [0, 1, 2].map((k) => pose[k] * q[0] + pose[4 + k] * q[1] + pose[8 + k] * q[2] + pose[12 + k]);
          check(cells, tool, p, 0.5);
        }
      }
    }
    expect(walks.later).toBeLessThan(walks.first);
    expect(walks.first).toBeGreaterThan(longRun(100, 5));
  });

  test.each([
    [1e-3, 0],
    [1, 0],
    [1e3, 0],
    [1, 1e5],
  ])(`at scale %d, offset %d, after edits the lists that they touch are made anew (seed ${SEED})`, (scale, offset) => {
    const random = mulberry32(SEED);
    const looks = { kept: 0, anew: 0 };
    for (let body = 0; body < longRun(6, 2); body++) {
      const bone = boneOf(
        body % 2 === 0 ? scaled(sphere(2, 1), scale, offset) : tetrahedra(random, 40, scale, offset, 2),
      );
      const size = scale * (body < 2 ? 0.1 : 0.4);
      let from: keyof typeof looks = 'kept';
      const surface = watched(bone, () => looks[from]++);
      const kept = new CellFaces(surface);
      const count = longRun(24, 8);
      const points = Array.from({ length: count }, () => coordinates(random, 3, 1.5 * scale, offset));
      const ask = (...asked: CellFaces[]) => {
        const expected = points.map((p) => bruteForce(bone, p));
        for (const cells of asked) {
          from = cells === kept ? 'kept' : 'anew';
          cells.begin(size);
          for (const [n, p] of points.entries()) check(cells, bone, p, size, expected[n]);
        }
      };
      const before = looks.kept;
      ask(kept);
      looks.kept = before;
      for (let edit = 0; edit < count / 2; edit++) {
        changeNear(bone, points[edit], scale, random);
        // Sometimes several edits before a query, and cells that not every query uses.
        if (edit % 3 === 1) changeNear(bone, points[edit + 1], scale, random);
        const others = points.splice(count / 2, (count / 2) * (edit % 2));
        ask(kept, new CellFaces(surface));
        points.push(...others);
      }
      expect(looks.kept).toBeGreaterThan(before);
    }
    process.stdout.write(`looks at the tree: ${looks.kept} by lists that are kept, ${looks.anew} by new ones\n`);
    expect(looks.kept).toBeLessThan(0.6 * looks.anew);
  });

  test(`cells that are crowded, become so or cease to be, over edits (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(4, 1));
    expect(bone.faceCount).toBeGreaterThan(2 * MOST_GATHERED);
    const cells = new CellFaces(bone);
    const middle = Array.from({ length: longRun(30, 3) }, () => coordinates(random, 3, 0.05, 0));
    const ask = () => {
      cells.begin(0.4);
      for (const p of middle) check(cells, bone, p, 0.4);
      for (let i = 0; i < longRun(10, 4); i++) check(cells, bone, coordinates(random, 3, 1.2, 0), 0.4);
    };
    ask();
    const inside = (x: number, size: number) => [x, 0, 0, x + size, 0, 0, x, size, 0];
    // A face near the centre: cells around it have few nearest faces, except for those that were crowded.
    const v = bone.vertexCount;
    bone.apply(new Uint32Array(0), Float64Array.from(inside(0.1, 0.1)), Uint32Array.of(v, v + 1, v + 2));
    const alone = bone.faceCount - 1;
    ask();
    // New cells have it in their lists; then it is removed, and they are crowded again.
    cells.begin(0.5);
    ask();
    bone.apply(Uint32Array.of(alone), new Float64Array(0), new Uint32Array(0));
    ask();
    // Half of the ball is removed, and the centre has a nearest side.
    const half = liveFaces(bone).filter((face) => bone.positions[3 * bone.faces[3 * face]] > 0);
    bone.apply(Uint32Array.from(half), new Float64Array(0), new Uint32Array(0));
    ask();
  });

  inDeep(() =>
    test('many small edits, and one of many faces: answers as ever', () => {
      const bone = boneOf(sphere(2, 1));
      const cells = new CellFaces(bone);
      const points = [
        [0.93, 0.12, 0.21],
        [-0.4, 0.8, 0.1],
      ];
      const face = (x: number) => [x, 2, 2, x, 2.1, 2, x, 2, 2.1];
      for (let edit = 0; edit < 1200; edit++) {
        bone.apply(new Uint32Array(0), Float64Array.from(face(3)), threeNew(bone));
        cells.begin(0.2);
        if (edit % 100 === 0) for (const p of points) check(cells, bone, p, 0.2);
      }
      const v = bone.vertexCount;
      const many = Array.from({ length: 5000 }, (_, i) => face(3 + i / 1000)).flat();
      bone.apply(
        new Uint32Array(0),
        Float64Array.from(many),
        Uint32Array.from({ length: 15_000 }, (_, k) => v + k),
      );
      cells.begin(0.2);
      for (const p of [...points, [3.5, 2, 2]]) check(cells, bone, p, 0.2);
    }),
  );

  test(`lists of one size are forgotten when another is asked for (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(3, 1));
    const cells = new CellFaces(bone);
    const points = Array.from({ length: 60 }, () => coordinates(random, 3, 1.3, 0));
    for (const [size, asked] of [
      [0.2, 60],
      [0.3, 20],
      [0.2, 60],
    ]) {
      cells.begin(size);
      for (const p of points.slice(0, asked)) check(cells, bone, p, size);
    }
  });

  test('an edit that is far from a list leaves it, whatever it does', () => {
    let looks = 0;
    const bone = boneOf(sphere(2, 1));
    const cells = new CellFaces(watched(bone, () => looks++));
    cells.begin(0.1);
    check(cells, bone, [0.93, 0.12, 0.21], 0.1);
    const before = looks;
    expect(before).toBeGreaterThan(0);
    const opposite = liveFaces(bone).filter((face) => bone.positions[3 * bone.faces[3 * face]] < -0.5);
    expect(opposite.length).toBeGreaterThan(20);
    bone.apply(Uint32Array.from(opposite), Float64Array.of(-1, 0, 0, -1, 1, 0, -1, 0, 1), threeNew(bone));
    cells.begin(0.1);
    check(cells, bone, [0.93, 0.12, 0.21], 0.1);
    expect(looks).toBe(before);
  });

  test(`faces that an edit has removed are never found (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const bone = boneOf(sphere(2, 1));
    for (let round = 0; round < longRun(4, 2); round++) {
      bone.apply(
        Uint32Array.from(liveFaces(bone).filter(() => random() < 0.2)),
        new Float64Array(0),
        new Uint32Array(0),
      );
      const cells = new CellFaces(bone);
      cells.begin(0.3);
      for (let i = 0; i < 60; i++) check(cells, bone, coordinates(random, 3, 1.3, 0), 0.3);
    }
  });
});

test(`gather holds every face that exceeds the least distance by at most the spread and the share of it, once each (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const bone = boneOf(tetrahedra(random, 60, 1, 0, 3));
  const { positions: A, faces: F } = bone;
  const nearest = new NearestFace(bone);
  let most = 0;
  for (let i = 0; i < longRun(200, 60); i++) {
    const [x, y, z] = coordinates(random, 3, 4, 0);
    const spread = random();
    const share = i % 3 === 0 ? 0 : 0.2 * random();
    const hint = i % 2 === 0 ? -1 : Math.floor(random() * bone.faceCount);
    expect(nearest.gather(x, y, z, spread, share, hint)).toBe(true);
    const found = Array.from(nearest.faces.subarray(0, nearest.gathered));
    expect(new Set(found).size).toBe(found.length);
    const limit = Math.sqrt(bruteForce(bone, [x, y, z]).squared) * (1 + share) + spread;
    const wanted = liveFaces(bone).filter((face) => {
      pointTriangle(Float64Array.of(x, y, z), 0, A, 3 * F[3 * face], 3 * F[3 * face + 1], 3 * F[3 * face + 2], out);
      return Math.sqrt(out[SQUARED]) <= limit;
    });
    most = Math.max(most, wanted.length);
    expect(wanted.filter((face) => !found.includes(face))).toEqual([]);
  }
  expect(most).toBeGreaterThan(10);
});
