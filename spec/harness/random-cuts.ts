// Random cuts of a bone → what is wrong with its surface and with a detector that follows it, and how much was tried.

import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { box, sphere, torus } from '#datasets';
import {
  type CutEdit,
  type CuttableBone,
  createCuttableBone,
  createDetector,
  createMesh,
  type Detector,
  inspectMesh,
  type Pose,
  type RigidMotion,
  selfIntersections,
  type TriangleMesh,
} from '#kerf';
import { composed, poseOf, randomRotation, translation } from './contact-cases.ts';
import { Shares } from './contact-query.ts';
import { mulberry32 } from './random.ts';
import { signed } from './random-geometry.ts';
import { renumberedHash } from './renumbered-report.ts';

type Random = () => number;
type PosedMotion = RigidMotion & { readonly to: Float64Array };

export interface CutRun {
  readonly surface: TriangleMesh;
  readonly cell: number;
  /** Half its size, mm, around a random point of the surface; 0 for none. */
  readonly window?: number;
  readonly cuts: number;
  /** How many of them, the first ones, are a blade's in a plane; 0 for a bone that keeps no slots. */
  readonly slots?: number;
  /** Cuts between checks of the whole mesh and of the detector's reports. */
  readonly stride: number;
  readonly seed: number;
}

/** A blade, a burr, and a ring, which is not convex. */
const tools = [
  box({ size: [1.2, 14, 10], divisions: [1, 7, 5] }),
  sphere({ radius: 3, subdivisions: 2 }),
  torus({ majorRadius: 4, minorRadius: 1.5, segments: 20 }),
];
const probe = sphere({ radius: 6, subdivisions: 2 });
const detectorOptions = { tool: probe, contactDistance: 1, resolution: 2, backend: 'cpu' } as const;

/**
 * At each cut, the new faces must have the boundary of the removed ones, so that a closed and oriented surface stays
 * so. At each stride, checks the whole mesh, and compares the detector that got the edits with a fresh one. At the end,
 * undoes all and redoes all.
 */
export async function runRandomCuts(run: CutRun): Promise<Shares> {
  const { surface, cell, window: half = 0, cuts, slots = 0, stride, seed } = run;
  const random = mulberry32(seed);
  const middle = half > 0 ? randomPoint(surface, random) : [];
  const window = { min: middle.map((x) => x - half), max: middle.map((x) => x + half) };
  const bone = await createCuttableBone({ surface, cell, ...(half > 0 && { window }), exactSlots: slots > 0 });
  const pairs = half > 0 || slots > 0 ? selfIntersections(surface).length : 0;
  const first = bytesOf(bone);
  const detector = await createDetector({ ...detectorOptions, bone: bone.mesh });
  const follower = new Follower(bone.mesh);
  const seen = new Shares();
  let slotEnd: Float64Array | null = null;
  for (let cut = 1; cut <= cuts; cut++) {
    const at = half > 0 ? pointIn(bone, random) : randomPoint(bone.mesh, random);
    const width = bone.window?.max[0];
    const isSlot = cut <= slots;
    const motion: PosedMotion = isSlot
      ? randomSlot(slotEnd ?? randomPose(at, random), random)
      : randomMotion(at, random);
    const { edit, removedVolume, layer } = bone.cut(tools[isSlot ? 0 : Math.floor(3 * random())], motion);
    slotEnd = isSlot && random() < 0.7 ? motion.to : null;
    seen.count(layer);
    seen.count(edit.faces.length > 0 ? 'cuts' : 'misses');
    expect(removedVolume.low).toBeLessThanOrEqual(removedVolume.high);
    follower.apply(edit);
    detector.editBone(edit);
    if (bone.window?.max[0] !== width) seen.count('grown');
    if (cut % stride !== 0) continue;
    expectSound(bone, pairs);
    if (half > 0 && expectKept(bone, surface) > 0) seen.count('kept');
    follower.expectSame(bone);
    await compare(detector, bone, at, random, seen);
  }
  const last = bytesOf(bone);
  for (let edit = bone.undo(); edit !== null; edit = bone.undo()) {
    follower.apply(edit);
    detector.editBone(edit);
  }
  expect(bytesOf(bone)).toEqual(first);
  expectSound(bone, pairs);
  await compare(detector, bone, randomPoint(bone.mesh, random), random, seen);
  let redone = 0;
  for (let edit = bone.redo(); edit !== null; edit = bone.redo(), redone++) {
    follower.apply(edit);
    detector.editBone(edit);
  }
  expect(redone).toBe(cuts);
  expect(bytesOf(bone)).toEqual(last);
  follower.expectSame(bone);
  await compare(detector, bone, randomPoint(bone.mesh, random), random, seen);
  detector.dispose();
  return seen;
}

