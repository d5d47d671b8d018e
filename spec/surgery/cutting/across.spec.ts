// Blades and wires of any thickness that move in any direction, in strokes too, within a block, through it and in turns
// to π: what they swept is gone, within the bound both ways, in as many pieces as the exact solid has, or the cuts say
// where they may hang together.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createCuttableBone, createMesh, inspectMesh, selfIntersections, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { distancesTo, meshOf, solidOf, surfacePoints, sweptSolid } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';

const SEED = 5301;
const POINTS = longRun(10_000, 500);
const TRIALS = longRun(6, 1);
/** Cells, which are 1 mm: the tool's, in one direction or two. */
const THICKNESSES = [0.01, 0.05, 0.15, 0.24, 0.3, 1];
const MIDDLE = [0.37, 0.21, -0.43] as const;
const block = box({ size: 20, center: MIDDLE });
/**
 * mm³, a cell: where bone between two parts of a cut narrows to less than a cell, its tip may come off. The exact solid
 * holds it by a neck that cells do not show.
 */
const CRUMB = 1;

const tools: Readonly<Record<string, (thickness: number) => TriangleMesh>> = {
  'a blade': (t) => box({ size: [t, 12, 9] }),
  'a blade through the block': (t) => box({ size: [t, 40, 9] }),
  'a wire': (t) => box({ size: [t, t, 12] }),
  'a wire through the block': (t) => box({ size: [t, t, 40] }),
  'a wire of three sides': (t) =>
    createMesh(
      [-20, 20].flatMap((z) => [0, 0, z, t, 0, z, 0.3 * t, t, z]),
      [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5],
    ),
};

/** About one of the tool's axes. */
function turned(angle: number, axis: number): Float64Array {
  const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
  const pose = translation(0, 0, 0);
  pose[5 * a] = pose[5 * b] = Math.cos(angle);
  pose[4 * a + b] = Math.sin(angle);
  pose[4 * b + a] = -Math.sin(angle);
  return pose;
}

type Random = () => number;
const ways: Readonly<Record<string, (random: Random) => { way: readonly number[]; turn: number }>> = {
  'across it': (random) => ({ way: [3.5, 0.6 * signed(random), 0.6 * signed(random)], turn: 0 }),
  anywhere: (random) => ({ way: [0, 1, 2].map(() => 4 * signed(random)), turn: 0 }),
  'in a turn of up to half a circle': (random) => ({
    way: [0, 1, 2].map(() => 4 * signed(random)),
    turn: (Math.PI / 2) * signed(random),
  }),
};

/** A pose at each end, and between them as many as strokes have in common. */
function posesOf(random: Random, way: readonly number[], turn: number, strokes: number): Float64Array[] {
  const axis = Math.floor(3 * random());
  const at = poseOf(
    randomRotation(random),
    MIDDLE.map((x) => x + 0.5 * signed(random)),
  );
  return Array.from({ length: strokes + 1 }, (_, i) => {
    const share = (2 * i) / strokes - 1;
    return composed(
      composed(at, translation(share * way[0], share * way[1], share * way[2])),
      turned(share * turn, axis),
    );
  });
}

const greatest = (distances: Float64Array) => distances.reduce((a, b) => Math.max(a, b));

describe.each(Object.entries(tools))('%s', (_tool, make) => {
  test.each(Object.entries(ways))(`%s, in one stroke and in five (seed ${SEED})`, async (name, draw) => {
    const random = mulberry32(SEED);
    let worst = 0;
    let crumbs = 0;
    let apart = 0;
    for (const [k, thickness] of THICKNESSES.entries())
      for (let trial = 0; trial < TRIALS; trial++) {
        const tool = make(thickness);
        const { way, turn } = draw(random);
        const motion = turn === 0 ? ('linear' as const) : ('screw' as const);
        // Strokes of a screw that is cut in five are not parts of the whole screw.
        const strokes = turn === 0 && (trial + k) % 2 === 0 ? 5 : 1;
        const poses = posesOf(random, way, turn, strokes);
        const bone = await createCuttableBone({ surface: block, cell: 1 });
        const results = poses.slice(1).map((pose, i) => bone.cut(tool, { from: poses[i], to: pose, motion }));
        const swept = sweptSolid([tool], { from: poses[0], to: poses[strokes], motion }, 30, 120);
        const left = solidOf(block).subtract(swept.solid);
        const exact = meshOf(left);
        const { mesh, bound } = bone;
        expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
        expect(selfIntersections(mesh)).toHaveLength(0);
        const there = greatest(distancesTo(exact, surfacePoints(mesh, POINTS, random)));
        const back = greatest(distancesTo(mesh, surfacePoints(exact, POINTS, random)));
        worst = Math.max(worst, there, back);
        crumbs += bone.pieces().filter(({ volume }) => volume <= CRUMB).length;
        const pieces = [left.decompose().map((part) => inspectMesh(meshOf(part))), bone.pieces()].map(
          (parts) => parts.filter(({ volume }) => volume > CRUMB).length,
        );
        const isSame = pieces[0] === pieces[1];
        if (!isSame) apart++;
        const isRight = isSame || results.some(({ lost, bridges }) => lost.walls + lost.spikes + bridges.length > 0);
        expect({ thickness, trial, there: there <= bound, back: back <= bound, pieces, isRight }).toEqual({
          ...{ thickness, trial, there: true, back: true, pieces, isRight: true },
        });
      }
    console.log(
      `${name}: at most ${worst.toFixed(2)} cells from the exact surface, or it from the cut; ${crumbs} crumbs, ${apart} times other pieces, and said`,
    );
    expect(worst).toBeGreaterThan(0.05);
  });
});
