// A tool as the user gives it → the mesh of a polyhedron, or the axis and radius of a sphere or capsule.

import { described, OptionError } from '#core';
import type { TriangleMesh } from '#mesh';
import { type Convex, ConvexBody } from './convex-body.ts';

/**
 * A mesh, or a sphere or capsule: one or two points, xyz each, and a radius, mm; so a convex body of one or two points.
 */
export type ToolShape = { readonly mesh: TriangleMesh } | Pick<ConvexBody, 'points' | 'radius'>;

/** Two points at most have no faces. */
const ROUND_NUMBERS = 6;

/** Passes a mesh on unchecked. @throws OptionError MISSING_MESH: a shape that createConvex has not made. */
export function toolShape(tool: TriangleMesh | Convex): ToolShape {
  if (!(tool instanceof ConvexBody)) {
    if (!isShape(tool)) return { mesh: tool };
    throw new OptionError(
      'MISSING_MESH',
      `Option tool is ${described(tool)} of kind ${described(tool.kind)}, expected a TriangleMesh or a Convex; pass what createConvex makes of it.`,
    );
  }
  const { kind, points, faces, radius } = tool;
  return points.length <= ROUND_NUMBERS ? { points, radius } : { mesh: { positions: points, faces, name: kind } };
}

function isShape(tool: TriangleMesh | Convex): tool is Convex {
  return typeof tool === 'object' && tool !== null && 'kind' in tool && !('positions' in tool);
}
