// A flap of the skull phantom's vault → the paths of a burr to its corner, and of a saw along its four sides.

import { cross } from '#core';
import { sineCosine } from './sine-cosine.ts';
import { skullVaultSphere, skullWallThickness } from './skull-function.ts';

/** rad: how far the flap's middle is tilted to the left of the vault's top. */
const tilt = 0.45;
/** mm: half of the flap's side, and how far the blade's middle moves along it in each direction. */
const half = 15;
const slide = 13;
/** mm: how far the tools break through the wall, and how far from it they start. */
const past = 1.5;
const clear = 10;
/** mm: the burr's origin, its ball's centre, is this much higher than the saw's origin, the blade's tips. */
const ball = 4;

type Vector = readonly [number, number, number];

/**
 * Poses of 16 numbers, column-major, rigid to rounding, tool frame → skull frame, for `sphericalBurr` of 8 mm and
 * `sawBlade`. The burr plunges straight through the wall at a corner of the flap, which is 30 mm wide. The saw follows
 * the flap's sides, in planes through the vault's centre, its teeth toward the centre: four poses per side, above the
 * wall, through it, along it and out. Together they free the flap.
 */
export function craniotomyPaths(): { readonly burr: Float64Array; readonly saw: Float64Array } {
  const { radius } = skullVaultSphere;
  const deep = radius - skullWallThickness - past;
  const [sineTilt, cosineTilt] = sineCosine(tilt);
  const [sineHalf, cosineHalf] = sineCosine(half / radius);
  const up: Vector = [sineTilt, 0, cosineTilt];
  const along: Vector = [0, 1, 0];
  const across = cross(up, along);
  const sides = [along, across, negated(along), negated(across)] as const;
  const sawOn = (side: Vector, angle: number, height: number): number[] => {
    const middle = sum(cosineHalf, up, sineHalf, side);
    const way = cross(up, side);
    const [s, c] = sineCosine(angle);
    const outward = sum(c, middle, s, way);
    return poseOf(sum(-s, middle, c, way), outward, height);
  };
  const turn = slide / radius;
  const saw = sides.flatMap((side) =>
    [
      [-turn, radius + clear],
      [-turn, deep],
      [turn, deep],
      [turn, radius + clear],
    ].flatMap(([angle, height]) => sawOn(side, angle, height)),
  );
  // The corner between the first side and the last.
  const share = sineHalf / cosineHalf;
  const corner = sum(1, sum(share, along, share, sides[3]), 1, up);
  const outward = scaled(corner, 1 / Math.hypot(...corner));
  const aside = cross(outward, along);
  const burrAt = (height: number) => burrPose(scaled(aside, 1 / Math.hypot(...aside)), outward, height);
  return {
    burr: Float64Array.from([burrAt(radius + clear), burrAt(deep + ball)].flat()),
    saw: Float64Array.from(saw),
  };
}

/** The saw's pose: its x along the cut, its y outward. */
function poseOf(x: Vector, y: Vector, height: number): number[] {
  return [...x, 0, ...y, 0, ...cross(x, y), 0, ...sum(1, skullVaultSphere.center, height, y), 1];
}

/** The burr's pose: its z outward. */
function burrPose(x: Vector, z: Vector, height: number): number[] {
  return [...x, 0, ...cross(z, x), 0, ...z, 0, ...sum(1, skullVaultSphere.center, height, z), 1];
}

function sum(a: number, u: Vector, b: number, v: Vector): Vector {
  return [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]];
}

function scaled(u: Vector, by: number): Vector {
  return [by * u[0], by * u[1], by * u[2]];
}

function negated(u: Vector): Vector {
  return scaled(u, -1);
}
