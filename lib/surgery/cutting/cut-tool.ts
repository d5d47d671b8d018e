// A given tool → its points in the lattice; for a sphere or capsule, those of a mesh inside it and of one around it.

import { type Convex, toolShape } from '#convex';
import { MeshError } from '#core';
import type { TriangleMesh } from '#mesh';
import { checkSolid } from './check-solid.ts';
import type { Lattice } from './lattice.ts';
import { BETWEEN } from './motion-poses.ts';
import { roundMeshes } from './round-mesh.ts';
import { thinFaces } from './thin-faces.ts';
import { ThinPrisms } from './thin-prisms.ts';
import { ToolPoints } from './tool-points.ts';

/** The fraction of BETWEEN that a mesh may be off the true tool. The rest is for the poses. */
const ROUND_SHARE = 1 / 8;

export interface CutTool {
  /** What cuts, in its own frame. */
  readonly mesh: TriangleMesh;
  /** What cuts: the tool itself, or a mesh inside it. */
  readonly points: ToolPoints;
  /** A mesh that contains the tool, so the true one is between the two; null if `points` are the tool's own. */
  readonly about: ToolPoints | null;
  /** In cells: greatest distance from the nearest pose at any time, so that no point is off by more than BETWEEN. */
  readonly between: number;
  /** Of the faces behind which what cuts is thinner than poses are apart; null if there are none. */
  readonly thin: ThinPrisms | null;
}

/** @throws MeshError NOT_SOLID, and as createMesh; OptionError MISSING_MESH, TOOL_TOO_LARGE. */
export function cutTool(tool: TriangleMesh | Convex, lattice: Lattice): CutTool {
  const shape = toolShape(tool);
  if ('mesh' in shape) {
    const mesh = checkSolid(shape.mesh, 'tool');
    const points = new ToolPoints(mesh, lattice);
    return { mesh, points, about: null, between: BETWEEN, thin: thinPrisms(mesh, BETWEEN, lattice) };
  }
  if (shape.radius === 0)
    throw new MeshError(
      'NOT_SOLID',
      'The tool has the radius 0 mm, expected more: it has no volume; give it a radius.',
    );
  const { within, about } = roundMeshes(shape, ROUND_SHARE * BETWEEN * lattice.cell);
  const between = (1 - ROUND_SHARE) * BETWEEN;
  return {
    mesh: within,
    points: new ToolPoints(within, lattice),
    about: new ToolPoints(about, lattice),
    between,
    thin: thinPrisms(within, between, lattice),
  };
}

/** @param between in cells: poses are twice as far apart. */
function thinPrisms(mesh: TriangleMesh, between: number, { cell }: Lattice): ThinPrisms | null {
  const thin = thinFaces(mesh, 2 * between * cell, cell);
  return thin.length > 0 ? new ThinPrisms(mesh.faces, thin) : null;
}
