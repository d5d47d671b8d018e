// Cuts of a blade in its plane, beside what its sweep takes by another library: volumes, how far walls are off, the
// edits as a plain model applies them, numbers given anew on the way, undo; and what is refused.

import { describe, expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { createMesh, inspectMesh, type RigidMotion, selfIntersections, type TriangleMesh } from '#kerf';
import type { CutEdit, Renumbering } from '#slots/edit-records.ts';
import { type SlotCut, SlotJournal } from '#slots/slot-journal.ts';
import { composed, poseOf, randomRotation, translation } from '#harness/contact-cases.ts';
import { EditedBone } from '#harness/edited-bone.ts';
import { distancesTo, solidOf, surfacePoints, sweptSolid } from '#harness/exact-solids.ts';
import { longRun } from '#harness/long-run.ts';
import { phantom } from '#harness/phantom.ts';
import { PlainSolid } from '#harness/plain-solid.ts';
import { largestCoordinate, roundingOf } from '#harness/plane-cuts.ts';
import { mulberry32 } from '#harness/random.ts';
import { signed } from '#harness/random-geometry.ts';
import { renumbered, renumberingFaults } from '#harness/renumbered-bone.ts';
import { inDeep } from '#harness/sets.ts';
import { holed, prism, regular } from './flat-tools.ts';

type Random = () => number;
type PosedMotion = RigidMotion & { readonly from: Float64Array; readonly to: Float64Array };

const SEED = 5382;
const MOST_BOUND = 2 ** -8;
const NO_BLADE = 'is not that of a blade with two flats and a convex outline';
const LEAVES = 'leaves the plane of its slot, or turns too far at once';
const TOUCHES = 'would let parts of the surface touch at a corner or an edge';

const SIZE = [9, 5, 0.8] as const;
const blade = box({ size: [...SIZE] });
const REACH = Math.hypot(...SIZE) / 2;
/** Short linear motions in place of a turn. */
const STEPS = 12;
const ball = sphere({ radius: 12, subdivisions: 2 });

/**
 * A turn in the plane of the blade's flats, which lie across z, about a place in its frame at the start; or a shift.
 */
interface Way {
  readonly from: Float64Array;
  readonly angle: number;
  readonly about: readonly [number, number];
  readonly shift: readonly [number, number];
}

/** From the blade's frame at a time to that at the start. */
function turnAt({ angle, about: [x, y], shift }: Way, t: number): Float64Array {
  if (angle === 0) return translation(t * shift[0], t * shift[1], 0);
  const [c, s] = [Math.cos(t * angle), Math.sin(t * angle)];
  return poseOf([c, s, 0, -s, c, 0, 0, 0, 1], [x - c * x + s * y, y - s * x - c * y, 0]);
}

const poseAt = (way: Way, t: number) => composed(way.from, turnAt(way, t));
const motionOf = (way: Way): PosedMotion => ({
  ...{ from: way.from, to: poseAt(way, 1), motion: way.angle === 0 ? 'linear' : 'screw' },
});

function wayFrom(random: Random, from: Float64Array): Way {
  const angle = random() < 0.5 ? 0 : 0.12 * signed(random);
  return {
    from,
    angle,
    about: [8 * signed(random), 8 * signed(random)],
    shift: [3 * signed(random), 3 * signed(random)],
  };
}

const applied = (m: Float64Array, p: ArrayLike<number>) =>
  [0, 1, 2].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k]);

/** The place in the frame of a pose. */
const placeIn = (m: Float64Array, p: ArrayLike<number>) =>
  [0, 4, 8].map((n) => [0, 1, 2].reduce((sum, k) => sum + m[n + k] * (p[k] - m[12 + k]), 0));

/** mm: how far a point is from the blade at that time of a motion at which it is nearest. */
function toSweep(way: Way, p: ArrayLike<number>): number {
  const start = placeIn(way.from, p);
  const far = (t: number) => {
    const place = placeIn(turnAt(way, Math.min(1, Math.max(0, t))), start);
    return Math.hypot(...place.map((x, k) => Math.max(0, Math.abs(x) - SIZE[k] / 2)));
  };
  let best = Infinity;
  for (let k = 0; k <= 64 && best > 0; k++) {
    let time = k / 64;
    for (let width = 1 / 64; width > 1e-8; width /= 2)
      for (const other of [time - width, time + width]) if (far(other) < far(time)) time = other;
    best = Math.min(best, far(time));
  }
  return best;
}

