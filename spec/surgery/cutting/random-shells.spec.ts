// Random closed tools of one to three shells that touch, coincide, nest or overlap, on single strokes and on paths of
// two to eight, in a part to four: the intervals hold the volumes of another library's booleans.

import { expect, test } from '@jest/globals';
import type { Manifold } from 'manifold-3d';
import { box, sphere } from '#datasets';
import { createCuttableBone, type Pose, type TriangleMesh } from '#kerf';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { hullOf, solidOf, sweptHull, unionOf } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { RELATIONS, randomShells, type ShellTool } from '#harness/shells.ts';

const SEED = 4802;
const CELLS = [0.7, 1, 1.6];
const bones = [box({ size: [12, 11, 10] }), sphere({ radius: 6, subdivisions: 3 })];
const TOOLS = longRun(200, 8);
/** A path has two strokes and fewer than this more. */
const MORE = longRun(7, 3);

/** The region swept by a tool in a linear motion. */
function sweptBy({ bodies, isHollow }: ShellTool, from: Pose, to: Pose): Manifold {
  if (!isHollow) return unionOf(bodies.map((body) => sweptHull(body, from, to)));
  const at = (pose: Pose) => sweptHull(bodies[0], pose, pose).subtract(sweptHull(bodies[1], pose, pose));
  const prisms = bodies.flatMap((body) => facesOf(body).map((face) => hullOf([from, to].flatMap((m) => face.map((p) => posed(m, p)))))); // biome-ignore format: a line
  return unionOf([at(from), at(to), ...prisms]);
}

type Point = readonly [number, number, number];
const facesOf = ({ positions, faces }: TriangleMesh): Point[][] =>
  Array.from({ length: faces.length / 3 }, (_, f) =>
    [0, 1, 2].map((n) => [0, 1, 2].map((k) => positions[3 * faces[3 * f + n] + k]) as unknown as Point),
  );
const posed = (m: ArrayLike<number>, [x, y, z]: Point): Point =>
  [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) as unknown as Point;

const EVERYWHERE = { min: [-Infinity, -Infinity, -Infinity], max: [Infinity, Infinity, Infinity] } as const;

/** Coordinates are passed to the other library as f32: off by half a unit of 2^4 mm each way, over the surface. */
const slackOf = (common: Manifold) => common.surfaceArea() * Math.sqrt(3) * 2 ** (4 - 25) + 1e-6;

test(`${TOOLS} tools, single strokes and paths (seed ${SEED})`, async () => {
  const random = mulberry32(SEED);
  const outside: unknown[] = [];
  const seen = new Map<string, { asked: number; narrow: number }>();
  for (let n = 0; n < TOOLS; n++) {
    const relation = RELATIONS[n % RELATIONS.length];
    const shells = (1 + (Math.floor(n / 2) % 3)) as 1 | 2 | 3;
    const tool = randomShells(random, relation, shells);
    const cell = CELLS[n % 3];
    const bone = await createCuttableBone({ surface: bones[n % 2], cell });
    const first = solidOf(bone.mesh);
    const path = bone.pathVolume();
    // The bone as given, not as on its grid; its part in a region, and the part outside.
    const [given, region] = [
      { mesh: bones[n % 2], isLeftOut: false },
      { mesh: box({ size: [7, 8, 9], center: [2.3 + random(), 1.4, 0.2] }), isLeftOut: false },
    ];
    const whole = solidOf(given.mesh);
    const sweptOf = path.ofGiven([[given], [given, region], [given, { ...region, isLeftOut: true }]], EVERYWHERE);
    const targets = [
      { kind: 'given', solid: whole, swept: sweptOf[0] },
      { kind: 'inside', solid: whole.intersect(solidOf(region.mesh)), swept: sweptOf[1] },
      { kind: 'outside', solid: whole.subtract(solidOf(region.mesh)), swept: sweptOf[2] },
    ];
    const swept: Manifold[] = [];
    let from = poseOf(
      randomRotation(random),
      [0, 0, 0].map(() => 5 * signed(random)),
    );
    const strokes = n % 4 === 0 ? 1 : 2 + (n % MORE);
    for (let stroke = 0; stroke < strokes; stroke++) {
      const to = composed(from, translation(signed(random), signed(random), signed(random)));
      swept.push(sweptBy(tool, from, to));
      const single = solidOf(bone.mesh).intersect(swept[stroke]);
      const { removedVolume } = bone.cut(tool.mesh, { from, to, motion: 'linear' });
      path.add(tool.mesh, { from, to, motion: 'linear' });
      const union = unionOf(swept);
      const answers = [
        { kind: 'one', bounds: removedVolume, common: single },
        { kind: 'all', bounds: path.volume, common: first.intersect(union) },
        ...targets.map(({ kind, solid, swept: of }) => ({ kind, bounds: of(), common: solid.intersect(union) })),
      ];
      for (const { kind, bounds, common } of answers) {
        const { low, high } = bounds;
        const [volume, slack] = [common.volume(), slackOf(common)];
        if (low > volume + slack || high < volume - slack)
          outside.push({ n, relation, shells, cell, stroke, kind, low, high, volume });
        const count = seen.get(kind) ?? { asked: 0, narrow: 0 };
        seen.set(kind, count);
        if (volume > 5) count.asked++;
        if (volume > 5 && high - low < 0.3 * volume) count.narrow++;
      }
      from = to;
    }
  }
  expect(outside).toEqual([]);
  // Where little is cut, one cell's volume is a large share.
  for (const { asked, narrow } of seen.values()) expect(narrow / asked).toBeGreaterThan(0.3);
  expect(Math.min(...[...seen.values()].map(({ asked }) => asked))).toBeGreaterThan(TOOLS);
});
