// The interval of a cut's volume where the tool turns: it holds the exact volume, known in closed form or by counting
// points, and it is at most 2 % wide.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import {
  type Convex,
  createConvex,
  createCuttableBone,
  createMesh,
  type Pose,
  type RigidMotion,
  type TriangleMesh,
} from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 1713;
const DEGREE = Math.PI / 180;
/** Of the middle of the interval. */
const WIDTH = 0.02;
const block = box({ size: [20, 16, 12], center: [0.3, -0.2, 0.1] });

/** A turn about the z axis of the pose's own frame, with motion along it. */
function screw(from: Pose, angle: number, along = 0): RigidMotion {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return {
    from,
    to: composed(Float64Array.from(from), poseOf([c, s, 0, -s, c, 0, 0, 0, 1], [0, 0, along])),
    motion: 'screw',
  };
}

/**
 * The area that the rectangle from (x0, y0) to (x1, y1) sweeps while it turns by an angle about the origin. On the
 * circle of radius r it holds arcs between the angles at which its sides cross the circle; each arc sweeps one that is
 * longer by the angle. The area is the integral over r of r times the length of their union, by the midpoint rule.
 */
function sweptArea(x0: number, x1: number, y0: number, y1: number, angle: number, steps: number): number {
  const least = Math.hypot(Math.max(x0, 0, -x1), Math.max(y0, 0, -y1));
  const most = Math.hypot(Math.max(-x0, x1), Math.max(-y0, y1));
  const step = (most - least) / steps;
  const full = 2 * Math.PI;
  let area = 0;
  for (let n = 0; n < steps; n++) {
    const r = least + (n + 0.5) * step;
    const ends = [0, full];
    for (const x of [x0, x1]) if (Math.abs(x) < r) ends.push(Math.acos(x / r), full - Math.acos(x / r));
    for (const y of [y0, y1])
      if (Math.abs(y) < r) ends.push((Math.asin(y / r) + full) % full, Math.PI - Math.asin(y / r));
    ends.sort((a, b) => a - b);
    const arcs: [number, number][] = [];
    for (let k = 1; k < ends.length; k++) {
      const [x, y] = [r * Math.cos((ends[k - 1] + ends[k]) / 2), r * Math.sin((ends[k - 1] + ends[k]) / 2)];
      if (x < x0 || x > x1 || y < y0 || y > y1) continue;
      for (const turn of [0, full]) arcs.push([ends[k - 1] + turn, ends[k] + angle + turn]);
    }
    // Between one full turn and the next, arcs of both turns lie.
    arcs.sort(([a], [b]) => a - b);
    let [length, reached] = [0, full];
    for (const [from, to] of arcs) {
      length += Math.max(0, Math.min(to, 2 * full) - Math.max(from, reached));
      reached = Math.max(reached, to);
    }
    area += r * step * length;
  }
  return area;
}

/** A regular prism about the z axis, closed and oriented. */
function prism(sides: number, radius: number, height: number): TriangleMesh {
  const positions = [0, 0, -height / 2, 0, 0, height / 2];
  const faces: number[] = [];
  for (let n = 0; n < sides; n++) {
    const [c, s] = [Math.cos((2 * Math.PI * n) / sides), Math.sin((2 * Math.PI * n) / sides)];
    positions.push(radius * c, radius * s, -height / 2, radius * c, radius * s, height / 2);
    const [a, b] = [2 + 2 * n, 2 + 2 * ((n + 1) % sides)];
    faces.push(0, b, a, 1, a + 1, b + 1, a, b, b + 1, a, b + 1, a + 1);
  }
  return createMesh(positions, faces);
}

/** The frame's z axis along x, its x axis along y. */
const LYING = poseOf([0, 1, 0, 0, 0, 1, 1, 0, 0], [0.11, -3.1, 0.23]);

interface Turn {
  readonly name: string;
  readonly size: readonly [number, number, number];
  readonly center: readonly [number, number, number];
  readonly from: Pose;
  readonly angle: number;
  readonly cell: number;
}

