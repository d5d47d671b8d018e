// A pose → an interval that holds the volume of bone inside the tool.

import type { BoneBody, ToolBody } from '#bodies';
import { MeshError, type RigidPose } from '#core';
import { OverlapVolume } from '#overlap-volume';
import type { OverlapInterval } from '#records';
import { hasPartInside } from '../contact-state.ts';
import type { IntersectingPairsQuery } from './intersecting-pairs-query.ts';
import { windsOnce } from './winds-once.ts';

export class OverlapVolumeQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #volume: OverlapVolume;
  readonly #intersecting: IntersectingPairsQuery;
  #toolWindsOnce: boolean | null = null;

  constructor(bone: BoneBody, tool: ToolBody, intersecting: IntersectingPairsQuery) {
    this.#intersecting = intersecting;
    this.#bone = bone;
    this.#tool = tool;
    this.#volume = new OverlapVolume(bone, tool, () => this.#isToolOnce());
  }

  /** @throws MeshError NOT_SOLID. */
  find(pose: RigidPose, relativeWidth: number): OverlapInterval {
    checkSolid(this.#bone, 'bone');
    checkSolid(this.#tool, 'tool');
    this.#tool.moveTo(pose, this.#bone.magnitude);
    this.#volume.find(relativeWidth);
    const { low, high } = this.#volume;
    if (low === 0 && (high === 0 || this.#isApart(pose))) return { low: 0, high: 0, reached: true };
    return { low, high, reached: high - low <= relativeWidth * high };
  }

  /** Computed on first use: a tool is never edited. */
  #isToolOnce(): boolean {
    const { name, faces, faceCount } = this.#tool;
    const isOnce = () =>
      windsOnce({ name, positions: this.#tool.ownPositions(), faces: faces.subarray(0, 3 * faceCount) });
    this.#toolWindsOnce ??= isOnce();
    return this.#toolWindsOnce;
  }

  /** Whether the surfaces share no point, and no part of one lies in the other: exactly. */
  #isApart(pose: RigidPose): boolean {
    const bone = this.#bone;
    const tool = this.#tool;
    if (this.#intersecting.any(pose)) return false;
    tool.moveTo(pose, bone.magnitude);
    const isIn = (body: BoneBody | ToolBody, other: BoneBody | ToolBody): boolean =>
      hasPartInside(body, body.topology.representatives(), other.solid.isInside);
    return !isIn(tool, bone) && !isIn(bone, tool);
  }
}

function checkSolid({ signed, name }: BoneBody | ToolBody, role: string): void {
  if (signed) return;
  throw new MeshError(
    'NOT_SOLID',
    `The ${role} "${name}" is open or its faces do not all face one way, expected a closed, oriented surface, which alone has a volume; mend it: inspectMesh returns boundaryEdges and oriented.`,
  );
}
