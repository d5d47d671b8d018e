// G4: lo ≤ exact minimum ≤ hi, and hi − lo ≤ h/√3 + rounding; and the row's two points are as it says.

import { describe, expect, test } from '@jest/globals';
import { createMesh } from '#kerf';
import {
  minimumSignedDistance,
  minimumSignedDistanceF64,
  referenceMesh,
  roundedSquareRoot,
  signedDistance,
  triangleTriangleSquaredDistance,
} from '#reference';
import {
  caseCount,
  contactCases,
  cornerOrders,
  FEW,
  identityPose,
  movedMesh,
  poseOf,
  randomDirection,
  randomRotation,
  reordered,
  type Variety,
} from '#harness/contact-cases.ts';
import {
  ask,
  exactLeafOf,
  faceCorners,
  latticeWeights,
  placingOf,
  type Question,
  Shares,
  someOf,
  weighted,
} from '#harness/contact-query.ts';
import { cube, triangle } from '#harness/degenerate-bodies.ts';
import { longRun } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 404;
const MANY: Variety = {
  plain: longRun(20, 7),
  orders: longRun(3, 1),
  motions: longRun(50, 5),
  scales: longRun(4, 2),
  far: longRun(4, 2),
};
const samples = latticeWeights(4);

describe('G4 certified', () => {
  sampled(FEW, 8, 1);
  besideWideFaces(2);
  belowDent(cornerOrders.slice(0, 1));
  inDeep(() => {
    sampled(MANY, longRun(100, 20), 3);
    besideWideFaces(longRun(60, 15));
    belowDent(cornerOrders);
  });

  // Each corner of the tool's one face points at the nearest wall: its middle, an inradius deep, is R deeper than its
  // corners.
  test.each([0.25, 0.5, 1])(
    'the deepest point is in the middle, as far from the corners as h/√3 (corners %d mm from it)',
    async (r) => {
      const [inradius, s] = [2, Math.sqrt(3) / 2];
      const directions = [
        [1, 0],
        [-0.5, s],
        [-0.5, -s],
      ];
      const tool = triangle(...directions.flatMap(([x, y]) => [r * x, r * y, 0]));
      // A long prism with walls perpendicular to these directions: its corners lie opposite them.
      const ends = [-9, 9].flatMap((z) => directions.flatMap(([x, y]) => [-2 * inradius * x, -2 * inradius * y, z]));
      const walls = [0, 1, 2].flatMap((k) => [k, (k + 1) % 3, 3 + ((k + 1) % 3), k, 3 + ((k + 1) % 3), 3 + k]);
      const bone = createMesh(ends, [0, 2, 1, 3, 4, 5, ...walls], { name: 'prism' });
      const given = { name: 'prism', bone, tool, pose: identityPose, delta: 0.1, h: 2 * s * r * (1 + 2 ** -11) };
      const { report, meshes } = await ask(given, { sides: 'tool' });
      const { level, low, high, distance } = report.contacts.at(0);
      expect([report.state, report.contacts.length, level]).toEqual(['enclosed', 1, 0]);
      expect(distance).toBeCloseTo(r - inradius, 12);
      const minimum = minimumSignedDistance(faceCorners(meshes[1], 0), referenceMesh(bone), { width: r / 100 });
      expect(minimum.low).toBeLessThanOrEqual(-inradius);
      expect(low).toBeLessThanOrEqual(minimum.high);
      expect(low).toBeLessThanOrEqual(-inradius);
      expect(high - low).toBeLessThanOrEqual(given.h / Math.sqrt(3) + plainSlack(9));
      expect(high - low).toBeGreaterThan(0.999 * r);
    },
  );

  test(`a sub-triangle that enters the solid through an edge of two faces, within rounding (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    for (let i = 0; i < longRun(20, 2); i++) {
      const bone = movedMesh(cube(-2, 2), poseOf(randomRotation(random), randomDirection(random)));
      // Segments with corner 0 outside: each through a rounded point of an edge of the cube, toward a place near the
      // middle.
      const middle = [0, 1, 2].map((k) =>
        [...bone.positions].reduce((sum, x, at) => sum + (at % 3 === k ? x / 8 : 0), 0),
      );
      const ends = Array.from({ length: 40 }, () => {
        const f = 3 * Math.floor((random() * bone.faces.length) / 3);
        const [a, b] = [bone.faces[f], bone.faces[f + 1]];
        const along = random();
        const at = middle.map(
          (_, k) => bone.positions[3 * a + k] + along * (bone.positions[3 * b + k] - bone.positions[3 * a + k]),
        );
        const inward = middle.map((x, k) => 0.5 * (x + random() - 0.5 - at[k]));
        return [at.map((x, k) => x - inward[k]), at.map((x, k) => x + inward[k])];
      });
      const tool = createMesh(
        ends.flat(2),
        ends.flatMap((_, segment) => [2 * segment, 2 * segment + 1, 2 * segment]),
      );
      const given = { name: 'segments', bone, tool, pose: identityPose, delta: 0.1, h: 9 };
      const { report, meshes } = await ask(given, { sides: 'tool' });
      expect(report.contacts.length).toBe(ends.length);
      const solid = referenceMesh(meshes[0]);
      for (const { face, low, high } of report.contacts) {
        const depth = signedDistance(ends[face][1], solid).distance;
        if (!(depth < -0.1 && low <= depth && high <= 0))
          throw new Error(`cube ${i}, segment ${face}: [${low}, ${high}] and ${depth} at its inner end`);
      }
    }
  });
});

function sampled(variety: Variety, judgedAReport: number, boundedAReport: number): void {
  test(`${caseCount(variety)} cases sampled, and by branch and bound: closed bodies, motions, three scales, 1e5 mm away (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Shares();
    const placings = new Shares();
    const wrong: string[] = [];
    let bounded = 0;
    let exact = 0;
    let bounding = 0;
    for (const given of contactCases(random, variety)) {
      const asked = await ask(given);
      const { contacts } = asked.report;
      states.count(asked.report.state);
      for (const row of someOf(contacts.length, judgedAReport, random)) {
        const { placing, faults } = judge(asked, row);
        placings.count(placing);
        for (const fault of faults) wrong.push(`${given.name}: row ${row} (${placing}), ${fault}`);
      }
      if (contacts.length > 0) bounding++;
      for (const [i, row] of someOf(contacts.length, boundedAReport, random).entries()) {
        const side = contacts.body[row];
        const leaf = exactLeafOf(asked, row);
        const other = referenceMesh(asked.meshes[1 - side]);
        const inExactNumbers = i === 0 && bounding % 8 === 1;
        const minimum = inExactNumbers
          ? minimumSignedDistance(leaf, other, { width: given.h / 64 })
          : minimumSignedDistanceF64(leaf, other, { width: given.h / 1024 });
        if (inExactNumbers) exact++;
        else bounded++;
        const [low, high] = [contacts.low[row], contacts.high[row]];
        if (minimum.status !== 'bounded' || minimum.high < low || minimum.low > high)
          wrong.push(`${given.name}: row ${row}, minimum in [${minimum.low}, ${minimum.high}], said [${low}, ${high}]`);
      }
    }
    expect(wrong).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, states.of(state) > 0.05]).toEqual([state, true]);
    for (const placing of ['deep', 'near', 'crossing'])
      expect([placing, placings.of(placing) > 0.1]).toEqual([placing, true]);
    expect(bounded).toBeGreaterThan(0.4 * caseCount(variety) * boundedAReport);
    expect(exact).toBeGreaterThanOrEqual(Math.ceil(caseCount(variety) / 17));
  });
}

