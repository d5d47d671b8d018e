// The data in report.html for its viewer: its types, base64 → typed arrays, and points into the other frame. Runs in
// the browser, without Node.

import type { ContactState } from '#records';
import type { RunHeader } from '../report-json.ts';

/** Little-endian bytes. */
export interface Packed<Type extends 'f32' | 'f64' | 'u8' | 'u16' | 'u32'> {
  readonly type: Type;
  readonly base64: string;
}

/** Positions are in mm, in the body's own frame. */
export interface PackedSurface {
  readonly positions: Packed<'f32'>;
  readonly faces: Packed<'u32'>;
  readonly facesShown: number;
  readonly facesTotal: number;
}

/** The tool's place at one pose, and its contacts there. */
export interface PackedPose {
  readonly pose: number;
  /** Column-major, tool → bone. */
  readonly matrix: readonly number[];
  /** The deepest contact, or the nearest one if none has a depth; null if there are none. */
  readonly deepest: { readonly point: readonly number[]; readonly distance: number } | null;
  /** null if the page does not contain this pose's contacts. */
  readonly contacts: PackedContacts | null;
}

/** One pose's sub-triangles. Points are `origin + step · integer`, bone frame, mm. */
export interface PackedContacts {
  readonly origin: readonly number[];
  readonly step: number;
  /** 9 numbers for each sub-triangle. */
  readonly corners: Packed<'u16'>;
  /** Signed, mm, one for each sub-triangle. */
  readonly distance: Packed<'f32'>;
  /** 0 bone, 1 tool. */
  readonly body: Packed<'u8'>;
  /** 6 numbers for each segment of the intersection curve. */
  readonly segments: Packed<'u16'>;
}

/** One value for each pose of the whole path. */
interface PackedSeries {
  /** s, never decreasing; absent if the poses have no times. */
  readonly time?: Packed<'f64'>;
  /** Index into `states`. */
  readonly state: Packed<'u8'>;
  /** The greatest depth to the nearest surface, mm; NaN if the meshes are open. */
  readonly insideDistance: Packed<'f32'>;
  /** 1 if the tool has broken through the bone. */
  readonly through: Packed<'u8'>;
  /** mm; NaN if one of the bodies is not a solid. */
  readonly protrusion: Packed<'f32'>;
  /** mm; NaN also if there is no feed and, for wallAhead, if no bone is ahead. */
  readonly insertion: Packed<'f32'>;
  readonly wallAhead: Packed<'f32'>;
  /** The interval of the volume of bone inside the tool, mm³; absent if it was not requested. */
  readonly volume?: {
    readonly low: Packed<'f64'>;
    readonly high: Packed<'f64'>;
    /** 1 if the requested width was reached. */
    readonly reached: Packed<'u8'>;
  };
  /** mm². */
  readonly area: Packed<'f32'>;
  readonly contacts: Packed<'u32'>;
}

export interface ReportPayload {
  readonly header: RunHeader;
  readonly bone: PackedSurface;
  readonly tool: PackedSurface;
  /**
   * The poses in the path's order: all of them or, for a very long path, those with contacts and others evenly chosen.
   */
  readonly poses: readonly PackedPose[];
  readonly series: PackedSeries;
  /** The pose shown first. */
  readonly firstPose: number;
}

export const states: readonly ContactState[] = ['separated', 'near', 'intersecting', 'enclosed'];

interface Arrays {
  f32: Float32Array<ArrayBuffer>;
  f64: Float64Array<ArrayBuffer>;
  u8: Uint8Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
}

export function unpack<Type extends keyof Arrays>(packed: Packed<Type>): Arrays[Type] {
  const text = atob(packed.base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  switch (packed.type) {
    case 'f32':
      return new Float32Array(bytes.buffer) as Arrays[Type];
    case 'f64':
      return new Float64Array(bytes.buffer) as Arrays[Type];
    case 'u16':
      return new Uint16Array(bytes.buffer) as Arrays[Type];
    case 'u32':
      return new Uint32Array(bytes.buffer) as Arrays[Type];
    default:
      return bytes as Arrays[Type];
  }
}

/** Packed integers → points, mm, three numbers each. */
export function unpackPoints(
  points: Packed<'u16'>,
  { origin, step }: Pick<PackedContacts, 'origin' | 'step'>,
): Float32Array<ArrayBuffer> {
  const integers = unpack(points);
  const out = new Float32Array(integers.length);
  for (let i = 0; i < integers.length; i++) out[i] = origin[i % 3] + step * integers[i];
  return out;
}

export type Point = [number, number, number];

export function intoBone(m: readonly number[], [x, y, z]: Point): Point {
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  ];
}

export function intoTool(m: readonly number[], [x, y, z]: Point): Point {
  const [dx, dy, dz] = [x - m[12], y - m[13], z - m[14]];
  return [m[0] * dx + m[1] * dy + m[2] * dz, m[4] * dx + m[5] * dy + m[6] * dz, m[8] * dx + m[9] * dy + m[10] * dz];
}
