// The cut bone → the files that were asked for: labels and times of removal in the frame of a CT, and its surface.

import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Assessment } from '#assessment';
import type { BoneLabels, NamedStructure } from '#ct-bone';
import { FormatError } from '#core';
import { baseName, type MeshFormat, meshFormatOf, type VolumeInMemory, type WriteVolumeOptions } from '#io';
import type { TriangleMesh } from '#mesh';
import { UsageError, withFileErrors } from '../exit-code.ts';
import { OutputFolder } from '../output-files.ts';
import type { PoseList } from '../pose-file.ts';
import type { Toolkit } from '../toolkit.ts';
import { checkDistinctFiles, type GivenFile } from './distinct-files.ts';

export interface CutOutputFlags {
  readonly ct?: string;
  readonly labels?: string;
  readonly times?: string;
  readonly cutBone?: string;
}

type VolumeFormat = 'nii' | 'nii.gz' | 'nrrd';

/** null: not asked for. */
export interface CutOutputs {
  readonly volumes: {
    /** A file or folder. */
    readonly ct: string;
    readonly labels: { readonly file: string; readonly format: VolumeFormat } | null;
    readonly times: { readonly file: string; readonly format: VolumeFormat } | null;
  } | null;
  readonly bone: { readonly file: string; readonly format: MeshFormat } | null;
}

interface Inputs {
  readonly bone: { readonly mesh: TriangleMesh; readonly file: string };
  readonly structures: readonly { readonly mesh: TriangleMesh; readonly name: string }[];
  readonly poses: Pick<PoseList, 'times'>;
}

/** What a volume of labels says, for the JSON. */
export interface LabelFacts extends Pick<BoneLabels, 'table' | 'unsure' | 'slack' | 'bound'> {
  readonly file: string | null;
}

/**
 * Checks names and folders before anything is computed.
 * @param inputs files that are read beside the CT; no output may replace one, nor the CT, nor another output.
 * @throws UsageError; FormatError UNKNOWN_FORMAT; FileAccessError (no CT, or a folder in which no file can be written).
 */
export async function cutOutputsOf(
  { ct, labels, times, cutBone }: CutOutputFlags,
  inputs: readonly GivenFile[],
): Promise<CutOutputs> {
  const isVolumeAsked = labels !== undefined || times !== undefined;
  if (isVolumeAsked && ct === undefined)
    throw new UsageError('Give --ct FILE: the CT in whose frame the volume of --labels or --times is written.');
  if (ct !== undefined && !isVolumeAsked)
    throw new UsageError('--ct is given without a volume to write in its frame; give --labels FILE or --times FILE.');
  const volume = (file: string | undefined) => (file === undefined ? null : { file, format: volumeFormatOf(file) });
  const outputs = {
    volumes: ct === undefined ? null : { ct, labels: volume(labels), times: volume(times) },
    bone: cutBone === undefined ? null : { file: cutBone, format: meshFormatOf(cutBone) },
  };
  const given = (option: string, file: string | undefined) => (file === undefined ? [] : [{ option, file }]);
  await checkDistinctFiles(
    [...given('--labels', labels), ...given('--times', times), ...given('--cut-bone', cutBone)],
    [...inputs, ...given('--ct', ct)],
  );
  if (ct !== undefined) await withFileErrors('read', ct, () => access(ct));
  for (const file of [labels, times, cutBone])
    if (file !== undefined) await (await OutputFolder.open(dirname(resolve(file)))).discard();
  return outputs;
}

/** @throws FormatError UNKNOWN_FORMAT. */
function volumeFormatOf(file: string): VolumeFormat {
  const [, format] = /\.(nii|nii\.gz|nrrd)$/i.exec(baseName(file)) ?? [];
  if (format === undefined)
    throw new FormatError(
      'UNKNOWN_FORMAT',
      `"${file}" is no volume that kerf writes, expected the extension .nii, .nii.gz, .nrrd or .seg.nrrd; rename it.`,
    );
  return format.toLowerCase() as VolumeFormat;
}

/**
 * Makes the bytes of all files.
 * @returns them; what the labels say, null without them; and sentences on what was guessed, left out or rounded.
 * @throws FormatError from the CT's reader, TOO_LARGE, UNKNOWN_FRAME; OptionError UNKNOWN_FRAME.
 */
export async function cutFiles(
  { bone, structures, poses }: Inputs,
  found: Assessment,
  { volumes, bone: surface }: CutOutputs,
  kit: Toolkit,
): Promise<{
  readonly files: readonly { readonly file: string; readonly bytes: Uint8Array }[];
  readonly facts: LabelFacts | null;
  readonly notices: readonly string[];
}> {
  const notices: string[] = [];
  const files: { file: string; bytes: Uint8Array }[] = [];
  const onNotice = (sentence: string) => notices.push(sentence);
  const { frame } = bone.mesh;
  if (surface !== null) {
    const mesh = { ...found.bone.mesh, ...(frame && { frame }) };
    files.push({ file: surface.file, bytes: kit.writeMesh(mesh, surface.format) });
  }
  if (volumes === null) return { files, facts: null, notices };
  const solids: NamedStructure[] = [];
  for (const { name, mesh } of structures)
    if (isSolid(mesh, kit)) solids.push({ name, surface: mesh });
    else notices.push(`The structure ${name} is no closed solid: no removed voxel is labelled as in it; mend it.`);
  // By the clock of the path, epoch seconds would have lost minutes as f32.
  const times = poses.times?.subarray(1).map((time) => time - poses.times![0]);
  const options = { structures: solids, onNotice, ...(times && { times }), ...(frame && { frame }) };
  const voxels = await withFileErrors('read', volumes.ct, () => kit.boneLabels(found.bone, volumes.ct, options));
  if (frame === undefined)
    notices.push(
      `${bone.file} names no anatomical frame: its coordinates are taken as those of ${volumes.ct}` +
        `${voxels.labels.frame === undefined ? '' : ` (${voxels.labels.frame})`}; check that they lie together.`,
    );
  if (voxels.table.every((row) => row.voxels === 0))
    notices.push(`No voxel of ${volumes.ct} lies in the bone; check the frames.`);
  const write = async (volume: VolumeInMemory, format: VolumeFormat, own: WriteVolumeOptions) => {
    const chosen = { gzip: format !== 'nii', onNotice, ...own };
    return format === 'nrrd' ? kit.writeNrrd(volume, chosen) : kit.writeNifti(volume, chosen);
  };
  const { labels, times: when } = volumes;
  const segments = voxels.table.map(({ label, name }) => ({ label, name }));
  if (labels !== null)
    files.push({ file: labels.file, bytes: await write(voxels.labels, labels.format, { segments }) });
  if (when !== null) files.push({ file: when.file, bytes: await write(voxels.times, when.format, {}) });
  const { table, unsure, slack, bound } = voxels;
  return { files, facts: { file: labels?.file ?? null, table, unsure, slack, bound }, notices };
}

function isSolid(mesh: TriangleMesh, kit: Toolkit): boolean {
  const { closed, oriented, volume } = kit.inspectMesh(mesh);
  return closed && oriented && volume > 0;
}

/** A line for each label. */
export function labelLines({ table, unsure }: LabelFacts): string[] {
  const lines = table.map(
    ({ label, name, voxels, volume }) =>
      `label ${label}, ${name}: ${voxels.toLocaleString('en')} voxels, ${volume.toFixed(1)} mm³`,
  );
  return [...lines, `${unsure.toLocaleString('en')} voxels whose side rounding may have decided`];
}
