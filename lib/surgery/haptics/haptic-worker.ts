// A worker of a haptic loop: the servo, which ticks until it is stopped, the maker of its models, or the thread that
// rebuilds their bone. Its first message says which.

import {
  type BodyParts,
  BoneBody,
  type BoneEdit,
  type BoneSnapshot,
  type CompactBone,
  compactBone,
  ToolBody,
} from '#bodies';
import { PenetrationFinder } from '#detector';
import { listen, type Port, shareArrays, toFailure, type WireFailure } from '#workers';
import { Beat } from './beat.ts';
import type { DeviceRefusal, ScriptedMotion } from './haptic-device.ts';
import { CUTS, HapticMemory, SNAPSHOT_SIZE, STOP, WANTED_SIZE } from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import { InverseDevice, type InverseSettings, MOST_AGE } from './inverse-device.ts';
import { type LocalModel, type ModelParts, packModel, unpackModel } from './local-model.ts';
import { LoopBone } from './loop-bone.ts';
import type { ModelMailbox } from './model-mailbox.ts';
import { ModelRunner } from './model-runner.ts';
import { PENETRATION_SIZE } from './packed-penetration.ts';
import type { SamplePoints } from './sample-points.ts';
import { ScriptedDevice } from './scripted-device.ts';
import type { Seqlock } from './seqlock.ts';
import { ServoRunner } from './servo-runner.ts';
import { SharedDevice } from './shared-device.ts';
import { webSocketClass } from './web-socket.ts';

interface Common {
  /** null if a page shares no memory: then each thread has its own, and messages keep it up to date. */
  readonly memory: SharedArrayBuffer | null;
  readonly samples: SamplePoints;
  readonly settings: ServoSettings;
}
export type HapticMessage =
  | (Common & { readonly role: 'servo'; readonly script: ScriptedMotion | null })
  | (Common & { readonly role: 'inverse'; readonly inverse: InverseSettings })
  | (Common & {
      readonly role: 'models';
      readonly bone: BodyParts;
      readonly tool: BodyParts;
      readonly feed: readonly number[] | null;
      readonly shank: number | null;
    })
  | { readonly role: 'edit'; readonly edit: BoneEdit }
  | { readonly role: 'compact'; readonly snapshot: BoneSnapshot }
  | { readonly role: 'compacted'; readonly compact: CompactBone | null }
  // These are sent only if memory is not shared.
  | { readonly role: 'model'; readonly parts: ModelParts }
  | { readonly role: 'hand'; readonly pose: Float64Array }
  | { readonly role: 'cut'; readonly isOn: boolean }
  | { readonly role: 'make'; readonly wanted: Float64Array; readonly snapshot: Float64Array }
  | { readonly role: 'stop' };
export type HapticReply =
  | { readonly says: 'ready' | 'edited' }
  | { readonly says: 'grown'; readonly snapshot: BoneSnapshot }
  | { readonly says: 'compacted'; readonly compact: CompactBone }
  | { readonly says: 'stopped'; readonly times: readonly Uint32Array[] | null }
  | { readonly says: 'told'; readonly snapshot: Float64Array; readonly wanted: Float64Array }
  | { readonly says: 'device'; readonly refusal: DeviceRefusal | null }
  | {
      readonly says: 'made';
      readonly parts: ModelParts | null;
      readonly penetration: Float64Array | null;
      readonly plunge: Float64Array | null;
      readonly handPlunge: Float64Array | null;
    }
  | { readonly says: 'refused'; readonly failure: WireFailure };

/** ms between two ticks. */
const TICK = 1;
/** ms between ticks while an Inverse service is silent: the longest tick that the servo counts in full. */
const SILENT_TICK = 10;

/**
 * ms: time for the force to fade when the loop is stopped. 8 N in steps of 0.2 N take 40 messages, and a slow service
 * answers 50 a second.
 */
const LONGEST_FADE = 1000;

/** Ticks between two snapshots sent, if memory is not shared. */
const TELL = 8;

let bone: LoopBone | null = null;
/** This thread's own memory, if memory is not shared. */
let own: HapticMemory | null = null;
let incoming: ModelMailbox<LocalModel> | null = null;
let makeOne = (): void => {};

