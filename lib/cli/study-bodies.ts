// The bodies of `kerf validate --study refinement`: bones whose signed distance is known in closed form, and poses of a
// plate that cuts into them.

import { mulberry32 } from '#core';
import {
  box,
  boxDistance,
  cappedShell,
  cappedShellDistance,
  skullPhantom,
  skullVaultSphere,
  skullWallThickness,
  sphere,
  sphereDistance,
  torus,
  torusDistance,
} from '#datasets';
import type { StudyBody } from '#validation';

type Vector = readonly [number, number, number];
type Random = () => number;

/**
 * mm. The plate is a box of twelve large faces, so that h alone decides how far they are subdivided: the longest edges
 * are 7.5 mm, and 3.75, 1.875, … after each halving.
 */
const plate = box({ size: [6, 4.5, 1.25] });
/** Poses per body: enough that no figure depends on how the edges of one plate happen to lie. */
const POSES = 8;

const ball = { radius: 10 };
const block = { size: [20, 16, 12] as const };
const ring = { majorRadius: 20, minorRadius: 6 };
const bowl = { outerRadius: 20, innerRadius: 14 };

export const studyBodies: readonly StudyBody[] = [
  {
    name: 'sphere',
    expression: `sqrt(x^2 + y^2 + z^2) - ${ball.radius}`,
    faces: [320, 1_280, 5_120, 20_480, 81_920],
    mesh: (faces) => sphere({ ...ball, subdivisions: Math.round(Math.log2(faces / 20) / 2) }),
    signedDistance: (x, y, z) => sphereDistance(ball, x, y, z),
    tool: plate,
    poses: plungedPoses(1, (random) => times(ball.radius, direction(random))),
  },
  {
    name: 'box',
    expression: `max(${['x', 'y', 'z'].map((axis, k) => `abs(${axis}) - ${block.size[k] / 2}`).join(', ')})`,
    faces: [300, 1_200, 4_800, 19_200, 76_800],
    mesh: (faces) => box({ ...block, divisions: Math.round(Math.sqrt(faces / 12)) }),
    signedDistance: (x, y, z) => boxDistance(block, x, y, z),
    tool: plate,
    poses: plungedPoses(2, (random) => {
      const point = block.size.map((size) => size * (random() - 0.5));
      const axis = Math.floor(3 * random());
      point[axis] = block.size[axis] / 2;
      return [point[0], point[1], point[2]];
    }),
  },
  {
    name: 'torus',
    expression: `sqrt((sqrt(x^2 + y^2) - ${ring.majorRadius})^2 + z^2) - ${ring.minorRadius}`,
    faces: [960, 3_840, 15_360, 61_440, 245_760],
    mesh: (faces) => torus({ ...ring, segments: Math.round(Math.sqrt(faces / 0.6)) }),
    signedDistance: (x, y, z) => torusDistance(ring, x, y, z),
    tool: plate,
    poses: plungedPoses(3, (random) => {
      const [along, round] = [onUnitSphere(2, random), onUnitSphere(2, random)];
      const rho = ring.majorRadius + ring.minorRadius * round[0];
      return [rho * along[0], rho * along[1], ring.minorRadius * round[1]];
    }),
  },
  {
    name: 'shell',
    expression: `max(${layer('sqrt(x^2 + y^2 + z^2)', bowl.outerRadius, bowl.outerRadius - bowl.innerRadius)}, z)`,
    faces: [1_000, 4_000, 16_000, 64_000, 256_000],
    mesh: (faces) => cappedShell({ ...bowl, segments: Math.round(Math.sqrt(faces / 0.55)) }),
    signedDistance: (x, y, z) => cappedShellDistance(bowl, x, y, z),
    tool: plate,
    poses: plungedPoses(4, (random) => {
      const [x, y, z] = direction(random);
      return times(random() < 0.5 ? bowl.outerRadius : bowl.innerRadius, [x, y, -Math.abs(z)]);
    }),
  },
  {
    name: 'phantom',
    expression: layer(
      `sqrt(x^2 + (y - ${skullVaultSphere.center[1]})^2 + (z - ${skullVaultSphere.center[2]})^2)`,
      skullVaultSphere.radius,
      skullWallThickness,
    ),
    faces: [5_000, 20_000, 80_000, 320_000],
    mesh: (faces) => skullPhantom({ targetFaces: faces }),
    signedDistance: vaultDistance,
    tool: plate,
    poses: plungedPoses(5, (random) => {
      let n = direction(random);
      while (n[1] < 0.3 || n[2] < 0.4) n = direction(random);
      const { center, radius } = skullVaultSphere;
      return [center[0] + radius * n[0], center[1] + radius * n[1], center[2] + radius * n[2]];
    }),
  },
];

/** The layer of that thickness inside a sphere. @param distance from its centre, as an expression. */
function layer(distance: string, radius: number, thickness: number): string {
  return `abs(${distance} - ${radius - thickness / 2}) - ${thickness / 2}`;
}

/**
 * Behind and above the centre of its vault sphere, the phantom is by construction a piece of that sphere's shell. There
 * its own function f equals this one, and both are 0 at the nearest point of the shell. So the distance is at most |f|;
 * it is at least |f|, since f is 1-Lipschitz.
 */
function vaultDistance(x: number, y: number, z: number): number {
  const outside = sphereDistance(skullVaultSphere, x, y, z);
  return Math.abs(outside + skullWallThickness / 2) - skullWallThickness / 2;
}

/** Poses that put the plate's centre on a point of the surface, in random orientations. */
function plungedPoses(seed: number, surfacePoint: (random: Random) => Vector): number[][] {
  const random = mulberry32(seed);
  return Array.from({ length: POSES }, () => [...rotationColumns(random), ...surfacePoint(random), 1]);
}

/** The first three columns of a pose, twelve numbers, from a unit quaternion. All rotations are equally likely. */
function rotationColumns(random: Random): number[] {
  const [w, x, y, z] = onUnitSphere(4, random);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
  ];
}

function direction(random: Random): Vector {
  const [x, y, z] = onUnitSphere(3, random);
  return [x, y, z];
}

/**
 * A unit vector. All directions are equally likely. Only + − × ÷ √ are used, so that every JavaScript engine gives the
 * same bits.
 */
function onUnitSphere(dimension: number, random: Random): number[] {
  for (;;) {
    const v = Array.from({ length: dimension }, () => 2 * random() - 1);
    const squared = v.reduce((sum, value) => sum + value * value, 0);
    if (squared <= 1 && squared > 0.01) return v.map((value) => value / Math.sqrt(squared));
  }
}

function times(factor: number, [x, y, z]: Vector): Vector {
  return [factor * x, factor * y, factor * z];
}
