// A device's pose, tick by tick, and the newest local model → the wrench that the hand feels.
//
//   device pose ─▶ GodObject ─▶ contacts ─▶ coupling ─▶ × gain ─▶ limits ─▶ passivity ─▶ step limit ─▶ hand
//                      ▲                                  ▲
//   local model ───────┘ from another thread              └ fades to 0 when there is nothing to base the force on
//
// The proxy is a second placement of the tool: it follows the device but stays on the bone's surface (god-object.ts). A
// virtual spring between the two is what the hand feels (J. E. Colgate, M. C. Stanley, J. M. Brown, "Issues in the
// haptic display of tool use", IROS 1995). A tick queries no detector and builds nothing.
//
// While the tool cuts, a tick takes two steps: the first finds how hard the hand presses, and the second follows as far
// as the tool cuts in under that thrust (cutting/). The spring's force is then the cutting law's, and all its limits
// stay in place: the proxy only ever gives way to the hand.
//
// Ticks leave no garbage: numbers go in and out through typed arrays, since a number that is returned or stored in a
// field may be put on the heap.

import { emptyPose, isPose, motionBetween, PLACEMENT_SIZE, placementOf, poseOf, rotationOf } from '#core';
import { FADE, MOST_CONTACTS, VELOCITY_TIME } from './constants.ts';
import { couplingWrench } from './coupling.ts';
import { type EdgeSamples, toolEdges } from './cutting/tool-edges.ts';
import { ToolFeed } from './cutting/tool-feed.ts';
import { Vibration } from './cutting/vibration.ts';
import { WayBack } from './cutting/way-back.ts';
import { COVERED, DEEP, GodObject } from './god-object.ts';
import type { ServoSettings } from './haptic-options.ts';
import { type LocalModel, MAX_DISTANCE, MOTION, TAKEN_AT } from './local-model.ts';
import { PassivityLimiter } from './passivity.ts';
import type { SamplePoints } from './sample-points.ts';
import { WrenchLimiter } from './wrench-limits.ts';

/**
 * The state after a tick:
 *  waiting       no local model has come yet
 *  free          no contact
 *  contact       the bone pushes
 *  stale         the newest model is too old
 *  outrun        the tool has left what the newest model covers
 *  deep          the tool is deeper in the bone than a model holds
 *  disconnected  the device gives no pose
 *  bad-pose      the device's pose is not a number, or not rigid
 *  jumped        the device has moved farther in a tick than a hand can
 * In all but `free` and `contact` the force fades to 0 over FADE ms, and comes back over FADE ms when the cause is
 * gone.
 */
export const SERVO_STATES = [
  'waiting',
  'free',
  'contact',
  'stale',
  'outrun',
  'deep',
  'disconnected',
  'bad-pose',
  'jumped',
] as const;
export type ServoState = (typeof SERVO_STATES)[number];
const [WAITING, FREE, CONTACT, STALE, OUTRUN, DEEP_IN, DISCONNECTED, BAD_POSE, JUMPED] = SERVO_STATES.keys();

/** Whether friction holds a contact in place, or all pushing contacts slip; `none` without friction or contact. */
export const FRICTION_STATES = ['none', 'stick', 'slip'] as const;
export type FrictionState = (typeof FRICTION_STATES)[number];
const [NONE, STICK, SLIP] = FRICTION_STATES.keys();

/** rad: a device that turns farther in a tick has jumped. */
const MOST_TURN = 0.5;
/** N·s/mm: m/Δt, above which a sampled damper is itself active, for the lightest handle: 0.05 kg at 1 kHz. */
const MOST_DAMPING = 0.05;
/** Values of #strays: every second model, or every eighth, is requested on the way to the device. */
const ALTERNATE = 2;
const SELDOM = 8;

