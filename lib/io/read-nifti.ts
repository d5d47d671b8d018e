// NIfTI-1 or NIfTI-2 bytes (.nii, already unzipped) → a Volume.

import { NIFTI1, type NIFTI2, readHeader } from 'nifti-reader-js';
import { FormatError } from '#core';
import { checkVolume, type Volume } from './volume.ts';
import { VOXEL_TYPES, type VoxelType, voxelValues } from './voxel-values.ts';

/** By NIfTI's datatype code. */
const TYPES: ReadonlyMap<number, VoxelType> = new Map([
  [2, VOXEL_TYPES.uint8],
  [4, VOXEL_TYPES.int16],
  [8, VOXEL_TYPES.int32],
  [16, VOXEL_TYPES.float32],
  [64, VOXEL_TYPES.float64],
  [256, VOXEL_TYPES.int8],
  [512, VOXEL_TYPES.uint16],
  [768, VOXEL_TYPES.uint32],
  [1024, VOXEL_TYPES.int64],
  [1280, VOXEL_TYPES.uint64],
]);
/** mm in each spatial unit of xyzt_units. Unknown (0) counts as mm. */
const MILLIMETRES: Readonly<Record<number, number>> = { 0: 1, 1: 1000, 2: 1, 3: 0.001 };

/**
 * Reads one 3D volume of whole or real numbers, scaled by scl_slope and scl_inter. The frame is the sform, else the
 * qform, else pixdim, as the header's codes say (R. W. Cox et al., nifti1.h, methods 3, 2, 1). NIfTI's world is RAS,
 * which is converted to mm here.
 * @throws FormatError BAD_HEADER, BAD_DIMENSIONS, TRUNCATED, BAD_COUNT (bytes left over), NON_FINITE_VALUE,
 * UNSUPPORTED.
 */
