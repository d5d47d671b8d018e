// Bodies that cells are cut out of, one stroke after the other: what is left is the body less the cells, by volume, by
// points, and by counting cubes; refusals and undo leave every byte as it was.

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import { createMesh, inspectMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { exactCell } from '#slots/exact-cell.ts';
import type { SlotCell } from '#slots/outline-sweep.ts';
import type { SlotFrame } from '#slots/slot-frame.ts';
import { type SolidChange, SlotSolid } from '#slots/slot-solid.ts';
import { hullOf, solidOf } from '#harness/exact-solids.ts';
import { refusal } from '#harness/io-errors.ts';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { largestCoordinate, roundingOf } from '#harness/plane-cuts.ts';
import { rigidPose, signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { joined, reversed, squareTube } from '#harness/shells.ts';
import { surfaceFacts } from '#harness/surface-facts.ts';
import { pinchesOf, randomCells, voxelBody, voxelMesh } from '#harness/voxel-bodies.ts';
import { type Body, permute, shuffle } from '#spec/base/mesh/bodies.ts';
import {
  cellOf,
  cornersOf,
  frameAt,
  heightOver,
  movedBy,
  type Point,
  randomCell,
  randomFrame,
  rectangle,
  shownMesh,
  volumeOf,
} from './solid-cells.ts';

type Random = () => number;

interface PlacedCell {
  readonly frame: SlotFrame;
  readonly cell: SlotCell;
}

const SEED = 5380;
const NEAR: Point = [0, 0, 0];
const FAR: Point = [10_000, -20_000, 5_000];
const ALONG_AXES = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const TOUCH = 'would let parts of the surface touch at a corner or an edge';
const MEET = 'would make faces meet that did not';
const SECTION = 'would give a section that meets itself';
const meshOf = ({ positions, faces }: Body) => createMesh(positions, faces);

const ball = sphere({ radius: 8, subdivisions: 2 });
const shell = joined(ball, reversed(sphere({ radius: 7.5, subdivisions: 2 })));

/** A body of cubes that touches itself nowhere. */
function cubes(random: Random): TriangleMesh {
  for (;;) {
    const cells = randomCells(random, 4, 60);
    if (pinchesOf(new Set(cells.map(String))).size === 0) return voxelMesh(voxelBody(cells, 3, [-6, -6, -6]));
  }
}

type Made = Readonly<Record<string, readonly [make: (random: Random) => TriangleMesh, offset: Point]>>;

const bodies: Made = {
  'a sphere in single precision': [() => createMesh(Float32Array.from(ball.positions), ball.faces), NEAR],
  'a sphere 23 m away': [() => movedBy(ball, FAR), FAR],
};
const moreBodies: Made = {
  'cubes, with cavities as they come': [cubes, NEAR],
  'a block whose faces share planes': [() => box({ size: [12, 10, 8], divisions: [4, 3, 2] }), NEAR],
  'a sphere': [() => ball, NEAR],
  'a ring': [() => torus({ majorRadius: 7, minorRadius: 3, segments: 24 }), NEAR],
  'a shell of 0.5 mm': [() => shell, NEAR],
};

/** Every bit that is shown. */
function bytesOf(solid: SlotSolid, mesh: TriangleMesh): string {
  const { positions, faces } = shownMesh(solid, mesh);
  return [positions, faces].map(({ buffer }) => createHash('sha256').update(Buffer.from(buffer)).digest('hex')).join();
}

const cutOf = (solid: SlotSolid, cells: readonly PlacedCell[]) =>
  solid.cut(cells.map(({ frame, cell }) => exactCell(solid.points, frame, cell)));

/** Closed, oriented, manifold, with areas, and meeting itself nowhere. */
function expectSound(mesh: TriangleMesh): void {
  const { closedAndOriented, manifoldVertices, zeroAreaFaces, duplicateFaces } = surfaceFacts(mesh);
  expect({ closedAndOriented, manifoldVertices, zeroAreaFaces, duplicateFaces }).toEqual({
    ...{ closedAndOriented: true, manifoldVertices: true, zeroAreaFaces: 0, duplicateFaces: 0 },
  });
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
  expect(selfIntersections(mesh)).toHaveLength(0);
}

/**
 * A point is in what is left if it is in the body and in no cell. Left out are those that rounding may put on either
 * side: nearer to the surface than PlainSolid's own slack, 2^-53·√3 of the rounded corners' size, and that of heights.
 */
function expectMembers(
  random: Random,
  body: PlainSolid,
  left: TriangleMesh,
  offset: Point,
  cells: readonly PlacedCell[],
) {
  const after = new PlainSolid(left);
  const slack = 2 * plainSlack(Math.max(body.magnitude, after.magnitude)) + 2 ** -52 * Math.hypot(...offset);
  const counts = { inside: 0, taken: 0, open: 0 };
  for (let n = 0; n < 45; n++) {
    const { frame, cell } = cells[Math.floor(cells.length * random())];
    const corners = cornersOf(frame, cell, offset);
    const [a, b] = [0, 1].map(() => corners[Math.floor(corners.length * random())]);
    const share = random();
    // Near a corner of the body, of what is left, or of what leads from one corner of a cell to another one.
    const corner = (of: Float64Array) => of.subarray(3 * Math.floor((random() * of.length) / 3));
    const from = [corner(body.corners), corner(after.corners), a.map((x, k) => x + share * (b[k] - x))][n % 3];
    const at = (k: number) => from[k] + 0.5 * signed(random);
    const p: Point = [at(0), at(1), at(2)];
    const heights = cells.map((one) => heightOver(one.frame, one.cell, offset, p));
    if (
      heights.some((height) => Math.abs(height) < slack) ||
      after.distance(...p) < slack ||
      body.distance(...p) < slack
    ) {
      counts.open++;
      continue;
    }
    const isTaken = heights.some((height) => height < 0);
    const expected = body.isInside(...p) && !isTaken;
    if (after.isInside(...p) !== expected) throw new Error(`${p} is ${expected ? 'in what is left' : 'gone'}`);
    if (expected) counts.inside++;
    else if (isTaken && body.isInside(...p)) counts.taken++;
  }
  return counts;
}

/** Each stroke beside manifold-3d's difference and by points; then all undone, and all redone. */
function cutAnyhow(make: (random: Random) => TriangleMesh, offset: Point, rounds: number): void {
  const home = offset.map((x) => -x) as unknown as Point;
  const random = mulberry32(SEED);
  const seen = { strokes: 0, cut: 0, missed: 0, refused: 0, inside: 0, taken: 0, open: 0 };
  for (let round = 0; round < rounds; round++) {
    const mesh = make(random);
    const solid = new SlotSolid(mesh);
    const local = movedBy(mesh, home);
    const body = new PlainSolid(local);
    let expected = solidOf(local);
    let slack = 2 ** -23 * largestCoordinate(local) * expected.surfaceArea();
    const frames = Array.from({ length: 3 }, () => {
      const at = 3 * Math.floor((random() * mesh.positions.length) / 3);
      const place = Array.from(mesh.positions.subarray(at, at + 3), (x) => x + signed(random));
      return randomFrame(random, place, 0.3 + random());
    });
    const taken: PlacedCell[] = [];
    const states = [bytesOf(solid, mesh)];
    const changes: SolidChange[] = [];
    for (let stroke = 0; stroke < 6; stroke++) {
      const frame = frames[stroke % 3];
      const cells = Array.from({ length: 1 + Math.floor(3 * random()) }, () => ({
        frame,
        cell: randomCell(random, 5),
      }));
      const change = cutOf(solid, cells);
      seen.strokes++;
      if (change === null || typeof change === 'string') {
        seen[change === null ? 'missed' : 'refused']++;
        expect(bytesOf(solid, mesh)).toBe(states.at(-1));
        if (change !== null) continue;
      } else {
        seen.cut++;
        changes.push(change);
        states.push(bytesOf(solid, mesh));
      }
      taken.push(...cells);
      for (const { cell } of cells) {
        const cutter = hullOf(cornersOf(frame, cell, offset));
        // f32 moves the surface of each by half a unit in the last place, along each axis.
        const corners = cornersOf(frame, cell, offset).flat().map(Math.abs);
        slack += 2 ** -23 * Math.max(largestCoordinate(local), ...corners) * cutter.surfaceArea();
        const next = expected.subtract(cutter);
        for (const old of [expected, cutter]) old.delete();
        expected = next;
      }
      const left = movedBy(shownMesh(solid, mesh), home);
      expectSound(shownMesh(solid, mesh));
      expect(Math.abs(surfaceFacts(left).volume - expected.volume())).toBeLessThan(slack);
      const counts = expectMembers(random, body, left, offset, taken);
      seen.inside += counts.inside;
      seen.taken += counts.taken;
      seen.open += counts.open;
      expect(cutOf(solid, cells)).toBeNull();
    }
    expected.delete();
    const backwards: SolidChange[] = [];
    for (const change of changes.toReversed()) {
      expect(bytesOf(solid, mesh)).toBe(states[changes.length - backwards.length]);
      backwards.push(solid.restore(change));
    }
    expect(bytesOf(solid, mesh)).toBe(states[0]);
    for (const [n, change] of backwards.toReversed().entries()) {
      solid.restore(change);
      expect(bytesOf(solid, mesh)).toBe(states[n + 1]);
    }
  }
  expect(seen.cut).toBeGreaterThan(seen.strokes / 2);
  expect(seen.refused).toBeLessThanOrEqual(seen.strokes / 50);
  expect(seen.open).toBeLessThan(seen.strokes / 5);
  expect(Math.min(seen.inside, seen.taken)).toBeGreaterThan(seen.strokes / 2);
}

describe('what is left is the body less the cells; undone, it is the body', () => {
  test.each(Object.entries(bodies))(`%s (seed ${SEED})`, (_name, [make, offset]) =>
    cutAnyhow(make, offset, longRun(12, 1)),
  );
  inDeep(() =>
    test.each(Object.entries(moreBodies))(`%s (seed ${SEED})`, (_name, [make, offset]) =>
      cutAnyhow(make, offset, longRun(12, 3)),
    ),
  );
});

/** Two triangles that make up a rectangle, or itself, or four rectangles, with corners between those of the grid. */
function piecesOf(random: Random, [x, y, x2, y2]: readonly number[], isOnGrid: boolean): SlotCell[] {
  const [a, b, c, d] = [[x, y], [x2, y], [x2, y2], [x, y2]] as [number, number][]; // biome-ignore format: corners
  const kind = Math.floor((isOnGrid ? 2 : 3) * random());
  if (kind === 0) return [cellOf([a, b, c]), cellOf([a, c, d])];
  if (kind === 1) return [rectangle(x, y, x2, y2)];
  const [mx, my] = [x + (x2 - x) * 0.375, y + (y2 - y) * 0.75];
  return [rectangle(mx, my, x2, y2), rectangle(x, y, mx, my), rectangle(mx, y, x2, my), rectangle(x, my, mx, y2)];
}

/** The box between two corners as cells of a frame along the axes, either way round. */
function boxCells(random: Random, low: readonly number[], high: readonly number[], isOnGrid: boolean): PlacedCell[] {
  const axis = Math.floor(3 * random());
  const isUp = random() < 0.5;
  const [i, j] = isUp ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const column = (at: number, size: number) => [0, 1, 2, 3].map((k) => (k === at ? size : 0));
  const pose = [...column(i, 1), ...column(j, 1), ...column(axis, isUp ? 1 : -1)];
  const origin = [0, 0, 0].map(() => Math.floor(9 * random()) - 4);
  origin[axis] = isUp ? low[axis] : high[axis];
  const frame = frameAt(pose, origin, high[axis] - low[axis]);
  const bounds = [low[i] - origin[i], low[j] - origin[j], high[i] - origin[i], high[j] - origin[j]];
  return piecesOf(random, bounds, isOnGrid).map((cell) => ({ frame, cell }));
}

/** Sides of cells lie in faces and in sides of other cells, and pass through vertices and along edges. */
test(`cells in the grid of cubes: the cubes are counted (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const seen = { cut: 0, missed: 0, refused: 0, halved: 0, pinched: 0 };
  const rounds = longRun(300, 6);
  for (let round = 0; round < rounds; round++) {
    const cells = randomCells(random, 4, 60);
    const given = voxelMesh(voxelBody(cells, 1, [0, 0, 0]));
    const mesh = meshOf(permute({ positions: [...given.positions], faces: [...given.faces] }, random));
    const solid = new SlotSolid(mesh);
    const had = pinchesOf(new Set(cells.map(String)));
    if (had.size > 0) seen.pinched++;
    let left: ReadonlySet<string> = new Set(cells.map(String));
    for (let stroke = 0; stroke < 5; stroke++) {
      const low = [0, 1, 2].map(() => Math.floor(5 * random()) - 1);
      const high = low.map((x) => x + 1 + Math.floor(3 * random()));
      const isIn = (cell: string) => cell.split(',').every((x, k) => Number(x) >= low[k] && Number(x) < high[k]);
      const next = new Set([...left].filter((cell) => !isIn(cell)));
      const isNew = [...pinchesOf(next)].some((place) => !had.has(place));
      const before = bytesOf(solid, mesh);
      if (next.size === 0) {
        expect(refusal(() => cutOf(solid, boxCells(random, low, high, true)))).toBe('EMPTY_MESH');
        expect(bytesOf(solid, mesh)).toBe(before);
        continue;
      }
      // Where the body touches itself along an edge from the start, it does so at any corner that is made there, too.
      const change = cutOf(solid, boxCells(random, low, high, had.size > 0));
      if (next.size === left.size) {
        expect(change).toBeNull();
        expect(bytesOf(solid, mesh)).toBe(before);
        seen.missed++;
      } else if (isNew) {
        // What would hang together by a corner or an edge alone, which may lie within a longer one, or in a side.
        expect([TOUCH, MEET, SECTION]).toContain(change);
        expect(bytesOf(solid, mesh)).toBe(before);
        seen.refused++;
      } else if (typeof change === 'string') {
        // A side of one of two triangles may bound bone in two places that meet at a point of the diagonal.
        expect([change, bytesOf(solid, mesh)]).toEqual([SECTION, before]);
        seen.halved++;
      } else {
        left = next;
        seen.cut++;
      }
      const shown = shownMesh(solid, mesh);
      // All terms are whole numbers below 2^53.
      expect(surfaceFacts(shown).volume).toBeCloseTo(left.size, 9);
      if (left.size === 0) continue;
      expect(inspectMesh(shown)).toMatchObject({ closed: true, oriented: true, degenerateFaces: 0 });
      if (pinchesOf(left).size === 0) expectSound(shown);
    }
  }
  expect(seen.cut).toBeGreaterThan(rounds);
  expect(Math.min(seen.missed, seen.refused)).toBeGreaterThan(rounds / 10);
  expect(seen.pinched).toBeGreaterThan(rounds / 10);
  expect(seen.halved).toBeLessThanOrEqual(seen.cut / 50);
});

describe('the order of cells', () => {
  test.each([
    ['a sphere', () => ball],
    ['cubes', cubes],
  ])(`does not matter, nor whether they are cut at once: %s (seed ${SEED})`, (_name, make) => {
    const random = mulberry32(SEED);
    let compared = 0;
    const rounds = longRun(20, 1);
    for (let round = 0; round < rounds; round++) {
      const mesh = make(random);
      const at = 3 * Math.floor((random() * mesh.positions.length) / 3);
      const frames = [0, 1].map(() => {
        const place = Array.from(mesh.positions.subarray(at, at + 3), (x) => x + signed(random));
        return randomFrame(random, place, 0.5 + random());
      });
      const cells = Array.from({ length: 5 }, (_, n) => ({ frame: frames[n % 2], cell: randomCell(random, 4) }));
      const orders = [cells, cells.toReversed(), shuffle(5, random).map((n) => cells[n])].map((order) => {
        const solid = new SlotSolid(mesh);
        return { solid, faults: order.map((cell) => cutOf(solid, [cell])) };
      });
      const whole = new SlotSolid(mesh);
      const all = [...orders, { solid: whole, faults: [cutOf(whole, cells)] }];
      if (all.some(({ faults }) => faults.some((fault) => typeof fault === 'string'))) continue;
      compared++;
      const [first, ...others] = all.map(({ solid }) => shownMesh(solid, mesh));
      for (const other of others) {
        expectSound(other);
        const slack = roundingOf(mesh, [first, other]);
        expect(Math.abs(surfaceFacts(other).volume - surfaceFacts(first).volume)).toBeLessThan(slack);
        // Corners of either lie on the other: they are points of one exact surface, each rounded by itself.
        for (const [a, b] of [
          [first, other],
          [other, first],
        ]) {
          const surface = new PlainSolid(b);
          let most = 0;
          for (let v = 0; v < a.positions.length; v += 3)
            most = Math.max(most, surface.distance(a.positions[v], a.positions[v + 1], a.positions[v + 2]));
          expect(most).toBeLessThan(plainSlack(largestCoordinate(mesh)));
        }
      }
    }
    expect(compared).toBeGreaterThanOrEqual(0.9 * rounds);
  });
});

describe('what would only touch', () => {
  const block = box({ size: 8 });
  const [first, byEdge, low, byCorner] = [
    rectangle(-2, -2, 0, 0),
    rectangle(0, 0, 2, 2),
    rectangle(-3, -3, -1, -1),
    rectangle(-1, -1, 1, 1),
  ];
  test(`is refused, along an edge and at a corner, and nothing is changed (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 8; round++) {
      const pose = round < 2 ? ALONG_AXES : rigidPose(random, 0);
      const frame = frameAt(pose, [0.25, 0.125, -0.5], 1.5);
      const solid = new SlotSolid(block);
      // At once, or one after the other.
      if (round % 2 === 0) expect(cutOf(solid, [{ frame, cell: first }])).toBeInstanceOf(Object);
      const before = bytesOf(solid, block);
      const cells = [byEdge, first].slice(0, 1 + (round % 2));
      expect(
        cutOf(
          solid,
          cells.map((cell) => ({ frame, cell })),
        ),
      ).toBe(TOUCH);
      expect(bytesOf(solid, block)).toBe(before);
    }
    const solid = new SlotSolid(block);
    expect(cutOf(solid, [{ frame: frameAt(ALONG_AXES, [0, 0, -1], 1), cell: low }])).toBeInstanceOf(Object);
    const before = bytesOf(solid, block);
    expect(cutOf(solid, [{ frame: frameAt(ALONG_AXES, [0, 0, 0], 1), cell: byCorner }])).toBe(TOUCH);
    expect(bytesOf(solid, block)).toBe(before);
  });
});

