// Leaves of the bone → for each within δ of the tool, or inside it: the point nearest to the tool's axis, and a
// certified interval of its minimum signed distance.
//
// The signed distance of a point is its distance from the axis minus r, outside and inside alike. So the minimum over a
// leaf is the distance of two convex sets, triangle and axis, minus r: a closed form, whatever the leaf's size, and the
// interval is as wide as rounding alone (G4).

import { reportDistance, roundSlack } from '#core';
import type { DistanceRecords, SubTriangles, Surface } from '#records';
import type { RoundTool } from './round-tool.ts';
import { SurfacePoint } from './surface-point.ts';
import { TriangleToAxis } from './triangle-to-axis.ts';

/** The round tool counts as one face. */
const ONLY_FACE = 0;

interface LeavesInput {
  readonly leaves: SubTriangles;
  /** Writes a leaf's corners, 9 numbers: subdivision's lattice. */
  readonly cornersOf: (leaf: number, out: Float64Array) => void;
  /** δ, mm. */
  readonly delta: number;
}

export class LeafMeasurer {
  readonly #bone: Surface;
  readonly #tool: RoundTool;
  readonly #toAxis: TriangleToAxis;
  readonly #opposite: SurfacePoint;

  constructor(bone: Surface, tool: RoundTool) {
    this.#bone = bone;
    this.#tool = tool;
    this.#toAxis = new TriangleToAxis(tool);
    this.#opposite = new SurfacePoint(bone, tool);
  }

  /** Appends a record for each leaf whose computed minimum is at most δ′ (reportDistance), in the leaves' order. */
  measure({ leaves, cornersOf, delta }: LeavesInput, out: DistanceRecords): void {
    const { radius } = this.#tool;
    const toAxis = this.#toAxis;
    const magnitude = Math.max(this.#bone.magnitude, this.#tool.magnitude);
    const maxDistance = reportDistance(delta, magnitude);
    const slack = roundSlack(magnitude + delta);
    const { face } = leaves.rows.columns;
    toAxis.begin();
    for (let leaf = 0; leaf < leaves.rows.length; leaf++) {
      cornersOf(leaf, toAxis.pair.corners);
      const toCentre = toAxis.measure(magnitude);
      const distance = toCentre - radius;
      if (distance > maxDistance) continue;
      this.#opposite.find(face[leaf], toAxis.ends, toCentre, slack);
      const row = out.length;
      out.reserve(1);
      const { columns } = out;
      columns.subTriangle[row] = leaf;
      for (let k = 0; k < 9; k++) columns.corners[9 * row + k] = toAxis.pair.corners[k];
      for (let k = 0; k < 3; k++) {
        columns.point[3 * row + k] = toAxis.ends[k];
        columns.opposite[3 * row + k] = this.#opposite.point[k];
        columns.normal[3 * row + k] = this.#opposite.normal[k];
      }
      columns.oppositeFace[row] = ONLY_FACE;
      columns.distance[row] = distance;
      // No point is nearer to the axis than 0.
      columns.low[row] = Math.max(distance - slack, -radius);
      columns.high[row] = distance + slack;
      out.length = row + 1;
    }
  }
}
