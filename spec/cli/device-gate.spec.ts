import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { DeviceGate } from '#cli/validate/device-gate.ts';

/** A pool's gate, the gates of threads 7 and 8, and a function that makes an answer arrive. */
function gates() {
  const pool = new DeviceGate();
  let answer = (_: string): void => {};
  const wait = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  return { pool, threads: [7, 8].map(() => new DeviceGate(pool.memory)), wait, answer: (text: string) => answer(text) };
}

/** Whether a promise is still pending after the pool has looked a few times. */
const isPending = (promise: Promise<void>) => Promise.race([promise.then(() => false), setTimeout(50, true)]);

describe('the gate of threads that wait for a GPU', () => {
  test('gives what was waited for, and throws what that throws', async () => {
    const { pool, threads } = gates();
    expect(await threads[0].pass(7, async () => 3)).toBe(3);
    await expect(threads[1].pass(8, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    await pool.close(() => [7, 8]);
  });

  test('closes once the last that is inside has its answer, and lets nobody else in', async () => {
    const { pool, threads, wait, answer } = gates();
    const inside = threads[0].pass(7, wait);
    const closed = pool.close(() => [7, 8]);
    expect(await isPending(closed)).toBe(true);
    let asked = false;
    const late = threads[1].pass(8, async () => {
      asked = true;
    });
    await expect(late).rejects.toThrow('closed');
    expect(asked).toBe(false);
    expect(await isPending(closed)).toBe(true);
    answer('there');
    expect(await inside).toBe('there');
    await closed;
  });

  test('does not wait for a thread that died inside', async () => {
    const { pool, threads, wait } = gates();
    void threads[0].pass(7, wait);
    let living = [7, 8];
    const closed = pool.close(() => living);
    expect(await isPending(closed)).toBe(true);
    living = [8, 9];
    await closed;
  });
});
