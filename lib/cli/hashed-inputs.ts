// A run's input files → meshes and poses in mm, each with the checksum that identifies its file.

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TriangleMesh } from '#mesh';
import { withFileErrors } from './exit-code.ts';
import { sha256 } from './hash.ts';
import { type LengthUnit, posesInMillimetres } from './length-unit.ts';
import { type PoseList, parsePath } from './pose-file.ts';
import { isVolume, loadSurface } from './surface-file.ts';
import { inputName, readInput } from './text-input.ts';
import type { Terminal, Toolkit } from './toolkit.ts';
import type { ValidatedBody, ValidatedPoses } from './validation-report/validation-header.ts';

export interface HashedBody {
  readonly mesh: TriangleMesh;
  readonly source: ValidatedBody;
}

export interface HashedPoses extends PoseList {
  readonly source: Extract<ValidatedPoses, { from: 'file' }>;
}

/** Loads a body. A volume's surface also depends on the iso value, which is kept with the file's checksum. */
export async function loadHashedBody(
  kit: Toolkit,
  path: string,
  iso: number | undefined,
  unit: LengthUnit,
): Promise<HashedBody> {
  const mesh = await loadSurface(kit, path, iso, unit);
  const isVolumeFile = isVolume(path);
  const source = {
    file: basename(path),
    vertices: mesh.positions.length / 3,
    faces: mesh.faces.length / 3,
    sha256: await withFileErrors('read', path, () => checksum(path)),
    ...(isVolumeFile ? { isoValue: iso } : unit === 'mm' ? {} : { unit }),
    ...(mesh.frame === undefined ? {} : { frame: mesh.frame }),
  };
  return { mesh, source };
}

/** @param path `-` for standard input. */
export async function readHashedPath(path: string, unit: LengthUnit, terminal: Terminal): Promise<HashedPoses> {
  const bytes = await readInput(path, terminal);
  const from = inputName(path);
  const list = posesInMillimetres(parsePath(bytes.toString('utf8'), from), unit);
  const source = { from: 'file', file: basename(from), sha256: sha256(bytes), count: list.count } as const;
  return { ...list, source: unit === 'mm' ? source : { ...source, unit } };
}

/** The checksum of a file's bytes or, for a folder of slices, of the list of its files with their checksums. */
async function checksum(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return sha256(await readFile(path));
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  const lines: string[] = [];
  for (const name of names) lines.push(`${sha256(await readFile(join(path, name)))}  ${name}\n`);
  return sha256(Buffer.from(lines.join('')));
}
