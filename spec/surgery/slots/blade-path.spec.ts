// A flat blade on random motions in its plane: points of the tool at any time are within the bound of the cells between
// the flats, points of the cells are within the bound of the tool at some time, and motions out of the plane are
// refused. The motions are made here as turns about a line across the plane, and not by what the path uses.

import { describe, expect, test } from '@jest/globals';
import type { RigidMotion } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose, signed, unitVector } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';
import { BladePath } from '../../../lib/surgery/slots/blade-path.ts';
import { type FlatBlade, flatBlade } from '../../../lib/surgery/slots/flat-blade.ts';
import type { SlotCell } from '../../../lib/surgery/slots/outline-sweep.ts';
import { SlotFrame } from '../../../lib/surgery/slots/slot-frame.ts';
import { cornersOf, isConvexCell, type Place, pointIn, toPolygon } from './cell-places.ts';
import { posed, prism, regular, SIZE, thinBox } from './flat-tools.ts';

const SEED = 90210;
const STEP = 2 ** -20;
const MOST = 2 ** -8;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

type Three = readonly number[];
type Pose = readonly number[];

const dot = (a: Three, b: Three) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Three, b: Three) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a: Three, b: Three) => a.map((x, k) => x - b[k]);

const apply = (m: Pose, [x, y, z]: Three) => [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]);
/** The place in the tool's frame. */
const inverse = (m: Pose, p: Three) => {
  const way = minus(p, m.slice(12, 15));
  return [0, 1, 2].map((k) => dot(m.slice(4 * k, 4 * k + 3), way));
};

/** A turn about a line and a way, from which the pose at each time follows. */
interface Way {
  readonly from: Pose;
  readonly axis: Three;
  readonly about: Three;
  readonly angle: number;
  readonly shift: Three;
}

function poseAt({ from, axis, about, angle, shift }: Way, t: number): Pose {
  const [cos, sin] = [Math.cos(t * angle), Math.sin(t * angle)];
  const turned = (p: Three) => {
    const [beside, along] = [cross(axis, p), dot(axis, p)];
    return p.map((x, k) => x * cos + beside[k] * sin + axis[k] * along * (1 - cos));
  };
  const column = (n: number) => (angle === 0 ? from.slice(n, n + 3) : turned(from.slice(n, n + 3)));
  const away = minus(from.slice(12, 15), about);
  const place = (angle === 0 ? away : turned(away)).map((x, k) => x + about[k] + t * shift[k]);
  return [...column(0), 0, ...column(4), 0, ...column(8), 0, ...place, 1];
}

const motionOf = (way: Way): RigidMotion => ({ from: poseAt(way, 0), to: poseAt(way, 1) });

type Kind = 'straight' | 'about a point in the blade' | 'about a far point' | 'mixed' | 'zigzag' | 'drift' | 'corner';
const KINDS: readonly Kind[] = [
  'straight',
  'about a point in the blade',
  'about a far point',
  'mixed',
  'zigzag',
  'drift',
  'corner',
];

/** The next motion of a blade whose flats lie across z in its own frame. */
function wayOf(kind: Kind, n: number, from: Pose, random: () => number): Way {
  const axis = from.slice(8, 11);
  const [u, v] = [from.slice(0, 3), from.slice(4, 7)];
  const inPlane = (x: number, y: number) => u.map((a, k) => x * a + y * v[k]);
  const none = [0, 0, 0];
  const turn = (angle: number, x: number, y: number): Way => ({
    from,
    axis,
    about: apply(from, [x, y, 0]),
    angle,
    shift: none,
  });
  const straight = (x: number, y: number): Way => ({ from, axis, about: none, angle: 0, shift: inPlane(x, y) });
  switch (kind) {
    case 'straight':
      return straight(5 * signed(random), 5 * signed(random));
    case 'about a point in the blade':
      return turn(0.05 * signed(random), (SIZE[0] / 2) * signed(random), (SIZE[1] / 2) * signed(random));
    case 'about a far point':
      return turn(0.02 * signed(random), 300 * signed(random), 300 * signed(random));
    case 'mixed':
      return random() < 0.5
        ? turn(0.03 * signed(random), 60 * signed(random), 60 * signed(random))
        : straight(signed(random), signed(random));
    case 'zigzag':
      return straight(n % 2 === 0 ? 7 : -7, 0);
    case 'drift':
      return straight(1e-7, 2e-7);
    case 'corner':
      return turn(n % 2 === 0 ? 0.05 : -0.06, SIZE[0] / 2, SIZE[1] / 2);
  }
}

