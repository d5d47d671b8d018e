// G1, G2, G4 and the states against bodies of known distance: sphere, box, torus, shell, and the skull phantom's
// function.
//
// The mesh of a smooth body is off its surface by at most ε, everywhere; two surfaces that are nowhere farther apart
// than ε have signed distances that differ by at most ε. So what holds for the mesh holds for the body up to ε. A
// distance f with second derivatives of at most κ that is 0 at a face's corners is at most κ·R²/2 on the face,
// where R ≤ (longest edge)/√3 is the radius of its smallest enclosing circle.

import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  box,
  boxDistance,
  cappedShell,
  cappedShellDistance,
  cuttingPath,
  sawBlade,
  skullPhantomFunction,
  skullVaultSphere,
  skullWallThickness,
  sphere,
  sphereDistance,
  sphericalBurr,
  torus,
  torusDistance,
} from '#datasets';
import { type ContactReport, createDetector, createMesh, type Detector, type TriangleMesh } from '#kerf';
import { posedPositions } from '#reference';
import { poseOf, randomDirection, randomRotation, translation } from '#harness/contact-cases.ts';
import { faceCorners, latticeWeights, Shares, someOf, weighted } from '#harness/contact-query.ts';
import { coverage } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep, inLong } from '#harness/sets.ts';

type Distance = (x: number, y: number, z: number) => number;

const ball = { radius: 10 };
const block = { size: [20, 16, 12] as const };
const ring = { majorRadius: 10, minorRadius: 4 };
const bowl = { outerRadius: 11, innerRadius: 8 };
/** curvature: κ, a bound within 1 mm of the surface; the box is its own mesh, and the shell's rim is flat. */
const bodies: readonly { name: string; mesh: TriangleMesh; f: Distance; curvature: number }[] = [
  {
    name: 'sphere',
    mesh: sphere({ ...ball, subdivisions: 3 }),
    f: (x, y, z) => sphereDistance(ball, x, y, z),
    curvature: 1 / 9,
  },
  {
    name: 'box',
    mesh: box({ ...block, divisions: [5, 4, 3] }),
    f: (x, y, z) => boxDistance(block, x, y, z),
    curvature: 0,
  },
  {
    name: 'torus',
    mesh: torus({ ...ring, segments: 72 }),
    f: (x, y, z) => torusDistance(ring, x, y, z),
    curvature: 1 / 3,
  },
  {
    name: 'shell',
    mesh: cappedShell({ ...bowl, segments: 72 }),
    f: (x, y, z) => cappedShellDistance(bowl, x, y, z),
    curvature: 1 / 7,
  },
];
const samples = latticeWeights(4);

function longestEdge(mesh: TriangleMesh): number {
  let longest = 0;
  for (let face = 0; face < mesh.faces.length / 3; face++) {
    const c = faceCorners(mesh, face);
    for (const i of [0, 3, 6])
      longest = Math.max(longest, Math.hypot(...[0, 1, 2].map((k) => c[((i + 3) % 9) + k] - c[i + k])));
  }
  return longest;
}

describe.each(bodies)('G1, G2, G4 against the closed form: $name', (body) => {
  underRandomPoses(body, 6);
  inDeep(() => underRandomPoses(body, longRun(24, 8)));
});

