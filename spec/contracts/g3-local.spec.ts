// G3: a reported sub-triangle's longest edge is ≤ h, or it is a whole face that was already shorter; its corners are
// recovered exactly.

import { describe, expect, test } from '@jest/globals';
import type { Fraction } from 'fraction.js';
import { sphere } from '#datasets';
import { createDetector, createMesh, subTriangleCorners } from '#kerf';
import { LATTICE } from '#records';
import { exactFraction, posedPositions } from '#reference';
import { caseCount, contactCases, FEW, identityPose, type Variety } from '#harness/contact-cases.ts';
import { ask, faceCorners, ownOf, Shares, someOf } from '#harness/contact-query.ts';
import { dot, minus, onGrid, pointAt } from '#harness/exact-grid.ts';
import { leafWeights, leavesOf, pathsByFace, roundedLeaf } from '#harness/leaf-recovery.ts';
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
    const byFace = pathsByFace(contacts, 1);
    expect(byFace.size).toBe(20);
    expect(contacts.length).toBeGreaterThan(20 * 15);
    for (const [face, paths] of byFace) {
      const all = leavesOf(faceCorners(tool, face), 0.6);
      expect([...paths]).toEqual(all.map(({ path }) => path));
      const areas = all.map(({ level, path }) => areaOf(leafWeights(faceCorners(tool, face), 0.6, level, path)!));
      expect(areas.reduce((sum, area) => sum + area)).toBe(BigInt(LATTICE) ** 2n);
      expect(areas.every((area) => area > 0n)).toBe(true);
    }
  });

  // Corners as the halves and quarters of the face's corners 0, 1, 2.
  const [whole, half] = [LATTICE, LATTICE / 2];
  const [a, b, c] = [
    [whole, 0, 0],
    [0, whole, 0],
    [0, 0, whole],
  ];
  const [ab, bc, ca] = [
    [half, half, 0],
    [0, half, half],
    [half, 0, half],
  ];
  test.each<[string, number[], number, (readonly [level: number, path: string, corners: number[][]])[]]>([
    ['whole', [0, 0, 0, 1, 0, 0, 0, 1, 0], 2, [[0, '', [a, b, c]]]],
    [
      'quartered: at a, at b, at c, the middle',
      [0, 0, 0, 2, 0, 0, 1, 1.6, 0],
      1.1,
      [
        [2, '00', [a, ab, ca]],
        [2, '01', [ab, b, bc]],
        [2, '10', [ca, bc, c]],
        [2, '11', [bc, ca, ab]],
      ],
    ],
    [
      'its longest edge halved',
      [0, 0, 0, 2, 0, 0, 1, 0.5, 0],
      1.5,
      [
        [1, '0', [a, ab, c]],
        [1, '1', [ab, b, c]],
      ],
    ],
    [
      'a needle: its apex, and a quad along its shorter diagonal',
      [2, 0, 0, 0, 0.1, 0, 0, 0, 0],
      1.2,
      [
        [1, '0', [a, ab, ca]],
        [2, '10', [ab, b, c]],
        [2, '11', [ab, c, ca]],
      ],
    ],
  ])('a face that is %s', (_, own, h, expected) => {
    const found = leavesOf(own, h).map(({ level, path }) => [
      level,
      path.toString(2).padStart(32, '0').slice(0, level),
      leafWeights(own, h, level, path),
    ]);
    expect(found).toEqual(expected);
    const mesh = createMesh(own, [0, 1, 2]);
    for (const { level, path } of leavesOf(own, h))
      expect([...subTriangleCorners(mesh, 0, h, level, path)]).toEqual(roundedLeaf(own, own, h, level, path));
  });
});

/** Twice the area, as a share of the face's, in LATTICE². */
function areaOf([[, i0, j0], [, i1, j1], [, i2, j2]]: readonly (readonly number[])[]): bigint {
  return BigInt(i1 - i0) * BigInt(j2 - j0) - BigInt(i2 - i0) * BigInt(j1 - j0);
}

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
      for (const row of someOf(contacts.length, longRun(Infinity, 100), random)) {
        const [side, face, level] = [contacts.body[row], contacts.face[row], contacts.level[row]];
        levels.count(level === 0 ? 'whole' : level < 5 ? 'split' : 'split often');
        // A path that leads to no sub-triangle gives no corners: faces are not split needlessly.
        const own = ownOf(given, side, face);
        const expected = roundedLeaf(faceCorners(meshes[side], face), own, given.h, level, contacts.path[row]);
        const corners = contacts.corners.subarray(9 * row, 9 * row + 9);
        if (expected.length !== 9 || expected.some((value, i) => value !== corners[i]))
          wrong.push(`${given.name}: row ${row}, corners ${corners}`);
        if (!longestEdgeSquared(corners).lte(square(given.h)))
          wrong.push(`${given.name}: face ${face}, path ${contacts.path[row]}, edge above h`);
        if (side === 1) continue;
        const again = subTriangleCorners(given.bone, face, given.h, level, contacts.path[row]);
        if (again.some((value, i) => value !== corners[i]))
          wrong.push(`${given.name}: row ${row}, subTriangleCorners ${again}`);
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
    const longest = { justH: 0, less: 0, far: 0 };
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
      // Farthest out, once for either body, h exceeds it by more than the parts' rounding, 12u: it is nearly reached.
      const isReached = i % 16 === 3 || i % 16 === 15;
      const target = isReached ? 5 : Math.floor(5 * random());
      const h = edge / 2 ** target + (isReached ? 2 ** -53 * 20 * offset : about);
      const options = { bone, tool, contactDistance: 8, resolution: h, sides: side, backend: 'cpu' as const } as const;
      const detector = await createDetector(options);
      const { contacts } = detector.detectSync(pose);
      detector.dispose();
      if (contacts.length === 0) continue;
      if (offset > 1e5) longest.far++;
      const edges = [...contacts.body.keys()].map((row) =>
        Math.sqrt(Number(longestEdgeSquared(contacts.corners.subarray(9 * row, 9 * row + 9)))),
      );
      longest[Math.max(...edges) > h * (1 - 1e-4) ? 'justH' : 'less']++;
      const longer = [...contacts.body.keys()].filter((row) => {
        const { values } = onGrid([...contacts.corners.subarray(9 * row, 9 * row + 9), h]);
        return [0, 3, 6].some((at) => {
          const step = minus(pointAt(values, (at + 3) % 9), pointAt(values, at));
          return dot(step, step) > values[9] * values[9];
        });
      });
      const says = `${i}, ${side} at ${offset}, h ${h}`;
      if (longer.length > 0) wrong.push(`${says}: ${longer.length} of ${contacts.length} rows are longer`);
    }
    expect(wrong).toEqual([]);
    expect(longest.far).toBeGreaterThan((5 * count) / 12);
    expect(longest.justH).toBeGreaterThanOrEqual(count / 12);
    expect(longest.less).toBeGreaterThan((5 * count) / 12);
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
