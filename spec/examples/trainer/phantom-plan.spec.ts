// The phantom's plan agrees with craniotomyPaths and the phantom's own function; what is to be spared is clear of both.

import { expect, test } from '@jest/globals';
import { phantomPlan } from '../../../examples/trainer/src/phantom-plan.ts';
import type { Point } from '../../../examples/trainer/src/plan.ts';
import { tubeMesh } from '../../../examples/trainer/src/tube.ts';
import {
  craniotomyPaths,
  sawBlade,
  skullPhantomFunction,
  skullVaultSphere,
  skullWallThickness,
  sphericalBurr,
} from '#datasets';
import { createDetectorSync, type TriangleMesh } from '#kerf';

const { center, radius } = skullVaultSphere;
const plan = phantomPlan();
const { burr, saw } = craniotomyPaths();
const posesOf = (path: Float64Array) =>
  Array.from({ length: path.length / 16 }, (_, n) => path.subarray(16 * n, 16 * n + 16));
const blade = sawBlade({ targetFaces: 2000 });
const ball = sphericalBurr({ diameter: plan.burrHole.diameter, targetFaces: 2000 });
/** mm: what rounding a point's coordinates to 0.01 mm moves it at most. */
const ROUNDED = 0.005 * Math.sqrt(3);

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => a.map((x) => x / Math.hypot(...a)) as unknown as Point;

function verticesOf({ positions }: TriangleMesh, m?: Float64Array): Point[] {
  return Array.from({ length: positions.length / 3 }, (_, n): Point => {
    const [x, y, z] = [positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]];
    return m === undefined
      ? [x, y, z]
      : ([0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) as unknown as Point);
  });
}

test('the line lies on the phantom, its pieces no farther from it than half their length allows', () => {
  expect(plan.line.length).toBe(40);
  for (const [n, a] of plan.line.entries()) {
    const b = plan.line[(n + 1) % plan.line.length];
    expect(Math.hypot(...minus(a, b))).toBeLessThan(3.2);
    expect(Math.abs(skullPhantomFunction(...a))).toBeLessThan(ROUNDED);
    const [x, y, z] = a.map((value, k) => (value + b[k]) / 2);
    // No part of the vault is more curved than a sphere of 40 mm.
    expect(Math.abs(skullPhantomFunction(x, y, z))).toBeLessThan(ROUNDED + 3.2 ** 2 / (8 * 40));
  }
});

test('outward is perpendicular to the flap within 0.5°, and points out of the bone', () => {
  const middle = plan.line.reduce((sum: Point, p) => minus(sum, minus([0, 0, 0], p)), [0, 0, 0]);
  const away = minus(middle.map((x) => x / plan.line.length) as unknown as Point, center);
  expect(dot(unit(away), plan.outward)).toBeGreaterThan(Math.cos((0.5 * Math.PI) / 180));
});

test('each of the saw’s sides is one of the line’s: in the wall, the blade is within the margin of its plane', () => {
  for (let side = 0; side < 4; side++) {
    const [from, to] = [plan.line[10 * side], plan.line[(10 * side + 10) % 40]];
    const normal = unit(cross(minus(from, center), minus(to, center)));
    for (let piece = 0; piece <= 10; piece++)
      expect(Math.abs(dot(minus(plan.line[(10 * side + piece) % 40], center), normal))).toBeLessThan(2 * ROUNDED);
    for (const pose of posesOf(saw).slice(4 * side + 1, 4 * side + 3)) {
      const inWall = verticesOf(blade, pose).filter((p) => skullPhantomFunction(...p) < 0);
      expect(inWall.length).toBeGreaterThan(10);
      for (const p of inWall) expect(Math.abs(dot(minus(p, center), normal))).toBeLessThan(plan.margin);
      // Along the side, the blade's middle stays between its ends.
      const tip = minus([pose[12], pose[13], pose[14]], center);
      expect(dot(cross(minus(from, center), tip), normal)).toBeGreaterThan(0);
      expect(dot(cross(tip, minus(to, center)), normal)).toBeGreaterThan(0);
    }
  }
});

