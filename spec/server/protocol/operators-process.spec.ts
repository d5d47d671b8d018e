// `kerf serve` as a process under signals and with a log that cannot be written. Needs dist/, which `npm test` builds
// first.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { box } from '#datasets';
import { testUnless } from '#harness/outside-programs.ts';
import { WebSocketClient } from '#harness/serve-clients.ts';

const cli = join(import.meta.dirname, '../../../dist/cli.js');
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
const POSE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 19.9, 0, 0, 1];

/** @param err where standard error goes: read, left unread, or a file descriptor. */
async function started(
  words: readonly string[],
  err: 'read' | 'unread' | number = 'read',
  env: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [cli, 'serve', ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', typeof err === 'number' ? err : 'pipe'],
  });
  children.push(child);
  let [out, said] = ['', ''];
  if (err === 'read')
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
  const ended = new Promise<number | null>((done) => child.on(err === 'read' ? 'close' : 'exit', (code) => done(code)));
  const url = await new Promise<string>((done, fail) => {
    child.on('exit', () => fail(new Error(said)));
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      const [, found] = /^kerf serve: (ws:\/\/\S+)\n/.exec(out) ?? [];
      if (found !== undefined) done(found);
    });
  });
  const events = () =>
    said
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const health = () => fetch(`${url.replace('ws', 'http')}/healthz`).then(({ status }) => status);
  return { child, url, ended, out: () => out, said: () => said, events, health };
}
type Started = Awaited<ReturnType<typeof started>>;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const until = async (isThere: () => boolean | Promise<boolean>) => {
  while (!(await isThere())) await pause(5);
};
const clientOf = async ({ url }: Started) => (await WebSocketClient.open(url)).greet();
async function withDetector(server: Started): Promise<WebSocketClient> {
  const client = await clientOf(server);
  const bone = box({ size: [20, 16, 12] });
  await client.ask('load', { mesh: 'm', positions: bone.positions, faces: bone.faces });
  const options = { contactDistance: 0.5, resolution: 4, backend: 'cpu' };
  await client.ask('detector', { detector: 'd', bone: 'm', tool: 'm', ...options });
  return client;
}
const path = (poses: number) => ({ detector: 'd', poses: Array.from({ length: poses }, () => POSE).flat() });
/** A client that takes no more than the first of some 40 MB of answers, while it does not read. */
const MESHES = 20;
async function stuck(server: Started): Promise<WebSocketClient> {
  const client = await clientOf(server);
  await client.ask('load', { mesh: 'm', dataset: 'skull-phantom', faceCount: 100_000 });
  for (let n = 0; n < MESHES; n++) client.say('mesh', { mesh: 'm' });
  await client.next();
  client.socket.pause();
  return client;
}

