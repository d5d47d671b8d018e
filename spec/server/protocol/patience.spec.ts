// A wait for a client: what arrived while the thread was busy is in time; silence is not.

import { setImmediate as immediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { waitFor } from '#protocol/patience.ts';
import { Unsent } from '#protocol/unsent.ts';

/** Sent now, and read when the event loop next polls, like data from a socket. */
function arrival(taken: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port2.once('message', () => {
    taken();
    port2.close();
  });
  port1.postMessage(0);
}

function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Resolves to the outcome of a wait of 20 ms. */
function waited(begin: (stop: () => void) => void): Promise<'late' | 'stopped'> {
  return new Promise((done) => {
    const stop = waitFor(20, () => done('late'));
    begin(() => {
      stop();
      done('stopped');
    });
  });
}

test('silence is late, after as long as was allowed at least', async () => {
  const begin = performance.now();
  expect(await waited(() => {})).toBe('late');
  // Node counts in whole milliseconds, so a timer may fire up to one millisecond early.
  expect(performance.now() - begin).toBeGreaterThan(19);
});

// After an immediate, so that timers run before the next poll, as they do after a request.
test('what arrives while the thread is busy is in time, once or in every step', async () => {
  await immediate();
  const once = waited((stop) => {
    arrival(stop);
    busy(60);
  });
  expect(await once).toBe('stopped');
  const often = waited((stop) => {
    let left = 5;
    const next = () => {
      busy(30);
      if (--left > 0) setImmediate(next);
      else {
        arrival(stop);
        busy(30);
      }
    };
    next();
  });
  expect(await often).toBe('stopped');
});

test('without a bound nothing is late', async () => {
  const stop = waitFor(Number.POSITIVE_INFINITY, () => {
    throw new Error('late');
  });
  await new Promise((done) => setTimeout(done, 5));
  stop();
});

test('a reader that has read while the thread was busy is not too slow', async () => {
  const unsent = new Unsent({ maxUnsent: 1, patience: 20 });
  unsent.add(2);
  await immediate();
  const room = unsent.room();
  arrival(() => unsent.remove(2));
  busy(60);
  expect(await room).toBe(true);
  unsent.add(2);
  expect(await unsent.room()).toBe(false);
});
