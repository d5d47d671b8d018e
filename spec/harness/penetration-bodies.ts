// Meshes and a pose → the bodies and pairs that lib/questions/penetration takes, and shapes for it.

import { box } from '#datasets';
import { BoneBody } from '#bodies/bone-body.ts';
import { ToolBody } from '#bodies/tool-body.ts';
import { checkPose } from '#core';
import { IntersectingPairsQuery } from '#detector/cpu/intersecting-pairs-query.ts';
import { createMesh, type TriangleMesh } from '#mesh';
import type { CutInput, FaceCut } from '#penetration/face-cut.ts';
import { FarthestVertex } from '#penetration/farthest-vertex.ts';
import { ToolParts } from '#penetration/tool-parts.ts';
import { posedPositions } from '#reference';

export interface Posed {
  readonly bone: BoneBody;
  readonly tool: ToolBody;
  /** Bone, tool, bone, tool, …: all intersecting pairs. */
  readonly pairs: Uint32Array;
}

export function posed(boneMesh: TriangleMesh, toolMesh: TriangleMesh, pose: ArrayLike<number>): Posed {
  const bone = new BoneBody(boneMesh);
  const tool = new ToolBody(toolMesh);
  const checked = checkPose(pose);
  const query = new IntersectingPairsQuery(bone, tool);
  const pairs = new Uint32Array(2 * query.find(checked));
  query.write(pairs);
  tool.moveTo(checked, bone.magnitude);
  return { bone, tool, pairs };
}

/**
 * The tool's parts.
 * @param shank a vertex, or null for the farthest vertex.
 * @param cut how faces are cut. Default: as in the detector.
 */
export function partsOf(
  { bone, tool, pairs }: Posed,
  shank: number | null = null,
  cut?: (input: CutInput) => FaceCut,
): ToolParts {
  const parts = new ToolParts(bone, tool, cut);
  const farthest = new FarthestVertex(bone, tool);
  parts.find(pairs, shank, (isWanted) => farthest.find(isWanted));
  return parts;
}

export function posedMesh({ positions, faces, name }: TriangleMesh, pose: ArrayLike<number>): TriangleMesh {
  return createMesh(posedPositions(positions, pose), faces, { name });
}

/** Wound the other way round. */
export function flipped({ positions, faces, name }: TriangleMesh): TriangleMesh {
  const turned = faces.map((_, i) => faces[i - (i % 3) + [0, 2, 1][i % 3]]);
  return createMesh(positions, turned, { name });
}

/** Several meshes joined into one. */
export function joined(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions = meshes.flatMap((mesh) => [...mesh.positions]);
  let first = 0;
  const faces: number[] = [];
  for (const mesh of meshes) {
    faces.push(...mesh.faces.map((vertex) => vertex + first));
    first += mesh.positions.length / 3;
  }
  return createMesh(positions, faces, { name: 'joined' });
}

/** A box from its least to its greatest corner. */
export function block(low: readonly number[], high: readonly number[], divisions?: number): TriangleMesh {
  const size = [0, 1, 2].map((k) => high[k] - low[k]) as [number, number, number];
  const center = [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as [number, number, number];
  return box({ size, center, divisions });
}
