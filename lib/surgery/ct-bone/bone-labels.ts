// A cut bone and a CT volume → a volume of labels in the CT's frame (bone, removed bone, removed bone in each
// structure), and a volume that says when each removed voxel was removed.

import { checkNumbers, checkOptionNames, checkText, described, OptionError, type OptionNames, refuse } from '#core';
import {
  boneVoxels,
  checkSolid,
  CuttableBone,
  IN_STRUCTURE,
  inverseOf,
  MOST_STRUCTURES,
  REMOVED,
  STANDS,
} from '#cutting';
import { checkVolumeOptions, frameDeterminant, type VolumeInMemory, type VolumeOptions } from '#io';
import type { AnatomicalFrame, TriangleMesh } from '#mesh';
import { openVolume, type VolumeSource } from './open-volume.ts';
import { volumeInFrame } from './volume-in-frame.ts';

export interface NamedStructure {
  readonly name: string;
  /** Closed and oriented, in the bone's coordinates. */
  readonly surface: TriangleMesh;
}

export interface BoneLabelsOptions extends VolumeOptions {
  /** A removed voxel in several counts for the first of them. */
  readonly structures?: readonly NamedStructure[];
  /** Of each cut that the bone could undo now, s, 0 or more. Default: the cuts' numbers, from 1. */
  readonly times?: ArrayLike<number>;
  /** The axes of the bone's coordinates. Default: those of the volume. */
  readonly frame?: AnatomicalFrame;
}

export interface LabelCount {
  readonly label: number;
  /** `bone`, `removed`, `removed from` and a structure's name. */
  readonly name: string;
  readonly voxels: number;
  /** mm³: that many voxels. */
  readonly volume: number;
}

export interface BoneLabels {
  /** In the frame of the CT: 0 no bone, 1 bone that stands, 2 removed, 3 … removed from structure 1 … (uint8). */
  readonly labels: VolumeInMemory & { readonly values: Uint8Array };
  /** In the frame of the CT: the time of the cut that removed the voxel, rounded to f32; −1 for other voxels. */
  readonly times: VolumeInMemory & { readonly values: Float32Array };
  /** A row for each label from 1, whether or not a voxel has it. */
  readonly table: readonly LabelCount[];
  /**
   * Voxels whose centre lies no farther than `slack` from a face that the bone or a structure has or had: rounding may
   * have decided their label.
   */
  readonly unsure: number;
  /** mm, about a billionth of a voxel. */
  readonly slack: number;
  /** mm: CuttableBone.bound. The exact bone may pass on the other side of centres this near to the bone's surface. */
  readonly bound: number;
}

const OPTIONS: OptionNames<BoneLabelsOptions> = {
  ...{ structures: true, times: true, frame: true, series: true, acceptUneven: true, onNotice: true },
};
const STRUCTURE: OptionNames<NamedStructure> = { name: true, surface: true };

/**
 * Labels each voxel of a CT by the side of the bone's surface on which its centre lies, which is exact but for the
 * `unsure` ones; of a bone that keeps exact slots, the surface of its grid. A voxel is removed if it was inside the
 * bone before all cuts that can be undone now, and is outside; its time is that of the last cut before which it was
 * inside the bone's mesh. What a window's growth shows otherwise than before belongs to the cut that made it grow.
 * @param ct its samples are not looked at: only where they are.
 * @returns volumes for writeNifti and writeNrrd, and a table whose labels and names can be their `segments`.
 * @throws (as a rejection) OptionError BAD_TIMES, BAD_FRAME, UNKNOWN_FRAME, FRAME_TOO_FAR, TOO_MANY, BAD_UNEVEN,
 * WRONG_TYPE, UNKNOWN_OPTION; MeshError NOT_SOLID (a structure), TOO_DEEP (more than 127 shells around a voxel), and as
 * createMesh; FormatError as loadSurfaceFromVolume.
 */
export async function boneLabels(
  bone: CuttableBone,
  ct: VolumeSource,
  options: BoneLabelsOptions = {},
): Promise<BoneLabels> {
  if (!(bone instanceof CuttableBone)) refuse(bone, 'bone', 'a CuttableBone', 'pass what createCuttableBone gave');
  checkOptionNames(options, OPTIONS, 'boneLabels');
  checkVolumeOptions(options);
  const { frame } = options;
  const structures = checkedStructures(options.structures ?? []);
  const { length: cuts } = bone.steps.done;
  const times = options.times === undefined ? null : checkedTimes(options.times, cuts);
  const { volume: own, name } = await openVolume(ct, 'boneLabels', options);
  const { dimensions, indexToWorld } = volumeInFrame(own, frame, name);
  const placed = { dimensions, indexToWorld, toIndex: inverseOf(indexToWorld) };
  const solids = structures.map(({ surface }) => surface);
  const found = boneVoxels(bone, placed, (cut) => times?.[cut] ?? cut + 1, solids);
  const { mesh, bound } = bone.shownByGrid;
  const place = { dimensions, indexToWorld: own.indexToWorld, ...(own.frame && { frame: own.frame }) };
  return {
    labels: { ...place, values: found.labels, name: `${mesh.name}, labels` },
    times: { ...place, values: found.times, name: `${mesh.name}, times of removal` },
    table: counted(found.labels, structures, Math.abs(frameDeterminant(indexToWorld))),
    unsure: found.unsure,
    slack: found.slack,
    bound,
  };
}

function counted(labels: Uint8Array, structures: readonly NamedStructure[], volume: number): LabelCount[] {
  const voxels = new Float64Array(256);
  for (let voxel = 0; voxel < labels.length; voxel++) voxels[labels[voxel]]++;
  const names: [number, string][] = [
    [STANDS, 'bone'],
    [REMOVED, 'removed'],
    ...structures.map(({ name }, n): [number, string] => [IN_STRUCTURE + n, `removed from ${name}`]),
  ];
  return names.map(([label, name]) => ({ label, name, voxels: voxels[label], volume: voxels[label] * volume }));
}

function checkedStructures(given: readonly NamedStructure[]): NamedStructure[] {
  if (!Array.isArray(given))
    refuse(given, 'structures', 'an array of a name and a surface each', 'pass one, or leave it out');
  if (given.length > MOST_STRUCTURES)
    throw new OptionError(
      'TOO_MANY',
      `There are ${given.length} structures, labels of 8 bits allow ${MOST_STRUCTURES}; leave some out.`,
    );
  return Array.from(given, (structure: NamedStructure, n) => {
    checkOptionNames(structure, STRUCTURE, 'boneLabels', `structures[${n}]`);
    const { name, surface } = structure;
    checkText(name ?? null, `structures[${n}].name`, 'name the structure');
    return { name, surface: checkSolid(surface, `structure ${name}`) };
  });
}

function checkedTimes(times: ArrayLike<number>, cuts: number): ArrayLike<number> {
  checkNumbers(times, 'times', 'pass one for each cut, or leave them out');
  const at = Array.from(times).findIndex((time) => !(time >= 0 && Number.isFinite(Math.fround(time))));
  if (times.length !== cuts || at >= 0)
    throw new OptionError(
      'BAD_TIMES',
      times.length === cuts
        ? `The time of cut ${at} is ${described(times[at])}, expected seconds, 0 or more; count them from the first cut on.`
        : `There are ${times.length} times, expected one for each of ${cuts} cuts; leave out those of cuts undone.`,
    );
  return times;
}
