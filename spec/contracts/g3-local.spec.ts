// G3: a reported sub-triangle's longest edge is ≤ h, or it is a whole face that was already shorter; its corners are
// recovered exactly.

import { describe, expect, test } from '@jest/globals';
import type { Fraction } from 'fraction.js';
import { sphere } from '#datasets';
import { createDetector, createMesh } from '#kerf';
import { exactFraction, posedPositions } from '#reference';
import { caseCount, contactCases, FEW, identityPose, type Variety } from '#harness/contact-cases.ts';
import { ask, faceCorners, Shares, someOf } from '#harness/contact-query.ts';
import { dot, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { leafWeights, roundedLeaf } from '#harness/leaf-recovery.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates, rigidPose, signed } from '#harness/random-geometry.ts';
import { inDeep } from '#harness/sets.ts';

const SEED = 303;
const MANY: Variety = {
  plain: longRun(20, 5),
  orders: longRun(3, 1),
  motions: longRun(50, 5),
  scales: longRun(4, 1),
  far: longRun(4, 2),
};

describe('G3 local', () => {
  edgeLengths(FEW);
  storedCorners(12);
  inDeep(() => {
    edgeLengths(MANY);
    storedCorners(longRun(240, 80));
  });

  test('the children of a face tile it: an enclosed tool reports every path of every face once', async () => {
    const tool = sphere({ radius: 2, subdivisions: 0 });
    const detector = await createDetector({
      bone: sphere({ radius: 10, subdivisions: 2 }),
      tool,
      contactDistance: 0,
      resolution: 0.6,
    });
    const { contacts } = detector.detectSync(identityPose);
    const seen = new Map<number, Set<number>>();
    for (const { face, level, path } of contacts) {
      expect(level).toBe(2);
      seen.set(face, (seen.get(face) ?? new Set()).add(path));
    }
    expect(contacts.length).toBe(20 * 16);
    expect(seen.size).toBe(20);
    for (const paths of seen.values())
      expect([...paths].sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i));
  });

  test('the splitting rule: child 0, 1, 2 keeps that corner, child 3 is the middle, first split in the highest bits', () => {
    expect(leafWeights(1, 1)).toEqual([
      [1, 1, 0],
      [0, 2, 0],
      [0, 1, 1],
    ]);
    expect(leafWeights(2, 0b1101)).toEqual([
      [1, 1, 2],
      [2, 0, 2],
      [2, 1, 1],
    ]);
    expect(
      leafWeights(16, 2 ** 32 - 1)
        .flat()
        .reduce((a, b) => a + b),
    ).toBe(3 * 2 ** 16);
  });
});

