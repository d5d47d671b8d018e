// benchmark.json: what a benchmark's folder holds. A folder → its manifest, and its files, checked against it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError, KerfError } from '#core';
import { sha256 } from '../checked-lines.ts';
import { withFileErrors } from '../exit-code.ts';

export const MANIFEST = 'benchmark.json';
export const FORMAT = 'kerf-benchmark';

/** How many poses and strokes are made for a case. */
export interface CasePlan {
  readonly name: string;
  readonly poses: number;
  readonly strokes: number;
}

export interface ManifestCase extends CasePlan {
  readonly boneFaces: number;
  readonly toolFaces: number;
  /** The text hashed before a label. */
  readonly salt: string;
  /** Number of poses per family and exact state. */
  readonly families: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface BenchmarkManifest {
  readonly format: typeof FORMAT;
  readonly formatVersion: 1;
  readonly version: string;
  readonly size: string;
  readonly licence: 'MIT';
  readonly units: { readonly length: 'mm'; readonly angle: 'rad'; readonly strokeTime: '0 to 1' };
  readonly frames: string;
  readonly cases: readonly ManifestCase[];
  /** SHA-256 of every other file, by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
}

/** A benchmark's folder with its manifest. */
export interface BenchmarkFolder {
  readonly path: string;
  readonly manifest: BenchmarkManifest;
  /** SHA-256 of benchmark.json, which holds the checksums of all other files. */
  readonly sha256: string;
}

/** @throws FormatError NOT_A_BENCHMARK, WRONG_VERSION; FileAccessError. */
export async function openBenchmark(path: string, version: string): Promise<BenchmarkFolder> {
  const file = join(path, MANIFEST);
  const text = await withFileErrors('read', file, () => readFile(file, 'utf8'));
  const manifest = parsed(text) as BenchmarkManifest | undefined;
  if (manifest?.format !== FORMAT || !Array.isArray(manifest.cases) || typeof manifest.files !== 'object')
    throw new FormatError(
      'NOT_A_BENCHMARK',
      `${file} is no manifest of a benchmark; give the folder that kerf benchmark make wrote.`,
    );
  if (manifest.version !== version || manifest.formatVersion !== 1)
    throw new FormatError(
      'WRONG_VERSION',
      `${file} is of version ${manifest.version} (format ${manifest.formatVersion}), expected ${version} (format 1); make it again, or use the kerf that made it.`,
    );
  return { path, manifest, sha256: sha256(text) };
}

/** @throws KerfError CHECKSUM if the file is not the one that was made; FileAccessError. */
export async function readChecked({ path, manifest }: BenchmarkFolder, name: string): Promise<Buffer> {
  const file = join(path, name);
  const bytes = await withFileErrors('read', file, () => readFile(file));
  const found = sha256(bytes);
  if (found !== manifest.files[name])
    throw new KerfError(
      'CHECKSUM',
      `${file} is not what was made: its SHA-256 is ${found}, ${MANIFEST} says ${manifest.files[name]}; make the benchmark again.`,
    );
  return bytes;
}

/** The values of a file with one line of JSON each. */
export async function readLines<Line>(folder: BenchmarkFolder, name: string): Promise<Line[]> {
  const text = (await readChecked(folder, name)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
