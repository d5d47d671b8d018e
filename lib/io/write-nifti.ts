// A volume → NIfTI-1 bytes (.nii, .nii.gz).
//
// R. W. Cox et al., nifti1.h. One file: 348 bytes of header, 4 of extension flags (none), then the voxels, i fastest.
// Little-endian. The frame is written as the sform alone (method 3), which holds every matrix; the qform, which holds
// no shear, is unset, so that there is one truth. NIfTI's world is RAS, so the first two rows change sign for LPS.

import { FormatError } from '#core';
import { gzip } from './gzip.ts';
import { joinedBytes } from './joined-bytes.ts';
import { frameDeterminant, type Volume } from './volume.ts';
import type { VolumeInMemory } from './volume-in-memory.ts';
import type { VoxelTypeName } from './voxel-values.ts';
import { withinMemory } from './within-memory.ts';
import { type Segment, volumeToWrite, type WriteVolumeOptions } from './write-volume-options.ts';

/** NIfTI's datatype codes. */
const CODES: Readonly<Record<VoxelTypeName, number>> = {
  ...{ uint8: 2, int16: 4, int32: 8, float32: 16, float64: 64 },
  ...{ int8: 256, uint16: 512, uint32: 768, int64: 1024, uint64: 1280 },
};
const HEADER = 348;
const VOX_OFFSET = 352;
/** dim is 16 bits with a sign. */
const LONGEST = 2 ** 15 - 1;
const MILLIMETRES = 2;
const SCANNER_ANATOMY = 1;
const LABELS = 1002;

/**
 * Writes a volume as NIfTI-1, so that kerf's reader returns the same values, value for value, and the same frame in
 * RAS. The voxels have the type of their array, or, in no typed array, the narrowest of uint8, int16, uint16, int32,
 * float32 and float64 that holds each of them; they are never scaled. Labels get the intent code 1002. Notices say by
 * how much voxels move because NIfTI-1 rounds the frame to f32, and that it holds no names of segments.
 * @param options gzip (default true: the bytes of a .nii.gz), segments, onNotice.
 * @throws (as a rejection) FormatError as checkVolume, TOO_LARGE (more than 32,767 voxels along an axis; a frame beyond
 * f32), UNKNOWN_FRAME (other than spacings from the origin on), NO_SEGMENT, BAD_HEADER; OptionError BAD_SEGMENTS,
 * BAD_FRAME, WRONG_TYPE, UNKNOWN_OPTION.
 */
export async function writeNifti(volume: VolumeInMemory, options: WriteVolumeOptions = {}): Promise<Uint8Array> {
  const given = volumeToWrite(volume, options, 'writeNifti');
  const { name, stored, isPacked, segments, notice } = given;
  const { dimensions } = given.volume;
  if (dimensions.some((n) => n > LONGEST))
    throw new FormatError(
      'TOO_LARGE',
      `"${name}" has ${dimensions.join(' × ')} voxels, NIfTI-1 holds at most ${LONGEST} along an axis; write NRRD.`,
    );
  const sform = sformOf(given.volume, name, notice);
  const view = new DataView(new ArrayBuffer(VOX_OFFSET));
  const shorts = (at: number, ...numbers: number[]) => {
    for (const [n, x] of numbers.entries()) view.setInt16(at + 2 * n, x, true);
  };
  const floats = (at: number, ...numbers: number[]) => {
    for (const [n, x] of numbers.entries()) view.setFloat32(at + 4 * n, x, true);
  };
  view.setInt32(0, HEADER, true);
  // dim, intent_code, datatype, bitpix.
  shorts(40, 3, ...dimensions, 1, 1, 1, 1);
  shorts(68, segments === null ? 0 : LABELS, CODES[stored.type], 8 * stored.size);
  // pixdim, whose first entry serves the qform alone.
  floats(76, 1, ...[0, 1, 2].map((axis) => Math.hypot(sform[axis], sform[4 + axis], sform[8 + axis])));
  // vox_offset, scl_slope, scl_inter.
  floats(108, VOX_OFFSET, 1, 0);
  view.setUint8(123, MILLIMETRES);
  // qform_code, sform_code; without an anatomical frame pixdim says all (method 1).
  shorts(252, 0, given.volume.frame === undefined ? 0 : SCANNER_ANATOMY);
  if (given.volume.frame !== undefined) floats(280, ...sform);
  for (const [n, letter] of [...'n+1'].entries()) view.setUint8(344 + n, letter.charCodeAt(0));
  if (segments !== null) notice(namesOf(segments, name));
  return withinMemory(name, async () => {
    const bytes = joinedBytes([new Uint8Array(view.buffer), stored.bytes]);
    return isPacked ? gzip(bytes) : bytes;
  });
}

/** The frame in RAS, in f32. */
function sformOf({ dimensions, indexToWorld: m, frame }: Volume, name: string, notice: (said: string) => void) {
  const isPlain = m.every((x, n) => (n % 5 === 0 ? x > 0 : x === 0));
  if (frame === undefined && !isPlain)
    throw new FormatError(
      'UNKNOWN_FRAME',
      `"${name}" is turned or off the origin, in axes unknown, NIfTI's are right, anterior, superior (RAS); ` +
        'set its frame to RAS or LPS, or write NRRD.',
    );
  const exact = m.map((x, n) => (frame === 'LPS' && n < 8 ? 0 - x : x));
  const rounded = exact.map(Math.fround);
  const det = frameDeterminant(rounded);
  if (!rounded.every(Number.isFinite) || !(det !== 0 && Number.isFinite(det)))
    throw new FormatError(
      'TOO_LARGE',
      `"${name}" has the frame ${m.join(' ')}, NIfTI-1 holds numbers of 32 bits; write NRRD, which holds every digit.`,
    );
  // How far rounding moves a voxel's centre: at most the last one's along each axis, plus the first one's.
  const moved = [0, 4, 8].map((row) =>
    [...dimensions.map((n) => n - 1), 1].reduce(
      (sum, n, k) => sum + n * Math.abs(exact[row + k] - rounded[row + k]),
      0,
    ),
  );
  const farthest = Math.hypot(...moved);
  if (farthest > 0)
    notice(
      `"${name}": NIfTI-1 rounds the frame to 32 bits, which moves voxels by up to ${farthest.toPrecision(2)} mm; write NRRD to keep every digit.`,
    );
  return rounded;
}

function namesOf(segments: readonly Segment[], name: string): string {
  const all = segments.map((segment) => `${segment.label} ${segment.name}`).join(', ');
  return `"${name}": NIfTI holds no names of labels (${all}); write NRRD to keep them.`;
}
