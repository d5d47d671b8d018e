// G5: state and intersection equal the exact-arithmetic answer for the stored coordinates, degenerate input included.

import { describe, expect, test } from '@jest/globals';
import { createDetector, createMesh, type TriangleMesh } from '#kerf';
import { meshState, minimumMeshDistance, posedPositions, roundedSquareRoot, sharedSegment } from '#reference';
import {
  caseCount,
  type ContactCase,
  contactCases,
  cornerOrders,
  FEW,
  identityPose,
  reorderedCase,
  type Variety,
} from '#harness/contact-cases.ts';
import { ask, faceCorners, hasInside, Shares, someOf } from '#harness/contact-query.ts';
import { cube, type DegenerateCase, degenerateCases, gridSoup, tetrahedron } from '#harness/degenerate-bodies.ts';
import { pathsByFace } from '#harness/leaf-recovery.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

/** Differences between the report and the oracle, in words. */
async function differences(given: ContactCase, random: () => number): Promise<{ state: string; faults: string[] }> {
  const { report, meshes, slack } = await ask(given);
  const exact = meshState(meshes[0], meshes[1], given.delta);
  const faults: string[] = [];
  if (report.state !== exact.state) faults.push(`${given.name}: ${report.state}, exactly ${exact.state}`);
  if (report.intersectingFaces.join() !== exact.intersectingFaces.join())
    faults.push(`${given.name}: pairs ${report.intersectingFaces}, exactly ${exact.intersectingFaces}`);
  const inside = [hasInside(meshes[0]), hasInside(meshes[1])];
  if (report.signed.bone !== inside[1] || report.signed.tool !== inside[0])
    faults.push(`${given.name}: signed ${JSON.stringify(report.signed)}`);
  if (report.intersectionSegments.length !== 3 * report.intersectingFaces.length)
    faults.push(`${given.name}: ${report.intersectionSegments.length} numbers of segments`);
  for (const i of someOf(exact.intersectingFaces.length / 2, 12, random)) {
    const [bone, tool] = exact.intersectingFaces.slice(2 * i, 2 * i + 2);
    const expected = sharedSegment(faceCorners(meshes[0], bone), faceCorners(meshes[1], tool))!.rounded;
    const found = report.intersectionSegments.subarray(6 * i, 6 * i + 6);
    if (!sameSegment(found, expected, slack)) faults.push(`${given.name}: segment ${found}, exactly ${expected}`);
  }
  return { state: exact.state, faults };
}

/** The same ends; or, if an overlap in one plane has several longest chords, one of that length. */
function sameSegment(found: ArrayLike<number>, expected: ArrayLike<number>, slack: number): boolean {
  if (Array.from(expected).every((value, k) => Math.abs(found[k] - value) <= slack)) return true;
  const length = (s: ArrayLike<number>) => Math.hypot(s[3] - s[0], s[4] - s[1], s[5] - s[2]);
  return length(expected) > 0 && Math.abs(length(found) - length(expected)) <= slack;
}

const asCase = ({ name, bone, tool, pose, delta }: DegenerateCase): ContactCase => ({
  name,
  bone,
  tool,
  pose,
  delta,
  h: 1,
});

const SEED = 505;
const GAP_SEED = 507;
const TOUCH_SEED = 509;
const MANY: Variety = {
  plain: longRun(40, 2),
  orders: longRun(5, 1),
  motions: longRun(50, 5),
  scales: longRun(5, 1),
  far: longRun(5, 2),
};
/** Of every body, position and state. */
const FEW_DEGENERATE = degenerateCases.filter((_, i) => i % 4 === 2);