/** The first three are quick. */
const turns: Turn[] = [
  {
    name: 'a blade in its plane',
    size: [5, 3, 0.7],
    center: [3.6, 0, 0],
    from: translation(-2, -4, 0.2),
    angle: 5,
    cell: 0.7,
  },
  { name: 'a thin blade across its plane', size: [4, 0.3, 4], center: [3.6, 0, 0], from: LYING, angle: 10, cell: 0.7 },
  {
    name: 'a box about its own axis',
    size: [6, 2.5, 4],
    center: [0, 0, 0],
    from: translation(0.2, 0.1, 0.3),
    angle: 15,
    cell: 0.8,
  },
  {
    name: 'a blade in its plane',
    size: [5, 3, 0.7],
    center: [3.6, 0, 0],
    from: translation(-2, -4, 0.2),
    angle: 90,
    cell: 0.7,
  },
  { name: 'a blade across its plane', size: [5, 0.7, 4], center: [3.6, 0, 0], from: LYING, angle: 30, cell: 0.7 },
  {
    name: 'a box on an arc',
    size: [3, 2, 3],
    center: [3.5, 0, 0],
    from: translation(-2, -3, 0.3),
    angle: 100,
    cell: 0.5,
  },
];

/** Thicker than a cell, so that what it holds between two parts of the motion is known. */
const thick: Turn = { ...turns[1], name: 'a thick blade', size: [4, 1.2, 3], angle: 15, cell: 0.7 };

/** mm³: of a box turning about the z axis, and a bound on the error. */
function sweptVolume({ size, center, angle }: Turn): { volume: number; slack: number } {
  const [x, y] = [size[0] / 2, size[1] / 2];
  const [coarse, fine] = [2000, 4000].map((steps) =>
    sweptArea(center[0] - x, center[0] + x, center[1] - y, center[1] + y, angle * DEGREE, steps),
  );
  // Where an arc begins, the midpoint rule is off by O(step^1.5): by less than twice its change when steps double.
  return { volume: fine * size[2], slack: 2 * Math.abs(fine - coarse) * size[2] };
}

/**
 * Both intervals hold the volume; that of a path, which need not contain the surface's loss, is narrow.
 * @param width the most that it may be, of its middle; null where the work may end first: then it is printed.
 */
async function judge(
  tool: TriangleMesh | Convex,
  motions: readonly RigidMotion[],
  cell: number,
  volume: number,
  slack: number,
  width: number | null = WIDTH,
): Promise<void> {
  const bone = await createCuttableBone({ surface: block, cell });
  const path = bone.pathVolume();
  for (const motion of motions) path.add(tool, motion);
  const intervals = [path.volume];
  if (motions.length === 1) intervals.push(bone.cut(tool, motions[0]).removedVolume);
  for (const { low, high } of intervals) {
    expect(low).toBeLessThanOrEqual(volume + slack);
    expect(high).toBeGreaterThanOrEqual(volume - slack);
  }
  const [{ low, high }] = intervals;
  const wide = (2 * (high - low)) / (low + high);
  if (width === null) console.log(`${(100 * wide).toFixed(2)} % wide`);
  else expect(wide).toBeLessThanOrEqual(width);
}

/** One motion as several that continue each other. */
function split(from: Pose, angle: number, parts: number): RigidMotion[] {
  const poses = Array.from({ length: parts + 1 }, (_, n) => screw(from, (angle * n) / parts).to);
  poses[0] = from;
  return poses.slice(1).map((to, n) => ({ from: poses[n], to, motion: 'screw' as const }));
}

