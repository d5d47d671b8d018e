// A bone, a tool and the loop's memory → local models, one after the other, where the servo wants them; and from time
// to time how deep the device has pushed the tool into the bone, and how deep a tool that cuts has gone.

import type { BoneBody } from '#bodies';
import { emptyPose, isPose, KerfError } from '#core';
import type { PenetrationFinder } from '#detector';
import { LocalModelBuilder } from './build-local-model.ts';
import { INWARD } from './cutting/kerf-play.ts';
import {
  AT,
  type HapticMemory,
  POSE_IS_THERE,
  POSE_TIME,
  SNAPSHOT_SIZE,
  WANTED_FROM,
  WANTED_SIZE,
} from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import { EDIT_FACES, EDITS, FACES, type LocalModel, SERIAL } from './local-model.ts';
import type { LoopBone } from './loop-bone.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import { PENETRATION_SIZE, packPenetration } from './packed-penetration.ts';
import type { SamplePoints } from './sample-points.ts';
import type { Seqlock } from './seqlock.ts';
import { StandingModel } from './standing-model.ts';

/**
 * ms between two depth answers, and at least RESTS times as long as the last one took: people read the answers, and
 * models have to wait for them.
 */
const PENETRATION_REST = 40;
const RESTS = 3;
/**
 * ms: while edits come closer together than this, a depth is computed just after a model has shown one. The next edit
 * is then some time off (cutting/cut-feed.ts) and need not wait.
 */
const EDITS_APART = 200;

/** How deep the tool is in a bone at the pose that a snapshot has `at` that place, and where the answer is written. */
interface Depth {
  readonly finder: PenetrationFinder;
  readonly at: number;
  readonly told: Seqlock;
}

export class ModelRunner {
  readonly #bone: LoopBone;
  readonly #samples: SamplePoints;
  #builder: LocalModelBuilder;
  readonly #standing: StandingModel;
  readonly #settings: ServoSettings;
  readonly #memory: HapticMemory;
  readonly #mailbox: ModelMailbox<LocalModel>;
  readonly #wanted = new Float64Array(WANTED_SIZE);
  readonly #pose = this.#wanted.subarray(0, 16);
  readonly #from = this.#wanted.subarray(WANTED_FROM);
  readonly #times = new Float64Array(1);
  /** How deep the device has pushed, and how deep a tool that cuts and the hand have gone: computed in turn. */
  readonly #depths: [Depth, ...Depth[]];
  readonly #finderIn: (body: BoneBody) => PenetrationFinder;
  #turn = 0;
  /** Serial number of the last model, whichever builder made it: builders count from 1. */
  #serial = 0;
  /** The edits that the last model shows, and when one showed more than the one before, ms. */
  #shown = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  readonly #snapshot = new Float64Array(SNAPSHOT_SIZE);
  readonly #penetration = new Float64Array(PENETRATION_SIZE);
  readonly #checked = emptyPose();
  #nextAt = Number.NEGATIVE_INFINITY;

  /**
   * @param finderIn a finder of the tool's depth in a bone. @param intact the finder in the original bone, for a tool
   * that cuts; otherwise null.
   */
  constructor(
    bone: LoopBone,
    samples: SamplePoints,
    settings: ServoSettings,
    memory: HapticMemory,
    finderIn: (body: BoneBody) => PenetrationFinder,
    intact: PenetrationFinder | null = null,
  ) {
    this.#bone = bone;
    this.#samples = samples;
    this.#finderIn = finderIn;
    this.#builder = new LocalModelBuilder(bone.body, samples);
    this.#standing = new StandingModel(samples.radius, settings.mostAge);
    this.#settings = settings;
    this.#memory = memory;
    this.#depths = [
      this.#deviceDepth(memory),
      ...(intact === null
        ? []
        : [
            { finder: intact, at: AT.proxy, told: memory.plunge },
            { finder: intact, at: AT.device, told: memory.handPlunge },
          ]),
    ];
    this.#mailbox = memory.mailbox('writer');
  }

  #deviceDepth({ penetration }: HapticMemory): Depth {
    return { finder: this.#finderIn(this.#bone.body), at: AT.device, told: penetration };
  }

  /** Makes and posts one model, if the last one does not serve. @returns false if none is wanted yet. */
  make(): boolean {
    if (this.#bone.step()) {
      this.#builder = new LocalModelBuilder(this.#bone.body, this.#samples);
      this.#standing.forget();
      this.#depths[0] = this.#deviceDepth(this.#memory);
    }
    const wanted = this.#wanted;
    if (!this.#memory.wanted.read(wanted) || wanted[POSE_IS_THERE] === 0) return false;
    if (!this.#standing.serves(this.#pose, this.#from, this.#bone.edits)) this.#build(wanted[POSE_TIME]);
    else if (this.#standing.isAged(wanted[POSE_TIME])) {
      this.#standing.renew(wanted[POSE_TIME], this.#mailbox.own);
      this.#mailbox.post();
    }
    if (this.#isTime()) this.#findDepth(this.#depths[this.#turn++ % this.#depths.length]);
    return true;
  }

  /** Whether to compute how deep the tool is. */
  #isTime(): boolean {
    const now = performance.now();
    const hasShown = this.#bone.edits > this.#shown;
    if (hasShown) this.#shownAt = now;
    this.#shown = this.#bone.edits;
    return now > this.#nextAt && (hasShown || now - this.#shownAt > EDITS_APART);
  }

  #build(takenAt: number): void {
    const started = performance.now();
    const model = this.#mailbox.own;
    const hasCut = this.#settings.cutting !== null && this.#bone.edits > 0;
    const wish = { ...this.#settings, play: hasCut ? INWARD : 0 };
    this.#builder.build(this.#pose, takenAt, wish, model, this.#from);
    model.head[SERIAL] = ++this.#serial;
    this.#tellOwner(model);
    this.#mailbox.post();
    this.#standing.keep(model, this.#bone.edits);
    this.#times[0] = performance.now() - started;
    this.#memory.buildTimes.add(this.#times, 0);
  }

  /** Writes edits and face numbers as the loop's owner counts them. */
  #tellOwner({ head, faceIds }: LocalModel): void {
    head[EDITS] = this.#bone.edits;
    head[EDIT_FACES] = this.#bone.editFaces;
    for (let n = 0; n < head[FACES]; n++) faceIds[n] = this.#bone.ownersFace(faceIds[n]);
  }

  /** Computes it for the newest pose. If there is no pose or no answer, the last answer stays, with its old time. */
  #findDepth({ finder, at, told }: Depth): void {
    const snapshot = this.#snapshot;
    if (!this.#memory.snapshot.read(snapshot)) return;
    const pose = snapshot.subarray(at, at + 16);
    if (!isPose(pose, this.#checked)) return;
    const started = performance.now();
    try {
      packPenetration(finder.find(pose), snapshot[AT.readAt], this.#penetration);
      told.write(this.#penetration);
    } catch (error) {
      if (!(error instanceof KerfError)) throw error;
    }
    const ended = performance.now();
    this.#nextAt = ended + Math.max(PENETRATION_REST, RESTS * (ended - started));
  }
}
