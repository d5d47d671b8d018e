// The servo, its device and the loop's memory → one tick: read the device, take a newer model, compute, give the hand
// its force, record where the next model is wanted, and write a snapshot.

import type { EdgeSamples } from './cutting/tool-edges.ts';
import type { HapticDevice } from './haptic-device.ts';
import {
  AT,
  CONTACT_SIZE,
  CUTS,
  type HapticMemory,
  POSE_IS_THERE,
  POSE_TIME,
  SNAPSHOT_SIZE,
  WANTED_FROM,
  WANTED_SIZE,
} from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import { EDITS, type LocalModel, TAKEN_AT } from './local-model.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import type { SamplePoints } from './sample-points.ts';
import { Servo } from './servo.ts';

/** Slots of #times, ms. Numbers in fields and arguments may be put on the heap; these would be, every tick. */
const ORIGIN = 0;
const STARTED = 1;
const TAKEN = 2;
const AGE = 3;
/** s: the longest tick passed to the servo, after a pause such as that of a background tab. */
const LONGEST_TICK = 0.01;

interface Clock {
  /** Writes the time, ms since performance.timeOrigin. */
  read(times: Float64Array, at: number): void;
}

const SYSTEM_CLOCK: Clock = {
  read: (times, at) => {
    times[at] = performance.now();
  },
};

export class ServoRunner {
  readonly servo: Servo;
  readonly #memory: HapticMemory;
  readonly #mailbox: ModelMailbox<LocalModel>;
  readonly #device: HapticDevice;
  readonly #system: Clock;
  #model: LocalModel | null = null;
  #isHeld = true;
  readonly #pose = new Float64Array(16);
  readonly #clock = new Float64Array(2);
  readonly #wanted = new Float64Array(WANTED_SIZE);
  readonly #snapshot = new Float64Array(SNAPSHOT_SIZE);
  readonly #before = new Float64Array(6);
  readonly #times = Float64Array.of(performance.timeOrigin, 0, 0, 0);

  constructor(
    settings: ServoSettings,
    samples: EdgeSamples & Pick<SamplePoints, 'radius'>,
    memory: HapticMemory,
    device: HapticDevice,
    system: Clock = SYSTEM_CLOCK,
  ) {
    this.servo = new Servo(settings, samples);
    this.#memory = memory;
    this.#mailbox = memory.mailbox('reader');
    this.#device = device;
    this.#system = system;
  }

  /** Treats the device as disconnected from now on, so that the force fades. */
  letGo(): void {
    this.#isHeld = false;
  }

  tick(): void {
    const { servo } = this;
    const clock = this.#clock;
    const times = this.#times;
    this.#system.read(times, STARTED);
    clock[1] = clock[0] === 0 ? 0 : Math.min(LONGEST_TICK, (times[ORIGIN] + times[STARTED] - clock[0]) / 1000);
    clock[0] = times[ORIGIN] + times[STARTED];
    const newest = this.#mailbox.take();
    if (newest !== null && servo.take(newest)) {
      this.#mailbox.keep();
      this.#model = newest;
    }
    const hasPose = this.#device.read(clock, this.#pose);
    const isThere = this.#isHeld && hasPose;
    this.#before.set(servo.wrench);
    servo.isCutting = Atomics.load(this.#memory.control, CUTS) !== 0;
    servo.tick(this.#pose, isThere, clock);
    // A connected device that takes no force now answers late: the force that the hand feels does not change. A
    // disconnected one gets none, and the force fades.
    if (!this.#device.feel(servo.wrench) && hasPose) servo.takeBack(this.#before);
    this.#ask(isThere);
    this.#tell();
    this.#system.read(times, TAKEN);
    times[TAKEN] -= times[STARTED];
    this.#memory.tickTimes.add(times, TAKEN);
    if (this.#model === null) return;
    times[AGE] = clock[0] - this.#model.head[TAKEN_AT];
    this.#memory.modelAges.add(times, AGE);
  }

  /** Writes where the next model is wanted. */
  #ask(isThere: boolean): void {
    if (!isThere && this.#wanted[POSE_IS_THERE] === 0) return;
    this.servo.wantedPose(this.#wanted);
    this.servo.wantedFrom(this.#from);
    for (let k = 0; k < 16; k++) this.#wanted[WANTED_FROM + k] = this.#from[k];
    this.#wanted[POSE_TIME] = this.#clock[0];
    this.#wanted[POSE_IS_THERE] = 1;
    this.#memory.wanted.write(this.#wanted);
  }

  #tell(): void {
    const clock = this.#clock;
    const { servo } = this;
    const { proxy, wrench } = servo;
    const s = this.#snapshot;
    const before = this.#before;
    s[AT.state] = servo.state;
    s[AT.gain] = servo.gain[0];
    s[AT.edits] = this.#model === null ? 0 : this.#model.head[EDITS];
    s[AT.modelAge] = this.#model === null ? 0 : clock[0] - this.#model.head[TAKEN_AT];
    s[AT.contacts] = proxy.contacts.count;
    s[AT.leastGap] = proxy.leastGap[0];
    s[AT.friction] = servo.frictionState;
    s[AT.isCutting] = servo.isCutting ? 1 : 0;
    if (servo.feed !== null) s.set(servo.feed.told, AT.told);
    s[AT.ticks]++;
    s[AT.readAt] = clock[0];
    for (let k = 0; k < 6; k++) {
      before[k] -= wrench[k];
      s[AT.wrench + k] = wrench[k];
    }
    s[AT.largestForceStep] = Math.max(s[AT.largestForceStep], length(before, 0));
    s[AT.largestTorqueStep] = Math.max(s[AT.largestTorqueStep], length(before, 3));
    s[AT.mostForce] = Math.max(s[AT.mostForce], length(wrench, 0));
    for (let k = 0; k < 16; k++) s[AT.device + k] = this.#pose[k];
    servo.proxyPose(this.#proxyPose);
    for (let k = 0; k < 16; k++) s[AT.proxy + k] = this.#proxyPose[k];
    const model = this.#model;
    for (let n = 0; n < proxy.contacts.count && model !== null; n++) {
      const at = AT.rows + CONTACT_SIZE * n;
      s[at] = model.ids[proxy.contactPoints[n]];
      s[at + 1] = model.faceIds[proxy.contactFaces[n]];
      proxy.writeContact(n, s, at + 2);
      s[at + 8] = servo.pushes[n];
    }
    this.#memory.snapshot.write(s);
  }

  readonly #proxyPose = new Float64Array(16);
  readonly #from = new Float64Array(16);
}

function length(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