/** In the frame: lattice coordinates, and height over the low flat's plane, mm. */
function placeIn({ origin, u, v, w }: SlotFrame, p: Three): { x: number; y: number; height: number } {
  const [a, b, c] = [u, v, w].map((axis) => Array.from(axis));
  const way = minus(p, Array.from(origin));
  const volume = dot(a, cross(b, c));
  const [x, y, z] = [cross(b, c), cross(c, a), cross(a, b)].map((axis) => dot(axis, way) / volume);
  // Of the part along w, what is over the plane of normal w.
  return {
    x: x / STEP,
    y: y / STEP,
    height: z * Math.hypot(...c) + (x * dot(a, c) + y * dot(b, c)) / Math.hypot(...c),
  };
}

const thicknessOf = ({ origin, top, w }: SlotFrame) =>
  dot(minus(Array.from(top), Array.from(origin)), Array.from(w)) / Math.hypot(...w);

/** Of a point in the tool's frame from the prism over its outline (tool frame, z its normal). */
function toPrism(p: Three, outline: readonly Place[], low: number, high: number): number {
  const rise = Math.max(0, low - p[2], p[2] - high);
  return Math.hypot(rise, toPolygon([p[0], p[1]], outline));
}

const TOOLS = {
  box: {
    body: thinBox(),
    outline: [
      [-SIZE[0] / 2, -SIZE[1] / 2],
      [SIZE[0] / 2, -SIZE[1] / 2],
      [SIZE[0] / 2, SIZE[1] / 2],
      [-SIZE[0] / 2, SIZE[1] / 2],
    ] as Place[],
    low: -SIZE[2] / 2,
    high: SIZE[2] / 2,
  },
  hexagon: { body: prism(regular(6, 12), 1), outline: regular(6, 12) as unknown as Place[], low: 0, high: 1 },
};

const bladeOf = (name: keyof typeof TOOLS): FlatBlade => {
  const blade = flatBlade(posed(TOOLS[name].body, IDENTITY), 2 ** -16);
  if (blade === null) throw new Error('no blade');
  return blade;
};

function cellsOf(name: keyof typeof TOOLS, kinds: readonly Kind[]): void {
  const { outline, low, high } = TOOLS[name];
  const blade = bladeOf(name);

  test.each(kinds)(`%s: the cells are what the tool covers, both ways (seed ${SEED})`, (kind) => {
    const random = mulberry32(SEED);
    const counts = { cells: 0, empty: 0, inside: 0 };
    let largest = 0;
    for (let round = 0; round < longRun(6, 2); round++) {
      const path = new BladePath(blade);
      const frames: SlotFrame[] = [];
      const cells: { readonly corners: Place[]; readonly at: number }[] = [];
      const ways: Way[] = [];
      let pose: Pose = rigidPose(random, 100);
      const motions = kind === 'drift' ? 500 : 5;
      for (let n = 0; n < motions; n++) {
        const way = wayOf(kind, n, pose, random);
        const cut = path.cut(frames, motionOf(way), n > 0);
        if (cut === null) throw new Error(`no cut ${n}`);
        if (!frames.includes(cut.frame)) frames.push(cut.frame);
        ways.push(way);
        pose = poseAt(way, 1);
        expect(cut.error).toBeGreaterThan(0);
        expect(cut.error).toBeLessThan(MOST);
        largest = Math.max(largest, cut.error);
        if (cut.cells.length === 0) counts.empty++;
        for (const cell of cut.cells) expect(isConvexCell(cell)).toBe(true);
        cells.push(...cut.cells.map((cell: SlotCell) => ({ corners: cornersOf(cell), at: n })));
      }
      expect(frames).toHaveLength(1);
      counts.cells += cells.length;
      const [frame] = frames;
      const thick = thicknessOf(frame);
      for (let n = 0; n < 120; n++) {
        const way = ways[Math.floor(motions * random())];
        const [x, y] = pointIn(outline, random);
        const z = random() < 0.5 ? (random() < 0.5 ? low : high) : low + (high - low) * random();
        const { x: a, y: b, height } = placeIn(frame, apply(poseAt(way, random()), [x, y, z]));
        const rise = Math.max(0, -height, height - thick);
        const far = Math.min(...cells.map(({ corners }) => toPolygon([a, b], corners))) * STEP;
        if (far === 0) counts.inside++;
        expect(Math.hypot(rise, far)).toBeLessThan(largest);
      }
      for (let n = 0; n < 40; n++) {
        const { corners, at } = cells[Math.floor(cells.length * random())];
        const [x, y] = pointIn(corners, random);
        const foot = [0, 1, 2].map((k) => frame.origin[k] + STEP * (x * frame.u[k] + y * frame.v[k]));
        const lift = (thick * random() - placeIn(frame, foot).height) / Math.hypot(...frame.w);
        const p = foot.map((value, k) => value + lift * frame.w[k]);
        // Any time of the cell's own motion, or of an earlier one, at which the tool is near enough will do.
        let best = Infinity;
        for (let m = at; m >= Math.max(0, at - 160) && best >= largest; m--) {
          const far = (t: number) =>
            toPrism(inverse(poseAt(ways[m], Math.min(1, Math.max(0, t))), p), outline, low, high);
          for (let k = 0; k <= 64 && best >= largest; k++) {
            let time = k / 64;
            for (let width = 1 / 64; width > 1e-9; width /= 2)
              for (const other of [time - width, time + width]) if (far(other) < far(time)) time = other;
            best = Math.min(best, far(time));
          }
        }
        expect(best).toBeLessThan(largest);
      }
    }
    expect(counts.cells).toBeGreaterThan(1);
    // The bound is not met by chance: most sampled points are in a cell.
    expect(counts.inside).toBeGreaterThan(100);
    if (kind === 'drift') expect(counts.empty).toBeGreaterThan(900);
  });
}

