// Two meshes at a pose → kerf's state and intersecting pairs against the oracle's.

import { createDetector } from '#detector';
import type { TriangleMesh } from '#mesh';
import { BulkMesh, bulkMeshState, posedPositions } from '#reference';
import type { PoseJudgement } from './judgement.ts';
import { differingPairs } from './pair-difference.ts';

interface MeshPair {
  readonly name: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** 16 numbers, column-major, tool → bone. */
  readonly pose: ArrayLike<number>;
  /** δ, mm. */
  readonly contactDistance: number;
}

export type MeshPairJudgement = { readonly name: string } & Pick<PoseJudgement, 'state' | 'pairs' | 'decided'>;

/**
 * Judges the CPU's exact predicates. State and pairs do not depend on h, which is chosen large enough that no face is
 * subdivided.
 */
export async function judgeMeshPair({ name, bone, tool, pose, contactDistance }: MeshPair): Promise<MeshPairJudgement> {
  const detector = await createDetector({ bone, tool, contactDistance, resolution: 2 ** 100, backend: 'cpu' });
  const { state, intersectingFaces, stats } = detector.detectSync(pose);
  detector.dispose();
  const posed = new BulkMesh({ positions: posedPositions(tool.positions, pose), faces: tool.faces });
  const exact = bulkMeshState(new BulkMesh(bone), posed, contactDistance);
  return {
    name,
    state: { kerf: state, exact: exact.state },
    pairs: differingPairs(intersectingFaces, exact.pairs),
    decided: {
      kerf: { candidates: stats.candidatePairs, escalated: stats.escalatedPairs },
      oracle: { f64: exact.f64, exact: exact.exact },
    },
  };
}