describe(`closed forms, held, and to ${WIDTH} where the work suffices`, () => {
  const judgeTurn = async (turn: Turn, parts = 1) => {
    const { volume, slack } = sweptVolume(turn);
    const tool = box({ size: [...turn.size], center: [...turn.center] });
    // Each part does its own share of the work, and is as wide as that leaves it.
    await judge(tool, split(turn.from, turn.angle * DEGREE, parts), turn.cell, volume, slack, parts > 1 ? null : WIDTH);
  };
  test.each(turns.slice(0, 3))('$name by $angle°, cell $cell', (turn) => judgeTurn(turn));

  inDeep(() => {
    test.each(turns.slice(3))('$name by $angle°, cell $cell', (turn) => judgeTurn(turn));

    test.each([2, 5, 20])('a thick blade across its plane in %s parts', (parts) => judgeTurn(thick, parts));

    test('a ball on an arc sweeps a part of a torus and two half balls', async () => {
      const [radius, R, angle] = [1.5, 3.4, 80 * DEGREE];
      const { from, to, motion } = screw(translation(-0.9, -2.1, 0.3), angle);
      const [start, end] = [from, to].map((pose) => composed(Float64Array.from(pose), translation(R, 0, 0)));
      const volume = Math.PI * radius ** 2 * R * angle + (4 / 3) * Math.PI * radius ** 3;
      // The high end is that of a mesh around the ball, the low end that of one inside it: 1/64 of a cell apart.
      const area = 2 * Math.PI * radius * R * angle + 4 * Math.PI * radius ** 2;
      const width = WIDTH + (area * 0.6) / 64 / volume;
      await judge(createConvex({ kind: 'sphere', radius }), [{ from: start, to: end, motion }], 0.6, volume, 0, width);
    });

    // Its faces pass the same points several times, up to 4: the work ends before the aim.
    test.each([24])('a prism of %s sides about its own axis sweeps the cylinder around it', async (sides) => {
      const [radius, height] = [2.1, 5];
      const motion = screw(translation(0.2, 0.1, 0.3), 60 * DEGREE);
      await judge(prism(sides, radius, height), [motion], 0.6, Math.PI * radius ** 2 * height, 0, null);
    });
  });
});

/**
 * The volume that a tool sweeps in the block, by counting points: in the block, and in the tool at one of many times.
 * @returns the volume, and five standard deviations of such a count.
 */
function counted(
  isIn: (x: number, y: number, z: number) => boolean,
  { from, angle, along, reach }: { from: Float64Array; angle: number; along: number; reach: number },
  points: number,
  random: () => number,
): { volume: number; slack: number } {
  const STEPS = 200;
  const half = Math.hypot(reach, reach) + along;
  let inside = 0;
  for (let n = 0; n < points; n++) {
    const p = [0, 1, 2].map(() => half * signed(random));
    const at = [0, 1, 2].map((k) => from[k] * p[0] + from[4 + k] * p[1] + from[8 + k] * p[2] + from[12 + k]);
    if (Math.abs(at[0] - 0.3) > 10 || Math.abs(at[1] + 0.2) > 8 || Math.abs(at[2] - 0.1) > 6) continue;
    for (let step = 0; step <= STEPS; step++) {
      const t = step / STEPS;
      const [c, s] = [Math.cos(angle * t), Math.sin(angle * t)];
      if (!isIn(c * p[0] + s * p[1], -s * p[0] + c * p[1], p[2] - along * t)) continue;
      inside++;
      break;
    }
  }
  const share = inside / points;
  const all = (2 * half) ** 3;
  return { volume: share * all, slack: 5 * all * Math.sqrt((share * (1 - share)) / points) };
}

inDeep(() => {
  test(`screws up to π, at random (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    for (let trial = 0; trial < longRun(12, 2); trial++) {
      const size = [0, 0, 0].map(() => 1 + 3 * random());
      const center = [0, 0, 0].map(() => 1.5 * signed(random));
      const tool = box({ size: [size[0], size[1], size[2]], center: [center[0], center[1], center[2]] });
      const from = poseOf(
        randomRotation(random),
        [0, 0, 0].map(() => 3 * signed(random)),
      );
      const [angle, along] = [Math.PI * 0.999 * random(), 2 * random()];
      const reach = Math.max(...[0, 1, 2].map((k) => Math.abs(center[k]) + size[k] / 2));
      const isIn = (...p: number[]) => p.every((x, k) => Math.abs(x - center[k]) <= size[k] / 2);
      const { volume, slack } = counted(isIn, { from, angle, along, reach }, longRun(100_000, 20_000), random);
      const bone = await createCuttableBone({ surface: block, cell: [0.5, 0.7, 1][trial % 3] });
      const { low, high } = bone.cut(tool, screw(from, angle, along)).removedVolume;
      // Points that the tool holds only between two of the times are not counted: too few, never too many.
      const between =
        ((angle * Math.SQRT2 * reach + along) / 200) * 2 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
      expect(low).toBeLessThanOrEqual(volume + slack + between);
      expect(high).toBeGreaterThanOrEqual(volume - slack);
    }
  });
});
