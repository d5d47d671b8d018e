// A mesh → its fingerprint, and whether an index was made for that mesh.

import { FormatError } from '#core';
import { checksum } from '#records';

/**
 * Sizes and checksums of the stored coordinates (f64 bits) and of the faces. Other coordinates, or other faces, have
 * the same ones with probability 2^-64.
 */
export interface MeshFingerprint {
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly positions1: number;
  readonly positions2: number;
  readonly faces1: number;
  readonly faces2: number;
}

export const FINGERPRINT_NUMBERS = [
  'vertexCount',
  'faceCount',
  'positions1',
  'positions2',
  'faces1',
  'faces2',
] as const;

export function fingerprintOf(positions: Float64Array, faces: Uint32Array): MeshFingerprint {
  return {
    vertexCount: positions.length / 3,
    faceCount: faces.length / 3,
    positions1: checksum(positions, 1),
    positions2: checksum(positions, 2),
    faces1: checksum(faces, 1),
    faces2: checksum(faces, 2),
  };
}

/** @param source, name: the names of the index and the mesh. @throws FormatError STALE_INDEX. */
export function checkFingerprint(of: MeshFingerprint, mesh: MeshFingerprint, source: string, name: string): void {
  if (of.vertexCount !== mesh.vertexCount)
    throw staleIndex(source, `${of.vertexCount} vertices, not the ${mesh.vertexCount}`, name);
  if (of.faceCount !== mesh.faceCount)
    throw staleIndex(source, `${of.faceCount} faces, not the ${mesh.faceCount}`, name);
  if (of.positions1 !== mesh.positions1 || of.positions2 !== mesh.positions2)
    throw staleIndex(source, 'coordinates with another checksum, not those', name);
  if (of.faces1 !== mesh.faces1 || of.faces2 !== mesh.faces2)
    throw staleIndex(source, 'faces, or an order of them, with another checksum, not those', name);
}

/** @param found what the index was made for and what was expected; the message goes on with "of mesh …". */
export function staleIndex(source: string, found: string, name: string): FormatError {
  return new FormatError(
    'STALE_INDEX',
    `Index "${source}" was made for ${found} of mesh "${name}"; build it anew, or give the mesh that it was made for.`,
  );
}