function poseNear(random: Random, { positions }: TriangleMesh): Float64Array {
  const at = 3 * Math.floor((random() * positions.length) / 3);
  return poseOf(
    randomRotation(random),
    positions.subarray(at, at + 3).map((x) => x + signed(random)),
  );
}

/** A journal, and a model that knows nothing but its edits. */
class Followed {
  readonly journal: SlotJournal;
  model: EditedBone;

  constructor(mesh: TriangleMesh) {
    this.journal = new SlotJournal(mesh);
    // At first the numbers are the rows of its mesh, whose faces are those given.
    this.model = new EditedBone(this.mesh);
    this.#expectSame();
  }

  apply(edit: CutEdit): void {
    expect(new Set(edit.remove).size).toBe(edit.remove.length);
    for (const face of edit.remove) expect(this.model.retired.has(face)).toBe(false);
    this.model.apply(edit);
    this.#expectSame();
  }

  get mesh(): TriangleMesh {
    const { positions, faces } = this.journal.numbered();
    return createMesh(positions, faces);
  }

  get bytes(): string {
    const { positions, faces } = this.journal.numbered();
    return [positions, faces].map(({ buffer }) => Buffer.from(buffer).toString('base64')).join();
  }

  /** As a compaction gives them out: live faces and the vertices that they use, in their order. */
  renumber(): Renumbering {
    const { model, journal } = this;
    const live = model.live();
    const used = [...new Set(live.flatMap((face) => [...model.faces[face]]))].sort((a, b) => a - b);
    const newNumbers = (length: number, kept: readonly number[]) => {
      const numbers = new Int32Array(length).fill(-1);
      for (const [n, old] of kept.entries()) numbers[old] = n;
      return numbers;
    };
    const renumbering = {
      faces: newNumbers(model.faces.length, live),
      vertices: newNumbers(model.positions.length / 3, used),
      ...{ faceCount: live.length, vertexCount: used.length },
    };
    expect(renumberingFaults(model, renumbering, true)).toEqual([]);
    this.model = renumbered(model, renumbering);
    journal.renumber(renumbering);
    this.#expectSame();
    return renumbering;
  }

  /** The journal's mesh has the model's live faces, under its numbers, with its coordinates. */
  #expectSame(): void {
    const { model, journal } = this;
    const { positions, faces, faceNumbers, vertexNumbers } = journal.numbered();
    expect([...faceNumbers].sort((a, b) => a - b)).toEqual(model.live());
    expect(Array.from(faces, (row) => vertexNumbers[row])).toEqual(
      Array.from(faceNumbers).flatMap((face) => [...model.faces[face]]),
    );
    expect(Array.from(positions)).toEqual(
      Array.from(vertexNumbers).flatMap((vertex) => model.positions.slice(3 * vertex, 3 * vertex + 3)),
    );
    expect(journal.numbers.positions.length).toBe(model.positions.length);
    expect(journal.numbers.faces.length).toBe(3 * model.faces.length);
  }
}

/**
 * The volume is what the tool swept of the bone; points that it swept are gone, and those of new walls were swept: up
 * to the bound, which the volume of manifold-3d's solids follows up to their own. @returns how many points were looked
 * at.
 */
function expectLikeSweep(random: Random, before: TriangleMesh, after: TriangleMesh, way: Way, cut: SlotCut): number {
  const { solid, off } = sweptSolid([blade], motionOf(way), REACH, STEPS);
  const whole = solidOf(before);
  const within = whole.intersect(solid);
  // A surface that is moved by f32's rounding, or by that, changes the volume by its area.
  const f32 = 2 ** -23 * largestCoordinate(before);
  const slack = f32 * whole.surfaceArea() + (f32 + off) * solid.surfaceArea();
  const { low, high } = cut.removedVolume;
  expect(low).toBeLessThanOrEqual(within.volume() + slack);
  expect(high).toBeGreaterThanOrEqual(within.volume() - slack);
  // What lies within the bound of the swept surface and of the blade's at both ends, on either side.
  expect(high - low).toBeLessThan(8 * cut.bound * solid.surfaceArea() + 2 ** -30);
  for (const made of [whole, within, solid]) made.delete();
  const rounding = 2 ** -40 * largestCoordinate(before);
  const left = new PlainSolid(after);
  let seen = 0;
  const ofTool = surfacePoints(blade, 150, random);
  const swept = Float64Array.from(
    Array.from({ length: 150 }, () => poseAt(way, random())).flatMap((pose, n) =>
      applied(pose, ofTool.subarray(3 * n, 3 * n + 3)),
    ),
  );
  const bone = new PlainSolid(before);
  const toWall = distancesTo(after, swept);
  for (let n = 0; n < toWall.length; n++) {
    const [x, y, z] = swept.subarray(3 * n, 3 * n + 3);
    if (bone.isInside(x, y, z)) seen++;
    if (left.isInside(x, y, z)) expect(toWall[n]).toBeLessThan(cut.bound + rounding);
  }
  const shown = surfacePoints(after, 150, random);
  const toBefore = distancesTo(before, shown);
  for (let n = 0; n < toBefore.length; n++) {
    if (toBefore[n] <= rounding) continue;
    seen++;
    expect(toSweep(way, shown.subarray(3 * n, 3 * n + 3))).toBeLessThan(cut.bound + rounding);
  }
  return seen;
}

