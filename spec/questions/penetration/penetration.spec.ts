// Intervals of penetration against their definitions: protrusion by samples, insertion by all pairs of faces, the wall
// ahead line by line.

import { describe, expect, test } from '@jest/globals';
import { box, sphere, sphericalBurr, torus } from '#datasets';
import { intersectionSegmentsOf } from '#intersect/pair-segments.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import { cutExactly } from '#penetration/cut-exactly.ts';
import { FeedSpace } from '#penetration/feed-space.ts';
import { PenetrationQuery } from '#penetration';
import { WallAhead } from '#penetration/wall-ahead.ts';
import { SharedSegment } from '#triangles';
import { bones, poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { gridTetrahedron } from '#harness/degenerate-bodies.ts';
import { axesAlong, boneAhead, greatestLead, leastBoneAhead, placedFaces } from '#harness/feed-lines.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { joined, partsOf, posed, posedMesh } from '#harness/penetration-bodies.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { sampledParts } from '#harness/sampled-parts.ts';
import { inDeep } from '#harness/sets.ts';
import { alongFeed, cellsWhere, randomCells, type VoxelBody, voxelBody, voxelMesh } from '#harness/voxel-bodies.ts';

const tools: readonly TriangleMesh[] = [
  box({ size: [3, 4, 26], divisions: [1, 1, 3] }),
  sphericalBurr({ diameter: 6, length: 24, targetFaces: 300 }),
  torus({ majorRadius: 7, minorRadius: 2, segments: 12 }),
  sphere({ radius: 5, subdivisions: 2 }),
];
const [ball, block, ring, bowl] = bones;
/** Two bones that touch nowhere, and two that overlap each other. */
const two = joined(ball, posedMesh(block, poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [26, 0, 0])));
const inEachOther = joined(ball, posedMesh(block, poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [5, 2, -3])));
const RESOLUTION = 0.5;

interface Case {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly pose: Float64Array;
  readonly feed: readonly number[];
}

function randomCase(k: number, random: () => number): Case {
  const bone = [ball, block, ring, bowl, two, inEachOther][k % 6];
  const tool = tools[Math.floor(random() * tools.length)];
  const away = 14 * random();
  const pose = poseOf(
    randomRotation(random),
    randomDirection(random).map((x) => away * x),
  );
  // The feed of fed tools, or any direction.
  const feed = random() < 0.6 ? [0, 0, -1] : randomDirection(random);
  return { name: `case ${k}: ${tool.name}`, bone, tool, pose, feed };
}

function penetrationOf({ bone, tool, pose, feed }: Case) {
  const at = posed(bone, tool, pose);
  const segments = intersectionSegmentsOf(at.bone, at.tool, at.pairs, new SharedSegment());
  const query = new PenetrationQuery(at.bone, at.tool, { resolution: RESOLUTION, feed, shank: null });
  const found = query.find({ pairs: at.pairs, segments, isOverlapping: at.pairs.length > 0 });
  if (found === null) throw new Error('both bodies are solids');
  return { ...found, isTouching: at.pairs.length > 0 };
}

/** The tool's vertex with the greatest signed distance to the bone. */
function farthestVertex(bone: PlainSolid, { positions }: TriangleMesh): number {
  const distances = Array.from({ length: positions.length / 3 }, (_, v) =>
    bone.signedDistance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]),
  );
  return distances.indexOf(Math.max(...distances));
}

const turned = (pose: Float64Array, v: readonly number[]) =>
  [0, 1, 2].map((r) => v.reduce((sum, x, c) => sum + pose[4 * c + r] * x, 0));

