// A bone, a tool and a path → notices about units and frames that do not seem to match.

import { measureBounds, type TriangleMesh } from '#mesh';
import type { LengthUnit } from './length-unit.ts';
import { otherFrameNotice } from './other-frame.ts';
import type { PoseList } from './pose-file.ts';
import { scaleNotices } from './scale-notices.ts';
import type { PathDetector } from './toolkit.ts';

interface AskedPath {
  readonly bone: { readonly mesh: TriangleMesh };
  readonly tool: { readonly mesh: TriangleMesh };
  readonly poses: PoseList;
  /** The unit of the poses' translations as given. Default: mm. */
  readonly pathUnit?: LengthUnit;
}

/**
 * @param isApart true if the tool comes near the bone at no pose; only then is the detector asked about other frames.
 * @param contactDistance mm.
 */
export async function misfitNotices(
  { bone, tool, poses, pathUnit = 'mm' }: AskedPath,
  detector: PathDetector,
  isApart: boolean,
  contactDistance: number,
  signal: AbortSignal,
): Promise<string[]> {
  const bounds = measureBounds(bone.mesh.positions, bone.mesh.faces);
  const scale = scaleNotices(bounds, poses.matrices, pathUnit);
  if (!isApart) return scale;
  const toolBounds = measureBounds(tool.mesh.positions, tool.mesh.faces);
  const { frame } = bone.mesh;
  const turned = await otherFrameNotice(detector, { frame, bounds }, toolBounds, poses, contactDistance, signal);
  return turned === '' ? scale : [...scale, turned];
}
