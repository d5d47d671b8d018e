// A worker of a haptic loop: the servo, which beats until it is stopped, or the maker of its models.

import { BoneBody, type BoneEdit, editBone, type BodyParts } from '../detector/index.ts';
import { listen, type Port, toFailure, type WireFailure } from '../workers/index.ts';
import { Beat } from './beat.ts';
import type { ScriptedMotion } from './haptic-device.ts';
import { HapticMemory, STOP } from './haptic-memory.ts';
import type { ServoSettings } from './haptic-options.ts';
import { ModelRunner } from './model-runner.ts';
import type { SamplePoints } from './sample-points.ts';
import { ScriptedDevice } from './scripted-device.ts';
import { ServoRunner } from './servo-runner.ts';
import { SharedDevice } from './shared-device.ts';

interface Common {
  readonly memory: SharedArrayBuffer;
  readonly samples: SamplePoints;
  readonly settings: ServoSettings;
}
export type HapticMessage =
  | (Common & { readonly role: 'servo'; readonly script: ScriptedMotion | null })
  | (Common & { readonly role: 'models'; readonly bone: BodyParts })
  | { readonly role: 'edit'; readonly edit: BoneEdit };
export type HapticReply =
  | { readonly says: 'ready' | 'stopped' | 'edited' }
  | { readonly says: 'refused'; readonly failure: WireFailure };

/** ms. */
const TICK = 1;

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
    say(port, { says: 'refused', failure: toFailure(error) });
  }
}

function say(port: Port, reply: HapticReply): void {
  port.postMessage(reply, []);
}

void listen((port, message: HapticMessage) => {
  if (message.role === 'servo') runServo(port, message);
  else if (message.role === 'models') runModels(port, message);
  else edit(port, message.edit);
});
