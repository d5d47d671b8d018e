// The queries that a detector makes of its tool on this thread: a mesh, or a sphere or capsule.

import type { RigidPose } from '#core';
import type { FirstContactOptions, RigidMotion } from '#motion';
import type { ContactReport, OverlapInterval, Pose } from '#records';
import type { SharePart } from './cpu/share-part.ts';
import type { BetweenPoses, CandidateRegion, FirstContact, NearestPointsTarget } from './detector.ts';
import type { LateParts, LateQuestion } from './end-of-report.ts';
import type { Scene } from './scene.ts';

/** Methods with a Pose check it. Queries that a kind of tool does not support throw OptionError NOT_FOR_ROUND_TOOLS. */
export interface ToolQueries {
  /** What threads need to answer as this one does, for the bone as it is now. */
  scene(): Scene;
  report(pose: RigidPose): ContactReport;
  /**
   * The late parts of a report that another thread made of the bone as it is now: made when they are first read.
   * @param pose kept, not copied.
   */
  late(pose: RigidPose, rest: LateQuestion): { readonly made: LateParts };
  /** A report by several threads, begun at `started`: see CpuQuery. Absent if one thread is enough. */
  sharedReport?(
    started: number,
    pose: RigidPose,
    threads: number,
    others: Promise<readonly (SharePart | null)[]>,
  ): Promise<ContactReport | null>;
  /** @returns how many pairs share a point; `writeIntersecting` writes as many of them as `out` holds. */
  findIntersecting(pose: Pose): number;
  writeIntersecting(out: Uint32Array): void;
  intersects(pose: Pose): boolean;
  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void;
  firstContact(motion: RigidMotion, options: FirstContactOptions): FirstContact;
  /** @throws if `between` is not supported. */
  checkBetween(): void;
  /** @param touches whether the tool is in contact, or enclosed, at each of the two poses. */
  between(poses: readonly [Pose, Pose], touches: readonly [boolean, boolean]): BetweenPoses;
  /** mm³. @throws MeshError NOT_SOLID. */
  overlapVolume(pose: RigidPose, relativeWidth: number): OverlapInterval;
  candidateRegion(pose: Pose): CandidateRegion;
  /** To be called before the bone is edited or its faces renumbered. */
  beforeEdit(): void;
  /** To be called after each edit of the bone. */
  boneEdited(): void;
  /** To be called after the bone's faces have been renumbered. */
  boneRenumbered(): void;
  /** Drops what queries have cached of the bodies. */
  forget(): void;
  /** The same after a query has thrown in the middle; reports made before may still be read, and settle. */
  dropTables(): void;
}
