// A trainer's measurements on a plate and a box blade: plunge, bone ahead, distances, volumes, walls in closed form.

import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { type Assessment, assessCut, type CutPass, facesMadeByCut, type Operation } from '#assessment';
import { createMesh, inspectMesh, type TriangleMesh } from '#mesh';
import { solidOf, sweptHull, unionOf } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';
import { splitCases } from '#harness/split-cases.ts';
import { moved } from '#harness/strokes.ts';

/** mm: the plate reaches from −WALL/2 to WALL/2. */
const WALL = 6;
const madePlate = () => box({ size: [8, 10, WALL] });
const plate = madePlate();
/** Its lower end is at z − 6 from its origin; it is shorter than the plate along y, so no part goes round the edge. */
const THICK = 1.5;
const LONG = 6;
const blade = box({ size: [THICK, LONG, 12] });
/** Heights of the blade's lower end: above the plate, on it, in it, through it twice. */
const HEIGHTS = [5, 3, -1, -3.5, -5];
const CELL = longRun(0.5, 1);
/** The cell of walls whose area is compared with the blade's. */
const FINE = 0.5;

/** Operations of one pass. */
type More = Partial<Omit<Operation, 'passes'> & CutPass>;

function operation({ tool = blade, poses, feed, shank, ...more }: More = {}, x = 0.3): Operation {
  const lowered = Float64Array.from(HEIGHTS.flatMap((height) => moved([x, 0.2, height + 6])));
  return { bone: plate, passes: [{ tool, poses: poses ?? lowered, feed, shank }], cell: CELL, ...more };
}

async function assessed(more: More = {}, x?: number): Promise<Assessment> {
  const done: number[] = [];
  const found = await assessCut(operation(more, x), (n) => void done.push(n));
  expect(done).toEqual(HEIGHTS.map((_, n) => n + 1));
  expect(inspectMesh(found.bone.mesh)).toMatchObject({ closed: true, oriented: true, manifold: true });
  return found;
}

/** A plane along y through the origin, its normal in x. */
const PLANE = { point: [0, 0, 0], normal: [1, 0, 0] };
const planes = [PLANE, { point: [3, 0, 0], normal: [-1, 0, 0] }, { point: [0, 0, 0], normal: [0, 0.6, 0.8] }];

const cube = (top: number, name: string) => ({ ...box({ size: 4, center: [0.3, 0.2, top - 2] }), name });
const far = cube(-6, 'far');
const near = cube(-4, 'near');
const open = createMesh(near.positions, near.faces.slice(0, -3), { name: 'open' });

let everything: Promise<Assessment> | undefined;
/** With a feed, structures and planes. */
function withAll(): Promise<Assessment> {
  everything ??= assessed({ feed: [0, 0, -1], structures: [far, near, open], planes });
  return everything;
}

test('plunge: how far the lower end is below the plate; bone ahead: what is left above its lower side', async () => {
  const { steps, deepest, leastAhead } = await withAll();
  expect(deepest).toBe(4);
  for (const [n, height] of HEIGHTS.entries()) {
    const plunge = steps[n].plunge!;
    const depth = Math.max(0, -WALL / 2 - height);
    expect(plunge.isThrough).toBe(depth > 0);
    expect(plunge.depth.low).toBeLessThanOrEqual(depth);
    expect(plunge.depth.high).toBeGreaterThanOrEqual(depth);
    // At most h/√3 wide, with the cell for h: see Penetration.
    expect(plunge.depth.high - plunge.depth.low).toBeLessThanOrEqual(CELL / Math.sqrt(3));
    if (depth === 0) expect(plunge.point).toBeNull();
    else expect(-WALL / 2 - plunge.point![2]).toBeGreaterThanOrEqual(plunge.depth.low - 1e-12);
    const ahead = height > WALL / 2 ? Number.POSITIVE_INFINITY : Math.max(0, height + WALL / 2);
    expect(plunge.wallAhead!.low).toBeLessThanOrEqual(ahead);
    expect(plunge.wallAhead!.high).toBeGreaterThanOrEqual(ahead);
  }
  expect(leastAhead).toEqual({ pose: 3, wall: { low: 0, high: 0 } });
});

