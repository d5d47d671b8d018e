// A call on a detector that must be refused → the error's class, code and sentence.

import { expect } from '@jest/globals';
import { createDetector, type Detector, type DetectorOptions, type KerfError, type Pose } from '#kerf';
import { reportHash } from './report-bytes.ts';

type Class = new (...args: never[]) => KerfError;

/** What a refusal must be: its class, its code, and the value and the limit that its sentence names. */
export interface Refusal {
  readonly Class: Class;
  readonly code: string;
  readonly names: readonly (string | RegExp)[];
}

export function isRefused(run: () => unknown, refusal: Refusal): void {
  let error: unknown;
  try {
    run();
  } catch (thrown) {
    error = thrown;
  }
  isRefusal(error, refusal);
}

/** Expects a rejected promise, never a throw. */
export async function isRejected(run: () => Promise<unknown>, refusal: Refusal): Promise<void> {
  const promise = run();
  isRefusal(
    await promise.then(
      () => undefined,
      (error: unknown) => error,
    ),
    refusal,
  );
}

export function refusesOptions(options: unknown, refusal: Refusal): Promise<void> {
  return isRejected(() => createDetector(options as DetectorOptions), refusal);
}

function isRefusal(error: unknown, { Class, code, names }: Refusal): void {
  expect(error).toBeInstanceOf(Class);
  const { code: actual, name, message } = error as KerfError;
  expect([actual, name]).toEqual([code, Class.name]);
  // One sentence: a full stop at its end, and none before a capital letter.
  expect(message).toMatch(/^[^\n]+\.$/);
  expect(message).not.toMatch(/[.!?] +\p{Lu}/u);
  for (const part of names) expect(message).toMatch(part instanceof RegExp ? part : literal(part));
}

function literal(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
}

/** Everything that a detector reports at a pose, timings aside. */
export function answers(detector: Detector, pose: Pose): string {
  const { distance, bonePoint, toolPoint, boneFace, toolFace } = detector.minimumDistance(pose);
  return JSON.stringify([
    reportHash(detector.detectSync(pose)),
    [...detector.intersectingFaces(pose)],
    [distance, ...bonePoint, ...toolPoint, boneFace, toolFace],
  ]);
}