describe('protrusion', () => {
  const SEED = 1212;
  test(`no sample of an emerged part is farther away, and its point is as far as it says (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let through = 0;
    const cases = longRun(60, 4);
    for (let k = 0; k < cases; k++) {
      const one = randomCase(k, random);
      const found = penetrationOf(one);
      if (!found.through) continue;
      const { low, high } = found.protrusion;
      const solid = new PlainSolid(one.bone);
      const slack = plainSlack(60);
      const [x, y, z] = found.protrusionPoint;
      expect([one.name, solid.distance(x, y, z) >= low - slack, low <= high]).toEqual([one.name, true, true]);
      expect(high - low).toBeLessThanOrEqual(RESOLUTION / Math.sqrt(3) + slack);
      // What has emerged at one fineness only is connected to the rest by a passage narrower than the pieces.
      const m = Math.ceil(longRun(60, 16) / Math.sqrt(one.tool.faces.length / 3));
      const tool = posedMesh(one.tool, one.pose);
      const shank = farthestVertex(solid, tool);
      const sampled = [m, 2 * m].map((n) => sampledParts(one.bone, tool, n, shank).emerged);
      const farthest = sampled.map((points) =>
        points.reduce(
          (most, _, i) =>
            i % 3 === 0 ? Math.max(most, solid.distance(points[i], points[i + 1], points[i + 2])) : most,
          0,
        ),
      );
      expect([one.name, Math.min(...farthest) <= high + slack]).toEqual([one.name, true]);
      const emerged = sampled[1];
      // The point lies on an emerged part of the tool, so a sample is near it.
      if (low > 1) {
        const nearest = Math.min(
          ...Array.from({ length: emerged.length / 3 }, (_, i) =>
            Math.hypot(emerged[3 * i] - x, emerged[3 * i + 1] - y, emerged[3 * i + 2] - z),
          ),
        );
        expect([one.name, nearest < 1.5]).toEqual([one.name, true]);
      }
      through++;
    }
    expect(through).toBeGreaterThan(cases / 6);
  });
});

describe('protrusion of tetrahedra with corners on a grid', () => {
  const SEED = 808;
  test(`edges that touch along faces, sheets, corners in planes: it ends, and its point is as far as it says (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    for (let k = 0; k < longRun(200, 7); k++) {
      const bone = joined(...Array.from({ length: 1 + (k % 3) }, () => gridTetrahedron(random, 3 + (k % 4))));
      const tool = joined(...Array.from({ length: 1 + (k % 2) }, () => gridTetrahedron(random, 3 + (k % 4))));
      const pose = poseOf(
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [0, 1, 2].map(() => Math.floor(4 * random()) / 2),
      );
      const at = posed(bone, tool, pose);
      if (!at.bone.signed || !at.tool.signed) continue;
      const { through, protrusion, protrusionPoint } = penetrationOf({
        name: `${k}`,
        bone,
        tool,
        pose,
        feed: [0, 0, -1],
      });
      expect([k, protrusion.low <= protrusion.high, through]).toEqual([
        k,
        true,
        partsOf(at, null, cutExactly).isThrough,
      ]);
      kinds.count(through ? 'through' : 'not through');
      if (!through) continue;
      const [x, y, z] = protrusionPoint;
      expect([k, new PlainSolid(bone).distance(x, y, z) >= protrusion.low - plainSlack(10)]).toEqual([k, true]);
      expect([k, protrusion.high - protrusion.low <= RESOLUTION / Math.sqrt(3)]).toEqual([k, true]);
    }
    for (const kind of ['through', 'not through']) expect(kinds.of(kind)).toBeGreaterThan(0.1);
  });

  test('a spike whose middle lies on a vertical of its exact cut: what rounding leaves open is held, and the search ends', () => {
    const bone = createMesh(
      [0, 2, 2, 0, 1, 2, 1, 3, 0, 1, 2, 2, 1, 2, 3, 2, 1, 0, 2, 3, 1, 0, 0, 3],
      [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 4, 6, 5, 4, 5, 7, 5, 6, 7, 6, 4, 7],
    );
    const tool = createMesh([1, 2, 1, 0, 1, 1, 0, 0, 2, 2, 0, 0], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    const pose = poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 0.5]);
    const { through, protrusion } = penetrationOf({ name: 'spike', bone, tool, pose, feed: [0, 0, -1] });
    expect([through, protrusion.high - protrusion.low <= RESOLUTION / Math.sqrt(3)]).toEqual([true, true]);
  });
});

describe('insertion', () => {
  const SEED = 404;
  test(`it holds the greatest lead over all pairs of faces (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    const cases = longRun(60, 4);
    for (let k = 0; k < cases; k++) {
      const one = randomCase(k, random);
      const { insertion, isTouching } = penetrationOf(one);
      if (!isTouching) {
        expect(insertion).toEqual({ low: 0, high: 0 });
        continue;
      }
      const direction = turned(one.pose, one.feed);
      const axes = axesAlong(direction);
      const exact = greatestLead(placedFaces(posedMesh(one.tool, one.pose), axes), placedFaces(one.bone, axes));
      const { low, high } = insertion ?? { low: Number.NaN, high: Number.NaN };
      const off = 1e-8;
      expect([one.name, low <= exact + off, exact <= high + off, high - low < 1e-4 * (1 + exact)]).toEqual([
        one.name,
        true,
        true,
        true,
      ]);
      kinds.count(exact > 5 ? 'deep' : 'shallow');
    }
    for (const kind of ['deep', 'shallow']) expect(kinds.of(kind)).toBeGreaterThan(0.1);
  });
});

describe('wall ahead', () => {
  const SEED = 8086;
  test(`no line has less bone ahead than its lower end, and one has as little as its upper (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const lines = mulberry32(SEED + 1);
    const kinds = new Shares();
    const cases = longRun(60, 8);
    for (let k = 0; k < cases; k++) {
      const one = randomCase(k, random);
      const at = posed(one.bone, one.tool, one.pose);
      const parts = partsOf(at);
      if (at.pairs.length === 0 || parts.isThrough) continue;
      const space = new FeedSpace(at.bone, at.tool, one.feed);
      space.begin();
      const wall = new WallAhead(space, parts);
      wall.find(new Float64Array(0));
      const tool = placedFaces(posedMesh(one.tool, one.pose), space.axes);
      const bone = placedFaces(one.bone, space.axes);
      expect([one.name, wall.low <= wall.high]).toEqual([one.name, true]);
      expect([one.name, wall.low <= leastBoneAhead(tool, bone, longRun(1500, 150), lines) + 1e-8]).toEqual([
        one.name,
        true,
      ]);
      if (wall.high === 0) {
        expect([one.name, leastBoneAhead(tool, bone, longRun(500, 100), lines)]).toEqual([one.name, Infinity]);
        kinds.count('none');
        continue;
      }
      // The line lies within rounding of edges: one of the lines around it passes beside them.
      const about = Array.from({ length: 200 }, () =>
        boneAhead(tool, bone, wall.at[1] + 1e-7 * (2 * lines() - 1), wall.at[2] + 1e-7 * (2 * lines() - 1)),
      );
      const there = Math.min(...about.map((ahead) => ahead ?? Infinity));
      expect([one.name, there <= wall.high + 1e-5]).toEqual([one.name, true]);
      const isNarrow = wall.high - wall.low <= 2 ** -9 * wall.high + 1e-6;
      if (isNarrow) kinds.count('narrow');
      else if (one.bone === inEachOther) kinds.count('a face within the solid may look like the way out');
      else kinds.count(wall.low === 0 ? 'the tool comes out beside the way' : 'a line grazes');
    }
    expect(kinds.of('narrow')).toBeGreaterThan(0.4);
    expect(kinds.of('a line grazes')).toBeLessThan(0.1);
    expect(kinds.of('none')).toBeGreaterThan(0.02);
  });
});