test('structures: distance at each pose and in between; how deep, once touched; an open one has no depth', async () => {
  const { steps, nearest } = await withAll();
  for (const [n, height] of HEIGHTS.entries()) {
    const [one, two, three] = steps[n].structures;
    expect(one.distance).toBeCloseTo(height + 6, 12);
    expect(one.points!.tool[2]).toBeCloseTo(height, 12);
    expect(one.points!.structure[2]).toBeCloseTo(-6, 12);
    expect(one.depth).toEqual({ low: 0, high: 0 });
    expect(two.distance).toBeCloseTo(Math.max(0, height + 4), 12);
    expect(three.depth).toBeNull();
  }
  // The blade's lower face is 1 mm deep; no part of the cube inside the blade is more than THICK/2 from its sides.
  const { depth, points, distance } = steps[4].structures[1];
  expect({ points, distance }).toEqual({ points: null, distance: 0 });
  expect(depth!.low).toBeLessThanOrEqual(1);
  expect(depth!.high).toBeGreaterThanOrEqual(1);
  expect(depth!.high - depth!.low).toBeLessThanOrEqual(CELL);
  // The blade only approaches, so nothing between two poses is nearer than the later one.
  expect(nearest[0].pose).toBe(4);
  expect(nearest[0].distance.high).toBeCloseTo(1, 12);
  expect(nearest[0].distance.low).toBeLessThanOrEqual(1);
  expect(nearest[0].distance.low).toBeGreaterThan(1 - 1e-9);
  expect(nearest[1]).toEqual({ pose: 4, distance: { low: 0, high: 0 } });
});

test('between two poses that are both apart, contact is not ruled out where the way is long enough for it', async () => {
  const post = box({ size: 2, center: [12, 0.2, 8] });
  const poses = Float64Array.from([moved([0.3, 0.2, 9]), moved([25, 0.2, 9])].flat());
  const { nearest } = await assessCut(operation({ structures: [post], poses }));
  expect(nearest[0].distance.low).toBe(0);
  expect(nearest[0].distance.high).toBeGreaterThan(5);
});

/** The slot's width in x on either side of x = 0, which the blade straddles at 0.3. */
const INSIDE = (THICK / 2 - 0.3) * LONG * WALL;
const OUTSIDE = (THICK / 2 + 0.3) * LONG * WALL;

const regions = [
  ['left half', box({ size: [20, 60, 40], center: [-10, 0, 0] }), INSIDE, OUTSIDE],
  ['all', box({ size: 100 }), INSIDE + OUTSIDE, 0],
  ['none', box({ size: 4, center: [-15, 10, 20] }), 0, INSIDE + OUTSIDE],
  ['within the slot', box({ size: [1, 5, 4], center: [0.3, 0.2, 0] }), 20, INSIDE + OUTSIDE - 20],
] as const;
splitCases(regions, [0], (some) =>
  test.each(some)(
    'region, %s: each interval holds the exact volume at every pose, and the last its share',
    async (_, region, inside, outside) => {
      const { steps, removed, before, bone, leastAhead } = await assessed({ region });
      // There is no feed.
      expect(leastAhead).toBeNull();
      const all = INSIDE + OUTSIDE;
      const holds = ({ low, high }: { low: number; high: number }, exact: number) => low <= exact && exact <= high;
      for (const [n, height] of HEIGHTS.entries()) {
        const share = Math.min(1, Math.max(0, (WALL / 2 - height) / WALL));
        expect(holds(steps[n].removed.all, share * all)).toBe(true);
      }
      expect(holds(removed.all, all)).toBe(true);
      expect(holds(removed.inside!, inside)).toBe(true);
      expect(holds(removed.outside!, outside)).toBe(true);
      if (outside === 0) expect(removed.outside).toEqual({ low: 0, high: 0, surface: 0 });
      if (inside === 0) expect(removed.inside).toEqual({ low: 0, high: 0, surface: 0 });
      // The surface's loss is exact except in cells with an edge of the cut, each off by no more than a cell: a line
      // along an axis passes through its length in cells, and one more. A box has 4 edges along each axis; the slot is
      // one box, its part in the region another, which is no larger.
      const slack = 2 * (4 * ((THICK + LONG + WALL) / CELL) + 12) * CELL ** 3;
      for (const [
        { surface },
        exact,
      ] of [[removed.all, all], [removed.inside!, inside], [removed.outside!, outside]] as const) // biome-ignore format: a line
        expect(Math.abs(surface - exact)).toBeLessThanOrEqual(slack);
      // And it is the difference of the two surfaces.
      const [first, last] = [before, bone.mesh].map((mesh) => inspectMesh(mesh).volume);
      expect(removed.all.surface).toBeCloseTo(first - last, 8);
    },
  ),
);