/** @param pairs how often the surface beyond a window met itself before. */
function expectSound({ mesh }: CuttableBone, pairs: number): void {
  expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, manifold: true, degenerateFaces: 0 });
  expect(selfIntersections(mesh).length).toBeLessThanOrEqual(pairs);
}

/** The surface's faces that do not reach the window are the mesh's, bit for bit. @returns how many they are. */
export function expectKept({ mesh, window }: CuttableBone, surface: TriangleMesh): number {
  const keyOf = ({ positions, faces }: TriangleMesh, face: number) =>
    [0, 1, 2].map((k) => positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3).join()).join(' ');
  const held = new Set(Array.from({ length: mesh.faces.length / 3 }, (_, face) => keyOf(mesh, face)));
  let kept = 0;
  for (let face = 0; face < surface.faces.length / 3; face++) {
    const corners = [0, 1, 2].map((k) => 3 * surface.faces[3 * face + k]);
    const isApart = [0, 1, 2].some((k) => {
      const along = corners.map((corner) => surface.positions[corner + k]);
      return Math.max(...along) < (window?.min[k] ?? 0) || Math.min(...along) > (window?.max[k] ?? 0);
    });
    if (!isApart) continue;
    kept++;
    if (!held.has(keyOf(surface, face))) throw new Error(`face ${face} lies beyond the window, and is gone`);
  }
  return kept;
}

/** A point of the mesh in the window, or near it. */
function pointIn({ mesh, window }: CuttableBone, random: Random): number[] {
  for (let tries = 0; ; tries++) {
    const point = randomPoint(mesh, random);
    const isIn = point.every((x, k) => x >= (window?.min[k] ?? 0) && x <= (window?.max[k] ?? 0));
    if (isIn || tries > 1000) return point;
  }
}

/** All bits of the mesh, hashed. */
const bytesOf = ({ mesh }: CuttableBone) =>
  [mesh.positions, mesh.faces].map(({ buffer }) => createHash('sha256').update(Buffer.from(buffer)).digest('hex'));

/** The faces by number, according to the edits. */
class Follower {
  readonly #faces: (readonly number[] | null)[] = [];
  readonly #positions: number[];

  constructor({ positions, faces }: TriangleMesh) {
    this.#positions = [...positions];
    for (let i = 0; i < faces.length; i += 3) this.#faces.push([faces[i], faces[i + 1], faces[i + 2]]);
  }

  apply({ remove, positions, faces }: CutEdit): void {
    const ends = new Map<string, number>();
    const add = (corners: readonly number[], sign: number) => {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [corners[k], corners[(k + 1) % 3]];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        ends.set(key, (ends.get(key) ?? 0) + (a < b ? sign : -sign));
      }
    };
    for (const face of remove) {
      const corners = this.#faces[face];
      if (corners === null || corners === undefined) throw new Error(`face ${face} is removed, and is not there`);
      add(corners, -1);
      this.#faces[face] = null;
    }
    for (const x of positions) this.#positions.push(x);
    for (let i = 0; i < faces.length; i += 3) {
      const corners = [faces[i], faces[i + 1], faces[i + 2]];
      expect(Math.max(...corners)).toBeLessThan(this.#positions.length / 3);
      add(corners, 1);
      this.#faces.push(corners);
    }
    expect([...ends].filter(([, sum]) => sum !== 0)).toEqual([]);
  }

