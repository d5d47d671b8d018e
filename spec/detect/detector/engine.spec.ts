// A lost GPU is set up again and its queries repeated, in order; after three losses in a row the engine gives up.

import { describe, expect, test } from '@jest/globals';
import { checkPose, DeviceError, type RigidPose } from '#core';
import { type Engine, EngineKeeper, MOST_LOSSES } from '#detector/gpu/engine.ts';
import type { PoseAnswer } from '#detector/gpu/pose-answer.ts';
import { IDENTITY } from '#harness/stage-bodies.ts';

const pose = checkPose(IDENTITY);
const lost = () => new DeviceError('DEVICE_LOST', 'The GPU device "fake" was lost (spec); run the query again.');

/** An engine that answers with its own number, or fails as scripted. */
class FakeEngine implements Engine {
  readonly mostPoses = 256;
  readonly name = 'fake';
  disposed = 0;
  asked = 0;
  readonly #answers: (() => Promise<number>)[];

  constructor(answers: (() => Promise<number>)[]) {
    this.#answers = answers;
  }
  async answer(poses: readonly RigidPose[]): Promise<(PoseAnswer | null)[]> {
    const next = this.#answers[Math.min(this.asked++, this.#answers.length - 1)];
    const candidatePairs = await next();
    return poses.map(() => ({ candidatePairs }) as PoseAnswer);
  }
  boneEdited(): void {}
  boneRenumbered(): void {}
  dispose(): void {
    this.disposed++;
  }
}
const answering = (number: number) => new FakeEngine([async () => number]);
const failing = () => new FakeEngine([async () => Promise.reject(lost())]);
const numbers = (answers: readonly (PoseAnswer | null)[] | null) => answers?.map((answer) => answer?.candidatePairs);

describe('EngineKeeper', () => {
  test('passes answers on', async () => {
    const keeper = new EngineKeeper(answering(1), async () => answering(2));
    expect(numbers(await keeper.answer([pose, pose]))).toEqual([1, 1]);
    expect(keeper.givenUp).toBeNull();
  });

  test('asks a new engine after a loss, once for all that were under way', async () => {
    let made = 0;
    const first = failing();
    const keeper = new EngineKeeper(first, async () => answering(10 + ++made));
    const all = await Promise.all([1, 2, 3].map(() => keeper.answer([pose])));
    expect(all.map(numbers)).toEqual([[11], [11], [11]]);
    expect(made).toBe(1);
    expect(first.disposed).toBe(1);
  });

  test(`gives up after ${MOST_LOSSES} losses in a row`, async () => {
    let made = 0;
    const keeper = new EngineKeeper(failing(), async () => {
      made++;
      return failing();
    });
    expect(await keeper.answer([pose])).toBeNull();
    expect(made).toBe(MOST_LOSSES - 1);
    expect(keeper.givenUp).toContain(`${MOST_LOSSES} times in a row`);
    expect(await keeper.answer([pose])).toBeNull();
  });

  test('a device that is lost while it is made ready is a loss like another', async () => {
    let made = 0;
    const keeper = new EngineKeeper(failing(), async () => (++made === 1 ? Promise.reject(lost()) : answering(7)));
    expect(numbers(await keeper.answer([pose]))).toEqual([7]);
    const never = new EngineKeeper(failing(), async () => Promise.reject(lost()));
    expect(await never.answer([pose])).toBeNull();
    expect(never.givenUp).toContain(`${MOST_LOSSES} times in a row`);
  });

  test('an answer between losses starts the count anew', async () => {
    const keeper = new EngineKeeper(
      failing(),
      async () => new FakeEngine([async () => 5, async () => Promise.reject(lost())]),
    );
    for (let round = 0; round < 2 * MOST_LOSSES; round++) expect(numbers(await keeper.answer([pose]))).toEqual([5]);
    expect(keeper.givenUp).toBeNull();
  });

  test('gives up where no device can be had any more', async () => {
    const without = new EngineKeeper(failing(), async () => ({ reason: 'no adapter' }));
    expect(await without.answer([pose])).toBeNull();
    expect(without.givenUp).toContain('no adapter');
    const broken = new EngineKeeper(failing(), async () => Promise.reject(new Error('driver gone')));
    expect(await broken.answer([pose])).toBeNull();
    expect(broken.givenUp).toContain('driver gone');
  });

  test('lets every other error through', async () => {
    const keeper = new EngineKeeper(new FakeEngine([async () => Promise.reject(new DeviceError('TOO_LARGE_FOR_DEVICE', 'Too large.'))]), async () => answering(2)); // biome-ignore format: one call
    await expect(keeper.answer([pose])).rejects.toMatchObject({ code: 'TOO_LARGE_FOR_DEVICE' });
    expect(keeper.givenUp).toBeNull();
  });

  test('makes nothing after dispose', async () => {
    let made = 0;
    const engine = failing();
    const keeper = new EngineKeeper(engine, async () => answering(++made));
    keeper.dispose();
    await expect(keeper.answer([pose])).rejects.toMatchObject({ code: 'DISPOSED' });
    expect(made).toBe(0);
    expect(engine.disposed).toBe(1);
  });
});
