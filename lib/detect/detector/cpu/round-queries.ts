// A posed sphere or capsule against the bone → the answers of a detector; other queries are refused by name.

import type { BoneBody } from '#bodies';
import { checkPose, emptyPose, OptionError, type RigidPose } from '#core';
import type { ContactReport, Pose } from '#records';
import { FaceSide, NearestSurfaces, NearFaces, type RoundTool, SHARED } from '#round-tool';
import type { NearestPointsTarget } from '../detector.ts';
import { type LateParts, reportOfPlain } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';
import { roundSceneOf, type Scene } from '../scene.ts';
import type { ToolQueries } from '../tool-queries.ts';
import { NO_LATE_PARTS, RoundReport } from './round-report.ts';

export class RoundQueries implements ToolQueries {
  readonly #bone: BoneBody;
  readonly #tool: RoundTool;
  readonly #options: QueryOptions;
  readonly #pose = emptyPose();
  readonly #near: NearFaces;
  readonly #side: FaceSide;
  readonly #nearest: NearestSurfaces;
  #report: RoundReport;
  /** The bone's faces found last. */
  #shared = new Uint32Array(64);
  #count = 0;

  constructor(bone: BoneBody, tool: RoundTool, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#near = new NearFaces(bone, tool);
    this.#side = new FaceSide(bone, tool);
    this.#nearest = new NearestSurfaces(bone, tool);
    this.#report = new RoundReport(bone, tool, options);
  }

  scene(): Scene {
    return roundSceneOf(this.#bone, this.#tool, this.#options);
  }

  report(pose: RigidPose): ContactReport {
    const started = performance.now();
    return reportOfPlain(this.#report.plainReport(pose, started), this.late());
  }

  late(): { readonly made: LateParts } {
    return { made: NO_LATE_PARTS };
  }

  findIntersecting(pose: Pose): number {
    this.#findShared(pose, Number.POSITIVE_INFINITY);
    return this.#count;
  }

  writeIntersecting(out: Uint32Array): void {
    for (let i = 0; i < Math.min(out.length, 2 * this.#count); i++) out[i] = i % 2 === 0 ? this.#shared[i / 2] : 0;
  }

  intersects(pose: Pose): boolean {
    this.#findShared(pose, 1);
    return this.#count > 0;
  }

  minimumDistanceInto(pose: Pose, out: NearestPointsTarget): void {
    this.#tool.moveTo(checkPose(pose, this.#pose));
    const found = this.#nearest;
    found.find();
    out.distance = found.distance;
    out.boneFace = found.face;
    out.toolFace = found.face < 0 ? -1 : 0;
    for (let k = 0; k < 3; k++) {
      out.bonePoint[k] = found.points[k];
      out.toolPoint[k] = found.points[3 + k];
    }
  }

  firstContact(): never {
    throw notForRound('firstContact', 'ask sweepSphere, or make the tool a mesh');
  }

  checkBetween(): void {
    this.between();
  }

  between(): never {
    throw notForRound('between', 'leave it out, or make the tool a mesh');
  }

  overlapVolume(): never {
    throw notForRound('overlapVolume', 'make the tool a mesh');
  }

  candidateRegion(): never {
    throw notForRound('candidateRegion', 'make the tool a mesh');
  }

  /** Nothing is kept of the bone from query to query. */
  beforeEdit(): void {}

  boneEdited(): void {}

  boneRenumbered(): void {}

  dropTables(): void {
    this.forget();
  }

  forget(): void {
    this.#report = new RoundReport(this.#bone, this.#tool, this.#options);
  }

  /** Finds the faces that share a point with the tool's surface, ascending, but no more than `most`. */
  #findShared(pose: Pose, most: number): void {
    this.#tool.moveTo(checkPose(pose, this.#pose));
    const near = this.#near;
    const side = this.#side;
    near.find(0);
    side.begin();
    if (this.#shared.length < near.count) this.#shared = new Uint32Array(near.faces.length);
    this.#count = 0;
    for (let i = 0; i < near.count && this.#count < most; i++)
      if (side.of(near.faces[i]) === SHARED) this.#shared[this.#count++] = near.faces[i];
  }
}

/** @param next what the caller can do instead. */
export function notForRound(name: string, next: string): OptionError {
  return new OptionError(
    'NOT_FOR_ROUND_TOOLS',
    `${name} does not serve a sphere or capsule, expected a tool with faces; ${next}.`,
  );
}
