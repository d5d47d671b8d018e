// `kerf serve` as a process: what it prints, how it ends, what it refuses. Needs dist/, which `npm test` builds first.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { WebSocketClient } from '#harness/serve-clients.ts';

const root = join(import.meta.dirname, '../../..');
const cli = join(root, 'dist/cli.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

function kerf(argv: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  const { KERF_TOKEN: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'serve', ...argv], {
    input,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

/** The same in this process; a server is aborted before it starts. */
async function kerfHere(argv: readonly string[]): Promise<ReturnType<typeof kerf>> {
  delete process.env.KERF_TOKEN;
  const terminal = recordedTerminal();
  terminal.abort.abort();
  const status = await run(['serve', ...argv], fakeToolkit(), terminal);
  return { status, stdout: terminal.stdout, stderr: terminal.stderr };
}

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A server, its address, and how it ended. */
async function started(env: NodeJS.ProcessEnv = {}, words: readonly string[] = []) {
  const child = spawn(process.execPath, [cli, 'serve', ...words], { env: { ...process.env, ...env } });
  children.push(child);
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  const url = await new Promise<string>((done, fail) => {
    child.on('exit', () => fail(new Error(stderr)));
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const [, found] = /^kerf serve: (ws:\/\/\S+)\n/.exec(stdout) ?? [];
      if (found !== undefined) done(found);
    });
  });
  return { child, url, ended, said: () => ({ stdout, stderr }) };
}

test('on standard input: the line that the page shows is answered, and its end is the end', () => {
  const { status, stdout, stderr } = kerf(['--stdio'], '{"id":1,"type":"hello","version":1}\n');
  expect([status, stderr]).toEqual([0, 'kerf serve: standard input and output\n']);
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, type: 'hello', ok: true, version: 1, kerf: version });
});

test('on standard input: all that was asked is answered before it ends', () => {
  const lines = [
    { id: 1, type: 'hello', version: 1, arrays: 'lists' },
    { id: 2, type: 'load', mesh: 'b', dataset: 'box', faceCount: 12 },
    { id: 3, type: 'detector', detector: 'd', bone: 'b', tool: 'b', contactDistance: 0, resolution: 5, backend: 'cpu' },
    {
      id: 4,
      type: 'path',
      detector: 'd',
      poses: [40, 0].flatMap((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1]),
    },
    { id: 5, type: 'distance', detector: 'd', pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 40, 0, 0, 1] },
  ];
  const { status, stdout } = kerf(['--stdio'], lines.map((line) => JSON.stringify(line)).join('\n'));
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(status).toBe(0);
  // The last line has no newline, but is still a line; it is answered while the path is running.
  expect(answers.filter(({ id }) => id === 5)).toMatchObject([{ ok: true, distance: 20 }]);
  expect(answers.filter(({ id }) => id !== 5).map(({ id, ok, state }) => [id, ok, state])).toEqual([
    [1, true, undefined],
    [2, true, undefined],
    [3, true, undefined],
    [4, true, 'separated'],
    [4, true, 'intersecting'],
    [4, true, undefined],
  ]);
});

test('by WebSocket: one line with its address; Ctrl-C says goodbye to clients, and ends with 0', async () => {
  const { child, url, ended, said } = await started();
  expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
  const client = await (await WebSocketClient.open(url)).greet();
  await client.ask('load', { mesh: 'tool', dataset: 'saw-blade' });
  expect(await client.ask('haptic-start', { loop: 'l', bone: 'tool', tool: 'tool' })).toMatchObject({ ok: true });
  child.kill('SIGINT');
  expect(await client.ended).toEqual([1001, 'kerf serve ends']);
  expect(await ended).toBe(0);
  expect(said()).toEqual({ stdout: `kerf serve: ${url}\n`, stderr: '' });
});

test('--until-input-ends: it ends with 0 when its pipe is closed, and by Ctrl-C while that is open', async () => {
  const closed = await started({}, ['--until-input-ends']);
  const client = await (await WebSocketClient.open(closed.url)).greet();
  closed.child.stdin.end();
  expect(await client.ended).toEqual([1001, 'kerf serve ends']);
  expect(await closed.ended).toBe(0);
  const open = await started({}, ['--until-input-ends']);
  open.child.kill('SIGINT');
  expect(await open.ended).toBe(0);
  expect(open.said()).toEqual({ stdout: `kerf serve: ${open.url}\n`, stderr: '' });
});

test('a token from the environment is asked for', async () => {
  const { child, url, ended } = await started({ KERF_TOKEN: 'rabbit' });
  const client = await WebSocketClient.open(url);
  expect(await client.ask('hello', { version: 1 })).toMatchObject({ error: { code: 'WRONG_TOKEN' } });
  const other = await WebSocketClient.open(url);
  expect(await other.ask('hello', { version: 1, token: 'rabbit' })).toMatchObject({ ok: true });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('--schema prints what the package has in its file', async () => {
  const { status, stdout } = await kerfHere(['--schema']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(root, 'dist/protocol.schema.json'), 'utf8')));
});

describe('it refuses', () => {
  test.each<[string, string[], number, RegExp, typeof kerfHere | typeof kerf]>([
    ['other machines without a token', ['--host', '0.0.0.0'], 2, /--host 0\.0\.0\.0 .*--token/, kerfHere],
    ['an empty token', ['--token', ''], 2, /--token is empty/, kerfHere],
    ['a port that is none', ['--port', '65536'], 3, /--port is 65536/, kerfHere],
    [
      'an address that is not this machine’s',
      ['--host', '192.0.2.1', '--token', 'a'],
      3,
      /Cannot listen on 192\.0\.2\.1:0/,
      kerf,
    ],
    ['a bound that is none', ['--max-message', '0'], 3, /--max-message is 0/, kerfHere],
    ['what --stdio has no use for', ['--stdio', '--port', '7425'], 2, /--port is for WebSockets/, kerfHere],
    ['an option that it has not', ['--post', '7425'], 2, /unknown option '--post'/, kerfHere],
  ])('%s', async (_what, argv, code, says, ask) => {
    const { status, stdout, stderr } = await ask(argv);
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^kerf: [^\n]+\n$/);
  });
});
