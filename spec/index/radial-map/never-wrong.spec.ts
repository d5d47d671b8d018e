// A radial map against the exact winding number: never a wrong side, at points where rounding might flip one, and at
// millions of random points (KERF_LONG=1).

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import { BoneBody } from '#bodies';
import { createMesh, createRadialMap, type RadialMap, readMesh, type TriangleMesh } from '#kerf';
import { windingNumber } from '#reference';
import { cornerOrders, movedMesh, poseOf, randomRotation, reordered, scaled } from '#harness/contact-cases.ts';
import { joined } from '#harness/degenerate-bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { radialPointKinds } from '#harness/radial-points.ts';
import { mulberry32 } from '#harness/random.ts';
import { testWithData } from '#harness/real-data.ts';

const SEED = 1907;
const inverted = ({ positions, faces }: TriangleMesh) => createMesh(positions, Array.from(faces).reverse());
const ball = (radius: number, center: [number, number, number], subdivisions: number) =>
  sphere({ radius, center, subdivisions });

/** A tetrahedron: with integer coordinates, so that faces lie on texel borders; or a needle. */
function tetrahedron(random: () => number, isNeedle: boolean): TriangleMesh {
  const p = Array.from({ length: 12 }, () => (isNeedle ? random() - 0.5 : Math.floor(4 * random())));
  if (isNeedle) for (let k = 0; k < 3; k++) p[6 + k] = p[k] + 1e-4 * (random() - 0.5);
  return createMesh(p, [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
}

const bodies: Readonly<Record<string, (random: () => number) => TriangleMesh>> = {
  'a box': () => box({ size: [10, 4, 7] }),
  'a torus': () => torus({ majorRadius: 20, minorRadius: 6, segments: 8 }),
  'balls that overlap': () => joined(ball(10, [0, 0, 0], 1), ball(9, [7, 3, 1], 1)),
  'a cavity': () => joined(ball(10, [0, 0, 0], 1), inverted(ball(6, [1, 0, 0], 1))),
  'a ball inside out': () => inverted(ball(3, [1, 2, 3], 1)),
  'tetrahedra on whole numbers': (random) => joined(tetrahedron(random, false), tetrahedron(random, false)),
  needles: (random) => joined(tetrahedron(random, true), tetrahedron(random, true)),
};
const scales = [1e-3, 1, 1e3];

/** The centre of the map: the default, a vertex, or a point in the box of three times the mesh's extent. */
function someCentre({ positions }: TriangleMesh, random: () => number): readonly number[] | undefined {
  const kind = random();
  if (kind < 0.4) return undefined;
  const vertex = 3 * Math.floor((random() * positions.length) / 3);
  if (kind < 0.6) return Array.from(positions.subarray(vertex, vertex + 3));
  return [0, 1, 2].map((k) => {
    const all = positions.filter((_, i) => i % 3 === k);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return low + (3 * random() - 1) * (high - low);
  });
}

describe(`against the oracle, seed ${SEED}`, () => {
  const seen = new Map<string, Set<number>>(Object.keys(radialPointKinds).map((kind) => [kind, new Set()]));

  test.each(Object.entries(bodies))('%s: no side is wrong, and on the surface it is unknown', (_, make) => {
    const random = mulberry32(SEED);
    for (let round = 0; round < longRun(200, 9); round++) {
      const made = reordered(scaled(make(random), scales[round % 3]), cornerOrders[round % 6]);
      // 1e5 mm from the origin in every third round.
      const far = round % 9 < 3 ? 1e5 : 0;
      const turn = round % 2 === 0 ? randomRotation(random) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
      const mesh = movedMesh(made, poseOf(turn, [far, -far, 0.7 * far]));
      const map = createRadialMap(mesh, { size: [1, 2, 3, 8, 16][round % 5], centre: someCentre(mesh, random) });
      for (const [kind, makePoint] of Object.entries(radialPointKinds))
        for (let n = 0; n < longRun(10, 4); n++) {
          const [x, y, z] = makePoint(mesh, map, random);
          const side = map.side(x, y, z);
          seen.get(kind)?.add(side);
          if (side === 0) continue;
          const winding = windingNumber([x, y, z], mesh);
          if ((side === 1 ? 'inside' : 'outside') !== sideOf(winding))
            throw new Error(
              `(${x}, ${y}, ${z}), ${kind}, of round ${round} has the winding number ${winding}, not side ${side}`,
            );
        }
      for (let i = 0; i < mesh.positions.length; i += 3)
        expect(map.side(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2])).toBe(0);
    }
  });

  test('points of every kind were inside, outside and unknown, but for those far away or on the surface', () => {
    for (const [kind, sides] of seen)
      if (kind === 'far away') expect([...sides]).toEqual([-1]);
      else if (/vertex|face/.test(kind)) expect([...sides]).toContain(0);
      else expect({ kind, sides: [...sides].sort() }).toEqual({ kind, sides: [-1, 0, 1] });
  });
});

const sideOf = (winding: number | 'on surface') =>
  winding === 'on surface' ? winding : winding === 0 ? 'outside' : 'inside';

/** Points uniform in the ball of twice the radius: none on a wrong side, at most 5 % unknown. */
function expectCertain(mesh: TriangleMesh, map: RadialMap, count: number): void {
  const random = mulberry32(SEED);
  const { solid } = new BoneBody(mesh);
  const makePoint = radialPointKinds['in the ball of twice the radius'];
  const told = { inside: 0, outside: 0, unknown: 0, wrong: 0 };
  for (let n = 0; n < count; n++) {
    const [x, y, z] = makePoint(mesh, map, random);
    const side = map.side(x, y, z);
    told[side === 0 ? 'unknown' : side === 1 ? 'inside' : 'outside']++;
    if (side !== 0 && (side === 1) !== solid.isInside(x, y, z)) told.wrong++;
  }
  expect(told.wrong).toBe(0);
  expect(told.unknown / count).toBeLessThan(0.05);
  expect(Math.min(told.inside, told.outside, told.unknown)).toBeGreaterThan(0);
}

describe(`at random, seed ${SEED}: none of the points on a wrong side, few unknown`, () => {
  const points = longRun(10_000_000, 6000);
  test.each([
    ['the phantom', () => phantom(longRun(200_000, 5_000))],
    ['a torus', () => torus({ majorRadius: 20, minorRadius: 6, segments: 64 })],
    ['balls that overlap', () => joined(ball(10, [0, 0, 0], 3), ball(9, [7, 3, 1], 3), ball(4, [-9, 3, 2], 2))],
    ['a cavity', () => joined(ball(10, [0, 0, 0], 3), inverted(ball(6, [1, 0, 0], 3)))],
  ])(
    '%s',
    (_, make) => {
      const mesh = make();
      expectCertain(mesh, createRadialMap(mesh), points);
    },
    1_000_000,
  );
  for (const file of [
    ...['skull-ct/skull-ct-0050k.ply', 'skull-ct/skull-ct-0200k.ply', 'skull-ct/skull-ct-0500k.ply'],
    ...['skull-solid/skull-solid-100k.ply', 'headsq/headsq-bone-77k.ply'],
    ...['tools/ycb-power-drill.ply', 'tools/chai3d-dental-drill.ply'],
  ].slice(0, longRun(7, 1)))
    testWithData(
      [file],
      'the same',
      async (path) => {
        const mesh = readMesh(readFileSync(path), 'ply');
        expectCertain(mesh, createRadialMap(mesh), points);
      },
      1_000_000,
    );
});