export class Servo {
  /** The state, as an index into SERVO_STATES. */
  state = WAITING;
  /** Force on the tool, N, and torque about the pivot, N·mm, bone frame. */
  readonly wrench = new Float64Array(6);
  /** The force of each of `proxy.contacts`, N. */
  readonly pushes = new Float64Array(MOST_CONTACTS);
  readonly proxy: GodObject;
  readonly passivity: PassivityLimiter;
  /** The device's placement, and the one a tick ago. */
  readonly device = new Float64Array(PLACEMENT_SIZE);
  /** The share of the force that is let through, 0 to 1. */
  readonly gain = new Float64Array(1);
  /** How far the tool cuts in; null for one that does not cut. */
  readonly feed: ToolFeed | null;
  /** Whether the tool is switched on. */
  isCutting = false;

  readonly #settings: ServoSettings;
  readonly #limiter: WrenchLimiter;
  readonly #vibration: Vibration | null;
  readonly #wayBack: WayBack | null;
  #model: LocalModel | null = null;
  #hasDevice = false;
  /** Whether a model has covered the proxy; until then it moves with a device that is deep in the bone. */
  #isEngaged = false;
  /**
   * How often a model is requested on the way to the device instead of at the proxy; the first that helps is taken.
   *   0          never: the proxy is near the device, or bone is between them
   *   ALTERNATE  the tool has left what models cover; or it was deep and the force has faded; or a ledge in its own cut
   *              holds it on its way out
   *   SELDOM     it rests on a bone that has been cut, far from the hand: the hand presses, or such a ledge holds it
   */
  #strays = 0;
  readonly #asked = new Uint32Array(1);
  /** Whether it is unknown on which side of the bone the proxy belongs: the device was away, or the tool deep. */
  #isAstray = false;
  /** The state for which the force fades; it is kept until the force has faded. */
  #fault = FREE;
  readonly #next = new Float64Array(PLACEMENT_SIZE);
  readonly #step = new Float64Array(6);
  readonly #velocity = new Float64Array(6);
  readonly #coupled = new Float64Array(6);
  readonly #wanted = new Float64Array(6);
  readonly #rotation = new Float64Array(9);
  readonly #checked = emptyPose();

  constructor(settings: ServoSettings, samples: EdgeSamples & Pick<SamplePoints, 'radius'>) {
    const { pivot, lever, limits, friction, cutting, stiffness } = settings;
    this.#limiter = new WrenchLimiter(limits);
    this.#settings = settings;
    const radius = samples.radius + Math.hypot(...pivot);
    const edges = cutting === null ? null : toolEdges(cutting, samples);
    this.proxy = new GodObject(pivot, radius, samples.count, lever, friction, cutting?.mostAhead, edges?.cuts);
    this.passivity = new PassivityLimiter(MOST_DAMPING, lever, limits);
    this.feed = cutting === null || edges === null ? null : new ToolFeed(cutting, edges, lever, stiffness);
    this.#vibration = cutting === null || cutting.vibration === 0 ? null : new Vibration(cutting);
    this.#wayBack = cutting === null ? null : new WayBack(samples.areas);
  }

