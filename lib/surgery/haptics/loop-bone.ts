// The bone from which models are made, and its edits, which use the numbers of the loop's owner. When they have retired
// a quarter as many faces as are left, a thread rebuilds the bone from the live faces. Edits that come meanwhile are
// applied to both, and one step swaps the new bone in:
//
//   models   model  edit 1  model  edit 2  model │ hash  1  2 │ swap │ model       as the detector's compactBone
//   a thread        ├───── live faces, their indexes ────┤
//
// So memory and the time of a model depend on the bone that is left, not on how long it has been cut.

import {
  type BoneBody,
  type BoneEdit,
  type BoneSnapshot,
  type CompactBone,
  CompactReplay,
  editBone,
  snapshotOf,
} from '#bodies';
import { OwnerNumbers } from './owner-numbers.ts';

/**
 * Retired faces, as a share of the live ones, beyond which the bone is rebuilt. Its arrays are longer at first by this
 * share, so that they never grow.
 */
const MOST_RETIRED = 1 / 4;
/** Retired faces for which a rebuild is not worthwhile: some 8 MB. */
export const LEAST_RETIRED = 50_000;
/** ms of a step, unless a single edit or hashing step takes longer; models wait for it. */
const STEP = 2;
/** Edits may come as fast as the new bone takes them; after this many steps the rest are applied in one. */
const MOST_STEPS = 64;

export class LoopBone {
  readonly body: BoneBody;
  /** How many edits it has taken. */
  edits = 0;
  /** Owner's face numbers from this one on belong to faces that edits have made. */
  readonly editFaces: number;
  readonly #least: number;
  #numbers: OwnerNumbers | null = null;
  /** Whether it is being rebuilt, or cannot be. */
  #isBegun = false;
  #making: Making | null = null;

  /** @param least retired faces for which it is not rebuilt yet. */
  constructor(body: BoneBody, least = LEAST_RETIRED) {
    this.body = body;
    this.editFaces = body.faceCount;
    this.#least = least;
  }

  /** @throws MeshError as editBone; the bone is then as it was. */
  edit(given: BoneEdit): void {
    editBone(this.#numbers ?? this.body, given);
    this.edits++;
  }

  /** The owner's number of a face of `body`. */
  ownersFace(own: number): number {
    return this.#numbers === null ? own : this.#numbers.ownersFace(own);
  }

  /** Whether it is time to begin a rebuild. */
  get isDue(): boolean {
    const { faceCount, liveFaceCount } = this.body;
    return !this.#isBegun && faceCount - liveFaceCount > Math.max(this.#least, MOST_RETIRED * liveFaceCount);
  }

  /** @returns what to compact, in the bone's own arrays: copy them at once. */
  begin(): BoneSnapshot {
    this.#isBegun = true;
    this.#numbers ??= new OwnerNumbers(this.body);
    this.#numbers.log = [];
    return snapshotOf(this.body);
  }

  /** @param compact the result; null: it could not be made, and the bone stays as it is. */
  take(compact: CompactBone | null): void {
    const numbers = this.#numbers;
    if (numbers === null) return;
    if (compact === null) numbers.log = null;
    else this.#making = new Making(this.body, numbers, compact);
  }

  /** Continues the rebuild. @returns whether `body` has new numbers, so that all made for the old is void. */
  step(): boolean {
    if (this.#making === null || !this.#making.step()) return false;
    this.#making = null;
    this.#isBegun = false;
    return true;
  }
}

/** A compacted bone about to replace the old one. */
class Making {
  readonly #body: BoneBody;
  readonly #numbers: OwnerNumbers;
  readonly #kept: Int32Array;
  readonly #replay: CompactReplay;
  readonly #hashing: Generator<void>;
  #isHashing = true;
  #steps = 0;

  constructor(body: BoneBody, numbers: OwnerNumbers, compact: CompactBone) {
    this.#body = body;
    this.#numbers = numbers;
    this.#kept = compact.faces;
    this.#replay = new CompactReplay(body, compact);
    const { topology, positions } = this.#replay.bone;
    this.#hashing = topology.reserveInSteps(positions);
  }

  /** @returns whether it is in place. */
  step(): boolean {
    const log = this.#numbers.log ?? [];
    const end = this.#steps++ < MOST_STEPS ? performance.now() + STEP : Number.POSITIVE_INFINITY;
    while (this.#isHashing && performance.now() < end) this.#isHashing = !this.#hashing.next().done;
    let done = 0;
    if (!this.#isHashing) while (done < log.length && performance.now() < end) this.#replay.apply(log[done++]);
    log.splice(0, done);
    if (this.#isHashing || log.length > 0) return false;
    this.#body.become(this.#replay.bone);
    this.#numbers.renumber(this.#kept, this.#replay.renumbering().vertices);
    this.#numbers.log = null;
    return true;
  }
}
