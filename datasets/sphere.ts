// Radius and subdivisions → an icosphere, and a point → its distance to the sphere.

import { checkOptionNames, type OptionNames } from '#core';
import type { TriangleMesh } from '#mesh';
import { createMesh } from '#mesh';
import { checkNumber, checkPositive, checkQuestion, checkTriple, checkWhole } from './check-option.ts';

export interface SphereOptions {
  /** mm. */
  readonly radius: number;
  /** mm. Default the origin. */
  readonly center?: readonly [number, number, number];
  /**
   * How often every face of the icosahedron is split into four, which gives 20 · 4^subdivisions faces. Whole number
   * from 0 to 9.
   */
  readonly subdivisions: number;
}

const SPHERE_OPTIONS: OptionNames<SphereOptions> = { radius: true, center: true, subdivisions: true };

const origin = [0, 0, 0] as const;
const golden = (1 + Math.sqrt(5)) / 2;
/** The icosahedron's 12 vertices; its 20 faces, below, are counter-clockwise seen from outside. */
const vertices = [
  [-1, golden, 0],
  [1, golden, 0],
  [-1, -golden, 0],
  [1, -golden, 0],
  [0, -1, golden],
  [0, 1, golden],
  [0, -1, -golden],
  [0, 1, -golden],
  [golden, 0, -1],
  [golden, 0, 1],
  [-golden, 0, -1],
  [-golden, 0, 1],
];
// biome-ignore format: four faces a line
const icosahedron = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10,
  0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2,
  10, 7, 6, 7, 1, 8, 3, 9, 4, 3, 4, 2,
  3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5,
  2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/**
 * An icosphere whose vertices lie on the sphere: 320 faces at 2 subdivisions, 5,120 at 4, 81,920 at 6.
 * @throws OptionError BAD_RADIUS, BAD_CENTER, BAD_SUBDIVISIONS, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function sphere(options: SphereOptions): TriangleMesh {
  checkOptionNames(options, SPHERE_OPTIONS, 'sphere');
  const { radius, center = [0, 0, 0], subdivisions } = options;
  checkPositive('BAD_RADIUS', 'Sphere: radius', radius);
  checkTriple('BAD_CENTER', 'Sphere: center', center);
  checkWhole('BAD_SUBDIVISIONS', 'Sphere: subdivisions', subdivisions, 0, 9);
  const unit: number[] = [];
  for (const [x, y, z] of vertices) addUnit(unit, x, y, z);
  let faces = icosahedron;
  for (let level = 0; level < subdivisions; level++) faces = splitFaces(unit, faces);
  return createMesh(
    Float64Array.from(unit, (value, i) => center[i % 3] + radius * value),
    Uint32Array.from(faces),
    { name: 'sphere' },
  );
}

/** Signed distance, mm, from a point to the sphere that `sphere` approximates: exact, so 1-Lipschitz. */
export function sphereDistance(options: Omit<SphereOptions, 'subdivisions'>, x: number, y: number, z: number): number {
  checkQuestion(options, x, y, z);
  const { radius, center = origin } = options;
  checkNumber('Sphere: radius', radius);
  checkTriple('BAD_CENTER', 'Sphere: center', center);
  const [cx, cy, cz] = center;
  return Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz)) - radius;
}

function addUnit(unit: number[], x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  unit.push(x / length, y / length, z / length);
  return unit.length / 3 - 1;
}

function splitFaces(unit: number[], faces: readonly number[]): number[] {
  const stride = unit.length / 3;
  const middles = new Map<number, number>();
  const split: number[] = [];
  function middle(a: number, b: number): number {
    const key = Math.min(a, b) * stride + Math.max(a, b);
    let vertex = middles.get(key);
    if (vertex === undefined) {
      vertex = addUnit(
        unit,
        unit[3 * a] + unit[3 * b],
        unit[3 * a + 1] + unit[3 * b + 1],
        unit[3 * a + 2] + unit[3 * b + 2],
      );
      middles.set(key, vertex);
    }
    return vertex;
  }
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [faces[i], faces[i + 1], faces[i + 2]];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    split.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return split;
}
