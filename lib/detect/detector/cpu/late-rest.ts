// A report's segments and penetration → made when one of them is first read, at the report's pose and of the bone as it
// was then.
//
//   report ──read──▶ settle: the tool is moved to the pose again, and both are made
//   report ──the bone is about to change──▶ settle, for each report that may still be read
//
// So a caller who reads neither does not pay for them, and answers do not depend on when they are read.

import type { BoneBody, ToolBody } from '#bodies';
import type { RigidPose } from '#core';
import { intersectionSegmentsOf } from '#intersect';
import { PenetrationQuery } from '#penetration';
import { SharedSegment } from '#triangles';
import { type LateParts, type LateQuestion, lateParts } from '../end-of-report.ts';
import type { QueryOptions } from '../query-options.ts';

export class LateRest {
  /** null once both are made. */
  #make: (() => LateParts) | null;
  #made: LateParts | null = null;

  constructor(make: () => LateParts) {
    this.#make = make;
  }

  get made(): LateParts {
    this.settle();
    return this.#made as LateParts;
  }

  get isOpen(): boolean {
    return this.#make !== null;
  }

  settle(): void {
    if (this.#make === null) return;
    this.#made = this.#make();
    this.#make = null;
  }
}

/** The late parts of a bone's reports. Those that may still be read are kept; those that nobody holds are forgotten. */
export class LateRests {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #segment = new SharedSegment();
  readonly #options: QueryOptions;
  #penetration: PenetrationQuery;
  #open: WeakRef<LateRest>[] = [];
  /** The number at which the list is cleared of those that are settled or gone. */
  #most = 64;

  constructor(bone: BoneBody, tool: ToolBody, options: QueryOptions) {
    this.#bone = bone;
    this.#tool = tool;
    this.#options = options;
    this.#penetration = new PenetrationQuery(bone, tool, options);
  }

  /** A report's late parts, made when they are first read, of the bone as it is now. @param pose kept, not copied. */
  of(pose: RigidPose, rest: LateQuestion): LateRest {
    const late = new LateRest(() => this.partsOf(pose, rest));
    this.#add(late);
    return late;
  }

  /** A report's late parts, for the bone as it is. */
  partsOf(pose: RigidPose, rest: LateQuestion): LateParts {
    const [bone, tool] = [this.#bone, this.#tool];
    tool.moveTo(pose, bone.magnitude);
    try {
      const segments = intersectionSegmentsOf(bone, tool, rest.intersectingFaces, this.#segment);
      return lateParts(rest, segments, this.#penetration);
    } catch (error) {
      this.dropTables();
      throw error;
    }
  }

  /** What has thrown in the middle leaves tables half written. */
  dropTables(): void {
    this.#penetration = new PenetrationQuery(this.#bone, this.#tool, this.#options);
  }

  #add(rest: LateRest): void {
    if (this.#open.length >= this.#most) {
      this.#open = this.#open.filter((ref) => ref.deref()?.isOpen);
      this.#most = Math.max(64, 2 * this.#open.length);
    }
    this.#open.push(new WeakRef(rest));
  }

  /** To be called before the bone changes. */
  settle(): void {
    for (const ref of this.#open) ref.deref()?.settle();
    this.#open = [];
  }
}
