// Keys that go down and up, and their times → the tool's poses: by how long each key was held, whatever the frames in
// between, with several keys at once.

import { poseAfterKey, TAP } from './hold.ts';

export interface KeyHand {
  pose(): Float64Array;
  hold(next: Float64Array): void;
}

interface Down {
  /** The time until which it is a tap, which counts in full. */
  readonly tap: number;
  /** The time up to which it has moved the tool. */
  readonly until: number;
}

/** Times are in ms, on one clock. */
export class HeldKeys {
  readonly #hand: KeyHand;
  readonly #nextFrame: (call: (now: number) => void) => void;
  readonly #down = new Map<string, Down>();
  #shift = false;
  #isRunning = false;

  /** @param nextFrame calls back with the time before the next frame is drawn. */
  constructor(hand: KeyHand, nextFrame: (call: (now: number) => void) => void) {
    this.#hand = hand;
    this.#nextFrame = nextFrame;
  }

  /** Presses one of KEYS, which moves the tool by a tap at once. */
  press(key: string, now: number): void {
    if (this.#down.has(key)) return;
    const tap = now + 1000 * TAP;
    this.#down.set(key, { tap, until: now });
    this.#move(key, tap);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#nextFrame((time) => this.#frame(time));
  }

  release(key: string, now: number): void {
    const down = this.#down.get(key);
    if (down === undefined) return;
    // A frame drawn before this event arrived may have moved the tool too far: that is reversed.
    this.#move(key, Math.max(down.tap, now));
    this.#down.delete(key);
  }

  releaseAll(now: number): void {
    for (const key of [...this.#down.keys()]) this.release(key, now);
  }

  /** Changes the keys' speed; up to now they moved at the previous one. */
  shift(isDown: boolean, now: number): void {
    if (isDown === this.#shift) return;
    this.#moveAll(now);
    this.#shift = isDown;
  }

  #frame(now: number): void {
    this.#isRunning = this.#down.size > 0;
    if (!this.#isRunning) return;
    this.#moveAll(now);
    this.#nextFrame((time) => this.#frame(time));
  }

  #moveAll(now: number): void {
    for (const [key, { until }] of this.#down) if (now > until) this.#move(key, now);
  }

  #move(key: string, until: number): void {
    const down = this.#down.get(key) as Down;
    if (until === down.until) return;
    this.#down.set(key, { ...down, until });
    this.#hand.hold(poseAfterKey(this.#hand.pose(), key, this.#shift, (until - down.until) / 1000));
  }
}