inDeep(() => {
  describe('bodies of cells, fed along an axis of their grid: exactly what lines between the grids meet', () => {
    /** @returns what is wrong with the answer, and its width. */
    function asked(name: string, tool: VoxelBody, bone: VoxelBody, axis: number, sign: 1 | -1) {
      const feed = [0, 0, 0];
      feed[axis] = sign;
      const found = penetrationOf({ name, bone: voxelMesh(bone), tool: voxelMesh(tool), pose: IDENTITY, feed });
      if (!found.isTouching || found.insertion === null || found.wallAhead === null) return null;
      const exact = alongFeed(tool, bone, axis, sign);
      const wall = found.through ? 0 : exact.wall;
      const [{ low, high }, inserted] = [found.wallAhead, found.insertion];
      const off = 1e-9;
      const isHeld = low <= wall + off && wall <= high + off && high < Infinity;
      const isInserted = inserted.low <= exact.insertion + off && exact.insertion <= inserted.high + off;
      const fault = isHeld && isInserted ? null : `${name}: ${JSON.stringify({ exact, wall, found })}`;
      return { fault, through: found.through, wall, isNarrow: high - low <= 1e-3 * high + off };
    }
    const IDENTITY = poseOf([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]);

    test('a slab and a hollow cube, one in the other’s wall: the tool is cut, not through, and has nothing ahead', () => {
      const hollow = voxelBody(
        cellsWhere([9, 9, 9], (x, y, z) => [x, y, z].some((k) => k === 0 || k === 8)),
        1,
        [-4.5, -4.5, -4.5],
      );
      for (const k of partOf(Array(9).keys(), 9, 4)) {
        const slab = voxelBody(
          cellsWhere([6, 6, 4], () => true),
          1,
          [3.05 - 0.31 * k, -2.9 + 0.07 * k, -2 + 0.11 * k],
        );
        for (const [tool, bone] of [
          [slab, hollow],
          [hollow, slab],
        ])
          for (const sign of [1, -1] as const) {
            const one = asked(`${k}, ${tool === slab ? 'slab' : 'hollow'} ${sign}`, tool, bone, 0, sign);
            expect(one?.fault).toBe(null);
            expect(one?.isNarrow).toBe(true);
          }
      }
    });

    const SEED = 5;
    test.each([
      ['anyhow', 0],
      ['on one grid, so that walls coincide', 2],
    ] as const)(`random cells, placed %s (seed ${SEED})`, (_, steps) => {
      const random = mulberry32(SEED);
      const kinds = new Shares();
      const offset = () => (steps === 0 ? 4 * random() - 2 : Math.floor(8 * random()) / steps - 2);
      for (let k = 0; k < longRun(230, 30); k++) {
        const bone = voxelBody(randomCells(random, 5, 30 + Math.floor(50 * random())), 1, [0, 0, 0]);
        const cells = randomCells(random, 4, 4 + Math.floor(25 * random()));
        const size = steps === 0 ? 0.5 + random() : 1;
        const tool = voxelBody(cells, size, [offset(), offset(), offset()]);
        const one = asked(`${k}`, tool, bone, Math.floor(3 * random()), random() < 0.5 ? 1 : -1);
        if (one === null) continue;
        expect(one.fault).toBe(null);
        kinds.count(one.through ? 'through' : one.wall === 0 ? 'nothing ahead' : 'a wall ahead');
        kinds.count(one.isNarrow ? 'narrow' : 'wide');
      }
      for (const kind of ['through', 'nothing ahead', 'a wall ahead']) expect(kinds.of(kind)).toBeGreaterThan(0.02);
      // If walls coincide, it is undecided whether a line along one meets it.
      expect(kinds.of('wide')).toBeLessThan(steps === 0 ? 0.01 : 0.1);
    });
  });
});
