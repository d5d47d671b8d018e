// G1: every point of either surface whose exact signed distance to the other body is ≤ δ lies in a reported
// sub-triangle.

import { describe, expect, test } from '@jest/globals';
import {
  type ExactNumber,
  exactFraction,
  meshState,
  minimumMeshDistance,
  posedPositions,
  referenceMesh,
  roundedSquareRoot,
  signedDistance,
} from '#reference';
import { caseCount, contactCases, FEW, identityPose, type Variety } from '#harness/contact-cases.ts';
import { ask, faceCorners, ownOf, type Question, Shares, weighted } from '#harness/contact-query.ts';
import { cube, joined, withFaces } from '#harness/degenerate-bodies.ts';
import { coverage, pathsByFace } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 101;
const MANY: Variety = {
  plain: longRun(20, 12),
  orders: longRun(3, 1),
  motions: longRun(50, 5),
  scales: longRun(4, 1),
  far: longRun(4, 1),
};
/** Weights are odd multiples of this, so that no sample lies on a line of the subdivision. */
const STEP = 2 ** -20;

type Weights = readonly [number, number, number];
interface Sample {
  readonly face: number;
  readonly weights: Weights;
  readonly distance: number;
}

describe('G1 complete', () => {
  sampled(FEW, 2, 1);
  deltaAboveGap({ plain: 2, orders: 0, motions: 0, scales: 0, far: 0 });
  inDeep(() => {
    sampled(MANY, longRun(20, 8), 2);
    deltaAboveGap({ plain: longRun(40, 14), orders: 0, motions: 0, scales: 0, far: longRun(2, 1) });
  });

  test('parts that only a face with two equal corners joins are all found inside', async () => {
    const parts = joined(cube(-3, -2), cube(2, 3), cube(8, 9));
    const tool = withFaces(parts, 0, 8, 8, 8, 8, 16);
    const given = { name: 'joined parts', bone: cube(-50, 50), tool, pose: identityPose, delta: 0.1, h: 5 };
    for (const flipped of [given, { ...given, bone: tool, tool: given.bone }]) {
      const { report } = await ask(flipped);
      const body = flipped === given ? 'tool' : 'bone';
      const faces = new Set([...report.contacts].filter((contact) => contact.body === body).map(({ face }) => face));
      expect([report.state, faces.size]).toEqual(['enclosed', 38]);
    }
  });
});

