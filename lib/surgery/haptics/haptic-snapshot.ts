// The numbers that the servo writes after a tick → the loop owner's snapshot.

import type { Penetration } from '#records';
import { TOLD_FEED, TOLD_RATE, TOLD_REMOVED, TOLD_THRUST } from './cutting/tool-feed.ts';
import type { DeviceRefusal } from './haptic-device.ts';
import { AT, CONTACT_SIZE } from './haptic-memory.ts';
import { READ_AT, unpackPenetration } from './packed-penetration.ts';
import { FRICTION_STATES, type FrictionState, SERVO_STATES, type ServoState } from './servo.ts';

/** A contact of the proxy, bone frame, mm. */
export interface HapticContact {
  /** The number of the tool's sample, the same from tick to tick and from model to model. */
  readonly sample: number;
  readonly boneFace: number;
  readonly point: readonly [number, number, number];
  /** Unit, out of the bone. */
  readonly normal: readonly [number, number, number];
  /** N along the normal. */
  readonly force: number;
}

/** The newest tick. */
export interface HapticSnapshot {
  /** See SERVO_STATES. */
  readonly state: ServoState;
  /**
   * Why an Inverse device gives no pose; null if nothing is wrong. It comes by message, so it may be a few ms older or
   * newer than the state.
   */
  readonly refusal: DeviceRefusal | null;
  /** Ticks so far. */
  readonly ticks: number;
  /** The share of the force that is let through, 0 to 1. */
  readonly gain: number;
  /** The force on the tool, N, and the torque about the pivot, N·mm; bone frame. */
  readonly force: readonly [number, number, number];
  readonly torque: readonly [number, number, number];
  /** 16 numbers each, column-major. */
  readonly devicePose: Float64Array;
  readonly proxyPose: Float64Array;
  readonly friction: FrictionState;
  /** What the tool cuts; null for a loop without `cutting`. */
  readonly cutting: CuttingSnapshot | null;
  /** mm: the least gap from a sample to the bone without what the tool has cut away; Infinity if none is near. */
  readonly leastGap: number;
  /** ms since the pose of the model in use was taken. */
  readonly modelAge: number;
  readonly contacts: readonly HapticContact[];
  /**
   * How far the device has pushed the tool into and through the bone, which the proxy never enters, at the device's
   * pose `penetrationAge` ms ago, about 40 ms. null if the device has given no pose yet, or if one of the bodies is not
   * a solid. It refers to the bone as it is now: what has been cut away no longer counts. For the depth of a tool that
   * cuts, see `cutting.plunge`.
   */
  readonly penetration: Penetration | null;
  /** ms; 0 if penetration is null. */
  readonly penetrationAge: number;
}

/** A tool that cuts, in the newest tick: see cutting/cutting-law.ts. */
export interface CuttingSnapshot {
  readonly isOn: boolean;
  /** N: how hard the hand presses the tool in. 0 while it is switched off or touches nothing. */
  readonly thrust: number;
  /** mm/s. */
  readonly feed: number;
  /**
   * mm³/s, and mm³ since the start: feed times the engaged area, estimated from the tool's samples. `removed` also
   * counts what the tool takes with it when it falls out of a thin wall.
   */
  readonly rate: number;
  readonly removed: number;
  /** How many edits of the bone, by the cutter or editBone, the model in use shows. */
  readonly edits: number;
  /**
   * How far the tool has gone into and through the bone as it was when the loop began, whatever has been cut since, at
   * the proxy's pose `plungeAge` ms ago, about 120 ms. `protrusion` is how far it has come out on the other side; with
   * a `feed` there are also `insertion` and `wallAhead`. These equal what a detector of that bone and tool reports for
   * that pose, at a resolution of `spacing`. null before there is an answer, or if one of the bodies is not a solid.
   */
  readonly plunge: Penetration | null;
  /** ms; 0 if plunge is null. */
  readonly plungeAge: number;
  /**
   * The same for the device's pose `handPlungeAge` ms ago: how far the hand has gone, even if the proxy lags behind it
   * because models come late. Of the two, the one that is deeper is the danger. A plunge that is shorter than the time
   * between two answers may fall between them: an assessment of the recorded poses misses none.
   */
  readonly handPlunge: Penetration | null;
  /** ms; 0 if handPlunge is null. */
  readonly handPlungeAge: number;
}

/** Packed answers; null without one. */
interface PlungeNumbers {
  readonly plunge: Float64Array | null;
  readonly handPlunge: Float64Array | null;
}

/**
 * @param s SNAPSHOT_SIZE numbers. @param found how deep the device has pushed the tool, packed; null without an answer.
 * @param depths how deep a tool that cuts and the hand have gone, likewise; null for a tool that does not cut.
 */
export function snapshotOf(
  s: Float64Array,
  found: Float64Array | null,
  depths: PlungeNumbers | null,
  refusal: DeviceRefusal | null,
): HapticSnapshot {
  const { penetration, age } = unpacked(found);
  const three = (at: number): [number, number, number] => [s[at], s[at + 1], s[at + 2]];
  return {
    state: SERVO_STATES[s[AT.state]],
    refusal,
    ticks: s[AT.ticks],
    gain: s[AT.gain],
    force: three(AT.wrench),
    torque: three(AT.wrench + 3),
    devicePose: s.slice(AT.device, AT.device + 16),
    proxyPose: s.slice(AT.proxy, AT.proxy + 16),
    friction: FRICTION_STATES[s[AT.friction]],
    cutting: depths === null ? null : cuttingOf(s, depths),
    leastGap: s[AT.leastGap],
    modelAge: s[AT.modelAge],
    contacts: Array.from({ length: s[AT.contacts] }, (_, n) => {
      const at = AT.rows + CONTACT_SIZE * n;
      return { sample: s[at], boneFace: s[at + 1], point: three(at + 2), normal: three(at + 5), force: s[at + 8] };
    }),
    penetration,
    penetrationAge: age,
  };
}

/** A packed answer → the penetration, and its age, ms. */
function unpacked(found: Float64Array | null): { readonly penetration: Penetration | null; readonly age: number } {
  const penetration = found === null ? null : unpackPenetration(found);
  if (found === null || penetration === null) return { penetration: null, age: 0 };
  return { penetration, age: performance.timeOrigin + performance.now() - found[READ_AT] };
}

function cuttingOf(s: Float64Array, depths: PlungeNumbers): CuttingSnapshot {
  const { penetration: plunge, age: plungeAge } = unpacked(depths.plunge);
  const { penetration: handPlunge, age: handPlungeAge } = unpacked(depths.handPlunge);
  return {
    isOn: s[AT.isCutting] !== 0,
    thrust: s[AT.told + TOLD_THRUST],
    feed: s[AT.told + TOLD_FEED],
    rate: s[AT.told + TOLD_RATE],
    removed: s[AT.told + TOLD_REMOVED],
    edits: s[AT.edits],
    plunge,
    plungeAge,
    handPlunge,
    handPlungeAge,
  };
}
