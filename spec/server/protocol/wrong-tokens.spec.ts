// Wrong tokens: how long an answer to one is held back, for whom, and how much is remembered. The clock is the spec's.

import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { peerOf, TokenGate } from '#protocol/token-gate.ts';
import { WrongTokens } from '#protocol/wrong-tokens.ts';
import { mulberry32 } from '#harness/random.ts';
import { specServer, WebSocketClient } from '#harness/serve-clients.ts';

const MINUTE = 60_000;

describe('the waits of an address', () => {
  let now = 0;
  let wrong: WrongTokens;
  beforeEach(() => {
    now = 1e6;
    wrong = new WrongTokens(() => now);
  });
  const wait = (address: string) => wrong.add(address).wait / 1000;

  test('double from a second to 16 s, and stay there', () => {
    expect(Array.from({ length: 8 }, () => wait('192.0.2.1'))).toEqual([1, 2, 4, 8, 16, 16, 16, 16]);
    for (let n = 9; n < 2000; n++) expect(wrong.add('192.0.2.1')).toEqual({ count: n, wait: 16_000 });
  });
  test("are nobody else's", () => {
    for (let n = 0; n < 5; n++) wait('192.0.2.1');
    expect([wait('192.0.2.2'), wait('192.0.2.1')]).toEqual([1, 16]);
  });
  test('begin anew after ten minutes without a wrong token, and no earlier', () => {
    wait('192.0.2.1');
    now += 10 * MINUTE - 1;
    expect(wait('192.0.2.1')).toBe(2);
    now += 10 * MINUTE - 1;
    expect(wait('192.0.2.1')).toBe(4);
    now += 10 * MINUTE;
    expect(wait('192.0.2.1')).toBe(1);
  });
  test('are one for the addresses of an IPv6 network, and for an IPv4 address however it is written', () => {
    const networks = [
      ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8::', '2001:db8:0:0:1:2:3:4'],
      ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff'],
      ['fe80::1%eth0', 'fe80::2%eth1'],
      ['::1', '::2:3', '::'],
      ['1:2:3:4:5:6:7:8', '1:2:3:4::', '1:2:3:4:5::8'],
      ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7'],
      ['192.0.2.8'],
      ['::ffff:192.0.2.9'],
      [''],
    ];
    for (const network of networks)
      expect(network.map((address) => wrong.add(address).count)).toEqual(network.map((_, n) => n + 1));
    expect(wrong.size).toBe(networks.length);
  });
  test('equal a plain count by address, over seeded addresses and pauses', () => {
    const random = mulberry32(55);
    const heard = new Map<string, number[]>();
    const counts: number[] = [];
    for (let n = 0; n < 3000; n++) {
      const address = `198.51.100.${Math.floor(40 * random() ** 3)}`;
      now += random() < 0.01 ? 12 * MINUTE * random() : 1000 * random();
      const times = heard.get(address) ?? [];
      heard.set(address, times);
      // From the last pause of ten minutes on.
      times.push(now);
      const begin = times.findLastIndex((time, i) => i === 0 || time - times[i - 1] >= 10 * MINUTE);
      counts.push(times.length - begin);
      expect(wrong.add(address).count).toBe(times.length - begin);
    }
    const share = counts.filter((count) => count === 1).length / counts.length;
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.5);
  });
  test('take bounded memory: of 100,000 addresses the last 4,096 are remembered; after ten minutes, none', () => {
    const address = (n: number) => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`;
    for (let n = 0; n < 100_000; n++) wrong.add(address(n));
    expect(wrong.size).toBe(4096);
    expect([
      wrong.add(address(99_999)).count,
      wrong.add(address(100_000 - 4000)).count,
      wrong.add(address(0)).count,
    ]).toEqual([2, 2, 1]);
    now += 10 * MINUTE;
    wrong.add('192.0.2.1');
    expect(wrong.size).toBe(1);
  });
  test('of one address that goes on are not forgotten for the sake of others', () => {
    for (let n = 0; n < 10_000; n++) {
      wrong.add(`10.0.${n >> 8}.${n & 255}`);
      if (n % 4000 === 0) expect(wrong.add('192.0.2.1').count).toBe(1 + n / 4000);
    }
  });
});

describe('an answer that is held back', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const seen: unknown[][] = [];
  const gateOf = (token: string | null) =>
    new TokenGate(token, { wrongToken: (...what) => seen.push(what) }, new WrongTokens(() => 0));
  const peer = { address: '192.0.2.1', from: '192.0.2.1:5' };

  test('is given after the wait, once; the right token has none, whatever came before', () => {
    seen.length = 0;
    const gate = gateOf('rabbit');
    expect([gate.isOpen, gate.delay('rabbit', peer)]).toEqual([false, null]);
    expect(['hare', 'Rabbit', ''].map((token) => gate.delay(token, peer))).toEqual([1000, 2000, 4000]);
    expect(gate.delay('rabbit', peer)).toBeNull();
    expect(gate.delay('hare', peer)).toBe(8000);
    expect(seen).toEqual([1, 2, 3, 4].map((count) => ['192.0.2.1:5', count, 500 * 2 ** count]));
    const [given, connection] = [jest.fn(), new EventEmitter()];
    gate.hold(connection, 8000, given);
    jest.advanceTimersByTime(7999);
    expect(given).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect([connection.listenerCount('close'), jest.getTimerCount()]).toEqual([0, 0]);
    gate.close();
    expect(given).toHaveBeenCalledTimes(1);
  });
  test.each([
    ['192.0.2.1', '192.0.2.1:5'],
    ['2001:db8::1', '[2001:db8::1]:5'],
    ['::ffff:192.0.2.1', '[::ffff:192.0.2.1]:5'],
  ])('%s is shown as %s', (address, from) => {
    const socket = { remoteAddress: address, remotePort: 5 };
    expect(peerOf({ socket } as Parameters<typeof peerOf>[0])).toEqual({ address, from });
  });
  test('without a token nothing is wrong', () => {
    const gate = gateOf(null);
    expect([gate.isOpen, gate.delay('anything', peer)]).toEqual([true, null]);
  });
  test('is given to nobody once the connection is closed', () => {
    const gate = gateOf('rabbit');
    const [given, connection] = [jest.fn(), new EventEmitter()];
    gate.hold(connection, 1000, given);
    connection.emit('close');
    expect(jest.getTimerCount()).toBe(0);
    gate.close();
    expect(given).not.toHaveBeenCalled();
  });
  test('is given at once beyond 128, and when the server ends', () => {
    const gate = gateOf('rabbit');
    const given = Array.from({ length: 130 }, () => jest.fn());
    const hold = (one: () => void) => gate.hold(new EventEmitter(), 1000, one);
    for (const one of given) hold(one);
    const called = () => given.map(({ mock }) => mock.calls.length);
    expect(called()).toEqual([...Array(128).fill(0), 1, 1]);
    gate.close();
    expect(called()).toEqual(Array(130).fill(1));
    const late = jest.fn();
    hold(late);
    expect([late.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });
  test.each([
    ['Bearer a', 'a'],
    ['bearer  a-b.c= ', 'a-b.c='],
    ['Basic a', undefined],
    ['Bearer a b', undefined],
    ['Bearer ', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the header %j shows %j', (header, token) => expect(gateOf('a').bearer(header)).toBe(token));
});

test('the end of a server does not wait for what is held back: it is answered', async () => {
  const wrongTokens = { add: () => ({ count: 5, wait: 3_600_000 }) };
  const server = await specServer({ token: 'rabbit', wrongTokens, metrics: true });
  const plain = server.url.replace('ws', 'http');
  const headers = { authorization: 'Bearer hare' };
  const client = await WebSocketClient.open(server.url);
  const hello = client.ask('hello', { version: 1, token: 'hare' });
  const refused = WebSocketClient.open(server.url, { headers }).catch((error: Error) => error.message);
  const numbers = fetch(`${plain}/metrics`, { headers }).then(({ status }) => status);
  // Others are served meanwhile, from the same address; the held ones are no sessions.
  const right = await WebSocketClient.open(server.url);
  expect(await right.ask('hello', { version: 1, token: 'rabbit' })).toMatchObject({ ok: true });
  const wrongOnes = async () => {
    const text = await (await fetch(`${plain}/metrics`, { headers: { authorization: 'Bearer rabbit' } })).text();
    return Number(/^kerf_wrong_tokens_total (\d+)$/m.exec(text)?.[1]);
  };
  while ((await wrongOnes()) < 3) await new Promise((done) => setTimeout(done, 5));
  expect([server.sessions, client.heard.length]).toEqual([1, 0]);
  const closed = server.close();
  expect(await hello).toMatchObject({ error: { code: 'WRONG_TOKEN' } });
  expect(await client.ended).toEqual([1008, 'wrong token']);
  expect(await refused).toContain('401');
  expect(await numbers).toBe(401);
  await closed;
});
