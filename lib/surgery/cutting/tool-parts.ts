// A tool → the parts whose union is measured, found once.

import type { Lattice } from './lattice.ts';
import type { MotionPoses } from './motion-poses.ts';
import { simpleParts } from './tool-overlap.ts';
import type { ToolPoints } from './tool-points.ts';

export interface ToolParts {
  /** Only the tool itself if it is one part. */
  readonly parts: readonly ToolPoints[];
  /** Whether each of them is known to have winding number 0 or 1 everywhere. */
  readonly isSimple: boolean;
}

const known = new WeakMap<ToolPoints, ToolParts>();

export function partsOf(tool: ToolPoints, poses: MotionPoses, lattice: Lattice): ToolParts {
  const held = known.get(tool);
  if (held !== undefined) return held;
  tool.moveTo(poses.first);
  const lists = simpleParts(tool.points, tool.faces);
  const parts = (lists ?? [tool.faces]).map((faces) =>
    faces.length === tool.faces.length ? tool : tool.withFaces(faces, lattice),
  );
  const found = { parts, isSimple: lists !== null };
  known.set(tool, found);
  return found;
}
