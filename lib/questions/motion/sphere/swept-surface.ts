// A mesh, or a bone's index → its tree for sweeps, built at the first sweep and kept with it.

import { BoneIndex, checkMesh } from '#bodies';
import { buildBvh } from '#bvh';
import { identityFrame } from '#core';
import type { TriangleMesh } from '#mesh';
import type { SearchedSurface } from '#proximity';
import type { Bvh } from '#records';
import { SphereSweeper } from './sphere-sweeper.ts';

export interface SweptSurface {
  readonly searched: SearchedSurface;
  /** Low x, y, z, high x, y, z of its vertices, mm. */
  readonly bounds: Float64Array;
  readonly sweeper: SphereSweeper;
}

const known = new WeakMap<object, SweptSurface>();

/** @throws OptionError MISSING_MESH, WRONG_TYPE, MeshError as createMesh. */
export function sweptSurface(surface: TriangleMesh | BoneIndex): SweptSurface {
  const before = known.get(surface);
  if (before !== undefined) return before;
  const isIndex = surface instanceof BoneIndex;
  if (!isIndex) checkMesh(surface, 'surface');
  const { positions, faces } = isIndex ? surface.parts : copied(surface);
  const made = sweptSurfaceOf(positions, faces, isIndex ? surface.parts.bvh : null);
  known.set(surface, made);
  return made;
}

/** @param bvh null: is built. */
export function sweptSurfaceOf(positions: Float64Array, faces: Uint32Array, bvh: Bvh | null): SweptSurface {
  const bounds = boundsOf(positions);
  const searched = {
    positions,
    faces,
    retired: null,
    frame: identityFrame(),
    ownPositions: () => positions,
    bvh: bvh ?? buildBvh(positions, faces, faces.length / 3, bounds),
    magnitude: Math.max(...bounds.map(Math.abs)),
  };
  return { searched, bounds, sweeper: new SphereSweeper(searched) };
}

function copied({ positions, faces }: TriangleMesh): { positions: Float64Array; faces: Uint32Array } {
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < positions.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
  }
  return bounds;
}
