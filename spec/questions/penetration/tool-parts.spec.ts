// Parts of a cut tool: from signs alone, in fractions, and from samples, which do not use curves.

import { describe, expect, test } from '@jest/globals';
import { box, cappedShell, sphere, torus } from '#datasets';
import { createMesh, type TriangleMesh } from '#mesh';
import { cutByCurves } from '#penetration/cut-by-curves.ts';
import { cutExactly } from '#penetration/cut-exactly.ts';
import type { FaceCut } from '#penetration/face-cut.ts';
import type { ToolParts } from '#penetration/tool-parts.ts';
import { bones, identityPose, poseOf, randomDirection, randomRotation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { longRun } from '#harness/long-run.ts';
import { block, joined, type Posed, partsOf, posed, posedMesh } from '#harness/penetration-bodies.ts';
import { mulberry32 } from '#harness/random.ts';
import { sampledParts } from '#harness/sampled-parts.ts';

const tools: readonly TriangleMesh[] = [
  sphere({ radius: 6, subdivisions: 2 }),
  box({ size: [30, 2, 8], divisions: [6, 1, 2] }),
  torus({ majorRadius: 7, minorRadius: 2, segments: 14 }),
  box({ size: [4, 4, 40] }),
  cappedShell({ outerRadius: 8, innerRadius: 6, segments: 16 }),
];
/** Bones that overlap each other: they stay solid, and the curves of one cross those of the other. */
const overlapping = joined(
  block([-10, -8, -3], [6, 8, 3], 3),
  block([-6, -9, -2], [11, 7, 5], 2),
  sphere({ radius: 7, subdivisions: 2 }),
);

function randomPosed(
  k: number,
  random: () => number,
): { at: Posed; bone: TriangleMesh; tool: TriangleMesh; pose: Float64Array } {
  const bone = k % 5 === 4 ? overlapping : bones[k % 5];
  const tool = tools[Math.floor(random() * tools.length)];
  const away = 12 * random();
  const place = randomDirection(random).map((x) => x * away);
  const pose = poseOf(randomRotation(random), place);
  return { at: posed(bone, tool, pose), bone, tool, pose };
}

/**
 * For each cut face, the winding numbers of its regions and which of them have emerged; for each face, whether it has.
 */
function told(parts: ToolParts, { tool }: Posed): string {
  const regionsOf = (cut: FaceCut) => Array.from({ length: cut.regions }, (_, region) => region);
  const faces = parts.cuts.map((cut) => {
    const regions = regionsOf(cut).map(
      (region) => `${cut.windingOf(region)}${parts.hasRegionEmerged(cut, region) ? '!' : ''}`,
    );
    return `${cut.face}: ${regions.sort().join(' ')}`;
  });
  const whole = Array.from({ length: tool.faceCount }, (_, face) => (parts.hasEmerged(face) ? '!' : '.')).join('');
  return [...faces, whole].join('\n');
}

describe('signs and fractions cut a tool into the same parts', () => {
  const SEED = 4211;
  test(`random bodies and poses (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    const wrong: string[] = [];
    for (let k = 0; k < longRun(30, 10); k++) {
      const { at } = randomPosed(k, random);
      if (at.pairs.length === 0) continue;
      const bySigns = { cuts: 0, left: 0 };
      const parts = partsOf(at, null, (input) => {
        bySigns.cuts++;
        const cut = cutByCurves(input);
        if (cut === null) bySigns.left++;
        return cut ?? cutExactly(input);
      });
      const exact = partsOf(at, null, cutExactly);
      if (told(parts, at) !== told(exact, at)) wrong.push(`case ${k}`);
      kinds.count(parts.isThrough ? 'through' : 'not through');
      kinds.count(k % 5 === 4 && bySigns.left > 0 ? 'curves that cross' : 'curves that do not');
    }
    expect(wrong).toEqual([]);
    expect(kinds.of('through')).toBeGreaterThan(0.1);
    expect(kinds.of('not through')).toBeGreaterThan(0.1);
    expect(kinds.of('curves that cross')).toBeGreaterThan(0.03);
  });
});

describe('the samples agree', () => {
  const SEED = 977;
  test(`random bodies and poses (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const kinds = new Shares();
    const wrong: string[] = [];
    for (let k = 0; k < longRun(18, 10); k++) {
      const { at, bone, tool, pose } = randomPosed(k, random);
      if (at.pairs.length === 0) continue;
      const parts = partsOf(at);
      // Coarse faces are cut finer, so that pieces are narrower than parts; if two finenesses disagree, they are not.
      const m = Math.ceil(longRun(40, 28) / Math.sqrt(tool.faces.length / 3));
      const [coarse, fine] = [m, 2 * m].map((n) => sampledParts(bone, posedMesh(tool, pose), n, null).through);
      if (coarse !== fine) {
        kinds.count('too fine for samples');
        continue;
      }
      kinds.count(fine ? 'through' : 'not through');
      if (parts.isThrough !== fine) wrong.push(`case ${k}: ${parts.isThrough}, samples say ${fine}`);
    }
    expect(wrong).toEqual([]);
    expect(kinds.of('too fine for samples')).toBeLessThan(0.15);
    for (const kind of ['through', 'not through']) expect(kinds.of(kind)).toBeGreaterThan(0.15);
  });
});

describe('where surfaces touch in a degenerate way the fractions decide', () => {
  const SEED = 31;
  test.each([
    ['boxes', (mesh: TriangleMesh) => mesh],
    ['boxes with faces without area', withoutArea],
  ] as const)(`%s on a coarse lattice, faces flush, edges crossing, against samples (seed ${SEED})`, (_, changed) => {
    const random = mulberry32(SEED);
    const whole = (low: number, high: number) => low + Math.floor((high - low + 1) * random());
    const kinds = new Shares();
    const wrong: string[] = [];
    for (let k = 0; k < longRun(30, 14); k++) {
      const plates = [block([-6, -6, 0], [6, 6, whole(1, 3)], whole(1, 3))];
      if (random() < 0.4) plates.push(block([-6, -6, 5], [whole(0, 6), 6, 7], whole(1, 3)));
      const bone = changed(joined(...plates));
      const [x, y, z] = [whole(-5, 5), whole(-5, 5), whole(-4, 4)];
      const tool = changed(block([x, y, z], [x + whole(1, 4), y + whole(1, 4), TOP], whole(1, 2)));
      const at = posed(bone, tool, identityPose);
      if (at.pairs.length === 0) continue;
      const shank = vertexOnTop(tool);
      const left = { count: 0 };
      const parts = partsOf(at, shank, (input) => {
        const cut = cutByCurves(input);
        if (cut === null) left.count++;
        return cut ?? cutExactly(input);
      });
      const sampled = sampledParts(bone, tool, 12, shank);
      kinds.count(`${sampled.through ? 'through' : 'not through'}${left.count > 0 ? ', by fractions' : ''}`);
      if (parts.isThrough !== sampled.through)
        wrong.push(`case ${k}: ${parts.isThrough}, samples say ${sampled.through}`);
    }
    expect(wrong).toEqual([]);
    for (const kind of ['through, by fractions', 'not through, by fractions'])
      expect(kinds.of(kind)).toBeGreaterThan(0.15);
  });

  test('every order of corners, of faces and of the two bodies’ vertices gives the same verdict', () => {
    // Two plates, 0 … 2 and 5 … 7: a block from above breaks through the upper one once it reaches below 5.
    const bone = joined(block([-6, -6, 0], [6, 6, 2]), block([-6, -6, 5], [6, 6, 7]));
    for (const low of [
      [-2, -2, 6],
      [-2, -2, 5],
      [-6, -6, 5],
      [-2, -2, 4],
      [-6, -6, 4],
      [-2, -2, 2],
      [-2, -2, 1],
      [-2, -2, 0],
    ] as const) {
      const through = low[2] < 5;
      const tool = block(low, [3, 3, TOP]);
      for (let turn = 0; turn < 3; turn++)
        for (const isReversed of [false, true]) {
          const at = posed(rearranged(bone, turn, isReversed), rearranged(tool, turn, isReversed), identityPose);
          expect([low[2], turn, isReversed, partsOf(at).isThrough]).toEqual([low[2], turn, isReversed, through]);
        }
    }
  });
});

const TOP = 14;

function vertexOnTop({ positions }: TriangleMesh): number {
  return Array.from({ length: positions.length / 3 }, (_, v) => v).find((v) => positions[3 * v + 2] === TOP) as number;
}

/**
 * The first edge of every third face gets a vertex at its midpoint: two faces replace the face, and one of zero area
 * adjoins the neighbour.
 */
function withoutArea({ positions, faces, name }: TriangleMesh): TriangleMesh {
  const points = [...positions];
  const out: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = faces.subarray(f, f + 3);
    if (f % 9 !== 0) {
      out.push(a, b, c);
      continue;
    }
    const m = points.length / 3;
    for (let k = 0; k < 3; k++) points.push((points[3 * a + k] + points[3 * b + k]) / 2);
    out.push(a, m, c, m, b, c, a, b, m);
  }
  return createMesh(points, out, { name });
}

/** Corners rotated; faces and vertices in the opposite order if `isReversed`. */
function rearranged({ positions, faces, name }: TriangleMesh, turn: number, isReversed: boolean): TriangleMesh {
  const count = positions.length / 3;
  const vertex = (v: number) => (isReversed ? count - 1 - v : v);
  const points = Array.from(positions, (_, i) => positions[3 * vertex(Math.floor(i / 3)) + (i % 3)]);
  const list = Array.from({ length: faces.length / 3 }, (_, f) =>
    [0, 1, 2].map((k) => vertex(faces[3 * f + ((k + turn) % 3)])),
  );
  return createMesh(points, (isReversed ? list.reverse() : list).flat(), { name });
}
