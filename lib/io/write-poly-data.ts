// Triangles with numbers on each → VTP bytes.

import type { AnatomicalFrame } from '#mesh';
import { type VtpArray, vtpFile } from './vtp-file.ts';

export interface TrianglePolyData {
  /** xyz per vertex, mm. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertex indices per triangle. There may be no triangle at all. */
  readonly faces: Uint32Array;
  readonly cellData: readonly VtpArray[];
  /** If it is absent, the file names no frame. */
  readonly frame?: AnatomicalFrame;
}

/** @throws MeshError BAD_LENGTH if an array does not have numberOfComponents values for each triangle. */
export function writePolyData({ faces, ...data }: TrianglePolyData, _format: 'vtp'): Uint8Array {
  return vtpFile({ ...data, kind: 'Polys', connectivity: Int32Array.from(faces), pointData: [] });
}
