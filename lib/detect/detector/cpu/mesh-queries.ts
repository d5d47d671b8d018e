// A mesh at a pose against the bone → all answers of a detector about them on this thread.

import type { BoneBody, ToolBody } from '#bodies';
import { checkPose, emptyPose, OptionError, type RigidPose } from '#core';
import type { FirstContactOptions, RigidMotion } from '#motion';
import { MinimumDistance } from '#proximity';
import type { ContactReport, OverlapInterval, Pose } from '#records';
import type { BetweenPoses, CandidateRegion, FirstContact, NearestPoints, NearestPointsTarget } from '../detector.ts';
import { nearestPoints } from '../nearest-points.ts';
import type { LateQuestion } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import { type Scene, sceneOf } from '../scene.ts';
import type { ToolQueries } from '../tool-queries.ts';
import { contactBetween } from './between-poses.ts';
import { CandidateRegionQuery } from './candidate-region-query.ts';
import { CpuQuery } from './cpu-query.ts';
import { FirstContactQuery } from './first-contact-query.ts';
import { IntersectingPairsQuery } from './intersecting-pairs-query.ts';
import { type LateRest, LateRests } from './late-rest.ts';
import { OverlapVolumeQuery } from './overlap-volume-query.ts';
import type { SharePart } from './share-part.ts';

export class MeshQueries implements ToolQueries {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #options: QueryOptions;
  readonly #pose = emptyPose();
  #intersecting: IntersectingPairsQuery;
  #query: CpuQuery | null = null;
  /** The late parts of its reports; null before the first. */
  #late: LateRests | null = null;
  #distance: MinimumDistance | null = null;
  #region: CandidateRegionQuery | null = null;
  #firstContact: FirstContactQuery | null = null;
  #volume: OverlapVolumeQuery | null = null;

  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#intersecting = new IntersectingPairsQuery(bone, tool);
  }

  scene(): Scene {
    return sceneOf(this.#bone, this.#tool, this.#options);
  }

  report(pose: RigidPose): ContactReport {
    const started = performance.now();
    return this.#reports().report(pose, started);
  }

  sharedReport(
    started: number,
    pose: RigidPose,
    threads: number,
    others: Promise<readonly (SharePart | null)[]>,
  ): Promise<ContactReport | null> {
    return this.#reports().sharedReport(started, pose, threads, others);
  }

  late(pose: RigidPose, rest: LateQuestion): LateRest {
    return this.#reports().late.of(pose, rest);
  }

  findIntersecting(pose: Pose): number {
    return this.#intersecting.find(checkPose(pose, this.#pose));
  }

  writeIntersecting(out: Uint32Array): void {
    this.#intersecting.write(out);
  }

  intersects(pose: Pose): boolean {
    return this.#intersecting.any(checkPose(pose, this.#pose));
  }

  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void {
    this.#tool.moveOnDemand(checkPose(pose, this.#pose), this.#bone);
    this.#distance ??= new MinimumDistance(this.#bone, this.#tool);
    const found = this.#distance;
    found.find();
    out.distance = found.distance;
    out.boneFace = found.boneFace;
    out.toolFace = found.toolFace;
    for (let k = 0; k < 3; k++) {
      out.bonePoint[k] = found.points[k];
      out.toolPoint[k] = found.points[3 + k];
    }
  }

  firstContact(motion: RigidMotion, options: FirstContactOptions): FirstContact {
    return this.#strokes().find(motion, options);
  }

  checkBetween(): void {}

  between(poses: readonly [Pose, Pose], touches: readonly [boolean, boolean]): BetweenPoses {
    return contactBetween(this.#strokes(), poses, touches);
  }

  overlapVolume(pose: RigidPose, relativeWidth: number): OverlapInterval {
    this.#volume ??= new OverlapVolumeQuery(this.#bone, this.#tool, this.#intersecting);
    return this.#volume.find(pose, relativeWidth);
  }

  candidateRegion(pose: Pose): CandidateRegion {
    if (this.#bone.method !== 'scanlines')
      throw new OptionError(
        'BAD_CANDIDATES',
        `candidateRegion shows scanlines, but this detector's candidates are "${this.#bone.method}"; make one with "scanlines".`,
      );
    this.#region ??= new CandidateRegionQuery(this.#bone, this.#tool, this.#options.contactDistance);
    return this.#region.find(checkPose(pose));
  }

  beforeEdit(): void {
    this.#late?.settle();
  }

  boneEdited(): void {
    this.#query?.boneEdited();
  }

  dropTables(): void {
    const late = this.#late;
    this.boneRenumbered();
    late?.dropTables();
    this.#late = late;
  }

  boneRenumbered(): void {
    this.forget();
    this.#intersecting = new IntersectingPairsQuery(this.#bone, this.#tool);
  }

  forget(): void {
    this.#query = null;
    this.#late = null;
    this.#distance = null;
    this.#region = null;
    this.#firstContact = null;
    this.#volume = null;
  }

  #reports(): CpuQuery {
    this.#late ??= new LateRests(this.#bone, this.#tool, this.#options);
    this.#query ??= new CpuQuery(this.#bone, this.#tool, this.#options, undefined, this.#late);
    return this.#query;
  }

  #strokes(): FirstContactQuery {
    this.#firstContact ??= new FirstContactQuery(this.#bone, this.#tool, {
      intersects: (pose) => this.intersects(pose),
      intersectingFaces: (pose) => {
        const out = new Uint32Array(2 * this.findIntersecting(pose));
        this.writeIntersecting(out);
        return out;
      },
      minimumDistance: (pose) => this.#minimumDistance(pose),
    });
    return this.#firstContact;
  }

  #minimumDistance(pose: Pose): NearestPoints {
    const out = nearestPoints();
    this.minimumDistanceInto(pose, out);
    return out;
  }
}
