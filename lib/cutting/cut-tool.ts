// A tool as given → its points in the lattice; where it is a sphere or capsule, those of a mesh within and one about.

import { type Convex, toolShape } from '#convex';
import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';
import { checkSolid } from './check-solid.ts';
import type { Lattice } from './lattice.ts';
import { BETWEEN } from './motion-poses.ts';
import { roundMeshes } from './round-mesh.ts';
import { ToolPoints } from './tool-points.ts';

/** Of BETWEEN: how much of it a mesh's distance from the true tool takes. What is left is for the poses. */
const ROUND_SHARE = 1 / 8;

export interface CutTool {
  /** What cuts: the tool itself, or a mesh within it. */
  readonly points: ToolPoints;
  /** Of a mesh that holds the tool, so that the true tool is between the two; null where `points` are its own. */
  readonly about: ToolPoints | null;
  /** Of a cell: how far from a pose's the tool may be at other times, so that no point is off by more than BETWEEN. */
  readonly between: number;
}

/** @throws MeshError NOT_SOLID, and as createMesh; OptionError MISSING_MESH, TOOL_TOO_LARGE. */
export function cutTool(tool: TriangleMesh | Convex, lattice: Lattice): CutTool {
  const shape = toolShape(tool);
  if ('mesh' in shape)
    return { points: new ToolPoints(checkSolid(shape.mesh, 'tool'), lattice), about: null, between: BETWEEN };
  if (shape.radius === 0)
    throw new MeshError(
      'NOT_SOLID',
      'The tool has the radius 0 mm, expected more: it has no volume; give it a radius.',
    );
  const { within, about } = roundMeshes(shape, ROUND_SHARE * BETWEEN * lattice.cell);
  return {
    points: new ToolPoints(within, lattice),
    about: new ToolPoints(about, lattice),
    between: (1 - ROUND_SHARE) * BETWEEN,
  };
}
