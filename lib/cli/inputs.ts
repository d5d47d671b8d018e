// A run's input files, or standard input → text, and meshes and poses in mm, each with the checksum that identifies its
// file.

import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { TriangleMesh } from '#mesh';
import { sha256 } from './checked-lines.ts';
import { Interrupted, UsageError, withFileErrors } from './exit-code.ts';
import { type PoseList, parsePath } from './pose-file.ts';
import { isVolume, type LengthUnit, loadSurface, posesInMillimetres } from './surface-file.ts';
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

const STANDARD_INPUT = '-';
/** Terminals whose standard input has been read. */
const read = new WeakSet<Terminal>();

/** What messages and reports call the file. */
export function inputName(path: string): string {
  return path === STANDARD_INPUT ? 'standard input' : path;
}

/** @throws FileAccessError; UsageError if two files are `-`; Interrupted. */
async function readInput(path: string, terminal: Terminal): Promise<Buffer> {
  if (path !== STANDARD_INPUT) return withFileErrors('read', path, () => readFile(path));
  if (read.has(terminal)) throw new UsageError('Two files are given as -, and standard input can be one; name a file.');
  read.add(terminal);
  return withFileErrors('read', inputName(path), async () => {
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of addAbortSignal(terminal.signal, terminal.streams().input)) chunks.push(chunk);
    } catch (error) {
      throw terminal.signal.aborted ? new Interrupted() : error;
    }
    return Buffer.concat(chunks);
  });
}

export async function readTextInput(path: string, terminal: Terminal): Promise<string> {
  return (await readInput(path, terminal)).toString('utf8');
}