function cutAnyhow(mesh: TriangleMesh, cuts: number): void {
  const random = mulberry32(SEED);
  const followed = new Followed(mesh);
  const { journal } = followed;
  const given = inspectMesh(mesh);
  const pairs = selfIntersections(mesh).length;
  const states = [followed.bytes];
  const changes: SlotCut['change'][] = [];
  const seen = { cut: 0, missed: 0, refused: 0, points: 0 };
  let [lost, slack] = [0, 0];
  let pose: Float64Array | null = null;
  for (let n = 0; n < cuts; n++) {
    const way = wayFrom(random, pose ?? poseNear(random, mesh));
    const before = followed.mesh;
    const cut = journal.cut(blade, motionOf(way));
    pose = random() < 0.6 ? poseAt(way, 1) : null;
    if (typeof cut === 'string') {
      seen.refused++;
      expect(followed.bytes).toBe(states.at(-1));
      continue;
    }
    followed.apply(cut.edit);
    changes.push(cut.change);
    states.push(followed.bytes);
    seen[cut.change === null ? 'missed' : 'cut']++;
    expect(cut.bound).toBeGreaterThan(0);
    expect(cut.bound).toBeLessThan(MOST_BOUND);
    const after = followed.mesh;
    expect(inspectMesh(after)).toMatchObject({ closed: true, oriented: true, degenerateFaces: 0 });
    expect(selfIntersections(after).length).toBeLessThanOrEqual(pairs);
    lost += cut.volumeLoss;
    slack += roundingOf(mesh, [after]);
    expect(Math.abs(lost - (given.volume - inspectMesh(after).volume))).toBeLessThan(slack);
    if (pairs === 0) seen.points += expectLikeSweep(random, before, after, way, cut);
    if (n % 3 === 2) followed.renumber();
  }
  const backwards: SlotCut['change'][] = [];
  for (const change of changes.toReversed()) {
    expect(followed.bytes).toBe(states[changes.length - backwards.length]);
    const back = journal.restore(change);
    followed.apply(back.edit);
    backwards.push(back.change);
    if (backwards.length % 3 === 2) followed.renumber();
  }
  expect(followed.bytes).toBe(states[0]);
  for (const [n, change] of backwards.toReversed().entries()) {
    followed.apply(journal.restore(change).edit);
    expect(followed.bytes).toBe(states[n + 1]);
  }
  expect(seen.cut).toBeGreaterThan(cuts / 2);
  expect(seen.refused).toBeLessThanOrEqual(cuts / 50);
  if (pairs === 0) expect(seen.points).toBeGreaterThan(10 * cuts);
}

describe('cuts along lines and arcs, each beside what the blade sweeps', () => {
  test(`in a sphere (seed ${SEED})`, () => cutAnyhow(ball, longRun(60, 7)));
  inDeep(() => test(`in a phantom (seed ${SEED})`, () => cutAnyhow(phantom(5_000), longRun(60, 12))));
});

