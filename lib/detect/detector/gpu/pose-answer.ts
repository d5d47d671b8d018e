// What the GPU answers for one pose.

/** One pose's part of what came back: records of the tables in lib/base/records/gpu-tables.ts. */
export interface PoseAnswer {
  /** Width of the grid, mm. */
  readonly width: number;
  /** PAIR records that share a point or are undecided. */
  readonly pairs: Uint32Array;
  /** LEAF_RESULT records in order of body, face and path. */
  readonly contacts: Uint32Array;
  /** SUB_TRIANGLE_ROW records of undecided leaves, in the same order; nearStart counts in `near`. */
  readonly undecided: Uint32Array;
  readonly near: Uint32Array;
  readonly candidatePairs: number;
  readonly subTriangles: number;
  /** Milliseconds by stage, without `total`. */
  readonly milliseconds: Readonly<Record<string, number>>;
}