describe('G5 exact state', () => {
  closedBodies(FEW);
  degenerate(FEW_DEGENERATE, 6);
  touching(16);
  aroundGap(2);
  inDeep(() => {
    closedBodies(MANY);
    degenerate(degenerateCases, 3);
    touching(longRun(1000, 60));
    aroundGap(longRun(60, 12));
  });

  const SOUP_SEED = 506;
  test(`triangle soups on a small grid: touching, coplanar, zero-area (seed ${SOUP_SEED})`, async () => {
    const random = mulberry32(SOUP_SEED);
    const states = new Shares();
    const wrong: string[] = [];
    for (let i = 0; i < longRun(250, 16); i++) {
      const size = 3 + (i % 4);
      const [bone, tool] = [gridSoup(random, 1 + (i % 5), size), gridSoup(random, 1 + (i % 3), size)];
      // Squares of the grid's small distances: ties with δ are common.
      const delta = Math.sqrt(Math.floor(4 * random()) / 2);
      const pose = identityPose.slice();
      for (let k = 12; k < 15; k++) pose[k] = Math.floor(3 * random());
      const { state, faults } = await differences({ name: `soup ${i}`, bone, tool, pose, delta, h: 1 }, random);
      states.count(state);
      wrong.push(...faults);
    }
    expect(wrong).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting'])
      expect([state, states.of(state) > 0.1]).toEqual([state, true]);
  });

  test('the gap of two boxes is found at its last bit after a pose that rounds', async () => {
    const pose = identityPose.slice();
    pose[12] = 4.1;
    const detector = (contactDistance: number) =>
      createDetector({ bone: cube(0, 4), tool: cube(0.2, 1), contactDistance, resolution: 1 });
    const gap = 0.2 + 4.1 - 4;
    expect((await detector(gap)).detectSync(pose).state).toBe('near');
    expect((await detector(gap - 2 ** -53)).detectSync(pose).state).toBe('separated');
  });

  test('intersectingFaces is the report’s list, whatever δ, h and sides', async () => {
    const random = mulberry32(508);
    let pairs = 0;
    for (const given of contactCases(random, { plain: longRun(20, 5), orders: 0, motions: 0, scales: 0, far: 0 })) {
      const { report } = await ask(given);
      pairs += report.intersectingFaces.length;
      for (const [contactDistance, resolution, sides] of [
        [0, 5, 'bone'],
        [2, 1, 'tool'],
      ] as const) {
        const { bone, tool, pose } = given;
        const detector = await createDetector({ bone, tool, contactDistance, resolution, sides });
        expect(detector.intersectingFaces(pose)).toEqual(report.intersectingFaces);
        expect(detector.detectSync(pose).intersectingFaces).toEqual(report.intersectingFaces);
      }
    }
    expect(pairs).toBeGreaterThan(longRun(100, 25));
  });
});

describe('G5 with G1, G2 and G4 on degenerate bodies', () => {
  wholeReport(FEW_DEGENERATE);
  inDeep(() => wholeReport(degenerateCases));

  test('a tetrahedron that touches a cube at one corner from inside reports its whole surface as inside', async () => {
    const { report } = await ask({
      name: 'corner',
      bone: cube(0, 8),
      tool: tetrahedron(2),
      pose: identityPose,
      delta: 0,
      h: 0.5,
    });
    const faces = new Set([...report.contacts].filter(({ body }) => body === 'tool').map(({ face }) => face));
    expect([...faces].sort()).toEqual([0, 1, 2, 3]);
  });
});

