// Nothing → posed pairs of meshes on which answers go wrong, each with the stored exact answer that the oracle
// computed.

import { meshAnswers } from './corpora/mesh-answers.ts';
import { type MeshCase, meshCases } from './corpora/mesh-cases.ts';

export interface MeshAnswer {
  /**
   * SHA-256 of the positions of bone and tool as f64, their faces as u32, the pose and δ as f64, little-endian, in this
   * order.
   */
  readonly inputs: string;
  readonly state: 'separated' | 'near' | 'intersecting' | 'enclosed';
  /** The number of pairs of faces that share a point. */
  readonly pairs: number;
  /** SHA-256 of these pairs: bone, tool, bone, tool, … ascending, as u32, little-endian. */
  readonly digest: string;
  /** What `inspectMesh` must report for the bone, if it differs from `soundBone`. */
  readonly bone: Partial<BoneFacts>;
}

export interface BoneFacts {
  readonly closed: boolean;
  readonly oriented: boolean;
  readonly manifold: boolean;
  /** Closed and oriented, with a negative volume. */
  readonly insideOut: boolean;
  readonly degenerateFaces: number;
  readonly duplicateFaces: number;
  readonly boundaryEdges: number;
}

export const soundBone: BoneFacts = {
  closed: true,
  oriented: true,
  manifold: true,
  insideOut: false,
  degenerateFaces: 0,
  duplicateFaces: 0,
  boundaryEdges: 0,
};

export interface MeshCorpusCase extends MeshCase {
  readonly expected: MeshAnswer;
}

/**
 * Blades flush with flat bones, and stacked, identical, enclosed, open, non-manifold, self-intersecting, inverted and
 * curved bodies. Names are unique.
 */
export function meshCorpus(): readonly MeshCorpusCase[] {
  return meshCases().map((given) => ({ ...given, expected: meshAnswers[given.name] }));
}