export function readNifti(bytes: Uint8Array, source: string): Volume {
  const fail = (code: string, found: string, expected: string): FormatError =>
    new FormatError(code, `"${source}": ${found}, expected ${expected}; fetch or convert the file again.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = parseHeader(bytes, view, fail);

  const { dims } = header;
  if (dims[0] < 3 || dims[0] > 7 || dims.slice(4, dims[0] + 1).some((n) => n !== 1))
    throw fail('BAD_DIMENSIONS', `dim is ${dims.join(' ')}`, 'three dimensions (further ones 1)');
  const dimensions = [dims[1], dims[2], dims[3]] as const;
  if (!dimensions.every((n) => n >= 2))
    throw fail('BAD_DIMENSIONS', `dim is ${dims.join(' ')}`, 'at least 2 along each axis');
  const type = TYPES.get(header.datatypeCode);
  if (type === undefined) throw fail('UNSUPPORTED', `datatype is ${header.datatypeCode}`, [...TYPES.keys()].join(', '));
  if (header.numBitsPerVoxel !== 8 * type.size)
    throw fail(
      'BAD_HEADER',
      `datatype ${header.datatypeCode} has bitpix ${header.numBitsPerVoxel}`,
      `${8 * type.size}`,
    );

  const start = header.vox_offset;
  const count = dimensions[0] * dimensions[1] * dimensions[2];
  const end = start + count * type.size;
  if (!Number.isInteger(start) || start < headerBytes(header) + 4)
    throw fail('BAD_HEADER', `vox_offset is ${start}`, `a whole number from ${headerBytes(header) + 4}`);
  if (end > bytes.length)
    throw fail('TRUNCATED', `the file has ${bytes.length} bytes`, `${end} for ${dimensions.join(' × ')} voxels`);
  if (end < bytes.length)
    throw fail('BAD_COUNT', `the file has ${bytes.length} bytes`, `${end} for ${dimensions.join(' × ')} voxels`);

  const { scale, notices } = scaling(header, source);
  const values = voxelValues(bytes.subarray(start, end), type, count, header.littleEndian, source, scale);

  const unit = MILLIMETRES[header.xyzt_units & 7];
  if (unit === undefined)
    throw fail('BAD_HEADER', `xyzt_units is ${header.xyzt_units}`, 'metres, millimetres or micrometres');
  const indexToWorld = frame(header, view).map((entry) => entry * unit);
  // Method 1 (neither sform nor qform) says nothing about the patient.
  const told = header.sform_code > 0 || header.qform_code > 0 ? ({ frame: 'RAS' } as const) : {};
  return checkVolume({ dimensions, values, indexToWorld, notices, ...told }, source);
}

function parseHeader(
  bytes: Uint8Array,
  view: DataView,
  fail: (code: string, found: string, expected: string) => FormatError,
): NIFTI1 | NIFTI2 {
  if (bytes.length < 4) throw fail('TRUNCATED', `the file has ${bytes.length} bytes`, 'a header of 348 or 540 bytes');
  const sizes = [view.getInt32(0, true), view.getInt32(0, false)];
  const size = [348, 540].find((known) => sizes.includes(known));
  if (size === undefined) throw fail('BAD_HEADER', `sizeof_hdr is ${sizes[0]}`, '348 or 540');
  if (bytes.length < size + 4) throw fail('TRUNCATED', `the file has ${bytes.length} bytes`, `a header of ${size + 4}`);
  const magicAt = size === 348 ? 344 : 4;
  const magic = String.fromCharCode(...bytes.subarray(magicAt, magicAt + 4));
  const wanted = size === 348 ? 'n+1\0' : 'n+2\0';
  if (magic === wanted.replace('+', 'i'))
    throw fail('UNSUPPORTED', 'the voxels are in a separate .img file', 'a single .nii file');
  if (magic !== wanted) throw fail('BAD_HEADER', `the magic is ${JSON.stringify(magic)}`, JSON.stringify(wanted));
  try {
    // Only the header is parsed here. Extensions, which the reader would parse too, are skipped by vox_offset.
    return readHeader(bytes.slice(0, size).buffer);
  } catch (cause) {
    throw fail(
      'BAD_HEADER',
      `the header cannot be parsed (${cause instanceof Error ? cause.message : cause})`,
      'NIfTI',
    );
  }
}

/**
 * nifti1.h: a slope of 0 means that the values are stored unscaled. As in the reference library, a slope or intercept
 * that is not finite counts as 0.
 */
function scaling(
  { scl_slope: slope, scl_inter: inter }: NIFTI1 | NIFTI2,
  source: string,
): { scale?: (value: number) => number; notices: string[] } {
  if (!Number.isFinite(slope) || slope === 0) return { notices: [] };
  const added = Number.isFinite(inter) ? inter : 0;
  const notices =
    added === inter
      ? []
      : [
          `"${source}": scl_inter is ${inter}, which is taken as 0; check the values, which are multiplied by ${slope}.`,
        ];
  return slope === 1 && added === 0 ? { notices } : { scale: (value) => slope * value + added, notices };
}

function headerBytes(header: NIFTI1 | NIFTI2): number {
  return header instanceof NIFTI1 ? 348 : 540;
}

/**
 * The frame, row-major 3×4, in the file's unit. The reader's own `affine` prefers the form with the higher code, so it
 * is not used.
 */
function frame(header: NIFTI1 | NIFTI2, view: DataView): number[] {
  const { pixDims: d, littleEndian } = header;
  if (header.sform_code > 0) {
    if (headerBytes(header) === 348) return entries((i) => view.getFloat32(280 + 4 * i, littleEndian));
    return entries((i) => view.getFloat64(400 + 8 * i, littleEndian));
  }
  if (header.qform_code > 0) {
    const [b, c, q] = [header.quatern_b, header.quatern_c, header.quatern_d];
    const a = Math.sqrt(Math.max(0, 1 - b * b - c * c - q * q));
    const k = d[0] < 0 ? -d[3] : d[3];
    return [
      ...[
        (a * a + b * b - c * c - q * q) * d[1],
        2 * (b * c - a * q) * d[2],
        2 * (b * q + a * c) * k,
        header.qoffset_x,
      ],
      ...[
        2 * (b * c + a * q) * d[1],
        (a * a + c * c - b * b - q * q) * d[2],
        2 * (c * q - a * b) * k,
        header.qoffset_y,
      ],
      ...[
        2 * (b * q - a * c) * d[1],
        2 * (c * q + a * b) * d[2],
        (a * a + q * q - c * c - b * b) * k,
        header.qoffset_z,
      ],
    ];
  }
  return [d[1], 0, 0, 0, 0, d[2], 0, 0, 0, 0, d[3], 0];
}

function entries(read: (i: number) => number): number[] {
  return Array.from({ length: 12 }, (_, i) => read(i));
}