  /**
   * Takes a newer model, unless it does not cover the proxy.
   * @returns whether it is now in use: then it must not change until another one is.
   */
  take(model: LocalModel): boolean {
    placementOf(model.pose, this.#settings.pivot, this.#next);
    // The way to the model's pose is free, or it is unknown on which way the device got there. Meanwhile the proxy may
    // have come farther by itself.
    const gains = this.#isAstray || this.proxy.isNearer(this.#next, this.device, model.head[MOTION]);
    const mayJump = this.#strays > 0 && gains && this.proxy.isFreeAt(model, this.#next);
    this.#asked[0]++;
    // A model made on the way to the device does not show what is around the proxy.
    const most = model.head[this.#strays > 0 ? MOTION : MAX_DISTANCE];
    if (this.#isEngaged && !mayJump && !this.proxy.isWithin(most, this.#next)) return false;
    if (mayJump) this.proxy.jumpTo(this.#next);
    if (mayJump) this.#strays = 0;
    this.#model = model;
    this.proxy.take(model);
    return true;
  }

  /** The friction state after the last tick, as an index into FRICTION_STATES. */
  get frictionState(): number {
    const { count, friction } = this.proxy.contacts;
    if (!friction.isOn || this.state !== CONTACT) return NONE;
    for (let i = 0; i < count; i++) if (this.pushes[i] > 0 && friction.slips[i] === 0) return STICK;
    return SLIP;
  }

  /** The sample number, the same in every model, of a point of the model in use; −1 without a model. */
  idOf(point: number): number {
    return this.#model === null ? -1 : this.#model.ids[point];
  }

  /** Writes the proxy's pose. @param out 16 numbers, column-major. */
  proxyPose(out: Float64Array): void {
    poseOf(this.proxy.placement, this.#settings.pivot, this.#rotation, out);
  }

  /**
   * Writes the pose at which the next model is wanted: the proxy's; while the tool is lost, the proxy's and the
   * device's alternately.
   * @param out 16 numbers, column-major.
   */
  wantedPose(out: Float64Array): void {
    const isOnTheWay = this.#strays > 0 && this.#asked[0] % this.#strays === 1;
    const placement = isOnTheWay ? this.device : this.proxy.placement;
    poseOf(placement, this.#settings.pivot, this.#rotation, out);
  }

  /** Writes the pose from which the tool would move there: the proxy's, if it is known on which side that belongs. */
  wantedFrom(out: Float64Array): void {
    if (this.#isAstray) this.wantedPose(out);
    else this.proxyPose(out);
  }

  /**
   * @param pose the device's pose: 16 numbers, column-major, tool frame → bone frame.
   * @param isConnected whether the device gave one.
   * @param clock now (ms, as TAKEN_AT), and the time since the last tick (s).
   */
  tick(pose: Float64Array, isConnected: boolean, clock: Float64Array): void {
    this.feed?.begin(this.proxy.placement);
    const fault = this.#takePose(pose, isConnected, clock);
    const model = this.#model;
    if (fault !== FREE) {
      this.#fault = fault;
      this.#isAstray = true;
    }
    if (this.#fault !== FREE) {
      this.#fade(clock);
      this.state = this.#fault;
      if (this.gain[0] === 0 && fault === FREE) this.#fault = FREE;
    } else if (!this.#hasDevice || model === null) {
      this.#fade(clock);
      this.state = WAITING;
    } else if (clock[0] - model.head[TAKEN_AT] > this.#settings.mostAge) {
      this.#fade(clock);
      this.state = STALE;
    } else this.#follow(model, clock);
    for (let k = 0; k < 6; k++) this.#wanted[k] = this.gain[0] * this.#coupled[k];
    if (this.isCutting && this.state === CONTACT) this.#addMotor(clock);
    this.#limiter.clamp(this.#wanted);
    this.passivity.limit(this.#wanted, this.#step, clock, this.state === CONTACT);
    this.#limiter.step(this.wrench, this.#wanted);
    this.passivity.spare(this.wrench, this.#step);
    // Force and torque fall together: if only one of them does work on the hand, the other may have grown.
    this.#limiter.clamp(this.wrench);
    this.passivity.hold(this.wrench);
  }

  /**
   * Undoes this tick's wrench, which did not reach the hand. The hand still feels `before`, from which the next tick
   * steps.
   */
  takeBack(before: Float64Array): void {
    this.wrench.set(before);
    this.passivity.hold(before);
  }

  /** Checks and takes the device's pose. @returns FREE, or the state for what is wrong. */
  #takePose(pose: Float64Array, isConnected: boolean, clock: Float64Array): number {
    const step = this.#step;
    step.fill(0);
    if (!isConnected) return this.#lost(DISCONNECTED);
    if (!isPose(pose, this.#checked)) return this.#lost(BAD_POSE);
    placementOf(pose, this.#settings.pivot, this.#next);
    if (!this.#hasDevice) {
      this.#hasDevice = true;
      this.device.set(this.#next);
      this.proxy.jumpTo(this.device);
      return FREE;
    }
    motionBetween(this.device, this.#next, step);
    this.device.set(this.#next);
    const { mostJump } = this.#settings;
    if (step[0] * step[0] + step[1] * step[1] + step[2] * step[2] > mostJump * mostJump) return this.#lost(JUMPED);
    if (step[3] * step[3] + step[4] * step[4] + step[5] * step[5] > MOST_TURN * MOST_TURN) return this.#lost(JUMPED);
    const seconds = clock[1];
    if (seconds > 0) {
      const share = seconds / (VELOCITY_TIME + seconds);
      for (let k = 0; k < 6; k++) this.#velocity[k] += share * (step[k] / seconds - this.#velocity[k]);
    }
    return FREE;
  }

  #lost(fault: number): number {
    this.#step.fill(0);
    this.#velocity.fill(0);
    return fault;
  }

  #follow(model: LocalModel, clock: Float64Array): void {
    const { proxy } = this;
    const outcome = this.#advance(model, clock);
    if (outcome !== COVERED) {
      this.#fade(clock);
      this.#strays = outcome === DEEP && this.gain[0] > 0 ? 0 : ALTERNATE;
      this.#isAstray ||= outcome === DEEP;
      if (outcome === DEEP && !this.#isEngaged) proxy.jumpTo(this.device);
      this.state = outcome === DEEP ? DEEP_IN : OUTRUN;
      return;
    }
    this.#isEngaged = true;
    this.gain[0] = Math.min(1, this.gain[0] + (1000 * clock[1]) / FADE);
    if (this.gain[0] === 1) this.#isAstray = false;
    const isHeld = this.#wayBack?.release(model, proxy, this.device) ?? false;
    couplingWrench(this.#settings, proxy.contacts, this.#velocity, this.#coupled, this.pushes);
    let pushes = false;
    for (let i = 0; i < proxy.contacts.count; i++) if (this.pushes[i] > 0) pushes = true;
    this.state = pushes ? CONTACT : FREE;
    const mayRest = pushes && proxy.gaps.kerf.isIn(model) && !proxy.isWithin(model.head[MOTION], this.device);
    this.#strays = isHeld ? ALTERNATE : mayRest ? SELDOM : 0;
  }

  /** Moves the proxy toward the device, and again as far as the tool cuts in under the force that holds it back. */
  #advance(model: LocalModel, clock: Float64Array): number {
    const { proxy, feed } = this;
    // Where a tool's surface spins, friction acts along its surface's way, whichever way the hand pulls: as drag.
    proxy.contacts.friction.isSuspended = this.isCutting && feed?.drag != null;
    let outcome = proxy.follow(model, this.device);
    if (feed === null || !this.isCutting || outcome !== COVERED) return outcome;
    if (feed.open(model, proxy, clock)) {
      outcome = proxy.follow(model, this.device, true);
      feed.close(model, proxy);
    }
    feed.end(model, proxy.gaps, proxy.placement);
    return outcome;
  }

  /** Adds what the motor gives: a saw's vibration, a rotating tool's drag. */
  #addMotor(clock: Float64Array): void {
    const drag = this.feed?.drag ?? null;
    for (let k = 0; k < 6 && drag !== null; k++) this.#wanted[k] += this.gain[0] * drag.wrench[k];
    if (this.#vibration === null) return;
    rotationOf(this.proxy.placement, this.#rotation);
    this.#vibration.add(this.#wanted, this.#rotation, clock, this.gain);
  }

  /** Lowers the gain by one tick's share of FADE. */
  #fade(clock: Float64Array): void {
    this.gain[0] = Math.max(0, this.gain[0] - (1000 * clock[1]) / FADE);
    if (this.gain[0] === 0) this.#coupled.fill(0);
  }
}
