// What detectors need of a bone, made once; and a check that it belongs to a given mesh.

import type { TopologyFacts, TriangleMesh } from '#mesh';
import type { Bvh, ScanlineIndex } from '#records';
import { type MeshFingerprint, staleIndex } from './mesh-fingerprint.ts';

interface BoneIndexParts {
  /** Stored coordinates of the bone that it was made for. */
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly fingerprint: MeshFingerprint;
  readonly scanlines: ScanlineIndex;
  readonly bvh: Bvh;
  readonly topology: TopologyFacts;
}

/**
 * Made by buildIndex or loadIndex for one bone, of which it holds a copy. Any number of detectors may share it: none of
 * them writes to it.
 */
export class BoneIndex {
  /** The bone's name. */
  readonly name: string;
  readonly vertexCount: number;
  readonly faceCount: number;
  /** @internal */
  readonly parts: BoneIndexParts;

  /** @internal */
  constructor(name: string, parts: BoneIndexParts) {
    this.name = name;
    this.vertexCount = parts.fingerprint.vertexCount;
    this.faceCount = parts.fingerprint.faceCount;
    this.parts = parts;
  }
}

/** @throws FormatError STALE_INDEX unless the mesh is, bit for bit, the one that the index was made for. */
export function checkIndexIsOf(index: BoneIndex, mesh: TriangleMesh): void {
  const { positions, faces } = index.parts;
  if (positions.length !== mesh.positions.length)
    throw staleIndex(index.name, `${index.vertexCount} vertices, not the ${mesh.positions.length / 3}`, mesh.name);
  if (faces.length !== mesh.faces.length)
    throw staleIndex(index.name, `${index.faceCount} faces, not the ${mesh.faces.length / 3}`, mesh.name);
  const moved = firstDifference(positions, mesh.positions);
  if (moved >= 0)
    throw staleIndex(
      index.name,
      `${'xyz'[moved % 3]} = ${positions[moved]} at vertex ${Math.floor(moved / 3)}, not the ${mesh.positions[moved]}`,
      mesh.name,
    );
  const other = firstDifference(faces, mesh.faces);
  if (other >= 0)
    throw staleIndex(
      index.name,
      `vertex ${faces[other]} as corner ${other % 3} of face ${Math.floor(other / 3)}, not the ${mesh.faces[other]}`,
      mesh.name,
    );
}

/** Compares bits, so that −0 differs from 0: a result's bits may depend on which of them is stored. */
function firstDifference(of: ArrayLike<number>, other: ArrayLike<number>): number {
  for (let i = 0; i < of.length; i++) if (!Object.is(of[i], other[i])) return i;
  return -1;
}