function sampled(variety: Variety, samplesAFace: number, exactASide: number): void {
  test(`${caseCount(variety)} cases sampled: closed bodies, motions, three scales, 1e5 mm away (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Shares();
    const samples = new Shares();
    const missed: string[] = [];
    let judgedExactly = 0;
    for (const given of contactCases(random, variety)) {
      const asked = await ask(given);
      states.count(asked.report.state);
      for (const side of [0, 1] as const) {
        const isReported = reportedBy(asked, side);
        const surface = samplesOf(asked, side, samplesAFace, random);
        for (const { face, weights, distance } of surface) {
          const within = distance <= given.delta - asked.slack;
          samples.count(distance < 0 ? 'inside' : within ? 'near' : 'beyond');
          if (within && !isReported(face, weights))
            missed.push(`${given.name}: body ${side}, face ${face}, weights ${weights}, distance ${distance}`);
        }
        const closest = [...surface].sort(
          (a, b) => Math.abs(a.distance - given.delta) - Math.abs(b.distance - given.delta),
        );
        for (const { face, weights } of closest.slice(0, exactASide)) {
          judgedExactly++;
          if (isWithinExactly(asked, side, face, weights) && !isReported(face, weights))
            missed.push(`${given.name}: body ${side}, face ${face}, weights ${weights}, exactly`);
        }
      }
    }
    expect(missed).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting', 'enclosed'])
      expect([state, states.of(state) > 0.05]).toEqual([state, true]);
    expect(samples.of('inside')).toBeGreaterThan(0.1);
    expect(samples.of('near')).toBeGreaterThan(0.05);
    expect(samples.of('beyond')).toBeGreaterThan(0.1);
    expect(judgedExactly).toBeGreaterThanOrEqual(caseCount(variety) * exactASide);
  });
}

function deltaAboveGap(variety: Variety): void {
  test(`δ the f64 above the exact gap: on both bodies the face that comes so near is reported (seed ${SEED + 1})`, async () => {
    const random = mulberry32(SEED + 1);
    const missed: string[] = [];
    let judged = 0;
    for (const given of contactCases(random, variety)) {
      const posed = { positions: posedPositions(given.tool.positions, given.pose), faces: given.tool.faces };
      const { squared } = minimumMeshDistance(given.bone, posed);
      if (squared.n === 0n || meshState(given.bone, posed, 0).state !== 'separated') continue;
      const delta = roundedSquareRoot(squared, 'up');
      const { report, meshes } = await ask({ ...given, delta });
      for (const side of [0, 1] as const) {
        judged++;
        const faces = [...pathsByFace(report.contacts, side).keys()];
        const reaches = faces.some((face) => {
          const alone = { positions: faceCorners(meshes[side], face), faces: Uint32Array.of(0, 1, 2) };
          return minimumMeshDistance(alone, meshes[1 - side]).squared.equals(squared);
        });
        if (!reaches) missed.push(`${given.name}: body ${side} has no face at ${delta} among ${faces}`);
      }
    }
    expect(missed).toEqual([]);
    expect(judged).toBeGreaterThanOrEqual(caseCount(variety) / 2);
  });
}

function reportedBy({ given, report }: Question, side: 0 | 1): (face: number, weights: Weights) => boolean {
  return coverage(report.contacts, side, (face) => ownOf(given, side, face), given.h);
}

/** Points of one surface in the other's box, inflated by 2δ, with their signed distances. */
function samplesOf(
  { given, meshes, solids }: Question,
  side: 0 | 1,
  samplesAFace: number,
  random: () => number,
): Sample[] {
  const other = solids[1 - side];
  const reach = 2 * given.delta;
  const samples: Sample[] = [];
  const mesh = meshes[side];
  for (let face = 0; face < mesh.faces.length / 3; face++) {
    const corners = faceCorners(mesh, face);
    for (let i = 0; i < samplesAFace; i++) {
      const weights = randomWeights(random);
      const p = weighted(corners, 0, weights);
      if (p.some((value, k) => value < other.low[k] - reach || value > other.high[k] + reach)) continue;
      samples.push({ face, weights, distance: other.signedDistance(...p) });
    }
  }
  return samples;
}

function randomWeights(random: () => number): Weights {
  const odd = () => (2 * Math.floor(random() * 2 ** 19) + 1) * STEP;
  for (;;) {
    const [u, v] = [odd(), odd()];
    // The third weight, 1 − u − v, is an even multiple; half a step moves it and u off every line of fewer than 20
    // levels.
    const w = 1 - u - v - STEP / 2;
    if (w > 0) return [u + STEP / 2, v, w];
  }
}

/** Takes the point exactly, without rounding its coordinates. */
function isWithinExactly({ given, meshes }: Question, side: 0 | 1, face: number, weights: Weights): boolean {
  const corners = faceCorners(meshes[side], face);
  const point: ExactNumber[] = [0, 1, 2].map((k) =>
    exactFraction(corners[k])
      .mul(exactFraction(weights[0]))
      .add(exactFraction(corners[3 + k]).mul(exactFraction(weights[1])))
      .add(exactFraction(corners[6 + k]).mul(exactFraction(weights[2]))),
  );
  const exact = signedDistance(point, referenceMesh(meshes[1 - side]));
  const delta = exactFraction(given.delta);
  return exact.sign <= 0 || exact.squared.lte(delta.mul(delta));
}
