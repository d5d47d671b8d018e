// The doors that the commands go through: kerf's own rooms and the terminal, handed in so that a spec can stand in for either.

import type { MeshFormat, TrianglePolyData } from '../io/index.ts';
import type { MeshInspection, TriangleMesh } from '../mesh/index.ts';
import type { ContactReport } from '../records/index.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Where a progress bar may be drawn: a terminal's stream, otherwise undefined. */
  readonly progress?: NodeJS.WritableStream;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly debug: boolean;
}

export type Sides = 'bone' | 'tool' | 'both';

/** The part of a Detector that the command line uses. */
export interface PathDetector {
  readonly backend: string;
  readonly backendReason: string;
  detectMany(poses: Float64Array, options: { signal: AbortSignal }): AsyncIterable<ContactReport>;
  dispose(): void;
}

export interface DetectorRequest {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly contactDistance: number;
  readonly resolution: number;
  readonly sides: Sides;
}

export interface Toolkit {
  readonly version: string;
  createDetector(request: DetectorRequest): Promise<PathDetector>;
  loadMesh(path: string): Promise<TriangleMesh>;
  loadSurfaceFromVolume(path: string, isoValue: number): Promise<TriangleMesh>;
  writeMesh(mesh: TriangleMesh, format: MeshFormat): Uint8Array;
  /** The bytes of a VTP file. */
  writePolyData(data: TrianglePolyData): Uint8Array;
  inspectMesh(mesh: TriangleMesh): MeshInspection;
  readonly datasetNames: readonly string[];
  makeDataset(name: string, options: { faces?: number }): TriangleMesh;
  /** 16 numbers a pose: a saw's cut into the phantom. */
  cuttingPath(options: { poses: number }): Float64Array;
  /** The report viewer's script, one self-contained piece of JavaScript. */
  viewerScript(): Promise<string>;
}