describe('SIGTERM', () => {
  test('under load: each client has its answers without a gap, then 1001; exit code 0', async () => {
    const server = await started(['--log', 'json', '--drain', '60']);
    const clients = await Promise.all([0, 1, 2, 3].map(() => withDetector(server)));
    let isOver = false;
    const asked = clients.map(() => 0);
    const first = clients.map(() => Number.POSITIVE_INFINITY);
    const ask = (n: number) => {
      while (!isOver && asked[n] - clients[n].heard.length < 8) {
        asked[n]++;
        first[n] = Math.min(first[n], clients[n].say('intersects', { detector: 'd', pose: POSE }));
      }
      if (!isOver) setImmediate(ask, n);
    };
    const streaming = await withDetector(server);
    streaming.say('path', path(300));
    await streaming.next();
    for (const n of clients.keys()) ask(n);
    await until(() => clients.every(({ heard }) => heard.length > 50));
    server.child.kill('SIGTERM');
    for (const client of [...clients, streaming]) expect(await client.ended).toEqual([1001, 'kerf serve ends']);
    isOver = true;
    for (const [n, { heard }] of clients.entries()) {
      expect(heard.map(({ message }) => message.id)).toEqual(heard.map((_, i) => first[n] + i));
      expect(heard.every(({ message }) => message.ok === true)).toBe(true);
    }
    expect(streaming.heard.map(({ message }) => message.ok)).toEqual(Array(300).fill(true));
    expect(streaming.heard.at(-1)?.message.done).toBe(true);
    expect(await server.ended).toBe(0);
    const events = server.events();
    expect(events.filter(({ event }) => event === 'draining')).toMatchObject([{ sessions: 5 }]);
    expect(events.at(-1)).toMatchObject({ event: 'drained', cut: 0 });
    // What the log says was answered is what was heard.
    const logged = events.filter(({ event, type }) => event === 'answered' && type === 'intersects').length;
    expect(logged).toBe(clients.reduce((sum, { heard }) => sum + heard.length, 0));
  });

  test('is not waited for longer than --drain says; exit code 0', async () => {
    const server = await started(['--log', 'json'], 'read', { KERF_DRAIN: '0.05' });
    await stuck(server);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.events().at(-1)).toMatchObject({ event: 'drained', cut: 1 });
  });

  test('is waited for longer than other commands may take to end, if --drain says so', async () => {
    const server = await started(['--drain', '3600']);
    const client = await stuck(server);
    server.child.kill('SIGTERM');
    await until(() => server.said().includes('answers what is under way'));
    // main.ts breaks off other commands after 1.5 s.
    await pause(1500);
    client.socket.resume();
    expect(await client.ended).toEqual([1001, 'kerf serve ends']);
    expect(client.heard.map(({ message: { type, ok } }) => [type, ok])).toEqual(Array(MESHES - 1).fill(['mesh', true]));
    expect(await server.ended).toBe(0);
  });

  test('a second signal ends it at once, whatever is under way', async () => {
    const server = await started(['--drain', '3600']);
    await stuck(server);
    server.child.kill('SIGTERM');
    await until(async () => (await server.health()) === 503);
    // Which takes longer than two signals that count as one, 50 ms.
    await until(() => server.said().includes('answers what is under way, for 3600 s at most; a second signal'));
    expect(server.child.exitCode).toBeNull();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(130);
  });
});

test('the built server has the numbers of its thread, too', async () => {
  const { url } = await started(['--metrics']);
  let text = '';
  const longest = async () => {
    text = await (await fetch(`${url.replace('ws', 'http')}/metrics`)).text();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]);
  };
  await until(async () => (await longest()) > 0);
  // prom-client leaves these out where it does not find Node's own clocks.
  expect(text).toContain('# TYPE nodejs_gc_duration_seconds histogram');
  expect(text).toContain('kerf_sessions 0\n');
});

describe('a log that cannot be written', () => {
  const answersAll = async (server: Started, count: number) => {
    const client = await clientOf(server);
    for (let n = 0; n < count; n += 100)
      for (const answer of await Promise.all(Array.from({ length: 100 }, () => client.ask('ping'))))
        expect(answer.ok).toBe(true);
    expect(await server.health()).toBe(200);
    server.child.kill('SIGTERM');
    expect(await client.ended).toEqual([1001, 'kerf serve ends']);
  };

  testUnless(
    ['/dev/full'].filter((file) => !existsSync(file)),
    'since the disk is full: is said once, and ends nothing',
    async () => {
      const full = openSync('/dev/full', 'w');
      const server = await started(['--log', 'json'], full);
      closeSync(full);
      await answersAll(server, 1000);
      expect(await server.ended).toBe(0);
      expect(server.out().split('\n').slice(1)).toEqual([expect.stringContaining('cannot be written (ENOSPC)'), '']);
    },
  );

  test('since its reader has gone', async () => {
    const server = await started(['--log', 'json'], 'unread');
    server.child.stderr?.destroy();
    await answersAll(server, 1000);
    expect(await server.ended).toBe(0);
    expect(server.out().match(/lines of the log are lost/g)).toHaveLength(1);
  });

  test('since its reader reads nothing: clients notice nothing, and it ends', async () => {
    const server = await started(['--log', 'json', '--drain', '3600'], 'unread');
    // Some 150 bytes a line: many times what a pipe holds.
    await answersAll(server, 10_000);
    expect(await server.ended).toBe(0);
  });
});
