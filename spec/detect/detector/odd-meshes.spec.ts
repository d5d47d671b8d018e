// Odd but valid meshes: state, which sides have an inside, and pairs equal the oracle's exact answer.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import { meshState, posedPositions, ReferenceMesh } from '#reference';
import { poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep, inLong } from '#harness/sets.ts';

const SEED = 97;
const cube = box({ size: 6 });
const ball = sphere({ radius: 3.4, subdivisions: 0 });
const big = box({ size: 14 });

function withFaces(mesh: TriangleMesh, change: (faces: number[]) => number[]): TriangleMesh {
  return createMesh(mesh.positions, change([...mesh.faces]));
}
function joined(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (const mesh of meshes) {
    const base = positions.length / 3;
    for (const x of mesh.positions) positions.push(x);
    for (const v of mesh.faces) faces.push(v + base);
  }
  return createMesh(positions, faces);
}
function turnedOver(mesh: TriangleMesh): TriangleMesh {
  return createMesh(mesh.positions, mesh.faces.slice().reverse());
}
function soup({ positions, faces }: TriangleMesh): TriangleMesh {
  const corners = [...faces].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  return createMesh(
    corners,
    Array.from(faces, (_, i) => i),
  );
}

/**
 * Name, mesh, and whether it has an inside: every edge, between equal coordinates, is traversed equally often in both
 * directions.
 */
const odd: readonly (readonly [string, TriangleMesh, boolean])[] = [
  ['closed', cube, true],
  ['open: one face missing', withFaces(cube, (faces) => faces.slice(3)), false],
  ['one face turned over', withFaces(cube, ([a, b, c, ...rest]) => [a, c, b, ...rest]), false],
  ['all faces turned over', turnedOver(ball), true],
  ['unwelded soup', soup(ball), true],
  ['unwelded soup with a gap of one bit', gap(soup(ball)), false],
  ['a face twice', withFaces(cube, (faces) => [...faces, ...faces.slice(0, 3)]), false],
  [
    'a face twice, once turned over',
    withFaces(cube, (faces) => [...faces, faces[0], faces[2], faces[1], ...faces.slice(0, 3)]),
    true,
  ],
  ['every face twice', withFaces(cube, (faces) => [...faces, ...faces]), true],
  ['zero-area faces: an edge and a point', withFaces(ball, (faces) => [...faces, 0, 0, 5, 7, 7, 7]), true],
  ['a zero-area face on a diagonal', collinear(cube), false],
  ['two components apart', joined(cube, box({ size: 3, center: [9, 0, 0] })), true],
  ['two solids that overlap', joined(cube, box({ size: 6, center: [3, 2, 1] })), true],
  ['two cubes that share an edge: not manifold', joined(cube, box({ size: 6, center: [6, 6, 0] })), true],
  ['a wall that faces inward: a cavity', joined(big, turnedOver(cube)), true],
  ['a solid in a solid', joined(big, cube), true],
  ['a solid in a cavity', joined(big, turnedOver(cube), box({ size: 2 })), true],
  ['a fin on a cube: three faces on an edge', fin(cube), false],
  ['one triangle', createMesh([-3, -3, 0, 4, 0, 0, 0, 5, 1], [0, 1, 2]), false],
  ['one triangle, both ways round', createMesh([-3, -3, 0, 4, 0, 0, 0, 5, 1], [0, 1, 2, 0, 2, 1]), true],
  ['one zero-area triangle', createMesh([-3, -3, 0, 3, 3, 0, 0, 0, 0], [0, 1, 2]), false],
  ['one point', createMesh([1, 2, 0.5], [0, 0, 0]), false],
  ['vertices that no face uses', createMesh([...cube.positions, 50, 50, 50], cube.faces), true],
];

