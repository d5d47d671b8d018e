// cuttable, cut → a bone that can be cut, and the edits of whatever was made of it.

import { OptionError, uninterrupted } from '#core';
import {
  type CutResult,
  type CuttableBone,
  checkSolid,
  createCuttableBone,
  type LostFeatures,
  type VoxelFrame,
  VoxelStream,
  type Window,
} from '#cutting';
import { frameDeterminant } from '#io';
import type { TriangleMesh } from '#mesh';
import type { RigidMotion } from '#motion';
import type { Body } from './check-request.ts';
import { LARGEST } from './member-kinds.ts';
import type { HeldCuttable, HeldLoop, Holdings } from './holdings.ts';
import { beyondBytes, cuttableBytes, voxelBytes } from './limits.ts';
import type { Emit, Made, SessionParts } from './session.ts';

/** So that each has a number of 32 bits, and windings fit into one array. */
const MOST_VOXELS = 2 ** 31 - 1;

export async function makeCuttable(
  request: Body,
  { held }: SessionParts,
  _emit: Emit,
  signal: AbortSignal,
): Promise<Body> {
  const {
    cuttable: name,
    surface: from,
    cell,
    window: box,
    beyondWindow,
    structures: names = [],
  } = request as {
    readonly cuttable: string;
    readonly surface: string;
    readonly cell: number;
    readonly window?: ArrayLike<number>;
    readonly beyondWindow?: 'grow' | 'refuse';
    readonly structures?: readonly string[];
  };
  const surface = held.get('mesh', from);
  const window = box && { min: Array.from(box).slice(0, 3), max: Array.from(box).slice(3) };
  // A window that grows may come to hold all of the bone.
  const size = window && beyondWindow === 'refuse' ? leastOf(sizeOf(surface), window) : sizeOf(surface);
  // createCuttableBone refuses an invalid cell.
  const bytes = cell > 0 ? cuttableBytes(size, cell) + (window ? beyondBytes(surface) : 0) : 0;
  const volume = volumeOf(request as VolumeMembers);
  const structures = names.map((own) => checkSolid(held.get('mesh', own), 'structure'));
  const all = bytes + (volume === null ? 0 : voxelBytes(volume.dimensions, structures.length));
  held.checkRoom('cuttable', name, all);
  const bone = await createCuttableBone({
    ...{ surface, cell, signal },
    ...(window && { window }),
    ...(beyondWindow && { beyondWindow }),
  });
  const stream = volume && new VoxelStream(bone, volume, structures);
  const counted = await held.put('cuttable', name, { bone, isCut: false, voxels: stream }, all);
  const { positions, faces } = bone.mesh;
  return {
    cuttable: name,
    cell: bone.cell,
    bound: bone.bound,
    thinWalls: bone.thinWalls,
    ...windowIn(bone),
    ...lostOf(bone),
    vertexCount: positions.length / 3,
    faceCount: faces.length / 3,
    bytes: counted,
  };
}

/** Cuts, and edits the detectors made of the bone. @returns the result, and their names. */
export function cutAndEdit(
  held: Holdings,
  cuttable: HeldCuttable,
  tool: TriangleMesh,
  motion: RigidMotion,
): { readonly result: CutResult; readonly detectors: readonly string[] } {
  const result = cuttable.bone.cut(tool, motion);
  // The bone is cut: what was made of it follows, whatever is cancelled.
  return uninterrupted(() => {
    cuttable.isCut = true;
    const own = held.all('detector').filter(([, one]) => one.cuttable === cuttable);
    for (const [, { detector }] of own) detector.editBone(result.edit);
    cuttable.voxels?.note(result.edit);
    return { result, detectors: own.map(([name]) => name) };
  });
}

/** The loops made of the bone, except the one that cuts it itself. */
export function loopsOf(held: Holdings, cuttable: HeldCuttable, but?: HeldLoop): (readonly [string, HeldLoop])[] {
  return held.all('loop').filter(([, one]) => one.cuttable === cuttable && one !== but);
}

