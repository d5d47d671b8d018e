// A worker of a haptic loop: the servo, which beats until it is stopped, or the maker of its models.

import { BoneBody, type BoneEdit, editBone, type BodyParts } from '../detector/index.ts';
import { listen, type Port, toFailure, type WireFailure } from '../workers/index.ts';
import { Beat } from './beat.ts';
import type { ScriptedMotion } from './haptic-device.ts';
import { HapticMemory, STOP } from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import { InverseDevice, type InverseSettings, MOST_AGE } from './inverse-device.ts';
import { ModelRunner } from './model-runner.ts';
import type { SamplePoints } from './sample-points.ts';
import { ScriptedDevice } from './scripted-device.ts';
import { ServoRunner } from './servo-runner.ts';
import { SharedDevice } from './shared-device.ts';
import { webSocketClass } from './web-socket.ts';

interface Common {
  readonly memory: SharedArrayBuffer;
  readonly samples: SamplePoints;
  readonly settings: ServoSettings;
}
export type HapticMessage =
  | (Common & { readonly role: 'servo'; readonly script: ScriptedMotion | null })
  | (Common & { readonly role: 'inverse'; readonly inverse: InverseSettings })
  | (Common & { readonly role: 'models'; readonly bone: BodyParts })
  | { readonly role: 'edit'; readonly edit: BoneEdit };
export type HapticReply =
  | { readonly says: 'ready' | 'stopped' | 'edited' }
  | { readonly says: 'refused'; readonly failure: WireFailure };

/** ms. */
const TICK = 1;
/** ms between ticks while an Inverse service says nothing: the longest tick that the servo counts in full. */
const SILENT_TICK = 10;

let bone: BoneBody | null = null;

function runServo(port: Port, { memory, samples, settings, script }: HapticMessage & { role: 'servo' }): void {
  const shared = new HapticMemory(memory);
  const device = script === null ? new SharedDevice(shared) : new ScriptedDevice(script);
  const runner = new ServoRunner(settings, samples, shared, device);
  say(port, { says: 'ready' });
  const beat = new Beat(TICK);
  while (Atomics.load(shared.control, STOP) === 0) {
    beat.wait();
    runner.tick();
    shared.lateness.add(beat.late, 0);
  }
  device.close();
  say(port, { says: 'stopped' });
}

/**
 * An Inverse service sends one state for each force, and a thread that sleeps from beat to beat would not hear it. So its messages drive the servo: each is answered by one tick, at
 * the next beat where it comes before that. A tick's lateness is the time since its beat, as elsewhere, but not counted where the service had been silent for longer than MOST_AGE.
 */
async function runInverse(port: Port, { memory, samples, settings, inverse }: HapticMessage & { role: 'inverse' }) {
  const SocketClass = await webSocketClass();
  const shared = new HapticMemory(memory);
  const device = new InverseDevice(inverse, SocketClass);
  const runner = new ServoRunner(settings, samples, shared, device);
  say(port, { says: 'ready' });
  const beat = new Beat(TICK);
  let heard = Number.NEGATIVE_INFINITY;
  device.onMessage = () => {
    beat.wait();
    runner.tick();
    if (performance.now() - heard < MOST_AGE) shared.lateness.add(beat.late, 0);
    heard = performance.now();
  };
  const watch = setInterval(() => {
    if (performance.now() - heard >= SILENT_TICK) runner.tick();
    if (Atomics.load(shared.control, STOP) === 0) return;
    clearInterval(watch);
    void device.closed.then(() => say(port, { says: 'stopped' }));
    device.close();
  }, SILENT_TICK);
}

function runModels(port: Port, { memory, samples, settings, bone: parts }: HapticMessage & { role: 'models' }): void {
  const shared = new HapticMemory(memory);
  bone = new BoneBody(parts);
  const runner = new ModelRunner(bone, samples, settings, shared);
  say(port, { says: 'ready' });
  // Between models the worker hears of edits.
  const turn = (): void => {
    if (Atomics.load(shared.control, STOP) !== 0) {
      say(port, { says: 'stopped' });
      return;
    }
    runner.make();
    setTimeout(turn, 0);
  };
  turn();
}

function edit(port: Port, given: BoneEdit): void {
  try {
    if (bone !== null) editBone(bone, given);
    say(port, { says: 'edited' });
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
  else edit(port, message.edit);
});