function underRandomPoses({ name, mesh, f, curvature }: (typeof bodies)[number], poseCount: number): void {
  const SEED = 700 + name.length;
  test(`the tool's sub-triangles, under ${poseCount} random poses (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const epsilon = (curvature * longestEdge(mesh) ** 2) / 6 + plainSlack(20);
    expect(epsilon).toBeLessThan(0.15);
    const [delta, h] = [0.5, 1.5];
    const tool = sphericalBurr({ diameter: 5, length: 12, targetFaces: 400 });
    const detector = await createDetector({ bone: mesh, tool, contactDistance: delta, resolution: h, sides: 'tool' });
    const kinds = new Shares();
    const points = new Shares();
    const wrong: string[] = [];
    for (let i = 0; i < poseCount; i++) {
      // From near the middle to beyond the surface.
      const place = randomDirection(random).map((value) => value * (4 + 11 * Math.sqrt((i + random()) / poseCount)));
      const pose = poseOf(randomRotation(random), place);
      const report = detector.detectSync(pose);
      kinds.count(report.state);
      wrong.push(...contactFaults(report, f, epsilon, h, points, random).map((fault) => `pose ${i}: ${fault}`));
      const missed = missedPoints(report, tool, pose, h, f, delta - epsilon, random);
      wrong.push(...missed.map((fault) => `pose ${i}: ${fault}`));
    }
    expect(wrong).toEqual([]);
    expect(kinds.of('intersecting')).toBeGreaterThan(0.2);
    expect(kinds.of('separated') + kinds.of('near')).toBeGreaterThan(0.04);
    for (const kind of ['inside', 'outside']) expect([kind, points.of(kind) > 0.1]).toEqual([kind, true]);
  });
}

function posed(tool: TriangleMesh, pose: Float64Array): TriangleMesh {
  return createMesh(posedPositions(tool.positions, pose), tool.faces);
}

/** Intervals and distances of some rows that contradict f by more than ε. */
function contactFaults(
  { contacts }: ContactReport,
  f: Distance,
  epsilon: number,
  h: number,
  points: Shares,
  random: () => number,
): string[] {
  const faults: string[] = [];
  for (const row of someOf(contacts.length, 200, random)) {
    const { point, distance, low, high } = contacts.at(row);
    const at = f(...(point as [number, number, number]));
    points.count(at < 0 ? 'inside' : 'outside');
    const least = Math.min(at, ...samples.map((weights) => f(...weighted(contacts.corners, 9 * row, weights))));
    if (Math.abs(at - distance) > epsilon) faults.push(`row ${row}: distance ${distance}, of the body ${at}`);
    if (least < low - epsilon) faults.push(`row ${row}: low ${low}, of the body ${least}`);
    if (least > high + epsilon) faults.push(`row ${row}: high ${high}, of the body ${least}`);
    if (high - low > h / Math.sqrt(3) + plainSlack(20)) faults.push(`row ${row}: ${high - low} wide`);
  }
  return faults;
}

/** Points of the posed tool at which f ≤ `limit` and which lie in no reported sub-triangle. */
function missedPoints(
  { contacts }: ContactReport,
  tool: TriangleMesh,
  pose: Float64Array,
  h: number,
  f: Distance,
  limit: number,
  random: () => number,
): string[] {
  const faults: string[] = [];
  const there = posed(tool, pose);
  const isCovered = coverage(contacts, 1, (face) => faceCorners(tool, face), h);
  for (let face = 0; face < tool.faces.length / 3; face++) {
    const corners = faceCorners(there, face);
    for (let i = 0; i < 6; i++) {
      const [u, v] = [random(), random()].sort((a, b) => a - b);
      const weights = [u, v - u, 1 - v];
      if (f(...weighted(corners, 0, weights)) > limit) continue;
      if (!isCovered(face, weights)) faults.push(`face ${face} at ${weights} is missing`);
    }
  }
  return faults;
}

inLong(() => {
  describe('the skull phantom', () => {
    const f = skullPhantomFunction;
    const { center, radius } = skullVaultSphere;
    const [delta, h] = [0.5, 1];
    const fromCenter = (x: number, y: number, z: number) => Math.hypot(x - center[0], y - center[1], z - center[2]);
    /**
     * The back of the vault, outer and inner wall, is part of a spherical shell: f except for the rounding of its
     * crease in the middle of the wall.
     */
    const shell = (x: number, y: number, z: number) =>
      Math.abs(fromCenter(x, y, z) - radius + skullWallThickness / 2) - skullWallThickness / 2;
    const rounding = 0.25;
    const isVault = (x: number, y: number, z: number) =>
      z > center[2] + 30 && y > 8 && fromCenter(x, y, z) > radius - 12;
    let bone: TriangleMesh;
    let detector: Detector;
    /** mm: for the whole mesh, which rounds off fine details, and for its vault. */
    const epsilon = 2.25;
    let vaultEpsilon = 0;
    /**
     * How far a face with its corners on a sphere about the vault's centre lies inside that sphere: the radius is
     * convex, and its minimum is the distance from the centre.
     */
    const sagitta = (c: Float64Array): number =>
      Math.max(...[0, 3, 6].map((i) => fromCenter(c[i], c[i + 1], c[i + 2]))) -
      new PlainSolid({ positions: c, faces: Uint32Array.of(0, 1, 2) }, false).distance(...center);

    beforeAll(async () => {
      bone = phantom(30_000);
      let off = 0;
      for (let face = 0; face < bone.faces.length / 3; face++) {
        const c = faceCorners(bone, face);
        if ([0, 3, 6].every((i) => isVault(c[i], c[i + 1], c[i + 2])))
          vaultEpsilon = Math.max(vaultEpsilon, sagitta(c));
        if (face % longRun(1, 4) === 0 && !isWithin(c, f, epsilon)) off++;
      }
      expect(off).toBe(0);
      const tool = sawBlade({ teeth: 8, targetFaces: 1_500 });
      detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h, sides: 'tool' });
    });

    test('G1, G2, G4 along the cutting path: every contact in the vault is as deep as the function says, and no deep point is missing', async () => {
      expect(vaultEpsilon).toBeLessThan(0.35);
      const random = mulberry32(717);
      const points = new Shares();
      const wrong: string[] = [];
      const tool = sawBlade({ teeth: 8, targetFaces: 1_500 });
      const poses = cuttingPath({ poses: 20 });
      for (let i = longRun(0, 2); i < 20; i += longRun(1, 4)) {
        const pose = poses.subarray(16 * i, 16 * i + 16);
        const report = detector.detectSync(pose);
        const { point } = report.contacts;
        const inVault = Array.from({ length: report.contacts.length }, (_, row) =>
          point.subarray(3 * row, 3 * row + 3),
        );
        expect(inVault.every(([x, y, z]) => isVault(x, y, z))).toBe(true);
        expect(inVault.every(([x, y, z]) => Math.abs(f(x, y, z) - shell(x, y, z)) <= rounding)).toBe(true);
        wrong.push(
          ...contactFaults(report, shell, vaultEpsilon, h, points, random).map((fault) => `pose ${i}: ${fault}`),
        );
        const missed = missedPoints(report, tool, pose, h, f, delta - vaultEpsilon - rounding, random);
        wrong.push(...missed.map((fault) => `pose ${i}: ${fault}`));
      }
      expect(wrong).toEqual([]);
      expect(points.of('inside')).toBeGreaterThan(0.2);
      expect(points.of('outside')).toBeGreaterThan(0.05);
    });

    test('G4 anywhere: a contact is at least as deep, or as far, as the function says (seed 718)', async () => {
      const random = mulberry32(718);
      const tool = sphere({ radius: 6, subdivisions: 3 });
      const anywhere = await createDetector({ bone, tool, contactDistance: delta, resolution: h, sides: 'tool' });
      const points = new Shares();
      const wrong: string[] = [];
      for (let i = 0; i < longRun(40, 10); i++) {
        const vertex = 3 * Math.floor((random() * bone.positions.length) / 3);
        const shift = randomDirection(random).map((value) => 7 * random() * value);
        const place = [0, 1, 2].map((k) => bone.positions[vertex + k] + shift[k]);
        const { contacts } = anywhere.detectSync(translation(place[0], place[1], place[2]));
        for (const row of someOf(contacts.length, 100, random)) {
          const { point, distance } = contacts.at(row);
          const at = f(...(point as [number, number, number]));
          points.count(at < -epsilon ? 'deep' : at > epsilon ? 'off' : 'between');
          if (at < -epsilon ? distance > at + epsilon : at > epsilon && distance < at - epsilon)
            wrong.push(`pose ${i}, row ${row}: distance ${distance}, function ${at}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(points.of('deep')).toBeGreaterThan(0.2);
    });

    test('G5 at random places: enclosed exactly where the function has the whole tool deep inside, separated where far off (seed 719)', async () => {
      const random = mulberry32(719);
      const size = 0.6;
      const tool = sphere({ radius: size, subdivisions: 1 });
      const small = await createDetector({ bone, tool, contactDistance: 0, resolution: h });
      const told = new Shares();
      const wrong: string[] = [];
      for (let i = 0; i < longRun(400, 100); i++) {
        const vertex = 3 * Math.floor((random() * bone.positions.length) / 3);
        const place = [0, 1, 2].map((k) => bone.positions[vertex + k] + 8 * (random() - 0.5));
        const at = f(place[0], place[1], place[2]);
        const expected = at < -size - epsilon ? 'enclosed' : at > size + epsilon ? 'separated' : undefined;
        if (expected === undefined) continue;
        told.count(expected);
        const { state } = small.detectSync(translation(place[0], place[1], place[2]));
        if (state !== expected) wrong.push(`${place}: ${state}, function ${at}`);
      }
      expect(wrong).toEqual([]);
      expect(told.total).toBeGreaterThan(longRun(50, 12));
      for (const state of ['enclosed', 'separated']) expect([state, told.of(state) > 0.1]).toEqual([state, true]);
    });
  });
});

/** Whether |f| ≤ limit on a triangle, by its centroid and size, or else by its four parts. */
function isWithin(c: ArrayLike<number>, f: Distance, limit: number): boolean {
  const [x, y, z] = weighted(c, 0, [1 / 3, 1 / 3, 1 / 3]);
  const at = Math.abs(f(x, y, z));
  if (at > limit) return false;
  if (at + Math.max(...[0, 3, 6].map((i) => Math.hypot(c[i] - x, c[i + 1] - y, c[i + 2] - z))) <= limit) return true;
  const [ab, bc, ca] = [0, 3, 6].map((i) => [0, 1, 2].map((k) => (c[i + k] + c[((i + 3) % 9) + k]) / 2));
  const [a, b, d] = [0, 3, 6].map((i) => [c[i], c[i + 1], c[i + 2]]);
  const pieces = [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, d],
    [ab, bc, ca],
  ];
  return pieces.every((piece) => isWithin(piece.flat(), f, limit));
}