describe('box', () => cellsOf('box', ['straight', 'about a far point']));
inDeep(() => {
  describe('box', () =>
    cellsOf(
      'box',
      KINDS.filter((kind) => kind !== 'straight' && kind !== 'about a far point'),
    ));
  describe('hexagon', () => cellsOf('hexagon', KINDS));
});

test(`motions out of the plane are refused (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const blade = bladeOf('box');
  for (let round = 0; round < 20; round++) {
    const from = rigidPose(random, 100);
    const axis = from.slice(8, 11);
    const none = [0, 0, 0];
    const off = (rise: number, x: number): Way => ({
      from,
      axis,
      about: none,
      angle: 0,
      shift: axis.map((a, k) => rise * a + x * from[k]),
    });
    const cut = (way: Way) => new BladePath(blade).cut([], motionOf(way), false);
    expect(cut(off(5e-6, 3))).not.toBeNull();
    for (const rise of [2e-5, -2e-5, 1, -1]) expect(cut(off(rise, 3))).toBeNull();
    const tilt = (angle: number): Way => ({
      from,
      axis: from.slice(0, 3),
      about: from.slice(12, 15),
      angle,
      shift: none,
    });
    // The flats' corners are 6 mm from the axis of the tilt.
    expect(cut(tilt(5e-7))).not.toBeNull();
    for (const angle of [4e-6, -4e-6, 0.1, -1]) expect(cut(tilt(angle))).toBeNull();
    // Out of the plane and back: the ends are in it, and the way is not.
    const skew = unitVector(random);
    expect(cut({ from, axis: skew, about: apply(from, [5, 9, 3]), angle: 0.3, shift: none })).toBeNull();
  }
});

test(`a frame is used again where the flats lie in it, and the path goes on in it (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const blade = bladeOf('box');
  const from = rigidPose(random, 100);
  const straight = wayOf('straight', 0, from, random);
  const path = new BladePath(blade);
  const first = path.cut([], motionOf(straight), false);
  if (first === null) throw new Error('no cut');
  const on = wayOf('straight', 0, poseAt(straight, 1), random);
  const frames = [SlotFrame.at(blade, Float64Array.from(rigidPose(random, 100))), first.frame];
  const second = path.cut(frames, motionOf(on), true);
  expect(second?.frame).toBe(first.frame);
  // The first outline is among the cells of a path that begins, and not of one that goes on.
  const count = second?.cells.length ?? 0;
  path.forget();
  const anew = path.cut(frames, motionOf(on), true);
  expect(anew?.frame).toBe(first.frame);
  expect(anew?.cells).toHaveLength(count + 1);
  expect(anew?.cells[0]).toHaveLength(4);
});

