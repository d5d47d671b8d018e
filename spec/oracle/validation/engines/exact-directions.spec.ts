// Angles to cones against the definition over all combinations; directions at faces, edges and corners, inside bodies
// and off them, against closed forms.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { BulkMesh, type MeshData } from '#reference';
import { angleToCone } from '#validation/engines/cone-angle.ts';
import { outwardCones } from '#validation/engines/exact-directions.ts';
import { senseOf } from '#validation/engines/judged-body.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const { abs, acos, atan2, hypot, max, min, PI, sqrt } = Math;
const DEGREES = 180 / PI;
/** Degrees: the error of an angle computed from a root of 8 · 2^-53, see cone-angle.ts. */
const OFF = 2e-6;
type Vector = readonly number[];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector) => a.map((value) => value / hypot(...a));
const between = (a: Vector, b: Vector) => atan2(hypot(...cross(a, b)), dot(a, b)) * DEGREES;

function randomUnit(random: () => number): Vector {
  const z = 2 * random() - 1;
  const angle = 2 * PI * random();
  return [sqrt(1 - z * z) * Math.cos(angle), sqrt(1 - z * z) * Math.sin(angle), z];
}

/** By cases: in a triangle of three vectors, or nearest to an arc of two, or to one. */
function plainAngle(direction: Vector, cone: readonly Vector[]): number {
  let least = min(...cone.map((vector) => between(direction, vector)));
  for (const a of cone)
    for (const b of cone) {
      const normal = cross(a, b);
      if (hypot(...normal) === 0) continue;
      // The foot on the plane of a and b, if it lies between them.
      const foot = cross(normal, cross(direction, normal));
      if (dot(cross(a, foot), normal) >= 0 && dot(cross(foot, b), normal) >= 0)
        least = min(least, between(direction, foot));
      for (const c of cone) {
        const signs = [dot(direction, normal), dot(direction, cross(b, c)), dot(direction, cross(c, a))];
        if (dot(normal, c) > 0 && signs.every((sign) => sign >= 0)) return 0;
      }
    }
  return least;
}

describe('the angle to a cone', () => {
  test('as by cases over all triples, of cones narrow, wide and opposite (seed 71)', () => {
    const random = mulberry32(71);
    const kinds = { inside: 0, arc: 0, vector: 0, behind: 0 };
    for (let i = 0; i < longRun(3000, 300); i++) {
      const about = randomUnit(random);
      const spread = [0.05, 0.5, 1.5, 4][i % 4];
      const cone = Array.from({ length: 1 + (i % 7) }, () => {
        const off = randomUnit(random);
        return unit(about.map((value, k) => value + spread * random() * off[k]));
      });
      const direction = i % 3 === 0 ? unit(about.map((value, k) => value + 0.1 * cone[0][k])) : randomUnit(random);
      const expected = plainAngle(direction, cone);
      const atVector = min(...cone.map((vector) => between(direction, vector)));
      expect(abs(angleToCone(direction, cone) - expected)).toBeLessThan(OFF);
      kinds[expected === 0 ? 'inside' : expected > 90 ? 'behind' : expected < atVector - 1e-9 ? 'arc' : 'vector']++;
    }
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(longRun(100, 10));
  });

  test('a small angle is as exact as a large one; the length of the direction does not matter', () => {
    for (const angle of [1e-5, 1e-3, 0.1, 89, 91, 179.99999]) {
      const [x, z] = [Math.sin(angle / DEGREES), Math.cos(angle / DEGREES)];
      expect(abs(angleToCone([1.001 * x, 0, 1.001 * z], [[0, 0, 1]]) - angle)).toBeLessThan(OFF);
    }
  });

  test('opposite vectors span a line, three at right angles an eighth', () => {
    expect(
      angleToCone(
        [1, 0, 0],
        [
          [0, 0, 1],
          [0, 0, -1],
        ],
      ),
    ).toBe(90);
    const eighth = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    expect(angleToCone(unit([1, 2, 3]), eighth)).toBeLessThan(OFF);
    expect(abs(angleToCone(unit([1, 1, -1]), eighth) - acos(sqrt(2 / 3)) * DEGREES)).toBeLessThan(OFF);
  });
});

const TOLERANCE = 0.125;
/** Degrees from a direction to the nearest correct one at a point of the box from −5 to 5. */
function off(mesh: MeshData, point: Vector, direction: Vector): number {
  const bulk = new BulkMesh(mesh);
  const cones = outwardCones({ mesh: bulk, sense: senseOf(bulk) }, point, TOLERANCE);
  expect(cones.length).toBeGreaterThan(0);
  return min(...cones.map((cone) => angleToCone(direction, cone)));
}
const cube = box({ size: 10, divisions: 3 });
const inverted: MeshData = { positions: cube.positions, faces: cube.faces.slice().reverse() };
const turned = (degrees: number): Vector => [Math.sin(degrees / DEGREES), 0, Math.cos(degrees / DEGREES)];

