// A pose of the tool against the bone → what stage 1 finds, for inspection: candidate pairs, their faces, the scanlines
// through them.

import type { BoneBody, ToolBody } from '#bodies';
import { candidateStage, FaceGrouper } from '#candidates';
import { type RigidPose, reportDistance } from '#core';
import { activeFaces, type CandidateStage, candidatePairs } from '#records';
import { scanlineSegments } from '#scanlines';
import type { CandidateRegion } from '../detector.ts';

export class CandidateRegionQuery {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #contactDistance: number;
  readonly #candidates: CandidateStage;
  readonly #pairs = candidatePairs();
  readonly #grouper = new FaceGrouper();
  readonly #grouped = activeFaces();

  constructor(bone: BoneBody, tool: ToolBody, contactDistance: number) {
    this.#bone = bone;
    this.#tool = tool;
    this.#candidates = candidateStage(bone, tool);
    this.#contactDistance = contactDistance;
  }

  /** The pairs are the same as in the report. */
  find(pose: RigidPose): CandidateRegion {
    const bone = this.#bone;
    const tool = this.#tool;
    tool.moveTo(pose, bone.magnitude);
    const { rows, near } = this.#grouped;
    const maxDistance = reportDistance(this.#contactDistance, Math.max(bone.magnitude, tool.magnitude));
    this.#candidates.find(maxDistance, this.#pairs);
    const { length } = this.#pairs;
    const { boneFace, toolFace } = this.#pairs.columns;
    this.#grouper.group(toolFace, boneFace, length, tool.faceCount, this.#grouped);
    const toolFaces = rows.columns.face.slice(0, rows.length);
    this.#grouper.group(boneFace, toolFace, length, bone.faceCount, this.#grouped);
    const boneFaces = rows.columns.face.slice(0, rows.length);
    const pairs = new Uint32Array(2 * length);
    const { start, count } = rows.columns;
    for (let row = 0; row < rows.length; row++)
      for (let i = start[row]; i < start[row] + count[row]; i++) {
        pairs[2 * i] = boneFaces[row];
        pairs[2 * i + 1] = near.values[i];
      }
    const { axis, cellSize } = bone.scanlines;
    const scanlines = scanlineSegments(bone, boneFaces);
    return { pairs, boneFaces, toolFaces, axis: axis as 0 | 1 | 2, spacing: cellSize, scanlines };
  }
}