inDeep(() =>
  test('several strokes of a thin blade through a ball: the interval holds what they swept of it as it was given', async () => {
    const ball = sphere({ radius: 7, subdivisions: longRun(3, 2) });
    const thin = box({ size: [0.9, 6, 4] });
    // Back and forth: what grid and rounding leave of the kerf's walls is swept again and again.
    const places = Array.from({ length: longRun(7, 5) }, (_, n) =>
      n % 2 === 0 ? [0.31, 0.17, 9] : [0.52, -0.23, 2.2 - 0.1 * n],
    );
    const poses = places.map(moved);
    const region = box({ size: [20, 8, 4.5], center: [0.1, 3, 3] });
    const { steps } = await assessCut(
      operation({ bone: ball, tool: thin, cell: 1, poses: Float64Array.from(poses.flat()), region }),
    );
    const [whole, part] = [solidOf(ball), solidOf(region)];
    for (const [n, { removed }] of steps.entries()) {
      if (n === 0) continue;
      const swept = unionOf(poses.slice(0, n).map((from, k) => sweptHull(thin, from, poses[k + 1])));
      for (const [found, solid] of [
        [removed.all, whole],
        [removed.inside!, whole.intersect(part)],
        [removed.outside!, whole.subtract(part)],
      ] as const) {
        const common = solid.intersect(swept);
        // Coordinates are passed as f32: off by half a unit of 2^4 mm, over the surface.
        const slack = common.surfaceArea() * Math.sqrt(3) * 2 ** (4 - 25);
        expect(found.low).toBeLessThanOrEqual(common.volume() + slack);
        expect(found.high).toBeGreaterThanOrEqual(common.volume() - slack);
      }
    }
    // The overlap of paths through one cell is unknown: for a blade thinner than a cell that leaves much open.
    const { low, high } = steps.at(-1)!.removed.all;
    expect(high).toBeLessThan(3 * low);
  }),
);

splitCases([0, 2, 10], [2], (some) =>
  test.each(some)(
    'walls of a blade tilted by %d° from the plane: mean, 95 %, largest of both, by closed form',
    async (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      /** Turned about y: the blade's z becomes (s, 0, c); moved along it, and by `shift` in x. */
      const shift = 0.3;
      const pose = (height: number) => [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, shift + s * height, 0.2, c * height, 1];
      const poses = Float64Array.from([pose(12), pose(0)].flat());
      const { before, bone, deviations } = await assessCut(operation({ cell: FINE, poses, planes: [PLANE] }));
      const [{ all, facingAlong, facingAgainst }] = deviations;
      // The wall at ±THICK/2 from the middle plane has x = shift + (±THICK/2 + z·s) / c. The cut's own faces begin
      // within a cell of the plate's sides, so up to a cell's height of the wall may be missing there.
      const off = THICK / 2 / c;
      const lean = Math.tan(angle);
      const least = (WALL / 2 - FINE) * lean;
      const most = (WALL / 2) * lean;
      // A crossing, a bend or an apex is stored to 2^-16 of a cell in each coordinate. Bend and apex lie where planes
      // meet whose normals are stored to 2^-14 rad, no more than a cell's diagonal from a crossing.
      const stored = FINE * Math.sqrt(3) * (2 ** -16 + 2 ** -14);
      // The wall that faces +x bounds the bone at smaller x.
      for (const [facts, side] of [
        [facingAlong!, -1],
        [facingAgainst!, 1],
      ] as const) {
        // biome-ignore format: a line
        const middle = shift + side * off;
        const width = (2 * WALL * LONG) / 2 / c;
        expect(facts.area).toBeLessThanOrEqual(width * 1.001);
        expect(facts.area).toBeGreaterThan(width * ((WALL - 2 * FINE) / WALL) * ((LONG - 2 * FINE) / LONG));
        expect(Math.abs(facts.meanSigned - middle)).toBeLessThanOrEqual(FINE * lean + stored);
        expect(facts.largest).toBeLessThanOrEqual(Math.abs(middle) + most + stored);
        expect(facts.largest).toBeGreaterThanOrEqual(Math.abs(middle) + least - stored);
        // The whole wall is on one side of the plane.
        expect(facts.mean).toBeCloseTo(Math.abs(facts.meanSigned), 9);
        // Evenly distributed over the height: 95 % of it is below |middle| + 0.9·most.
        expect(Math.abs(facts.of95Percent - (Math.abs(middle) + 0.9 * most))).toBeLessThanOrEqual(FINE * lean + stored);
      }
      expect(all!.area).toBeCloseTo(facingAlong!.area + facingAgainst!.area, 9);
      expect(all!.largest).toBe(Math.max(facingAlong!.largest, facingAgainst!.largest));
      expect(facesMadeByCut(before, before).some((made) => made === 1)).toBe(false);
      expect(facesMadeByCut(before, bone.mesh).some((made) => made === 1)).toBe(true);
    },
  ),
);

