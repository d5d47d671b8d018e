// Points with numbers on each → VTP bytes: each point is a cell, so that ParaView shows it.

import type { AnatomicalFrame } from '#mesh';
import { type VtpArray, vtpFile } from './vtp-file.ts';

export interface PointPolyData {
  /** xyz per point, mm. There may be no point at all. */
  readonly positions: Float32Array | Float64Array;
  readonly pointData: readonly VtpArray[];
  /** If it is absent, the file names no frame. */
  readonly frame?: AnatomicalFrame;
}

/** @throws MeshError BAD_LENGTH if an array does not have numberOfComponents values for each point. */
export function writePoints(data: PointPolyData): Uint8Array {
  const connectivity = Int32Array.from({ length: data.positions.length / 3 }, (_, point) => point);
  return vtpFile({ ...data, kind: 'Verts', connectivity, cellData: [] });
}