function edgeLengths(variety: Variety): void {
  test(`exact edge lengths in ${caseCount(variety)} cases: closed bodies, motions, three scales, 1e5 mm away (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const levels = new Shares();
    const wrong: string[] = [];
    const fineness = [0.4, 1, 2.5, 8];
    let cases = 0;
    for (const drawn of contactCases(random, variety)) {
      const given = { ...drawn, h: drawn.h * fineness[cases++ % 4] };
      const { report, meshes } = await ask(given);
      const { contacts } = report;
      const measured = new Set<string>();
      for (const row of someOf(contacts.length, longRun(Infinity, 100), random)) {
        const [side, face, level] = [contacts.body[row], contacts.face[row], contacts.level[row]];
        const corners = faceCorners(meshes[side], face);
        levels.count(level === 0 ? 'whole' : level < 3 ? 'split' : 'split often');
        const expected = roundedLeaf(corners, level, contacts.path[row]);
        if (expected.some((value, i) => value !== contacts.corners[9 * row + i]))
          wrong.push(`${given.name}: row ${row}, corners ${contacts.corners.slice(9 * row, 9 * row + 9)}`);
        const key = `${side} ${face} ${level}`;
        if (measured.has(key)) continue;
        measured.add(key);
        // Every sub-triangle of level L is the face scaled by 2^−L: its edges are the face's, halved L times.
        const squared = longestEdgeSquared(corners);
        const limit = square(given.h * 2 ** level);
        if (!squared.lte(limit)) wrong.push(`${given.name}: face ${face}, level ${level}, edge above h`);
        // Not split needlessly. An edge within rounding of h may be split, and so may one of the tool's within what
        // poses may stretch it.
        const spare = side === 0 ? 2 ** -48 : 2 ** -11;
        if (level > 0 && squared.mul(4).lte(square(given.h * 2 ** level * (1 - spare))))
          wrong.push(`${given.name}: face ${face}, level ${level}, split without need`);
      }
    }
    expect(wrong).toEqual([]);
    expect(levels.of('whole')).toBeGreaterThan(0.02);
    expect(levels.of('split')).toBeGreaterThan(0.2);
    expect(levels.of('split often')).toBeGreaterThan(0.05);
  });
}

function storedCorners(count: number): void {
  test(`${count} faces’ stored corners, exactly: h an edge over a power of two, give or take roundings (seed ${SEED + 1})`, async () => {
    const random = mulberry32(SEED + 1);
    const wrong: string[] = [];
    const halved = { asOften: 0, onceMore: 0, far: 0 };
    for (let i = 0; i < count; i++) {
      const offset = [0, 1e3, 1e6, 1e9][i % 4];
      const [bone, tool] = [0, 1].map((k) =>
        createMesh(coordinates(random, 9, 1, k === 0 ? offset : 0), [0, 1, 2], { name: k === 0 ? 'bone' : 'tool' }),
      );
      const pose = Float64Array.from(rigidPose(random, 0));
      for (let k = 12; k < 15; k++) pose[k] = offset + 0.5 * signed(random);
      const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
      const side = i % 8 < 4 ? 'bone' : 'tool';
      const corners = faceCorners(side === 'bone' ? bone : posed, 0);
      const edge = Math.sqrt(Number(longestEdgeSquared(corners)));
      // A few roundings of h, and of the coordinates at which the corners are placed.
      const about = 2 ** -53 * (random() < 0.5 ? edge : offset + 1) * Math.floor(65 * random() - 32);
      const target = Math.floor(5 * random());
      const h = edge / 2 ** target + about;
      const options = { bone, tool, contactDistance: 8, resolution: h, sides: side, backend: 'cpu' as const } as const;
      const detector = await createDetector(options);
      const { contacts } = detector.detectSync(pose);
      detector.dispose();
      if (contacts.length === 0) continue;
      if (offset > 1e5) halved.far++;
      if (contacts.level[0] === target) halved.asOften++;
      if (contacts.level[0] === target + 1) halved.onceMore++;
      const longer = [...contacts.body.keys()].filter((row) => {
        const { values } = onGrid([...contacts.corners.subarray(9 * row, 9 * row + 9), h]);
        return [0, 3, 6].some((at) => {
          const step = minus(pointAt(values, (at + 3) % 9), pointAt(values, at));
          return dot(step, step) > values[9] * values[9];
        });
      });
      const says = `${i}, ${side} at ${offset}, level ${contacts.level[0]}, h ${h}`;
      if (longer.length > 0) wrong.push(`${says}: ${longer.length} of ${contacts.length} rows are longer`);
    }
    expect(wrong).toEqual([]);
    expect(halved.far).toBeGreaterThan((5 * count) / 12);
    expect(halved.asOften).toBeGreaterThan(count / 12);
    expect(halved.onceMore).toBeGreaterThan((5 * count) / 12);
  });
}

function square(value: number): Fraction {
  const exact = exactFraction(value);
  return exact.mul(exact);
}

/** Exact. Edges that f64 puts well below the longest are skipped. */
function longestEdgeSquared(corners: Float64Array): Fraction {
  const edges = [0, 3, 6].map((from) => [0, 1, 2].map((k) => [from + k, ((from + 3) % 9) + k]));
  const lengths = edges.map((edge) => Math.hypot(...edge.map(([i, j]) => corners[j] - corners[i])));
  return edges
    .filter((_, i) => lengths[i] >= Math.max(...lengths) * (1 - 2 ** -40))
    .map((edge) =>
      edge
        .map(([i, j]) => exactFraction(corners[j]).sub(exactFraction(corners[i])))
        .map((step) => step.mul(step))
        .reduce((a, b) => a.add(b)),
    )
    .reduce((a, b) => (a.gte(b) ? a : b));
}