test('of two planes a wall belongs to the nearer; one that no wall runs along has none', async () => {
  const [nearer, farther, across] = (await withAll()).deviations;
  expect(nearer.all!.largest).toBeLessThan(THICK / 2 + 0.3 + 1e-4);
  const none = { all: null, facingAlong: null, facingAgainst: null };
  expect([farther, across]).toEqual([none, none]);
});

test("passes of two tools cut one bone: nothing is swept between them, and each pose has its own tool's figures", async () => {
  // A slot at x = −3; then, far along y and with no motion in between, a bore of another tool at x = 3.
  const bore = box({ size: [2, 2, 12] });
  const down = (x: number, y: number) => Float64Array.from([5, -5].flatMap((low) => moved([x, y, low + 6])));
  const feed = [0, 0, -1];
  const passes: CutPass[] = [
    { tool: blade, poses: down(-3, 0), feed },
    { tool: bore, poses: down(2.5, 3.5), feed },
    { tool: blade, poses: down(-3, 0), feed },
  ];
  const { steps, removed, pieces } = await assessCut({ bone: plate, passes, cell: 1 });
  expect(steps).toHaveLength(6);
  const [slot, hole] = [THICK * LONG * WALL, 2 * 2 * WALL];
  const holds = ({ low, high }: { low: number; high: number }, exact: number) => low <= exact && exact <= high;
  for (const [n, exact] of [0, slot, slot, slot + hole, slot + hole, slot + hole].entries())
    expect(holds(steps[n].removed.all, exact)).toBe(true);
  // A tool swept from one place to the other would have removed the plate between them.
  expect(removed.all.high).toBeLessThan(slot + hole + 6 * WALL);
  expect(steps.map(({ plunge }) => plunge!.isThrough)).toEqual([false, true, false, true, false, true]);
  expect(pieces).toEqual({ before: 1, after: 1 });
});

test('a pass of one pose measures and removes nothing; a structure is near from any pass', async () => {
  const at = (x: number) => Float64Array.from(moved([x, 0.2, 1]));
  const passes = [0.3, 2].map((x) => ({ tool: blade, poses: at(x) }));
  const { removed, steps, nearest } = await assessCut({ bone: plate, passes, cell: 1, structures: [near] });
  expect(removed.all).toEqual({ low: 0, high: 0, surface: 0 });
  expect(steps.map(({ plunge }) => plunge!.isThrough)).toEqual([true, true]);
  expect(nearest[0].distance).toEqual({ low: 0, high: 0 });
  const refused = (poses: Float64Array) => assessCut({ bone: plate, passes: [{ tool: blade, poses }], cell: 1 });
  await expect(assessCut({ bone: plate, passes: [], cell: 1 })).rejects.toMatchObject({ code: 'BAD_PASSES' });
  await expect(refused(new Float64Array())).rejects.toMatchObject({ code: 'BAD_PASSES' });
  await expect(refused(new Float64Array(17))).rejects.toMatchObject({ code: 'BAD_PASSES' });
});

test('five kinds of nonsense are refused, each by name', async () => {
  const opened = createMesh(plate.positions, plate.faces.slice(3), { name: 'lid off' });
  const inverted = createMesh(blade.positions, blade.faces.toReversed(), { name: 'glove' });
  const code = async (more: More) =>
    assessCut(operation(more)).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  expect(await code({ bone: opened })).toBe('NOT_SOLID');
  expect(await code({ tool: inverted })).toBe('NOT_SOLID');
  expect(await code({ region: opened })).toBe('NOT_SOLID');
  expect(await code({ cell: Number.NaN })).toBe('BAD_CELL');
  expect(await code({ poses: new Float64Array(32).fill(Number.NaN) })).toBe('NON_FINITE_POSE');
  expect(await code({ feed: [0, 0, 0] })).toBe('BAD_FEED');
});

test('the bone that is given stays as it was', async () => {
  const own = ({ positions, faces }: TriangleMesh) => [positions, faces];
  await withAll();
  expect(own(plate)).toEqual(own(madePlate()));
});
