// A function of world points and a frame → the bytes of a VTI or NIfTI volume, written independently of lib/io.

import { Buffer } from 'node:buffer';

export interface VolumePlan {
  readonly dimensions: readonly [number, number, number];
  /** Row-major 3×4: voxel (i, j, k) → world, mm. */
  readonly frame: readonly number[];
  readonly value: (x: number, y: number, z: number) => number;
}

/** The values, i fastest. */
export function sampled({ dimensions: [nx, ny, nz], frame: m, value }: VolumePlan): number[] {
  const values: number[] = [];
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const [x, y, z] = [0, 4, 8].map((r) => m[r] * i + m[r + 1] * j + m[r + 2] * k + m[r + 3]);
        values.push(value(x, y, z));
      }
  return values;
}

/**
 * A ball about the origin as a scanner might show it: `iso` on its surface, 100 more per mm inward; the frame is
 * slanted and mirrored.
 * @param count voxels along each axis.
 */
export function ballVolume(radius: number, iso: number, count = 24): VolumePlan {
  const spacing = (2.6 * radius) / (count - 1);
  const [c, s] = [0.8 * spacing, 0.6 * spacing];
  const axes = [
    [-c, s, 0],
    [s, c, 0],
    [0, 0, spacing],
  ];
  const frame = axes.flatMap((row) => [...row, -row.reduce((sum, entry) => sum + entry, 0) * ((count - 1) / 2)]);
  const value = (x: number, y: number, z: number) => iso + 100 * (radius - Math.hypot(x, y, z));
  return { dimensions: [count, count, count], frame, value };
}

export interface NiftiOptions {
  readonly frameFrom?: 'sform' | 'qform' | 'pixdim';
  /** For 'qform': b, c, d and the sign of k. */
  readonly quaternion?: readonly [number, number, number, number];
  readonly slope?: number;
  readonly inter?: number;
  /** xyzt_units. */
  readonly units?: number;
  readonly littleEndian?: boolean;
}

/** A NIfTI-1 file of float32 voxels. */
export function niftiBytes(plan: VolumePlan, options: NiftiOptions = {}): Uint8Array<ArrayBuffer> {
  const {
    frameFrom = 'sform',
    quaternion = [0, 0, 0, 1],
    slope = 0,
    inter = 0,
    units = 2,
    littleEndian = true,
  } = options;
  const values = sampled(plan);
  const bytes = new Uint8Array(352 + 4 * values.length);
  const view = new DataView(bytes.buffer);
  const short = (at: number, ...numbers: number[]) => {
    for (const [i, n] of numbers.entries()) view.setInt16(at + 2 * i, n, littleEndian);
  };
  const float = (at: number, ...numbers: number[]) => {
    for (const [i, n] of numbers.entries()) view.setFloat32(at + 4 * i, n, littleEndian);
  };
  const m = plan.frame;
  const spacing = [0, 1, 2].map((c) => Math.hypot(m[c], m[4 + c], m[8 + c]));
  view.setInt32(0, 348, littleEndian);
  short(40, 3, ...plan.dimensions, 1, 1, 1, 1);
  short(70, 16, 32);
  float(76, quaternion[3], ...spacing);
  float(108, 352, slope, inter);
  bytes[123] = units;
  short(252, frameFrom === 'qform' ? 1 : 0, frameFrom === 'sform' ? 1 : 0);
  float(256, quaternion[0], quaternion[1], quaternion[2], m[3], m[7], m[11]);
  if (frameFrom === 'sform') float(280, ...m);
  bytes.set([0x6e, 0x2b, 0x31, 0], 344);
  const scale = slope === 0 ? 1 : slope;
  for (const [i, value] of values.entries()) float(352 + 4 * i, (value - inter) / scale);
  return bytes;
}

/** An ASCII VTI of Float64 voxels whose extent begins at (2, −1, 3). */
export function vtiText({ dimensions, frame: m, ...plan }: VolumePlan): string {
  const start = [2, -1, 3];
  const extent = dimensions.flatMap((n, axis) => [start[axis], start[axis] + n - 1]).join(' ');
  const spacing = [0, 1, 2].map((c) => Math.hypot(m[c], m[4 + c], m[8 + c]));
  const direction = [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => m[4 * r + c] / spacing[c]));
  const origin = [0, 1, 2].map((r) => m[4 * r + 3] - [0, 1, 2].reduce((sum, c) => sum + m[4 * r + c] * start[c], 0));
  return `<?xml version="1.0"?>
<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian">
<ImageData WholeExtent="${extent}" Origin="${origin.join(' ')}" Spacing="${spacing.join(' ')}" Direction="${direction.join(' ')}">
<Piece Extent="${extent}"><PointData Scalars="CT"><DataArray type="Float64" Name="CT" format="ascii">
${sampled({ dimensions, frame: m, ...plan }).join(' ')}
</DataArray></PointData></Piece></ImageData></VTKFile>`;
}

/** Text or bytes as bytes. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'latin1')) : content;
}