describe('thin walls', () => {
  const block = box({ size: [12, 12, 12], divisions: [3, 3, 3] });

  test.each([1e-4, 1e-3, 1e-2])(`of %d mm between two slots stay (seed ${SEED})`, (thin) => {
    const random = mulberry32(SEED);
    for (let round = 0; round < longRun(20, 2); round++) {
      const frame = frameAt(rigidPose(random, 0), [signed(random), signed(random), signed(random)], 0.8);
      const cells = [rectangle(-3, -2, 2, 0), rectangle(-2, thin, 3, 1.5)].map((cell) => ({ frame, cell }));
      const solid = new SlotSolid(block);
      for (const cell of round % 2 === 0 ? cells : cells.toReversed()) cutOf(solid, [cell]);
      const left = shownMesh(solid, block);
      expectSound(left);
      // Two cavities, whose volumes have a closed form.
      expect(inspectMesh(left).components).toBe(3);
      const expected = 12 ** 3 - cells.reduce((sum, { cell }) => sum + volumeOf(frame, cell), 0);
      expect(Math.abs(surfaceFacts(left).volume - expected)).toBeLessThan(roundingOf(block, [left]));
      const [a, b] = cells.map(({ cell }) => cornersOf(frame, cell, NEAR));
      const inner = new PlainSolid(left);
      for (let n = 0; n < 20; n++) {
        // On the side of one slot that faces the other one, then across the wall.
        const [s, t] = [0.25 + 0.5 * random(), random()];
        const on = [0, 1, 2].map((k) => a[4][k] + s * (a[6][k] - a[4][k]) + t * (a[5][k] - a[4][k]));
        const way = [0, 1, 2].map((k) => frame.v[k]);
        expect(b).toHaveLength(8);
        for (const [share, isBone] of [[0.5, true], [-0.5, false], [1.5, false]] as const) // biome-ignore format: a table
          expect(inner.isInside(...(on.map((x, k) => x + share * thin * way[k]) as unknown as Point))).toBe(isBone);
      }
    }
  });

  test('a canal of 0.05 mm stays beside a slot, and opens where one crosses it', () => {
    // Half its width, a multiple of the lattice's step.
    const half = 26_214 * 2 ** -20;
    const canal = squareTube(half, 3, 10);
    const solid = new SlotSolid(canal);
    const frame = frameAt(ALONG_AXES, [0, 0, -1], 2);
    const whole = 10 * (6 ** 2 - (2 * half) ** 2);
    // 2^-10 mm from the canal.
    const beside = rectangle(half + 2 ** -10, -1, 1, 1);
    expect(cutOf(solid, [{ frame, cell: beside }])).toBeInstanceOf(Object);
    const left = shownMesh(solid, canal);
    expectSound(left);
    expect(Math.abs(surfaceFacts(left).volume - (whole - volumeOf(frame, beside)))).toBeLessThan(
      roundingOf(canal, [left]),
    );
    const inner = new PlainSolid(left);
    const isBone = (x: number, y: number, z: number) => inner.isInside(x, y, z);
    for (const z of [-4, -0.5, 0.3, 4]) expect([isBone(0, 0, z), isBone(half + 2 ** -11, 0, z)]).toEqual([false, true]);
    const across = rectangle(-2, -0.5, 2, 0.5);
    expect(cutOf(solid, [{ frame, cell: across }])).toBeInstanceOf(Object);
    const open = shownMesh(solid, canal);
    expectSound(open);
    // What the second takes: its box, less the canal's and less that of the first one.
    const taken = 2 * (4 - (2 * half) ** 2 - (1 - half - 2 ** -10));
    expect(Math.abs(surfaceFacts(open).volume - (whole - volumeOf(frame, beside) - taken))).toBeLessThan(1e-6);
  });
});