function memoryOf(memory: SharedArrayBuffer | null): HapticMemory {
  if (memory !== null) return new HapticMemory(memory);
  own = new HapticMemory();
  return own;
}

function runServo(port: Port, { memory, samples, settings, script }: HapticMessage & { role: 'servo' }): void {
  const shared = memoryOf(memory);
  const device = script === null ? new SharedDevice(shared) : new ScriptedDevice(script);
  const runner = new ServoRunner(settings, samples, shared, device);
  say(port, { says: 'ready' });
  const beat = new Beat(TICK);
  const tick = (): void => {
    beat.wait();
    runner.tick();
    shared.lateness.add(beat.late, 0);
  };
  const isStopped = () => Atomics.load(shared.control, STOP) !== 0;
  if (memory === null) {
    incoming = shared.mailbox('writer');
    betweenMessages(tellingTick(port, shared, tick), isStopped, () => {
      device.close();
      stopped(port);
    });
    return;
  }
  while (!isStopped()) tick();
  device.close();
  stopped(port);
}

/** Calls `turn` repeatedly; between two calls messages are received. */
function betweenMessages(turn: () => void, isStopped: () => boolean, onStop: () => void): void {
  const { port1, port2 } = new MessageChannel();
  // In Node, one port delivers up to a thousand of its messages before another port gets a turn.
  const again = typeof setImmediate === 'undefined' ? () => port2.postMessage(null) : () => setImmediate(next);
  const next = (): void => {
    if (isStopped()) {
      port1.close();
      onStop();
      return;
    }
    turn();
    again();
  };
  port1.onmessage = next;
  again();
}

/** A tick that from time to time sends what the loop's owner would otherwise read in shared memory. */
function tellingTick(port: Port, memory: HapticMemory, tick: () => void): () => void {
  let ticks = 0;
  return () => {
    tick();
    if (++ticks % TELL !== 0) return;
    const snapshot = new Float64Array(SNAPSHOT_SIZE);
    const wanted = new Float64Array(WANTED_SIZE);
    if (!memory.snapshot.read(snapshot)) return;
    // Before the device gives its first pose, none is wanted.
    memory.wanted.read(wanted);
    say(port, { says: 'told', snapshot, wanted });
  };
}

function stopped(port: Port): void {
  say(port, { says: 'stopped', times: own === null ? null : own.packTimes() });
}

/**
 * An Inverse service sends one state for each force, and a thread that sleeps from beat to beat would not hear it. So
 * its messages drive the servo: one tick answers each, at the next beat if the message arrives before it. A tick's
 * lateness is the time since its beat, as elsewhere, but it is not counted if the service had been silent for longer
 * than MOST_AGE. Silence is checked only after waiting messages are received, since a due timer runs before them if
 * this thread itself was late.
 */
async function runInverse(port: Port, { memory, samples, settings, inverse }: HapticMessage & { role: 'inverse' }) {
  const SocketClass = await webSocketClass();
  const shared = memoryOf(memory);
  const device = new InverseDevice(inverse, SocketClass);
  const runner = new ServoRunner(settings, samples, shared, device);
  if (memory === null) incoming = shared.mailbox('writer');
  const tick = memory === null ? tellingTick(port, shared, () => runner.tick()) : () => runner.tick();
  device.onRefusal = () => say(port, { says: 'device', refusal: device.refusal });
  say(port, { says: 'ready' });
  const beat = new Beat(TICK);
  let heard = Number.NEGATIVE_INFINITY;
  device.onMessage = () => {
    beat.wait();
    tick();
    if (performance.now() - heard < MOST_AGE) shared.lateness.add(beat.late, 0);
    heard = performance.now();
  };
  let ends: number | null = null;
  const look = (): void => {
    if (performance.now() - heard >= SILENT_TICK) tick();
    if (Atomics.load(shared.control, STOP) !== 0) {
      ends ??= performance.now() + LONGEST_FADE;
      runner.letGo();
      if (runner.servo.wrench.every((part) => part === 0) || performance.now() >= ends) {
        void device.closed.then(() => stopped(port));
        device.close();
        return;
      }
    }
    lookAgain();
  };
  // The second timer, of 1 ms, runs after waiting messages.
  const lookAgain = () => void setTimeout(() => setTimeout(look, 0), SILENT_TICK - 1);
  lookAgain();
}