  /** Expects the bone's mesh to have these faces, under its faceNumbers, with these coordinates. */
  expectSame({ mesh, faceNumbers }: CuttableBone): void {
    const live = this.#faces.flatMap((corners, face) => (corners === null ? [] : [face]));
    expect([...faceNumbers].sort((a, b) => a - b)).toEqual(live);
    for (let row = 0; row < faceNumbers.length; row++) {
      const corners = this.#faces[faceNumbers[row]] ?? [];
      for (let n = 0; n < 3; n++)
        for (let k = 0; k < 3; k++)
          if (this.#positions[3 * corners[n] + k] !== mesh.positions[3 * mesh.faces[3 * row + n] + k])
            throw new Error(`row ${row} is not face ${faceNumbers[row]}`);
    }
  }
}

/** The edited detector reports what a fresh one with the same faces does, bit for bit, under the edits' numbers. */
async function compare(
  detector: Detector,
  bone: CuttableBone,
  at: readonly number[],
  random: Random,
  seen: Shares,
): Promise<void> {
  const { mesh, faceNumbers } = bone;
  const rows = [...faceNumbers.keys()].sort((a, b) => faceNumbers[a] - faceNumbers[b]);
  const faces = rows.flatMap((row) => [...mesh.faces.subarray(3 * row, 3 * row + 3)]);
  const fresh = await createDetector({ ...detectorOptions, bone: createMesh(mesh.positions, faces) });
  const numbers = rows.map((row) => faceNumbers[row]);
  const elsewhere = randomPoint(mesh, random);
  for (const point of [at, elsewhere, elsewhere.map((x) => 1.3 * x)]) {
    const pose: Pose = poseOf(
      randomRotation(random),
      point.map((x) => x + 4 * signed(random)),
    );
    const [mine, expected] = [detector.detectSync(pose), fresh.detectSync(pose)];
    expect([mine.state, mine.signed]).toEqual([expected.state, expected.signed]);
    expect(renumberedHash(mine, null)).toBe(renumberedHash(expected, numbers));
    seen.count(mine.state);
  }
  fresh.dispose();
}

function randomPoint({ positions }: TriangleMesh, random: Random): number[] {
  const vertex = 3 * Math.floor((random() * positions.length) / 3);
  return [0, 1, 2].map((k) => positions[vertex + k]);
}

/**
 * Of the blade, in the plane of its flats: by up to 4 mm along both axes, half of them with a turn of up to 0.1 rad.
 */
function randomSlot(from: Float64Array, random: Random): PosedMotion {
  const moved = composed(from, translation(0, 4 * signed(random), 4 * signed(random)));
  if (random() < 0.5) return { from, to: moved };
  const angle = 0.1 * signed(random);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { from, to: composed(moved, poseOf([1, 0, 0, 0, c, s, 0, -s, c], [0, 0, 0])), motion: 'screw' };
}

function randomPose(at: readonly number[], random: Random): Float64Array {
  return composed(
    poseOf(randomRotation(random), at),
    translation(2 * signed(random), 2 * signed(random), 2 * signed(random)),
  );
}

/** Through a point, by up to 4 mm along each axis, half of them with a rotation of up to 0.4 rad. */
function randomMotion(at: readonly number[], random: Random): PosedMotion {
  const from = randomPose(at, random);
  const step = translation(4 * signed(random), 4 * signed(random), 4 * signed(random));
  if (random() < 0.5) return { from, to: composed(from, step) };
  const angle = 0.4 * random();
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { from, to: composed(composed(from, step), poseOf([c, s, 0, -s, c, 0, 0, 0, 1], [0, 0, 0])), motion: 'screw' };
}