describe('the directions out of a box', () => {
  test.each([
    ['on a face', [1, 2, 5], [0, 0, 1], 0],
    ['a last place above a face', [1, 2, 5 + 2 ** -50], [0, 0, 1], 0],
    ['a last place below it', [1, 2, 5 - 2 ** -50], [0, 0, 1], 0],
    ['on a face, 12 degrees off', [1, 2, 5], turned(12), 12],
    ['on a face, the wrong way', [1, 2, 5], [0, 0, -1], 180],
    ['within the tolerance above a face', [1, 2, 5.1], [0, 0, 1], 0],
    ['on an edge, between its two normals', [5, 0, 5], turned(30), 0],
    ['on an edge, 10 degrees beyond', [5, 0, 5], turned(100), 10],
    ['on an edge, 10 degrees beyond on the other side', [5, 0, 5], turned(-10), 10],
    ['within the tolerance of an edge', [4.9, 0, 4.95], turned(45), 0],
    ['farther than that from it', [4.5, 0, 5], turned(45), 45],
    ['at a corner', [5, 5, 5], [sqrt(1 / 3), sqrt(1 / 3), sqrt(1 / 3)], 0],
    ['off an edge: from the nearest point', [5 + 3, 0, 5 + 4], [0.6, 0, 0.8], 0],
    ['off an edge, 5 degrees off', [5 + 3, 0, 5 + 4], turned(atan2(3, 4) * DEGREES + 5), 5],
    ['off a face, whose neighbours are not right', [1, 1, 8], turned(20), 20],
    ['inside, nearest to the top', [1, 1, 3], [0, 0, 1], 0],
    ['inside, nearest to the top, 30 degrees off', [1, 1, 3], turned(30), 30],
    ['inside, as near to two sides: either', [3, 1, 3], [1, 0, 0], 0],
    ['inside, as near to two sides: not between them', [3, 1, 3], turned(45), 45],
    ['inside, as near to two sides within the tolerance', [3.1, 1, 3], [0, 0, 1], 0],
    ['inside, not so near to the second', [3.5, 1, 3], [0, 0, 1], 90],
    ['in the middle: any of six', [0, 0, 0], [0, -1, 0], 0],
  ] as const)('%s', (_says, point, direction, degrees) => {
    expect(abs(off(cube, point, direction) - degrees)).toBeLessThan(OFF);
  });

  inDeep(() =>
    test('a fine mesh has the directions of a coarse one: faces beside the nearest one give none', () => {
      const fine = box({ size: 1, divisions: 40 });
      for (const degrees of [0, 20, 40])
        expect(abs(off(fine, [0.01, 0.02, 0.5 + 0.15], turned(degrees)) - degrees)).toBeLessThan(OFF);
    }),
  );

  test('a box turned inside out has the same; a sheet looks to both sides', () => {
    expect(off(inverted, [1, 2, 5], [0, 0, 1])).toBe(0);
    expect(off(inverted, [1, 2, 5], [0, 0, -1])).toBe(180);
    const sheet = { positions: Float64Array.of(0, 0, 0, 9, 0, 0, 0, 9, 0), faces: Uint32Array.of(0, 1, 2) };
    for (const z of [1, -1]) {
      expect(off(sheet, [1, 1, 0], [0, 0, z])).toBe(0);
      expect(off(sheet, [1, 1, 2 * z], [0, 0, z])).toBeLessThan(OFF);
      expect(off(sheet, [1, 1, 2 * z], [0, 0, -z])).toBe(180);
    }
  });

  test('faces without an area have no direction', () => {
    const point = { positions: Float64Array.of(1, 1, 1), faces: Uint32Array.of(0, 0, 0) };
    const bulk = new BulkMesh(point);
    expect(outwardCones({ mesh: bulk, sense: senseOf(bulk) }, [1, 1, 1], TOLERANCE)).toEqual([]);
    expect(outwardCones({ mesh: bulk, sense: senseOf(bulk) }, [1, 1, 3], TOLERANCE)).toEqual([[[0, 0, 1]]]);
  });
});

test('a sphere: the radius, to the faceting, inside, on and off it (seed 72)', () => {
  const random = mulberry32(72);
  const radius = 4;
  const ball = sphere({ radius, subdivisions: 3 });
  // The corners of an edge lie at most `half` from its middle: no normal of a face is farther than asin(edge / r) from
  // the radius at a point of the face.
  let edge = 0;
  for (let i = 0; i < ball.faces.length; i += 3) {
    const corner = (k: number) => ball.positions.subarray(3 * ball.faces[i + k], 3 * ball.faces[i + k] + 3);
    edge = max(edge, hypot(...[0, 1, 2].map((k) => corner(0)[k] - corner(1)[k])));
  }
  const most = Math.asin(edge / radius) * DEGREES;
  expect(most).toBeLessThan(15);
  for (let i = 0; i < longRun(60, 10); i++) {
    const out = randomUnit(random);
    const factor = [0.5, 0.9, 1, 1.1, 3][i % 5];
    const point = out.map((value) => factor * radius * value);
    expect(off(ball, point, out)).toBeLessThan(most);
    // Deep inside, faces far apart are equally near within the tolerance.
    const inward = out.map((value) => -value);
    if (factor >= 0.9) expect(off(ball, point, inward)).toBeGreaterThan(180 - most);
  }
});
