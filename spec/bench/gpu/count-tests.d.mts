import type { createDetector, DetectorOptions, Pose } from '#kerf';

/** Of one query. */
export interface QueryCounts {
  readonly nodeBoxes: number;
  readonly faceBoxes: number;
  readonly bounds: number;
  readonly pointTriangle: number;
  readonly pieceFace: number;
  readonly triangleTriangle: number;
  readonly rays: number;
  readonly spans: number;
  readonly bytes: number;
  readonly longest: number;
}

export function countTests(
  make: typeof createDetector,
  given: DetectorOptions,
  matrices: readonly Pose[],
  instance: GPU,
): Promise<QueryCounts>;