export async function cut(
  request: Body,
  { held }: SessionParts,
  _emit: Emit,
  _signal: AbortSignal,
  made: Made,
): Promise<Body> {
  const { cuttable: name, tool, volume = false, ...motion } = request;
  const cuttable = held.get('cuttable', name as string);
  const cutter = held.get('mesh', tool as string);
  const { result, detectors } = cutAndEdit(held, cuttable, cutter, motion as unknown as RigidMotion);
  const loops = loopsOf(held, cuttable);
  const body = {
    ...result.edit,
    volumeLoss: result.volumeLoss,
    ...windowIn(cuttable.bone),
    ...(cuttable.voxels && voxelsOf(cuttable.voxels)),
    detectors,
    loops: loops.map(([loopName]) => loopName),
  };
  made(body);
  for (const [, { loop }] of loops) await loop.editBone(result.edit);
  return volume === true ? { ...body, ...uninterrupted(() => measuresOf(result)) } : body;
}

/** What has left the bone since the last answer, by this cut and by those of loops. */
function voxelsOf(stream: VoxelStream): Body {
  const { removed, ...others } = uninterrupted(() => stream.take());
  return { voxels: removed, ...others, unsure: stream.unsure };
}

interface VolumeMembers {
  readonly frame?: ArrayLike<number>;
  readonly size?: ArrayLike<number>;
  readonly structures?: readonly string[];
}

/** @returns null if none is given. @throws OptionError BAD_VOLUME. */
function volumeOf({ frame, size, structures = [] }: VolumeMembers): Omit<VoxelFrame, 'toIndex'> | null {
  if (frame === undefined && size === undefined && structures.length === 0) return null;
  const [m, dimensions] = [Array.from(frame ?? []), Array.from(size ?? [])];
  const [ni, nj, nk] = dimensions;
  const voxels = ni * nj * nk;
  const determinant = m.length === 12 && m.every(Number.isFinite) ? frameDeterminant(m) : Number.NaN;
  const isRight = dimensions.length === 3 && voxels > 0 && voxels <= MOST_VOXELS && structures.length <= LARGEST.u8;
  if (isRight && Math.abs(determinant) > 0 && Math.abs(determinant) < Infinity)
    return { dimensions: [ni, nj, nk], indexToWorld: m };
  throw new OptionError(
    'BAD_VOLUME',
    `The volume has a frame of ${m.length} numbers (determinant ${determinant}), a size of ${dimensions.join(' × ') || 'none'} and ${structures.length} structures, expected 12 numbers with a determinant other than 0, three whole numbers with a product of 1 to ${MOST_VOXELS}, and at most ${LARGEST.u8}; give frame and size together.`,
  );
}

function measuresOf(result: CutResult): Body {
  return { removedVolume: result.removedVolume, ...lostOf(result), bridges: result.bridges };
}

function lostOf({ lost }: { readonly lost: LostFeatures | null }): Body {
  if (lost === null) return {};
  const { positions, ...counts } = lost;
  return { lost: counts, lostAt: positions };
}

/** What of a bone's window an answer says. */
function windowIn({ window }: CuttableBone) {
  return window === null ? {} : { window: Float64Array.from([...window.min, ...window.max]) };
}

/** A window wider than the surface is cut down to it. */
function leastOf(size: readonly number[], { min, max }: Window): number[] {
  return size.map((length, k) => Math.min(length, Math.max(0, max[k] - min[k])));
}

/** mm: the sides of the surface's box. */
export function sizeOf({ positions }: TriangleMesh): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < positions.length; n++) {
    low[n % 3] = Math.min(low[n % 3], positions[n]);
    high[n % 3] = Math.max(high[n % 3], positions[n]);
  }
  return high.map((x, k) => x - low[k]);
}