describe('what is refused changes nothing, not even the numbers', () => {
  const level = (x: number, y: number, z: number) => translation(x, y, z);
  const block = box({ size: [12, 12, 6] });
  const refusedBy = (followed: Followed, tool: TriangleMesh, motion: RigidMotion) => {
    const [before, numbers] = [followed.bytes, followed.journal.numbers];
    const lengths = [numbers.positions.length, numbers.faces.length];
    const fault = followed.journal.cut(tool, motion);
    expect([followed.bytes, numbers.positions.length, numbers.faces.length]).toEqual([before, ...lengths]);
    return fault;
  };
  const meshOfBody = ({ positions, faces }: { positions: readonly number[]; faces: readonly number[] }) =>
    createMesh(positions, faces);

  test.each([
    ['a burr', sphere({ radius: 3, subdivisions: 2 })],
    ['a wedge', meshOfBody(prism(regular(4, 3), 1, 0.8))],
    ['a ring', meshOfBody(holed(3, 2, 1))],
  ])('the cut of %s', (_name, tool) => {
    const followed = new Followed(block);
    expect(refusedBy(followed, tool, { from: level(0, 0, 0), to: level(1, 0, 0) })).toBe(NO_BLADE);
    // Asked again, it is as it was.
    expect(refusedBy(followed, tool, { from: level(0, 0, 0), to: level(1, 0, 0) })).toBe(NO_BLADE);
  });

  test(`motions out of the plane (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < 10; round++) {
      const followed = new Followed(block);
      const from = poseNear(random, block);
      expect(refusedBy(followed, blade, { from, to: composed(from, level(1, 0, 0.01)) })).toBe(LEAVES);
      const tilt = poseOf([1, 0, 0, 0, Math.cos(0.1), Math.sin(0.1), 0, -Math.sin(0.1), Math.cos(0.1)], [0, 0, 0]);
      expect(refusedBy(followed, blade, { from, to: composed(from, tilt), motion: 'screw' })).toBe(LEAVES);
      const cut = followed.journal.cut(blade, { from, to: composed(from, level(1, 0, 0)) });
      expect(typeof cut).toBe('object');
    }
  });

  test('slots that would touch along an edge; a cut that goes on from there begins anew', () => {
    const tool = box({ size: [2, 2, 1] });
    const followed = new Followed(block);
    const { journal } = followed;
    const first = journal.cut(tool, { from: level(-3, -2, 0), to: level(-2, -2, 0) });
    if (typeof first === 'string') throw new Error(first);
    followed.apply(first.edit);
    // [−4, −1] × [−3, −1] × 1 mm, and all roundings are of whole numbers.
    expect(first.volumeLoss).toBeCloseTo(6, 12);
    expect(refusedBy(followed, tool, { from: level(0, 0, 0), to: level(1, 0, 0) })).toBe(TOUCHES);
    // What the blade covers at the start of a cut counts unless the last cut has taken it.
    const second = journal.cut(tool, { from: level(1, 0, 0), to: level(3, 0, 0) });
    if (typeof second === 'string') throw new Error(second);
    followed.apply(second.edit);
    expect(second.volumeLoss).toBeCloseTo(8, 12);
    const third = journal.cut(tool, { from: level(3, 0, 0), to: level(3, 1, 0) });
    if (typeof third === 'string') throw new Error(third);
    followed.apply(third.edit);
    expect(third.volumeLoss).toBeCloseTo(2, 12);
    expect(first.removedVolume.low).toBeLessThan(6);
    expect(first.removedVolume.high).toBeGreaterThan(6);
    // In the air, and in what is gone already.
    for (const [from, to] of [
      [level(20, 0, 0), level(30, 0, 0)],
      [level(3, 0, 0), level(2, 0, 0)],
    ]) {
      const nothing = journal.cut(tool, { from, to });
      expect(nothing).toMatchObject({ change: null, volumeLoss: 0, removedVolume: { low: 0 } });
      if (typeof nothing !== 'string') followed.apply(nothing.edit);
      expect(journal.restore(null).change).toBeNull();
    }
  });
});

inDeep(() =>
  test(`a path that goes on, and one that is made to begin anew, leave the same (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    for (let round = 0; round < longRun(10, 2); round++) {
      const journals = [new SlotJournal(ball), new SlotJournal(ball)];
      const from = poseNear(random, ball);
      const ways = [wayFrom(random, from)];
      for (let n = 0; n < 3; n++) ways.push(wayFrom(random, poseAt(ways[n], 1)));
      const bounds = journals.map((journal, n) =>
        ways.map((way) => {
          if (n === 1) journal.forget();
          const cut = journal.cut(blade, motionOf(way));
          if (typeof cut === 'string') throw new Error(cut);
          return cut.bound;
        }),
      );
      const [on, anew] = journals.map((journal) => {
        const { positions, faces } = journal.numbered();
        return createMesh(positions, faces);
      });
      const most = Math.max(...bounds.flat());
      const points = surfacePoints(on, 100, random);
      expect(Math.max(...distancesTo(anew, points))).toBeLessThan(2 * most);
      const volumes = [on, anew].map((mesh) => inspectMesh(mesh).volume);
      expect(Math.abs(volumes[0] - volumes[1])).toBeLessThan(2 * most * inspectMesh(on).area);
    }
  }),
);