test(`a path that is said to go on from elsewhere begins anew (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const blade = bladeOf('box');
  const from = rigidPose(random, 100);
  const along = (pose: Pose, x: number): Way => ({
    from: pose,
    axis: pose.slice(8, 11),
    about: [0, 0, 0],
    angle: 0,
    shift: pose.slice(0, 3).map((a) => x * a),
  });
  const path = new BladePath(blade);
  const first = path.cut([], motionOf(along(from, 5)), false);
  if (first === null) throw new Error('no cut');
  const elsewhere = poseAt(along(from, 500), 1);
  const second = path.cut([first.frame], motionOf(along(elsewhere, 5)), true);
  expect(second?.frame).toBe(first.frame);
  const between = placeIn(first.frame, apply(poseAt(along(from, 250), 1), [0, 0, 0]));
  for (const cell of second?.cells ?? []) expect(toPolygon([between.x, between.y], cornersOf(cell))).toBeGreaterThan(0);
  const there = placeIn(first.frame, apply(elsewhere, [0, 0, 0]));
  expect(Math.min(...(second?.cells ?? []).map((cell) => toPolygon([there.x, there.y], cornersOf(cell))))).toBe(0);
});

test(`a path goes on where only the second or third division of a turn keeps the error small (seed ${SEED})`, () => {
  const blade = flatBlade(posed(prism(regular(16, 12), 1), IDENTITY), 2 ** -16);
  if (blade === null) throw new Error('no blade');
  const random = mulberry32(SEED);
  const path = new BladePath(blade);
  const frames: SlotFrame[] = [];
  let pose: Pose = rigidPose(random, 100);
  for (let n = 0; n < 3; n++) {
    const way: Way = {
      from: pose,
      axis: pose.slice(8, 11),
      about: apply(pose, [-60, 0, 0]),
      angle: 0.05,
      shift: [0, 0, 0],
    };
    const cut = path.cut(frames, motionOf(way), n > 0);
    if (cut === null) throw new Error('no cut');
    if (n === 0) frames.push(cut.frame);
    // What lies deep in the outline at the beginning is swept only if the path begins there.
    const { x, y } = placeIn(cut.frame, apply(pose, [0, 0, 0]));
    expect(Math.min(...cut.cells.map((cell) => toPolygon([x, y], cornersOf(cell)))) === 0).toBe(n === 0);
    pose = poseAt(way, 1);
  }
});

test(`the frame of a thinner blade does not do for a thicker one (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const matrix = Float64Array.from(rigidPose(random, 100));
  const blade = bladeOf('hexagon');
  const thicker = { ...blade, high: blade.high + 0.25 };
  const frame = SlotFrame.at(blade, matrix);
  const places = Array.from({ length: 6 }, (_, i) => frame.place(matrix, blade.corners, 3 * i));
  expect(Math.abs(frame.offPlane(thicker, matrix) - 0.25)).toBeLessThan(2 ** -18);
  expect(Math.abs(frame.offPlaces(thicker, matrix, places) - 0.25)).toBeLessThan(2 ** -18);
  const way = wayOf('straight', 0, Array.from(matrix), random);
  expect(new BladePath(blade).cut([frame], motionOf(way), false)?.frame).toBe(frame);
  expect(new BladePath(thicker).cut([frame], motionOf(way), false)?.frame).not.toBe(frame);
});

test(`the frame's numbers are multiples of their steps, and its bounds hold (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  const blade = bladeOf('hexagon');
  for (let round = 0; round < 50; round++) {
    const matrix = Float64Array.from(rigidPose(random, 300));
    const frame = SlotFrame.at(blade, matrix);
    for (const x of [...frame.origin, ...frame.top]) expect(x * 2 ** 20).toBe(Math.round(x * 2 ** 20));
    for (const x of [...frame.u, ...frame.v, ...frame.w]) expect(x * 2 ** 26).toBe(Math.round(x * 2 ** 26));
    const [u, v, w] = [frame.u, frame.v, frame.w].map((a) => Array.from(a));
    for (const [a, b, value] of [
      [u, u, 1],
      [v, v, 1],
      [w, w, 1],
      [u, v, 0],
      [v, w, 0],
      [w, u, 0],
    ] as const)
      expect(Math.abs(dot(a, b) - value)).toBeLessThan(2 ** -24);
    expect(dot(cross(u, v), w)).toBeGreaterThan(0.999);
    expect(frame.offPlane(blade, matrix)).toBeLessThan(2 ** -18);
    // Another pose, off by a known height: the bound is no less, and no more by the roundings of the frame.
    const rise = 1e-3 * signed(random);
    const other = matrix.map((x, n) => (n >= 12 && n < 15 ? x + rise * matrix[8 + n - 12] : x));
    expect(Math.abs(frame.offPlane(blade, other) - Math.abs(rise))).toBeLessThan(2 ** -18);
    const places = Array.from({ length: 6 }, (_, i) => frame.place(matrix, blade.corners, 3 * i));
    for (const [i, [x, y]] of places.entries()) {
      const exact = placeIn(frame, apply(Array.from(matrix), Array.from(blade.corners.subarray(3 * i, 3 * i + 3))));
      expect(Math.max(Math.abs(exact.x - x), Math.abs(exact.y - y))).toBeLessThan(0.5 + 2 ** -10);
    }
    expect(frame.offPlaces(blade, matrix, places)).toBeLessThan(2 ** -18);
    const moved = places.map(([x, y]) => [x + 1000, y] as const);
    expect(Math.abs(frame.offPlaces(blade, matrix, moved) - 1000 * STEP)).toBeLessThan(2 ** -18);
  }
});