function besideWideFaces(count: number): void {
  test(`a small tool beside ${count} faces 1e5 mm wide, whose sub-triangles are rounded by as much (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const signed = (size: number) => size * (2 * random() - 1);
    let rows = 0;
    for (let i = 0; i < count; i++) {
      // The origin lies on the face, where coordinates of 1e5 cancel.
      const [a, b] = [0, 1].map(() => [0, 1, 2].map(() => signed(1e5)));
      const [u, v] = [0.5 + random(), 0.5 + random()];
      const corners = [...a, ...b, ...a.map((x, k) => -(u * x + v * b[k]))];
      const bone = triangle(...corners);
      const tool = triangle(...Array.from({ length: 9 }, () => signed(2)));
      const given = { name: 'wide face', bone, tool, pose: identityPose, delta: 1, h: 2000 };
      const asked = await ask(given, { sides: 'bone' });
      for (const [row, { path, low, high }] of [...asked.report.contacts].entries()) {
        rows++;
        const exact = triangleTriangleSquaredDistance(exactLeafOf(asked, row), tool.positions);
        const [below, above] = (['down', 'up'] as const).map((way) => roundedSquareRoot(exact, way));
        if (!(low <= above && below <= high))
          throw new Error(`face ${i}, path ${path}: [${low}, ${high}] and ${below}: ${corners} | ${tool.positions}`);
      }
    }
    expect(rows).toBeGreaterThanOrEqual(count);
  });
}

// The tool's edge passes below the tip of a dent, by less than rounding; the rounded midpoint of the edge is the tip.
function belowDent(orders: readonly (readonly number[])[]): void {
  test.each([
    [0.1, 0.3],
    [0.1, 0.2],
  ])(
    `a sub-triangle with a rounded corner on the surface and the rest deep inside (heights %d and %d, ${orders.length} of 6 corner orders)`,
    async (low, high) => {
      const { bone, tool } = edgeBelowDent(low, high);
      for (const order of orders) {
        const asked = await ask({
          name: 'dent',
          bone,
          tool: reordered(tool, order),
          pose: identityPose,
          delta: 0.1,
          h: 1.6,
        });
        expect([asked.report.state, asked.meshes[0].positions[26]]).toEqual(['enclosed', (low + high) / 2]);
        const { contacts } = asked.report;
        expect(contacts.length).toBeGreaterThan(10);
        for (let row = 0; row < contacts.length; row++) {
          const side = contacts.body[row];
          const minimum = minimumSignedDistance(exactLeafOf(asked, row), referenceMesh(asked.meshes[1 - side]), {
            width: 0.01,
          });
          expect(minimum.status).toBe('bounded');
          expect(contacts.low[row]).toBeLessThanOrEqual(minimum.high);
          expect(contacts.high[row]).toBeGreaterThanOrEqual(minimum.low);
        }
      }
    },
  );
}

/** A cube with a dent in its top whose tip is the rounded midpoint of the upper edge of a tetrahedron inside. */
function edgeBelowDent(low: number, high: number) {
  const solid = cube(-4, 4);
  const positions = [...solid.positions, 0, 0, (low + high) / 2];
  const top = [4, 5, 8, 5, 7, 8, 7, 6, 8, 6, 4, 8];
  const isTop = (face: number) => [0, 1, 2].every((k) => solid.faces[3 * face + k] >= 4);
  const faces = solid.faces.filter((_, i) => !isTop(Math.floor(i / 3)));
  const bone = createMesh(positions, [...faces, ...top], { name: 'dented cube' });
  const tool = createMesh([-1, 0, low, 1, 0, high, 0, -1, -1, 0, 1, -1], [0, 1, 2, 1, 0, 3, 0, 2, 3, 1, 3, 2], {
    name: 'wedge',
  });
  return { bone, tool };
}

/** Compares one row with plain loops. */
function judge({ given, report, meshes, solids, slack }: Question, row: number) {
  const { contacts } = report;
  const contact = contacts.at(row);
  const { low, high, distance, normal, point, opposite, oppositeFace } = contact;
  const other = solids[1 - contacts.body[row]];
  const distances = samples.map((weights) => other.signedDistance(...weighted(contacts.corners, 9 * row, weights)));
  const there = other.signedDistance(...point);
  const faults: string[] = [];
  const require = (holds: boolean, says: string) => {
    if (!holds) faults.push(says);
  };
  const least = Math.min(there, ...distances);
  require(least >= low - slack, `signed distance ${least} is below low ${low}`);
  require(least <= high + slack, `least sample ${least} is above high ${high}`);
  require(high - low <= given.h / Math.sqrt(3) + slack, `interval ${low} … ${high} is wider than h/√3`);
  require(distance >= low && distance <= high, `distance ${distance} is outside ${low} … ${high}`);
  require(Math.abs(there - distance) <= slack, `signed distance at point is ${there}, said ${distance}`);
  const away = [0, 1, 2].map((k) => point[k] - opposite[k]);
  require(Math.abs(Math.hypot(...away) - Math.abs(distance)) <= slack, 'points are not that far apart');
  const own = new PlainSolid({ positions: contacts.corners.subarray(9 * row, 9 * row + 9), faces: oneFace }, false);
  require(own.distance(...point) <= slack, 'point is off the sub-triangle');
  const face = new PlainSolid(
    { positions: faceCorners(meshes[1 - contacts.body[row]], oppositeFace), faces: oneFace },
    false,
  );
  require(face.distance(...opposite) <= slack, 'opposite is off its face');
  require(Math.abs(Math.hypot(...normal) - 1) <= 1e-12, 'normal is not a unit vector');
  // Away from touching, the normal is parallel to the line between the two points: from bone to tool if apart, out of
  // the solid if not.
  if (Math.abs(distance) > 2 ** 12 * slack) {
    const sign = (distance > 0 ? 1 : -1) * (contact.body === 'tool' ? 1 : -1);
    const along = away.reduce((sum, value, k) => sum + (sign * value * normal[k]) / Math.abs(distance), 0);
    require(along > 1 - 2 ** -9, `normal ${normal} is not along the nearest points`);
  }
  return { placing: placingOf(distances), faults };
}

const oneFace = Uint32Array.of(0, 1, 2);
