// kerf impacts in this process, on files written for it; and a step with two known impacts.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImpactRecord } from '#cli/impacts/impact-record.ts';
import type { ImpactsHeader } from '#cli/impacts/impacts-json.ts';
import { run } from '#cli/run.ts';
import { loadMesh, writeMesh } from '#io';
import { createMesh } from '#mesh';
import { fakeToolkit, recordedTerminal } from './fake-toolkit.ts';

/** What impacts.json holds. */
export interface FoundJson extends ImpactsHeader {
  readonly impacts: readonly ImpactRecord[];
}

export interface Moving {
  readonly faces: readonly number[];
  readonly start: readonly number[];
  readonly end: readonly number[];
}

/** A toolkit that reads real files. */
export const readingKit = () => ({ ...fakeToolkit(), loadMesh: (path: string) => loadMesh(path) });

export async function kerfImpacts(argv: readonly string[], kit = readingKit(), terminal = recordedTerminal()) {
  const exitCode = await run(['impacts', ...argv], kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** @returns the file's path. @param name its extension gives the format. */
export async function writeSurface(
  folder: string,
  name: string,
  positions: readonly number[],
  faces: readonly number[],
): Promise<string> {
  const file = join(folder, name);
  const mesh = createMesh(Float64Array.from(positions), faces, { name });
  await writeFile(file, writeMesh(mesh, name.split('.').pop() as 'ply'));
  return file;
}

/** Writes start and end as files. @returns the arguments that name them. */
export async function stepFiles(folder: string, { faces, start, end }: Moving, extension = 'ply'): Promise<string[]> {
  const from = await writeSurface(folder, `start.${extension}`, start, faces);
  return ['--start', from, '--end', await writeSurface(folder, `end.${extension}`, end, faces)];
}

/** The vertices, with those from number `from` on lowered by `by`. */
export const sunk = (positions: readonly number[], by: number, from = 0) =>
  positions.map((x, i) => (i >= 3 * from && i % 3 === 2 ? x - by : x));

/**
 * A floor; a triangle whose lowest corner falls on it at half the way; and one whose edge falls across the floor's
 * first edge at a quarter.
 */
export const FALLING: Moving = (() => {
  const faces = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const start = [-8, -8, 0, 8, -8, 0, 0, 8, 0, 0.5, 0, 1, 1, 0, 5, 1, 5, 9, 2, -9, -3, 2, -7, 4, 2, -9, 5];
  return { faces, start, end: sunk(start, 2, 3) };
})();

/** The times of its two impacts. Edges by (larger, smaller vertex): 01 02 12 34 35 45 67 … */
export const FALLING_TIMES = [0.5, 0.25];
export const FALLING_IMPACTS: readonly Partial<ImpactRecord>[] = [
  { kind: 'vertex-face', a: 3, b: 0, vertices: [3, 0, 1, 2], point: [0.5, 0, 0] },
  { kind: 'edge-edge', a: 0, b: 6, vertices: [0, 1, 6, 7], parameters: [0.625, 0.5], point: [2, -8, 0] },
];
