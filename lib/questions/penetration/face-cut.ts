// The regions that a tool face is cut into: the interface of both ways of cutting (cut-by-curves.ts, cut-exactly.ts).

import type { SurfaceTopology } from '#mesh';
import type { Surface } from '#records';
import type { PartNodes } from './part-nodes.ts';

/** A closed, oriented body. */
export type Solid = Surface & { readonly topology: SurfaceTopology };

/** A tool face and the bone faces that it shares a point with. */
export interface CutInput {
  readonly bone: Solid;
  readonly tool: Solid;
  readonly face: number;
  readonly crossing: Uint32Array;
  readonly nodes: PartNodes;
  /** The bone's winding number about a welded vertex of the tool. */
  readonly windingAtVertex: (vertex: number) => number;
}

/** The regions of a tool face: the connected open sets that remain without the points shared with the bone. */
export interface FaceCut {
  readonly face: number;
  /** Region r is node firstNode + r. */
  readonly firstNode: number;
  readonly regions: number;
  /** The bone's winding number about a region, exact. */
  windingOf(region: number): number;
  /**
   * The region that contains a point of the face, bone frame, mm; −1 if none certainly does. The point must be at least
   * twice crossingSlack away from the bone's surface.
   */
  regionAt(x: number, y: number, z: number): number;
  /** Writes a point of a region, or one on its rim: bone frame, mm. */
  seedOf(region: number, out: Float64Array): void;
}