function gap(mesh: TriangleMesh): TriangleMesh {
  const positions = Float64Array.from(mesh.positions);
  positions[0] *= 1 + 2 ** -52;
  return createMesh(positions, mesh.faces);
}
/** Adds a face on the midpoint and the ends of the first edge, so that its other edge has no face beside it. */
function collinear(mesh: TriangleMesh): TriangleMesh {
  const [a, b] = mesh.faces;
  const middle = [0, 1, 2].map((k) => (mesh.positions[3 * a + k] + mesh.positions[3 * b + k]) / 2);
  return createMesh([...mesh.positions, ...middle], [...mesh.faces, a, b, mesh.positions.length / 3]);
}
function fin(mesh: TriangleMesh): TriangleMesh {
  const [a, b] = mesh.faces;
  return createMesh([...mesh.positions, -7, -7, -7], [...mesh.faces, b, a, mesh.positions.length / 3]);
}

const partners = [box({ size: 4, divisions: 1 }), createMesh([0, 0, 0, 5, 0, 1, 0, 4, 2], [0, 1, 2])];
const whole = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A body as bone or tool of each partner. */
const ROLES = partners.flatMap((partner) => [true, false].map((asBone) => [partner, asBone] as const));
type Role = (typeof ROLES)[number];

describe('odd but valid', () => {
  const equalsOracle =
    (roles: (row: number) => readonly Role[], poses: readonly number[]) =>
    async (name: string, mesh: TriangleMesh, signed: boolean) => {
      const random = mulberry32(SEED);
      const delta = 0.75;
      const row = odd.findIndex(([own]) => own === name);
      for (const [partner, asBone] of roles(row)) {
        const [bone, tool] = asBone ? [mesh, partner] : [partner, mesh];
        const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: 2 });
        for (const i of poses) {
          const pose = poseFor(i, random);
          const oracle = new ReferenceMesh({ positions: posedPositions(tool.positions, pose), faces: tool.faces });
          const report = detector.detectSync(pose);
          const { state, intersectingFaces } = meshState(bone, oracle, delta);
          const where = `${name}, pose ${i}`;
          expect({ where, state: report.state, pairs: report.intersectingFaces }).toEqual({
            where,
            state,
            pairs: intersectingFaces,
          });
          expect(detector.intersectingFaces(pose)).toEqual(intersectingFaces);
          const other = partner !== partners[1];
          expect(report.signed).toEqual(asBone ? { bone: other, tool: signed } : { bone: signed, tool: other });
          // An open body has no inside: no distance to it is below 0.
          for (const { body, distance, low } of report.contacts)
            if (!report.signed[body])
              expect([Math.sign(distance) >= 0, low >= 0 || low > -1e-12]).toEqual([true, true]);
          seen.count(state);
        }
      }
    };
  const says = "state, pairs and sign equal the oracle's";
  // Each partner on each side in turn, coplanar and turned.
  test.each(odd)(
    `%s, as bone or as tool: ${says} (seed ${SEED})`,
    equalsOracle((row) => [ROLES[row % 4]], [2, 3]),
  );
  inDeep(() =>
    test.each(odd)(
      `%s, as the other: ${says}`,
      equalsOracle((row) => [ROLES[(row + 2) % 4]], [0, 1]),
    ),
  );
  inLong(() =>
    test.each(odd)(
      `%s, as bone and as tool: ${says}`,
      equalsOracle(() => ROLES, [0, 1, 2, 3, 4, 5]),
    ),
  );

  test('together they showed every state', () => {
    expect(seen.total).toBeGreaterThanOrEqual(2 * odd.length);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed']) expect(seen.of(state)).toBeGreaterThan(0.03);
  });
});

const seen = new Shares();

/** Even: a whole number of mm, unrotated (coplanar faces, corners on edges); odd: any pose. */
function poseFor(i: number, random: () => number): Float64Array {
  if (i % 2 === 0)
    return poseOf(
      whole,
      [0, 1, 2].map(() => Math.floor(11 * random()) - 5).map((x) => (i === 0 ? 0 : x)),
    );
  const direction = randomDirection(random);
  const radius = i === 1 ? 1 : 1 + 9 * random();
  return poseOf(
    randomRotation(random),
    direction.map((x) => radius * x),
  );
}
