// Items that arrive while one is processed: only the newest is processed next, and the others are counted.

import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Latest } from '#protocol/igtl/latest.ts';

function harness() {
  const seen: number[] = [];
  let release = () => {};
  const latest = new Latest<number>(async (item) => {
    seen.push(item);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const next = async () => {
    release();
    for (let i = 0; i < 4; i++) await setImmediate();
  };
  return { seen, latest, next };
}

test('the newest wins, none is worked on twice, and each is worked on or counted', async () => {
  const { seen, latest, next } = harness();
  for (const item of [1, 2, 3]) latest.offer(item);
  await next();
  expect([seen, latest.skipped]).toEqual([[3], 2]);
  for (const item of [4, 5, 6, 7]) latest.offer(item);
  await next();
  expect([seen, latest.skipped]).toEqual([[3, 7], 5]);
  await next();
  latest.offer(8);
  await next();
  expect([seen, latest.skipped]).toEqual([[3, 7, 8], 5]);
});

test('closing gives up what waits and awaits what is under way', async () => {
  const { seen, latest, next } = harness();
  latest.offer(1);
  await next();
  latest.offer(2);
  const closed = latest.close();
  await next();
  await closed;
  expect(seen).toEqual([1]);
});
