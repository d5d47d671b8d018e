// G1, G2, G4 and G5 in exact arithmetic on solids that touch, overlap and share planes: tetrahedra with corners on a
// small grid.

import { describe, expect, test } from '@jest/globals';
import type { TriangleMesh } from '#kerf';
import {
  type ExactNumber,
  exactFraction,
  meshState,
  minimumSignedDistance,
  referenceMesh,
  signedDistance,
} from '#reference';
import { type ContactCase, scaled, translation } from '#harness/contact-cases.ts';
import { ask, exactLeafOf, faceCorners, ownOf, type Question, Shares, someOf } from '#harness/contact-query.ts';
import { gridTetrahedron, joined } from '#harness/degenerate-bodies.ts';
import { coverage } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 810;
const CASES = longRun(400, 36);
const POINTS_A_FACE = 3;
const ROWS_A_REPORT = 6;
const STEP = 2 ** -20;

function caseOf(i: number, random: () => number): ContactCase {
  const size = 3 + (i % 4);
  const bodyOf = (most: number) =>
    joined(...Array.from({ length: 1 + Math.floor(most * random()) }, () => gridTetrahedron(random, size)));
  // Every third bone is larger, its tool near the middle of its first tetrahedron; every fifth pose is off the grid.
  const isLarge = i % 3 === 0;
  const bone = scaled(bodyOf(3), isLarge ? 4 : 1);
  const tool = bodyOf(2);
  const s = [1, 1, 0.1, 1e3][Math.floor(i / 3) % 4];
  const [x, y, z] = [0, 1, 2].map((k) => {
    const step = Math.floor(4 * random()) / 2 + (i % 5 === 0 ? 0.1 : 0);
    return s * (isLarge ? middleOf(bone, k) - middleOf(tool, k) : step);
  });
  const pose = translation(x, y, z);
  const [delta, h] = [[0, 0.25, Math.sqrt(0.5), 1][Math.floor(4 * random())], [0.7, 1.5, 4][Math.floor(3 * random())]];
  return {
    name: `solids ${i}`,
    bone: scaled(bone, s),
    tool: scaled(tool, s),
    pose,
    delta: s * delta,
    h: s * h * (isLarge ? 2 : 1),
  };
}

/** The middle of a mesh's first four vertices, rounded to halves. */
function middleOf({ positions }: TriangleMesh, axis: number): number {
  return Math.round((positions[axis] + positions[3 + axis] + positions[6 + axis] + positions[9 + axis]) / 2) / 2;
}

describe('touching solids', () => {
  test(`G1, G2, G4, G5, exactly (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const states = new Shares();
    const signs = new Shares();
    const wrong: string[] = [];
    let rows = 0;
    for (let i = 0; i < CASES; i++) {
      const given = caseOf(i, random);
      const asked = await ask(given);
      const { report, meshes } = asked;
      const exact = meshState(meshes[0], meshes[1], given.delta);
      states.count(exact.state);
      const told = [report.state, report.intersectingFaces.join()];
      if (told.join() !== [exact.state, exact.intersectingFaces.join()].join())
        wrong.push(`${given.name}: ${told}, exactly ${exact.state} ${exact.intersectingFaces}`);
      for (const side of [0, 1] as const)
        wrong.push(...missing(asked, side, signs, random).map((fault) => `${given.name}: ${fault}`));
      for (const row of someOf(report.contacts.length, ROWS_A_REPORT, random)) {
        rows++;
        wrong.push(...rowFaults(asked, row).map((fault) => `${given.name}: row ${row}, ${fault}`));
      }
    }
    expect(wrong).toEqual([]);
    for (const state of ['separated', 'near', 'intersecting'])
      expect([state, states.of(state) > 0.05]).toEqual([state, true]);
    for (const sign of ['inside', 'near', 'beyond']) expect([sign, signs.of(sign) > 0.03]).toEqual([sign, true]);
    expect(states.of('enclosed')).toBeGreaterThan(0.005);
    expect(rows).toBeGreaterThan(longRun(1000, 60));
  });
});

/** Points of one surface, taken exactly, within δ of the other body or inside it, in no reported sub-triangle. */
function missing({ given, report, meshes }: Question, side: 0 | 1, signs: Shares, random: () => number): string[] {
  const isCovered = coverage(report.contacts, side, (face) => ownOf(given, side, face), given.h);
  const other = referenceMesh(meshes[1 - side]);
  const limit = exactFraction(given.delta).mul(exactFraction(given.delta));
  const faults: string[] = [];
  const odd = () => (2 * Math.floor(random() * 2 ** 18) + 1) * STEP;
  for (let face = 0; face < meshes[side].faces.length / 3; face++)
    for (let i = 0; i < POINTS_A_FACE; i++) {
      const [u, v] = [odd() + STEP / 2, odd()];
      const weights = [u, v, 1 - u - v];
      const exact = signedDistance(pointOf(meshes[side], face, weights), other);
      const within = exact.sign <= 0 || exact.squared.lte(limit);
      signs.count(exact.sign < 0 ? 'inside' : within ? 'near' : 'beyond');
      if (within && !isCovered(face, weights))
        faults.push(`body ${side}, face ${face} at ${weights}, ${exact.distance}, is missing`);
    }
  return faults;
}

function pointOf(mesh: TriangleMesh, face: number, weights: readonly number[]): ExactNumber[] {
  const corners = faceCorners(mesh, face);
  return [0, 1, 2].map((axis) =>
    weights
      .map((weight, k) => exactFraction(corners[3 * k + axis]).mul(exactFraction(weight)))
      .reduce((a, b) => a.add(b)),
  );
}

function rowFaults(question: Question, row: number): string[] {
  const { given, report, meshes } = question;
  const { body, low, high, distance } = report.contacts;
  const minimum = minimumSignedDistance(exactLeafOf(question, row), referenceMesh(meshes[1 - body[row]]), {
    width: given.h / 32,
  });
  const width = high[row] - low[row];
  const said = `[${low[row]}, ${high[row]}]`;
  const faults: string[] = [];
  if (minimum.high < low[row] || minimum.low > high[row])
    faults.push(`minimum in [${minimum.low}, ${minimum.high}], said ${said}`);
  if (minimum.low > given.delta + width) faults.push(`minimum ${minimum.low} is beyond δ + ${width}`);
  if (width > given.h / Math.sqrt(3) + plainSlack(40 * given.h)) faults.push(`${said} is wider than h/√3`);
  if (!(distance[row] >= low[row] && distance[row] <= high[row])) faults.push(`${distance[row]} is outside ${said}`);
  return faults;
}