function runModels(port: Port, message: HapticMessage & { role: 'models' }): void {
  const { memory, samples, settings, feed, shank } = message;
  const shared = memoryOf(memory);
  const finderIn = (body: BoneBody) =>
    new PenetrationFinder(body, new ToolBody(message.tool), { resolution: settings.spacing, feed, shank });
  // The bone's arrays change with its edits, so the intact bone is a copy.
  const intact = settings.cutting === null ? null : finderIn(new BoneBody(shareArrays(message.bone)));
  bone = new LoopBone(new BoneBody(message.bone));
  // The first edit raises all capacities, in time proportional to the bone: so apply an empty one before any cut.
  if (settings.cutting !== null) bone.body.apply(new Uint32Array(0), new Float64Array(0), new Uint32Array(0));
  const runner = new ModelRunner(bone, samples, settings, shared, finderIn, intact);
  say(port, { says: 'ready' });
  if (memory === null) {
    const made = shared.mailbox('reader');
    makeOne = () => {
      runner.make();
      const model = made.take();
      const parts = model === null ? null : packModel(model);
      say(port, {
        says: 'made',
        parts,
        penetration: numbersIn(shared.penetration),
        plunge: numbersIn(shared.plunge),
        handPlunge: numbersIn(shared.handPlunge),
      });
    };
    return;
  }
  // Between models the worker receives edits.
  const turn = (): void => {
    if (Atomics.load(shared.control, STOP) !== 0) {
      stopped(port);
      return;
    }
    runner.make();
    setTimeout(turn, 0);
  };
  turn();
}

/** null before there are any. */
function numbersIn(penetration: Seqlock): Float64Array | null {
  const numbers = new Float64Array(PENETRATION_SIZE);
  return penetration.read(numbers) ? numbers : null;
}

/** Receives a message that stands in for shared memory. */
function hear(port: Port, message: HapticMessage & { role: 'model' | 'hand' | 'cut' | 'make' | 'stop' }): void {
  if (own === null) return;
  if (message.role === 'hand') own.device.write(message.pose);
  else if (message.role === 'cut') Atomics.store(own.control, CUTS, message.isOn ? 1 : 0);
  else if (message.role === 'model' && incoming !== null) {
    unpackModel(message.parts, incoming.own);
    incoming.post();
  } else if (message.role === 'make') {
    own.wanted.write(message.wanted);
    own.snapshot.write(message.snapshot);
    makeOne();
  } else if (message.role === 'stop') {
    Atomics.store(own.control, STOP, 1);
    // The servo reports that itself, after its last tick.
    if (bone !== null) stopped(port);
  }
}

function edit(port: Port, given: BoneEdit): void {
  try {
    bone?.edit(given);
    say(port, { says: 'edited' });
    if (bone?.isDue) say(port, { says: 'grown', snapshot: shareArrays(bone.begin()) });
  } catch (error) {
    refuse(port, error);
  }
}

function compact(port: Port, snapshot: BoneSnapshot): void {
  try {
    say(port, { says: 'compacted', compact: shareArrays(compactBone(snapshot)) });
  } catch (error) {
    refuse(port, error);
  }
}

function refuse(port: Port, error: unknown): void {
  say(port, { says: 'refused', failure: toFailure(error) });
}

function say(port: Port, reply: HapticReply): void {
  port.postMessage(reply, []);
}

void listen((port, message: HapticMessage) => {
  if (message.role === 'servo') runServo(port, message);
  else if (message.role === 'inverse') runInverse(port, message).catch((error) => refuse(port, error));
  else if (message.role === 'models') runModels(port, message);
  else if (message.role === 'edit') edit(port, message.edit);
  else if (message.role === 'compact') compact(port, message.snapshot);
  else if (message.role === 'compacted') bone?.take(message.compact);
  else hear(port, message);
});
