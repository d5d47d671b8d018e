// Connections on loopback: many clients, bad bytes, silence, slow readers, clients that vanish, and servers that come
// and go.

import { connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { KerfError } from '#core';
import { decodeStatus, encodeString, encodeTransform, type IgtlMessage } from '#igtl';
import { IgtlClient } from '#protocol/igtl/igtl-client.ts';
import { IgtlServer } from '#protocol/igtl/igtl-server.ts';
import { LINK_LIMITS, type LinkLimits } from '#protocol/igtl/link-limits.ts';
import { type IgtlPeer, outgoing } from '#protocol/igtl/peer.ts';
import { ascii, bytes, hex, plainFrame, uint64 } from '#harness/igtl-bytes.ts';
import { Program, until } from '#harness/igtl-peers.ts';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';

const identity = encodeTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

function recorder() {
  const seen = {
    messages: [] as IgtlMessage[],
    refused: [] as string[],
    ended: [] as (string | null)[],
    failed: [] as string[],
    peers: [] as IgtlPeer[],
  };
  const events = {
    message: (message: IgtlMessage) => seen.messages.push(message),
    refused: (error: KerfError) => seen.refused.push(error.code),
    ended: (reason: KerfError | null) => {
      if (reason !== null) expect(reason.message).toMatch(/^[^\n]+\.$/);
      seen.ended.push(reason === null ? null : reason.code);
    },
    failed: (reason: KerfError) => seen.failed.push(reason.code),
    connected: (peer: IgtlPeer) => seen.peers.push(peer),
  };
  return { seen, events };
}

async function listening(limits: Partial<LinkLimits> = {}, port = 0) {
  const { seen, events } = recorder();
  const server = await IgtlServer.listen(port, events, { ...LINK_LIMITS, ...limits });
  cleanUp.push(() => server.close());
  return { seen, server };
}
async function program(port: number): Promise<Program> {
  const made = await Program.connect(port);
  cleanUp.push(() => made.socket.destroy());
  return made;
}

describe('a server', () => {
  test('takes messages of several clients, and sends each an answer in the version that it writes', async () => {
    const { seen, server } = await listening();
    const clients = await Promise.all([1, 2, 3].map(() => program(server.port)));
    clients[0].send('TRANSFORM', 'a', identity);
    clients[1].send('TRANSFORM', 'b', identity, { version: 2, messageId: 9 });
    await until(() => seen.messages.length === 2 && server.clients === 3);
    server.offer([outgoing('STRING', 'KerfState', encodeString('near'))]);
    await until(() => clients.every(({ messages }) => messages.length === 1));
    expect(clients.map(({ messages }) => messages[0].version)).toEqual([1, 2, 1]);
    clients[2].socket.end();
    await until(() => server.clients === 2);
    expect(seen.ended).toEqual([null]);
  });

  test('refuses a client too many by name, and takes the next one when there is room', async () => {
    const { seen, server } = await listening({ maxClients: 2 });
    const [first] = await Promise.all([program(server.port), program(server.port)]);
    await until(() => server.clients === 2);
    const third = await program(server.port);
    await until(() => third.isClosed);
    expect(third.statuses).toEqual(['TOO_MANY_CLIENTS']);
    expect(decodeStatus(third.messages[0].content).code).toBe(6);
    first.socket.destroy();
    await until(() => server.clients === 1);
    await program(server.port);
    await until(() => server.clients === 2);
    expect(seen.peers).toHaveLength(3);
  });

  const WAVES = longRun(20, 1);
  /** More than the 257 for which there is room. */
  const CROWD = longRun(500, 280);
  inDeep(() =>
    test(`${WAVES} times ${CROWD} connections leave it as it was`, async () => {
      const { server } = await listening({ maxClients: 1 });
      const first = await program(server.port);
      await until(() => server.clients === 1);
      for (let wave = 0; wave < WAVES; wave++) {
        // Some are refused by a STATUS; those for which there is not even room for a refusal are dropped.
        const crowd = Array.from({ length: CROWD }, () =>
          connect(server.port, '127.0.0.1')
            .on('error', () => {})
            .resume(),
        );
        await until(() => crowd.every(({ closed }) => closed));
      }
      expect(server.clients).toBe(1);
      server.offer([outgoing('STRING', 'KerfState', encodeString('near'))]);
      await until(() => first.of('STRING').length === 1);
    }),
  );

  test('a wrong checksum is refused and the connection goes on', async () => {
    const { seen, server } = await listening();
    const client = await program(server.port);
    const good = plainFrame({ type: 'TRANSFORM', device: 'a', body: identity });
    const damaged = good.map((byte, i) => (i === 60 ? byte ^ 1 : byte));
    client.socket.write(bytes(damaged, good));
    await until(() => seen.messages.length === 1);
    expect(seen.refused).toEqual(['BAD_CHECKSUM']);
    expect(client.isClosed).toBe(false);
  });

  test.each([
    [
      'of another protocol',
      ascii('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      'UNKNOWN_VERSION',
    ],
    [
      'that announces 2 GB',
      bytes(hex('0001'), ascii('IMAGE', 32), new Uint8Array(8), uint64(2n ** 31n), new Uint8Array(8)),
      'TOO_LARGE',
    ],
  ])('a stream %s is closed by name', async (_what, stream, code) => {
    const { seen, server } = await listening();
    const client = await program(server.port);
    client.socket.write(stream);
    await until(() => client.isClosed && seen.ended.length === 1);
    expect(client.statuses).toEqual([code]);
    expect(seen.ended).toEqual([code]);
  });

  test('half a header waits, and a client that vanishes with it leaves nothing', async () => {
    const { seen, server } = await listening();
    const client = await program(server.port);
    client.socket.write(plainFrame({ type: 'TRANSFORM', body: identity }).subarray(0, 31));
    const other = await program(server.port);
    other.send('TRANSFORM', 'a', identity);
    await until(() => seen.messages.length === 1);
    client.socket.resetAndDestroy();
    await until(() => server.clients === 1);
    expect(seen.ended).toEqual(['CONNECTION_LOST']);
  });

  test('a client that vanishes in the middle of an answer leaves the others theirs', async () => {
    const { server } = await listening();
    const [gone, other] = [await program(server.port), await program(server.port)];
    await until(() => server.clients === 2);
    gone.socket.pause();
    const large = outgoing('IMAGE', 'large', new Uint8Array(2 ** 22));
    server.offer([large]);
    gone.socket.resetAndDestroy();
    await until(() => other.messages.length === 1 && server.clients === 1);
    server.offer([large]);
    await until(() => other.messages.length === 2);
  });

  inDeep(() =>
    test('a client that does not read gets the newest answer only, and is dropped by name', async () => {
      const { seen, server } = await listening({ patience: 300 });
      const [slow, quick] = [await program(server.port), await program(server.port)];
      await until(() => server.clients === 2);
      slow.socket.pause();
      const [dropped] = seen.peers.filter(({ name }) => name.endsWith(`:${slow.socket.localPort}`));
      let answers = 0;
      while (seen.ended.length === 0 && answers < 5000) {
        server.offer([outgoing('IMAGE', `a${answers++}`, new Uint8Array(2 ** 18))]);
        const wanted = answers;
        await until(() => quick.messages.length === wanted || seen.ended.length === 1);
      }
      expect(seen.ended).toEqual(['SLOW_READER']);
      expect(dropped.skipped).toBeGreaterThan(0);
      expect(server.clients).toBe(1);
      slow.socket.resume();
      await until(() => slow.isClosed);
      expect(quick.isClosed).toBe(false);
    }),
  );

  inDeep(() =>
    test('a client that reads is kept, however long answers come one behind the other', async () => {
      const { seen, server } = await listening({ patience: 1000 });
      const client = await program(server.port);
      await until(() => server.clients === 1);
      let answers = 0;
      for (const end = performance.now() + 1500; performance.now() < end; ) {
        // More than the system's buffers hold at once.
        server.offer([outgoing('IMAGE', 'a', new Uint8Array(2 ** 22))]);
        const wanted = ++answers;
        await until(() => client.messages.length === wanted);
      }
      expect(seen.ended).toEqual([]);
    }),
  );

  inDeep(() =>
    test('a client is not blamed for what the server itself could not send while it computed', async () => {
      const { seen, server } = await listening({ patience: 1000 });
      const client = await program(server.port);
      await until(() => server.clients === 1);
      // More than the system's buffers hold at once; then a pose that takes longer than the patience.
      server.offer([outgoing('IMAGE', 'a', new Uint8Array(2 ** 24))]);
      for (const end = performance.now() + 1100; performance.now() < end; );
      await until(() => client.messages.length === 1 || seen.ended.length > 0);
      expect(seen.ended).toEqual([]);
    }),
  );

  test('replies that nobody reads end the connection at their bound', async () => {
    const { seen, server } = await listening({ maxUnsent: 2 ** 20 });
    const client = await program(server.port);
    await until(() => server.clients === 1);
    client.socket.pause();
    for (let i = 0; i < 100; i++) seen.peers[0].reply(outgoing('IMAGE', 'a', new Uint8Array(2 ** 18)));
    await until(() => seen.ended.length === 1);
    expect(seen.ended).toEqual(['SLOW_READER']);
  });

  test('one answer may be larger than what may wait, with a reply behind it', async () => {
    const { seen, server } = await listening({ maxUnsent: 2 ** 10 });
    const client = await program(server.port);
    await until(() => server.clients === 1);
    server.offer([outgoing('IMAGE', 'a', new Uint8Array(2 ** 23))]);
    seen.peers[0].reply(outgoing('STRING', 'b', encodeString('near')));
    await until(() => client.messages.length === 2);
    expect(seen.ended).toEqual([]);
  });

  test('sends a quiet client a sign of life', async () => {
    const { server } = await listening({ keepAlive: 20 });
    const client = await program(server.port);
    await until(() => client.statuses.length >= 3);
    expect(new Set(client.statuses)).toEqual(new Set(['OK']));
  });

  test('sends a client nothing more that has just had a message', async () => {
    const { seen, server } = await listening({ keepAlive: 200 });
    const client = await program(server.port);
    await until(() => server.clients === 1);
    // A reply within every beat of 200 ms, for two beats, unless the machine sleeps through one.
    let gap = 0;
    for (let i = 0, last = performance.now(); i < 8; i++) {
      seen.peers[0].reply(outgoing('STRING', 'a', encodeString('near')));
      await sleep(50);
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    }
    if (gap < 200) expect(client.of('STATUS')).toHaveLength(0);
    expect(client.of('STRING').length).toBeGreaterThan(5);
  });

  test('a port that is taken is refused by name', async () => {
    const { server } = await listening();
    await expect(listening({}, server.port)).rejects.toMatchObject({ code: 'CANNOT_LISTEN' });
  });
});

describe('a client', () => {
  async function tracker(port = 0): Promise<{ port: number; programs: Program[]; stop: () => Promise<void> }> {
    const programs: Program[] = [];
    const server: Server = createServer((socket) => programs.push(new Program(socket)));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const stop = async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { socket } of programs) socket.destroy();
      await closed;
    };
    cleanUp.push(stop);
    const address = server.address();
    return { port: typeof address === 'object' && address ? address.port : 0, programs, stop };
  }
  const limits = { ...LINK_LIMITS, firstWait: 10, longestWait: 80, keepAlive: 30 };

  test('reads a server, sends it signs of life, and connects again when it has come back', async () => {
    const first = await tracker();
    const { seen, events } = recorder();
    const client = new IgtlClient({ host: '127.0.0.1', port: first.port }, events, limits);
    cleanUp.push(() => client.close());
    await until(() => first.programs.length === 1);
    first.programs[0].send('TRANSFORM', 'Saw', identity);
    await until(() => seen.messages.length === 1 && first.programs[0].statuses.includes('OK'));
    await first.stop();
    await until(() => seen.ended.length === 1 && seen.failed.length >= 3);
    expect(new Set(seen.failed)).toEqual(new Set(['NO_CONNECTION']));
    const second = await tracker(first.port);
    await until(() => second.programs.length === 1);
    second.programs[0].send('TRANSFORM', 'Saw', identity);
    await until(() => seen.messages.length === 2);
    expect(seen.peers).toHaveLength(2);
  });

  test('waits longer each time, up to its bound', async () => {
    const gone = await tracker();
    await gone.stop();
    const times: number[] = [];
    const { events } = recorder();
    const failed = () => times.push(performance.now());
    const client = new IgtlClient({ host: '127.0.0.1', port: gone.port }, { ...events, failed }, limits);
    cleanUp.push(() => client.close());
    await until(() => times.length === 7);
    const waits = times.slice(1).map((time, i) => time - times[i]);
    // A timer may be early by a millisecond, and late by any amount.
    [10, 20, 40, 80, 80, 80].forEach((wait, i) => {
      expect(waits[i]).toBeGreaterThan(wait - 2);
    });
  });

  inDeep(() =>
    test('begins with the shortest wait again, once it has had a message', async () => {
      const first = await tracker();
      await first.stop();
      const { seen, events } = recorder();
      const growing = { ...limits, longestWait: 60_000 };
      const client = new IgtlClient({ host: '127.0.0.1', port: first.port }, events, growing);
      cleanUp.push(() => client.close());
      // The waits that follow start at 640 ms and double: four more attempts would take 20 s.
      await until(() => seen.failed.length === 7);
      const second = await tracker(first.port);
      await until(() => second.programs.length === 1);
      second.programs[0].send('TRANSFORM', 'Saw', identity);
      await until(() => seen.messages.length === 1);
      await second.stop();
      await until(() => seen.failed.length >= 11);
    }),
  );

  test('closes before, while and after it is connected', async () => {
    const there = await tracker();
    const { seen, events } = recorder();
    await new IgtlClient({ host: '127.0.0.1', port: there.port }, events, limits).close();
    const client = new IgtlClient({ host: '127.0.0.1', port: there.port }, events, limits);
    await until(() => seen.peers.length === 1);
    await client.close();
    expect(seen.ended).toEqual([null]);
    await there.stop();
    const waiting = new IgtlClient({ host: '127.0.0.1', port: there.port }, events, limits);
    await until(() => seen.failed.length === 1);
    await waiting.close();
  });
});
