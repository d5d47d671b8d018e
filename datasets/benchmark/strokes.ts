// A bone, a tool and a stream → a rigid stroke of one of five kinds.

import { cross, dot } from '#core';
import { sineCosine } from '../sine-cosine.ts';
import { besidePlane, cut, type PoseDraw, shankOf } from './pose-families.ts';
import { type Pose, posed, rotationOf, translationOf } from './poses.ts';
import { across, combine, direction, length, tilted, type Vector } from './vectors.ts';

/** A uniform rotation about an axis in the bone's frame, and a uniform translation along it. */
interface Screw {
  readonly axis: Vector;
  /** A point of the axis, mm. */
  readonly point: Vector;
  /** rad in the whole stroke, above −π/2 and below π/2. */
  readonly angle: number;
  /** mm in the whole stroke. */
  readonly slide: number;
}

/** Poses of 16 numbers, tool frame → bone frame, at the times 0 and 1. */
export interface BenchmarkStroke {
  readonly kind: StrokeKind;
  readonly from: Pose;
  readonly to: Pose;
  /** mm: no point of the tool moves farther in the stroke. */
  readonly way: number;
  /**
   * The stored pose at a time from 0 to 1: straight if both ends have the same rotation, else by a screw. By + − × ÷
   * only, a rotation up to rounding.
   */
  readonly poseAt: (time: number) => Pose;
}

/**
 * approach: straight into the bone. pass: straight past it. withdraw: straight out of it. twist: into it while turning
 * about a line through it. swing: a turn about the end by which the tool is held.
 */
export const strokeKinds = ['approach', 'pass', 'twist', 'swing', 'withdraw'] as const;
export type StrokeKind = (typeof strokeKinds)[number];

const kinds: Record<StrokeKind, (draw: PoseDraw) => Omit<BenchmarkStroke, 'kind'>> = {
  approach: (draw) => {
    const { pose, out } = cutAndOut(draw);
    return straight(shifted(pose, 5 + 15 * draw.random(), out), pose);
  },
  withdraw: (draw) => {
    const { pose, out } = cutAndOut(draw);
    return straight(pose, shifted(pose, 5 + 15 * draw.random(), out));
  },
  pass: (draw) => {
    const { random } = draw;
    const { pose: middle, normal } = besidePlane(draw, 0.02 + 2 * random());
    const along = across(normal, random);
    const half = 5 + 15 * random();
    return straight(shifted(middle, -half, along), shifted(middle, half, along));
  },
  twist: (draw) => {
    const { random } = draw;
    const { pose, out } = cutAndOut(draw);
    const axis = tilted(out, 0.8, random);
    const point = combine(1, translationOf(pose), 10 * random(), direction(random));
    return turned(draw, pose, { axis, point, angle: either(random) * (0.05 + random()), slide: -(5 + 10 * random()) });
  },
  swing: (draw) => {
    const { random } = draw;
    const { pose, out } = cutAndOut(draw);
    const point = posed(pose, shankOf(draw));
    return turned(draw, pose, {
      axis: across(out, random),
      point,
      angle: either(random) * (0.05 + random() / 2),
      slide: 0,
    });
  },
};

export function benchmarkStroke(kind: StrokeKind, draw: PoseDraw): BenchmarkStroke {
  return { kind, ...kinds[kind](draw) };
}

/** A pose in which the tool cuts, and the direction out: along its back. */
function cutAndOut(draw: PoseDraw): { readonly pose: Pose; readonly out: Vector } {
  for (;;) {
    const pose = cut(draw);
    if (pose !== null) return { pose, out: rotationOf(pose)[draw.tool.back] };
  }
}

function straight(from: Pose, to: Pose): Omit<BenchmarkStroke, 'kind'> {
  const way = roundedUp(length(combine(1, translationOf(to), -1, translationOf(from))));
  const poseAt = (time: number) =>
    from.map((entry, i) => (i < 12 || i === 15 ? entry : entry + time * (to[i] - entry)));
  return { from, to, way, poseAt };
}

/** The stroke that ends approximately in a pose. */
function turned({ toolShape }: PoseDraw, end: Pose, screw: Screw): Omit<BenchmarkStroke, 'kind'> {
  const from = screwed(end, screw, -1);
  let farthest = 0;
  toolShape.some((vertex) => {
    const arm = combine(1, posed(from, vertex), -1, screw.point);
    farthest = Math.max(farthest, length(combine(1, arm, -dot(arm, screw.axis), screw.axis)));
    return false;
  });
  const way = roundedUp(farthest * Math.abs(screw.angle) + Math.abs(screw.slide));
  return { from, to: screwed(from, screw, 1), way, poseAt: (time) => (time === 0 ? from : screwed(from, screw, time)) };
}

function screwed(pose: Pose, { axis, point, angle, slide }: Screw, time: number): number[] {
  const [s, c] = sineCosine(angle * time);
  // O. Rodrigues: v cos + (axis × v) sin + axis (axis·v)(1 − cos).
  const turn = (v: Vector): Vector => combine(1, combine(c, v, s, cross(axis, v)), (1 - c) * dot(axis, v), axis);
  const [x, y, z] = rotationOf(pose).map(turn);
  const arm = turn(combine(1, translationOf(pose), -1, point));
  return [...x, 0, ...y, 0, ...z, 0, ...combine(1, combine(1, point, 1, arm), slide * time, axis), 1];
}

function shifted(pose: Pose, by: number, along: Vector): Pose {
  const [x, y, z] = combine(1, translationOf(pose), by, along);
  return [...pose.slice(0, 12), x, y, z, 1];
}

function either(random: () => number): number {
  return random() < 0.5 ? -1 : 1;
}

/** Rounds up, by more than the accumulated rounding of a length of a few hundred mm. */
function roundedUp(value: number): number {
  return value * (1 + 2 ** -40);
}