/** If a point had the digits of those it was made of, they would double with each stroke, and this would not end. */
test(`strokes without end in what the ones before have left (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const solid = new SlotSolid(ball);
  const frames = Array.from({ length: 4 }, () => randomFrame(random, [3 * signed(random), 3 * signed(random), 0], 0.4));
  const strokes = longRun(300, 40);
  let [cut, refused, sides] = [0, 0, 0];
  for (let stroke = 0; stroke < strokes; stroke++) {
    const frame = frames[stroke % 4];
    const [x, y] = [8 * signed(random), 8 * signed(random)];
    const cell = rectangle(x, y, x + 0.3 + random(), y + 0.3 + random());
    const change = cutOf(solid, [{ frame, cell }]);
    sides += 4;
    if (typeof change === 'string') refused++;
    else if (change !== null) cut++;
  }
  expect(cut).toBeGreaterThan(strokes / 3);
  expect(refused).toBeLessThanOrEqual(strokes / 50);
  expectSound(shownMesh(solid, ball));
  // Planes have their own digits alone: the axes' 27 bits and those of lattice points, for a cross product.
  expect(solid.points.planes.length).toBeLessThanOrEqual(sides + 8);
  for (const { normal } of solid.points.planes)
    for (const n of normal) expect(n < 2n ** 112n && n > -(2n ** 112n)).toBe(true);
});
