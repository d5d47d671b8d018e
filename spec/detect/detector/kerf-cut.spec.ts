// A saw's slot cut through a bone, frame by frame: at every frame the edited bone answers, to the last bit, as a
// detector made for what is left of it.

import { describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { createDetector, createMesh, type Detector, type Pose } from '#kerf';
import { poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { Shares } from '#harness/contact-query.ts';
import { EditedBone } from '#harness/edited-bone.ts';
import { KerfBlock } from '#harness/kerf-edits.ts';
import { longRun } from '#harness/long-run.ts';
import { plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';
import { renumberedHash } from '#harness/renumbered-report.ts';

const SEED = 2207;
/** mm: how long the block and its slot are. */
const LENGTH = longRun(40, 10);
const FRAMES = 25 * LENGTH;
/** Frames between two queries; the bone is edited in each. */
const ASKED = 4;
/** Frames between two comparisons with a fresh detector; odd, so that both open and closed frames occur. */
const STRIDE = longRun(49, 63);
/**
 * mm = cells: the block, and the rows that the blade (thinner than they are) removes from x = 0 on, from top to bottom.
 */
const SIZE = [LENGTH, 10, 8] as const;
const ROWS = [4, 5];
/** For coordinates up to 64 mm. */
const SLACK = plainSlack(64);
const tool = box({ size: [3, 1.2, 6] });
const options = { tool, contactDistance: 0.5, resolution: 1, backend: 'cpu' } as const;

/**
 * Poses of the blade when the cut has reached x: in the slot behind, through the front, in the uncut part beside it,
 * anywhere.
 */
function posesAt(x: number, random: () => number): Pose[] {
  return [
    translation(x - 2.5, 5 + 0.1 * random(), 4 + 2 * random()),
    poseOf(randomRotation(random), [x + 0.7, 5, 4 + 4 * random()]),
    translation(4 + (LENGTH - 8) * random(), random() < 0.5 ? 2 : 8, 4),
    poseOf(randomRotation(random), [LENGTH * random(), 12 * random() - 1, 8 + 3 * random()]),
  ];
}

/** A detector's answers, to the last bit. */
function said(detector: Detector, pose: Pose, numbers: readonly number[] | null) {
  const renumber = (face: number) => (numbers === null ? face : numbers[face]);
  const report = detector.detectSync(pose);
  const pairs = Array.from(detector.intersectingFaces(pose), (face, i) => (i % 2 === 0 ? renumber(face) : face));
  return {
    state: report.state,
    signed: report.signed,
    pairs,
    report: renumberedHash(report, numbers),
  };
}

describe.each([
  { bone: 'on a lattice, where many faces are equally near', jitter: 0 },
  { bone: 'of uneven cells', jitter: 0.15 },
])(`a cut of ${FRAMES} frames through a block $bone`, ({ jitter }) => {
  test(`is that of a fresh detector at every ${STRIDE}th frame and at the end (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const places = new Map<string, readonly number[]>();
    const place = (...at: number[]) => {
      const found = places.get(at.join()) ?? at.map((x) => x + jitter * (2 * random() - 1));
      places.set(at.join(), found);
      return found;
    };
    const kerf = new KerfBlock(SIZE, place);
    const bone = createMesh(kerf.block.positions, kerf.block.faces);
    expect(bone.faces.length / 3).toBeGreaterThan(longRun(3000, 900));
    const model = new EditedBone(bone);
    const edited = await createDetector({ ...options, bone });
    const seen = new Shares();
    const compared = new Shares();
    const surfaces = new Shares();
    const comparedSurfaces = new Shares();
    let frame = 0;
    let swept = 0;

    const compare = async (x: number, poses: readonly Pose[]) => {
      const { mesh, numbers } = model.fresh();
      const fresh = await createDetector({ ...options, bone: mesh });
      for (const [i, pose] of poses.entries()) {
        const where = `frame ${frame}, x ${x}, pose ${i}`;
        const mine = said(edited, pose, null);
        expect({ where, ...mine }).toEqual({ where, ...said(fresh, pose, numbers) });
        const [near, freshNear] = [edited, fresh].map((detector) => detector.minimumDistance(pose).distance);
        expect(Math.abs(near - freshNear)).toBeLessThanOrEqual(SLACK);
        compared.count(mine.state);
        comparedSurfaces.count(mine.signed.tool ? 'closed' : 'open');
      }
    };

    for (let x = 0; x < SIZE[0]; x++)
      for (let z = SIZE[2] - 1; z >= 0; z--)
        for (const y of ROWS) {
          // 9 of 16 cells take two frames, with the bone open after the first.
          const atOnce = (9 * swept) % 16 >= 9;
          for (const edit of kerf.cut([x, y, z], { atOnce, ownVertices: swept % 3 === 0 })) {
            model.apply(edit);
            edited.editBone(edit);
            const poses = posesAt(x, random);
            const closed = atOnce || edit.remove.length === 0;
            surfaces.count(closed ? 'closed' : 'open');
            if (frame % ASKED === 0) {
              const { state, signed } = edited.detectSync(poses[(frame / ASKED) % 4]);
              seen.count(state);
              expect(signed).toEqual({ bone: true, tool: closed });
            }
            if (++frame % STRIDE === 0) await compare(x, poses);
          }
          swept++;
        }
    expect(frame).toBe(FRAMES);
    await compare(SIZE[0], Array.from({ length: 4 }, (_, i) => posesAt((LENGTH / 4) * i, random)).flat());

    // The bone has come apart: the blade can be enclosed in either half.
    const halves = [2, 8].map((y) => edited.detectSync(translation(LENGTH / 2, y, 4)).state);
    expect(halves).toEqual(['enclosed', 'enclosed']);
    for (const shares of [seen, compared])
      for (const state of ['intersecting', 'enclosed', 'near', 'separated'])
        expect([state, shares.of(state) > 0.05]).toEqual([state, true]);
    for (const shares of [surfaces, comparedSurfaces])
      for (const surface of ['closed', 'open']) expect([surface, shares.of(surface) > 0.2]).toEqual([surface, true]);
  });
});