function closedBodies(variety: Variety): void {
  test(`${caseCount(variety)} cases: closed bodies, motions, three scales, 1e5 mm away (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Shares();
    const wrong: string[] = [];
    for (const given of contactCases(random, variety)) {
      const { state, faults } = await differences(given, random);
      states.count(state);
      wrong.push(...faults);
    }
    expect(wrong).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, states.of(state) > 0.05]).toEqual([state, true]);
  });
}

function degenerate(cases: readonly DegenerateCase[], every: number): void {
  test.each(cases)('$name: $state', async (given) => {
    const random = mulberry32(1);
    // A part has one or two orders of each case, and all orders over the cases.
    for (const o of partOf([0, 1, 2, 3, 4, 5], every, degenerateCases.indexOf(given) % every)) {
      const turned = reorderedCase(asCase(given), cornerOrders[o], cornerOrders[(2 * o) % 6]);
      expect(await differences(turned, random)).toEqual({ state: given.state, faults: [] });
    }
  });
}

function aroundGap(count: number): void {
  test(`${count} cases, of which some apart: δ at the f64 above the exact gap is near, at the one below separated (seed ${GAP_SEED})`, async () => {
    const random = mulberry32(GAP_SEED);
    const told: string[] = [];
    let between = 0;
    for (const given of contactCases(random, { plain: count, orders: 0, motions: 0, scales: 0, far: 0 })) {
      const posed = { positions: posedPositions(given.tool.positions, given.pose), faces: given.tool.faces };
      if (meshState(given.bone, posed, 0).state !== 'separated') continue;
      const { squared } = minimumMeshDistance(given.bone, posed);
      const [below, above] = [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
      if (below === 0) continue;
      if (below < above) between++;
      const nearer = below < above ? below : below * (1 - 2 ** -52);
      for (const [delta, state] of [
        [above, 'near'],
        [nearer, 'separated'],
      ] as const) {
        const { report } = await ask({ ...given, delta });
        if (report.state !== state) told.push(`${given.name}: δ = ${delta} is ${report.state}`);
      }
    }
    expect(told).toEqual([]);
    expect(between).toBeGreaterThan(count / 6);
  });
}

function touching(count: number): void {
  test(`minimumDistance is 0 exactly where a point is shared: a corner within rounding of a face, ${count} times (seed ${TOUCH_SEED})`, async () => {
    const random = mulberry32(TOUCH_SEED);
    const told = new Shares();
    const wrong: string[] = [];
    for (let i = 0; i < count; i++) {
      const { face, over } = cornerOnFace(random);
      const detector = await createDetector({ bone: face, tool: over, contactDistance: 0.1, resolution: 9 });
      const { distance } = detector.minimumDistance(identityPose);
      const { squared } = minimumMeshDistance(face, over);
      told.count(squared.n === 0n ? 'shared' : 'apart');
      const [low, high] = [roundedSquareRoot(squared, 'down'), roundedSquareRoot(squared, 'up')];
      if ((distance === 0) !== (squared.n === 0n) || distance < low - 2 ** -48 || distance > high + 2 ** -48)
        wrong.push(`touch ${i}: ${distance}, exactly ${low}`);
    }
    expect(wrong).toEqual([]);
    expect(told.of('shared')).toBeGreaterThan(0.2);
    expect(told.of('apart')).toBeGreaterThan(0.2);
  });
}

function wholeReport(cases: readonly DegenerateCase[]): void {
  test.each(cases)('$name: every face that comes within δ or lies inside is reported', async (given) => {
    const { report, meshes, solids } = await ask(asCase(given));
    const slack = plainSlack(16);
    for (const side of [0, 1] as const) {
      const reported = pathsByFace(report.contacts, side);
      const wanted = facesWithin(meshes[side], solids[1 - side], given.delta - slack);
      expect(wanted.filter((face) => !reported.has(face))).toEqual([]);
    }
  });
}

/** A random triangle, and one above it whose first corner is a rounded point of the first triangle. */
function cornerOnFace(random: () => number): { face: TriangleMesh; over: TriangleMesh } {
  const c = Array.from({ length: 9 }, random);
  const [u, v] = [0.5 * random(), 0.5 * random()];
  const p = [0, 1, 2].map((k) => (1 - u - v) * c[k] + u * c[3 + k] + v * c[6 + k]);
  const [a, b] = [3, 6].map((corner) => [0, 1, 2].map((k) => c[corner + k] - c[k]));
  const n = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const above = [a, b].flatMap((side) => [0, 1, 2].map((k) => p[k] + n[k] + 0.1 * side[k]));
  return { face: createMesh(c, [0, 1, 2]), over: createMesh([...p, ...above], [0, 1, 2]) };
}

/** Faces with a corner, edge midpoint or middle that is certainly within δ of the other body or inside it. */
function facesWithin(
  mesh: TriangleMesh,
  other: { signedDistance(x: number, y: number, z: number): number },
  limit: number,
): number[] {
  const weights = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0.5, 0.5, 0],
    [0, 0.5, 0.5],
    [0.5, 0, 0.5],
    [0.25, 0.25, 0.5],
  ];
  const faces: number[] = [];
  for (let face = 0; face < mesh.faces.length / 3; face++) {
    const c = faceCorners(mesh, face);
    const isWithin = weights.some(([u, v, w]) => {
      const [x, y, z] = [0, 1, 2].map((k) => u * c[k] + v * c[3 + k] + w * c[6 + k]);
      return other.signedDistance(x, y, z) <= limit;
    });
    if (isWithin) faces.push(face);
  }
  return faces;
}
