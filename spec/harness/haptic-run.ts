// A bone, a tool and a device's path → the servo tick by tick, with local models at a chosen interval and delay, and a
// cutter that cuts before each model is made.

import type { BoneBody } from '#bodies/bone-body.ts';
import { type BoneEdit, editBone } from '#bodies/edit-bone.ts';
import type { ToolBody } from '#bodies/tool-body.ts';
import { LocalModelBuilder } from '#haptics/build-local-model.ts';
import { INWARD } from '#haptics/cutting/kerf-play.ts';
import { type Cutter, CutWay } from '#haptics/cutting/cutter.ts';
import { TOLD_REMOVED } from '#haptics/cutting/tool-feed.ts';
import { type HapticOptions, type ServoSettings, servoSettings } from '#haptics/haptic-options.ts';
import { EDIT_FACES, EDITS, type LocalModel, localModel, MODEL_BYTES } from '#haptics/local-model.ts';
import { samplePoints } from '#haptics/sample-points.ts';
import { SERVO_STATES, Servo, type ServoState } from '#haptics/servo.ts';

export interface Schedule {
  /** ms from one model's pose to the next one's. */
  readonly every: number;
  /** ms from a model's pose to its arrival. */
  readonly late: number;
}

/** ms per tick. */
const TICK = 1;

export class HapticRun {
  readonly servo: Servo;
  readonly settings: ServoSettings;
  readonly #bone: BoneBody;
  readonly #editFaces: number;
  readonly #cutter: Cutter | null;
  readonly #way = new CutWay();
  readonly #builder: LocalModelBuilder;
  readonly #schedule: Schedule;
  readonly #onTheWay: { model: LocalModel; arrives: number }[] = [];
  readonly #spare: LocalModel[] = [];
  #inUse: LocalModel | null = null;
  readonly #clock = Float64Array.of(0, TICK / 1000);
  readonly #wanted = new Float64Array(16);
  readonly #from = new Float64Array(16);
  readonly #proxy = new Float64Array(16);
  #hasPose = false;
  #edits = 0;
  now = 0;

  constructor(
    bone: BoneBody,
    tool: ToolBody,
    options: HapticOptions = {},
    schedule: Schedule = { every: 10, late: 0 },
    cutter: Cutter | null = null,
  ) {
    this.#bone = bone;
    this.#editFaces = bone.faceCount;
    this.#cutter = cutter;
    this.settings = servoSettings(options);
    const samples = samplePoints(tool, this.settings.spacing);
    this.#builder = new LocalModelBuilder(bone, samples);
    this.servo = new Servo(this.settings, samples);
    this.#schedule = schedule;
  }

  get state(): ServoState {
    return SERVO_STATES[this.servo.state];
  }

  /** One tick. @param pose the device's; null if it gives none. @param makesModels whether the detector is at work. */
  tick(pose: Float64Array | null, makesModels = true): void {
    if (makesModels && pose !== null && this.now % this.#schedule.every === 0) this.#order(pose);
    while (this.#onTheWay.length > 0 && this.#onTheWay[0].arrives <= this.now) {
      const { model } = this.#onTheWay.shift() ?? { model: null };
      if (model === null) break;
      if (!this.servo.take(model)) {
        this.#spare.push(model);
        continue;
      }
      if (this.#inUse !== null) this.#spare.push(this.#inUse);
      this.#inUse = model;
    }
    this.#clock[0] = this.now;
    this.servo.tick(pose ?? this.#wanted, pose !== null, this.#clock);
    // Read at every tick, as by a servo's thread; the maker of the models reads it only now and then.
    this.servo.wantedPose(this.#wanted);
    this.servo.wantedFrom(this.#from);
    this.servo.proxyPose(this.#proxy);
    this.#hasPose = true;
    this.now += TICK;
  }

  /** Like the loop's editBone: the next model shows the edit. */
  edit(edit: BoneEdit): void {
    editBone(this.#bone, edit);
    this.#edits++;
  }

  #cut(cutter: Cutter): void {
    const motion = this.#way.next(this.#proxy, this.servo.feed?.told[TOLD_REMOVED] ?? 0);
    const edit = motion === null ? null : cutter.cut(motion);
    if (edit !== null) this.edit(edit);
  }

  #order(pose: Float64Array): void {
    if (!this.#hasPose) {
      this.#wanted.set(pose);
      this.#from.set(pose);
      this.#proxy.set(pose);
    }
    if (this.#cutter !== null) this.#cut(this.#cutter);
    const model = this.#spare.pop() ?? localModel(new ArrayBuffer(MODEL_BYTES));
    const play = this.#edits > 0 && this.settings.cutting !== null ? INWARD : 0;
    this.#builder.build(this.#wanted, this.now, { ...this.settings, play }, model, this.#from);
    model.head[EDITS] = this.#edits;
    model.head[EDIT_FACES] = this.#editFaces;
    this.#onTheWay.push({ model, arrives: this.now + this.#schedule.late });
  }
}

/** A pose without rotation. */
export function shifted(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}

/** A rotation about the tool's z axis by an angle (rad), then a shift. */
export function spun(angle: number, x: number, y: number, z: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}