test('the burr goes in along its axis at the burr hole, a corner of the line', () => {
  expect(plan.line).toContainEqual(plan.burrHole.at);
  for (const pose of posesOf(burr)) {
    const axis: Point = [pose[8], pose[9], pose[10]];
    const from = minus(plan.burrHole.at, [pose[12], pose[13], pose[14]]);
    expect(Math.hypot(...cross(axis, from))).toBeLessThan(2 * ROUNDED);
  }
});

test('the paths go through the wall, and not as far as the dura', () => {
  const inner = radius - skullWallThickness;
  for (const [tool, path] of [
    [blade, saw],
    [ball, burr],
  ] as const) {
    const inCavity = posesOf(path)
      .flatMap((pose) => verticesOf(tool, pose))
      .filter((p) => Math.hypot(...minus(p, center)) < inner + 3 && skullPhantomFunction(...p) > 0);
    // In the cavity the function is the distance from the bone.
    const deepest = Math.max(...inCavity.map((p) => skullPhantomFunction(...p)));
    expect(deepest).toBeGreaterThan(1);
    expect(deepest).toBeLessThan(plan.dura);
  }
});

test('the sinus lies in the cavity, the nerve in the bone', () => {
  const [sinus, nerve] = plan.structures.map(({ line, radius }) => verticesOf(tubeMesh(line, radius)));
  expect(plan.structures.map(({ name }) => name)).toEqual(['superior sagittal sinus', 'facial nerve']);
  // Between two points of its line the sinus bends away from the bone.
  for (const p of sinus) expect(skullPhantomFunction(...p)).toBeGreaterThan(-ROUNDED);
  for (const p of nerve) expect(skullPhantomFunction(...p)).toBeLessThan(0);
});

/** mm from p to the straight piece from a to b. */
function pointToPiece(p: Point, a: Point, b: Point): number {
  const way = minus(b, a);
  const t = Math.min(1, Math.max(0, dot(minus(p, a), way) / dot(way, way)));
  return Math.hypot(...minus(p, a.map((x, k) => x + t * way[k]) as unknown as Point));
}

test('sinus and nerve are 5 mm or more from the corridor and the burr hole, down to the dura', () => {
  const depth = skullWallThickness + plan.dura;
  const step = 0.5;
  // No point of the cut's middle is farther than `step` from one of these.
  const cut = plan.line.flatMap((a, n) => {
    const b = plan.line[(n + 1) % plan.line.length];
    return [0, 1, 2, 3, 4, 5, 6].flatMap((share) => {
      const top = a.map((x, k) => x + (share / 7) * (b[k] - x)) as unknown as Point;
      const inward = unit(minus(center, top));
      return Array.from(
        { length: Math.ceil(depth / step) + 1 },
        (_, down) => top.map((x, k) => x + down * step * inward[k]) as unknown as Point,
      );
    });
  });
  const aside = Math.max(plan.margin, plan.burrHole.diameter / 2);
  for (const { line, radius } of plan.structures)
    for (const p of cut) {
      const far = Math.min(...line.slice(1).map((b, n) => pointToPiece(p, line[n], b)));
      expect(far - radius - aside - step).toBeGreaterThan(5);
    }
});

test('whatever the paths sweep, beyond the corners too, is 3 mm or more from sinus and nerve', () => {
  for (const { line, radius } of plan.structures) {
    // The mesh lies in a tube of this radius and holds one that is 3 mm wider than the structure, as tube.ts derives.
    const ways = line.slice(1).map((to, n) => unit(minus(to, line[n])));
    const turns = ways.slice(1).map((way, n) => Math.sqrt((1 + dot(way, ways[n])) / 2));
    const wider = (radius + 3) / (Math.min(...turns) * Math.cos(Math.PI / 32));
    for (const [tool, path, poses] of [
      [ball, burr, 2],
      [blade, saw, 4],
    ] as const) {
      const detector = createDetectorSync({
        ...{ bone: tubeMesh(line, wider), tool },
        ...{ contactDistance: 0, resolution: 1 },
      });
      for (let n = 0; n < path.length / 16; n++) {
        const [from, to] = [n, n + 1].map((pose) => path.slice(16 * pose, 16 * pose + 16));
        if (n % poses < poses - 1) expect(detector.firstContact({ from, to }).status).toBe('free');
      }
    }
  }
});
