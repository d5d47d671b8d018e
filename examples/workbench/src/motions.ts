// The motion being recorded, the motion being played, and their files.

import { download, motionOf, posesOf } from './files.ts';
import { Replay } from './replay.ts';

export interface MotionOwner {
  /** Moves the tool there in a replay. */
  hold(pose: Float64Array): void;
  /** Moves the tool by hand, as opening a motion does. */
  byHand(pose: Float64Array): void;
  says(text: string, isBad?: boolean): void;
  recording(isOn: boolean): void;
}

export class Motions {
  readonly #owner: MotionOwner;
  readonly #replay: Replay;
  #recording: Float64Array[] | null = null;
  #recorded: readonly Float64Array[];

  /** @param poses the motion to play until another is recorded or opened. */
  constructor(poses: readonly Float64Array[], owner: MotionOwner) {
    this.#recorded = poses;
    this.#owner = owner;
    this.#replay = new Replay((next) => owner.hold(next));
  }

  /** Adds the tool's present pose to a recording. */
  add(pose: Float64Array): void {
    this.#recording?.push(pose.slice());
  }

  play(): void {
    this.#replay.play(this.#recorded);
  }

  stop(): void {
    this.#replay.stop();
  }

  /** Begins a recording at that pose, or ends it. */
  toggle(pose: Float64Array): void {
    if (this.#recording === null) {
      this.#recording = [pose.slice()];
      this.#owner.says('● recording; R ends it');
    } else {
      this.#recorded = this.#recording;
      this.#recording = null;
      this.#owner.says(`${this.#recorded.length} poses recorded; P plays them`);
    }
    this.#owner.recording(this.#recording !== null);
  }

  async open(file: File): Promise<void> {
    try {
      this.#recorded = posesOf(await file.text());
      this.#owner.byHand(this.#recorded[0]);
      this.#owner.says(`${this.#recorded.length} poses of ${file.name}`);
    } catch (error) {
      this.#owner.says(`${file.name}: ${(error as Error).message}`, true);
    }
  }

  save(): void {
    download('kerf-motion.json', motionOf(this.#recording ?? this.#recorded));
  }
}
