// load, mesh, unload → meshes of a session.

import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, resolve, sep } from 'node:path';
import { type Dataset, makeDataset } from '#datasets';
import { described, KerfError } from '#core';
import { type MeshFormat, meshFormatOf, readMesh } from '#io';
import { createMesh, type TriangleMesh } from '#mesh';
import type { Body } from './check-request.ts';
import type { Kind } from './holdings.ts';
import { meshBytes } from './limits.ts';
import type { SessionParts } from './session.ts';

export async function load(request: Body, { held, files, limits, meshes }: SessionParts): Promise<Body> {
  const name = request.mesh as string;
  checkPairs(request);
  const { dataset, path } = request as { readonly dataset?: string; readonly path?: string };
  // 12 bytes for a face's corners and 12 for its half of a vertex: a mesh far too large is never made.
  if (dataset !== undefined) held.checkRoom('mesh', name, 24 * ((request.faceCount as number | undefined) ?? 0));
  const given: Dataset =
    dataset !== undefined
      ? makeDataset(dataset, request.faceCount === undefined ? {} : { faces: request.faceCount as number })
      : path !== undefined
        ? await meshBelow(files, path, name, limits.maxMessage)
        : meshOf(request, name);
  const mesh = await meshes.shared(given);
  const bytes = await held.put('mesh', name, mesh, meshBytes(mesh));
  return {
    mesh: name,
    vertexCount: mesh.positions.length / 3,
    faceCount: mesh.faces.length / 3,
    bytes,
    ...(mesh.feed !== undefined && { feed: Float64Array.from(mesh.feed) }),
    ...(mesh.shank !== undefined && { shank: mesh.shank }),
  };
}

export function mesh(request: Body, { held }: SessionParts): Body {
  const { mesh, cuttable } = request as { readonly mesh: string; readonly cuttable?: string };
  const { positions, faces } =
    cuttable === undefined ? held.get('mesh', mesh) : held.get('cuttable', cuttable).bone.mesh;
  return { positions, faces };
}

export async function unload(request: Body, { held }: SessionParts): Promise<Body> {
  for (const [kind, name] of Object.entries(request)) await held.drop(kind as Kind, name as string);
  return { bytes: held.bytes };
}

/** Members that belong to one way of loading. @throws KerfError MISSING_MEMBER, BAD_MEMBER. */
function checkPairs(request: Body): void {
  const pairs = [
    ['positions', 'faces', true],
    ['bytes', 'format', true],
    ['dataset', 'faceCount', false],
  ] as const;
  for (const [way, other, isNeeded] of pairs) {
    if (way in request && isNeeded && !(other in request))
      throw new KerfError('MISSING_MEMBER', `The request load has ${way} and no ${other}; give both.`);
    if (!(way in request) && other in request)
      throw new KerfError('BAD_MEMBER', `The request load has ${other} and no ${way}; leave it out, or give both.`);
  }
}

function meshOf(request: Body, name: string): TriangleMesh {
  const { positions, faces, bytes, format } = request as {
    readonly positions?: Float64Array;
    readonly faces: Uint32Array;
    readonly bytes: Uint8Array;
    readonly format: MeshFormat;
  };
  return positions === undefined ? readMesh(bytes, format, { name }) : createMesh(positions, faces, { name });
}

/** @throws KerfError NO_FILES, FORBIDDEN_PATH, UNREADABLE, MESSAGE_TOO_LARGE; what readMesh throws. */
async function meshBelow(folder: string | null, path: string, name: string, most: number): Promise<TriangleMesh> {
  if (folder === null)
    throw new KerfError('NO_FILES', 'This server reads no files; start kerf serve with --files DIR, or send bytes.');
  const format = meshFormatOf(path);
  const forbidden = () =>
    new KerfError(
      'FORBIDDEN_PATH',
      `The path ${described(path)} is not below the server's folder of files; name a file in it, without a leading slash.`,
    );
  if (isAbsolute(path) || path.includes('\0')) throw forbidden();
  const top = await realpath(folder);
  const beyond = (place: string) => !place.startsWith(top.endsWith(sep) ? top : top + sep);
  if (beyond(resolve(top, path))) throw forbidden();
  let bytes: Uint8Array;
  try {
    const place = await realpath(resolve(top, path));
    if (beyond(place)) throw forbidden();
    const { size } = await stat(place);
    if (size > most)
      throw new KerfError(
        'MESSAGE_TOO_LARGE',
        `The file ${basename(path)} has ${size} bytes, expected at most ${most}; start kerf serve with a larger --max-message.`,
      );
    bytes = await readFile(place);
  } catch (error) {
    if (error instanceof KerfError) throw error;
    throw new KerfError('UNREADABLE', `The file ${described(path)} cannot be read; check the name.`);
  }
  return readMesh(bytes, format, { name });
}
