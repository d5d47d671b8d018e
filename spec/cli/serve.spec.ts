// kerf serve as typed: what it refuses before it serves anyone, and how it uses the environment's token.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { serveSettings } from '#cli/commands/serve-settings.ts';
import { run } from '#cli/run.ts';
import { LIMITS } from '#protocol/limits.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { WebSocketClient } from '#harness/serve-clients.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

afterEach(() => {
  delete process.env.KERF_TOKEN;
});

/** The server is aborted before it starts; what it refuses is refused all the same. */
async function served(...words: string[]) {
  const terminal = recordedTerminal();
  terminal.abort.abort();
  const exitCode = await run(['serve', ...words], fakeToolkit(), terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}
const refused = (exitCode: number, says: string) => ({
  ...{ exitCode, out: '' },
  err: expect.stringMatching(new RegExp(`^kerf: [^\\n]*${says}[^\\n]*\\.\\n$`)),
});

test('a folder of meshes that is not there, and one that is a file', async () => {
  const folder = await temporaryFolder('files');
  const file = join(folder, 'a.stl');
  writeFileSync(file, '');
  const missing = join(folder, 'none');
  for (const way of [[], ['--stdio']]) {
    expect(await served(...way, '--files', missing)).toEqual(refused(4, `Cannot read ${missing}: it does not exist`));
    expect(await served(...way, '--files', file)).toEqual(refused(4, `--files is ${file}, which is no folder`));
    expect(await served(...way, '--files', folder)).toMatchObject({ exitCode: 0 });
  }
});

describe('--host', () => {
  test.each(['999.1.1.1', '127.0.0', '127.999.1.1', '1', '[::1]', 'localhost:7425', '::g', ''])(
    '%j is no address',
    async (host) => {
      for (const more of [[], ['--token', 'a']])
        expect(await served('--host', host, ...more)).toEqual(refused(3, '--host is ".*", expected an address'));
    },
  );
  test.each(['127.0.0.1', 'localhost'])('%s needs no token', async (host) => {
    expect(await served('--host', host)).toMatchObject({ exitCode: 0, err: '' });
  });
  test.each(['0.0.0.0', '::', '192.0.2.1', 'skull.example', '10.example'])('%s needs one', async (host) => {
    expect(await served('--host', host)).toEqual(refused(2, 'expected a --token'));
  });
});

describe('KERF_TOKEN', () => {
  test('is asked for by WebSocket, where --token says nothing else', async () => {
    process.env.KERF_TOKEN = 'rabbit';
    for (const [words, token] of [
      [[], 'rabbit'],
      [['--token', 'hare'], 'hare'],
    ] as const) {
      const terminal = recordedTerminal();
      const ended = run(['serve', ...words], fakeToolkit(), terminal);
      while (terminal.stdout === '') await new Promise((done) => setTimeout(done, 5));
      const [, url] = /^kerf serve: (\S+)\n$/.exec(terminal.stdout) ?? [];
      const clients = [await WebSocketClient.open(url), await WebSocketClient.open(url)];
      const hello = (client: WebSocketClient, said: string) => client.ask('hello', { version: 1, token: said });
      expect(await hello(clients[0], `not ${token}`)).toMatchObject({ error: { code: 'WRONG_TOKEN' } });
      expect(await hello(clients[1], token)).toMatchObject({ ok: true });
      terminal.abort.abort();
      expect(await ended).toBe(0);
    }
  });
  test('is none of the options that standard input and OpenIGTLink do without', async () => {
    process.env.KERF_TOKEN = 'rabbit';
    expect(await served('--stdio')).toMatchObject({ exitCode: 0, err: 'kerf serve: standard input and output\n' });
    expect(await served('--stdio', '--token', 'a')).toEqual(refused(2, '--token is for WebSockets'));
    expect(await served('--igtl', '0', '--token', 'a')).toEqual(refused(2, '--token is for JSON messages'));
    expect(await served('--igtl', '0')).toEqual(refused(2, 'needs --device'));
  });
  test('is refused where it is empty', async () => {
    process.env.KERF_TOKEN = '';
    expect(await served()).toEqual(refused(2, '--token is empty'));
  });
});

describe('--until-input-ends', () => {
  const served = (input: PassThrough, ...words: string[]) => {
    const terminal = Object.assign(recordedTerminal(), { streams: () => ({ input, output: new PassThrough() }) });
    return { terminal, ended: run(['serve', ...words], fakeToolkit(), terminal) };
  };
  const listens = async (terminal: { readonly stdout: string }) => {
    while (terminal.stdout === '') await new Promise((done) => setTimeout(done, 5));
  };
  const ends: readonly [string, (input: PassThrough) => unknown][] = [
    ['ends', (input) => input.end('what nobody reads')],
    ['breaks', (input) => input.destroy(new Error('EIO'))],
    ['is closed', (input) => input.destroy()],
  ];
  test.each(ends)('ends with 0 when its input %s, and not before', async (_how, end) => {
    const input = new PassThrough();
    const { terminal, ended } = served(input, '--until-input-ends');
    await listens(terminal);
    input.write('a line\n'.repeat(10_000));
    const client = await WebSocketClient.open(/^kerf serve: (\S+)\n$/.exec(terminal.stdout)?.[1] ?? '');
    expect(await client.ask('hello', { version: 1 })).toMatchObject({ ok: true });
    end(input);
    expect(await client.ended).toEqual([1001, 'kerf serve ends']);
    expect(await ended).toBe(0);
  });
  test('ends by Ctrl-C too, and lets go of its input', async () => {
    const input = new PassThrough();
    const { terminal, ended } = served(input, '--until-input-ends');
    await listens(terminal);
    terminal.abort.abort();
    expect([await ended, input.destroyed]).toEqual([0, true]);
  });
  test('without it the input is not looked at', async () => {
    const input = new PassThrough();
    const { terminal, ended } = served(input);
    await listens(terminal);
    input.end();
    const url = /^kerf serve: (\S+)\n$/.exec(terminal.stdout)?.[1] ?? '';
    expect(await (await WebSocketClient.open(url)).ask('hello', { version: 1 })).toMatchObject({ ok: true });
    terminal.abort.abort();
    expect(await ended).toBe(0);
  });
});

test('its end by Ctrl-C is 0, as its help says', async () => {
  expect(await served()).toMatchObject({ exitCode: 0, err: '' });
  const { out } = await served('--help');
  expect(out).toMatch(
    / 130 {2}interrupted .*kerf serve, whose end that is,\s+gives 0 where it need not break off an answer/,
  );
});

describe('what the environment may say', () => {
  const names = ['MAX_MESSAGE', 'MAX_SESSIONS', 'MAX_MEMORY', 'MOST_ROWS', 'MOST_SECONDS', 'DRAIN', 'LOG', 'METRICS'];
  const variables = names.map((name) => `KERF_${name}`);
  afterEach(() => {
    for (const name of variables) delete process.env[name];
  });

  test.each([
    ['KERF_MAX_MESSAGE', ['', '0', '-1', '1.5', 'many', '64 MiB'], 'a whole number, 1 or more'],
    ['KERF_MAX_SESSIONS', ['', '0', 'NaN', 'Infinity'], 'a whole number, 1 or more'],
    ['KERF_MAX_MEMORY', ['', '0', '1e-3'], 'a whole number, 1 or more'],
    ['KERF_MOST_ROWS', ['', '0', '2.5'], 'a whole number, 1 or more'],
    ['KERF_MOST_SECONDS', ['', '0', '-3'], 'a whole number, 1 or more'],
    ['KERF_DRAIN', ['', '-1', '3601', '10s', 'NaN'], 'a number of seconds from 0 to 3600'],
    ['KERF_LOG', ['', 'JSON', 'yes'], 'text or json'],
    ['KERF_METRICS', ['', 'true', '2'], '0 or 1'],
  ])('a wrong %s is refused by its name', async (name, values, expected) => {
    for (const value of values) {
      process.env[name] = value;
      for (const way of name === 'KERF_MAX_SESSIONS' ? [[]] : [[], ['--stdio']])
        expect(await served(...way)).toEqual(refused(3, `${name} is .*, expected ${expected}; correct it`));
    }
    // OpenIGTLink takes none of them.
    expect(await served('--igtl', '0')).toEqual(refused(2, 'needs --device'));
  });
  test.each([
    ['--max-message', '0'],
    ['--max-sessions', 'a'],
    ['--max-memory', '1.5'],
    ['--drain', '-1'],
  ])('a wrong %s is refused by its own', async (option, value) => {
    process.env[`KERF_${option.slice(2).toUpperCase().replace('-', '_')}`] = '5';
    expect(await served(option, value)).toEqual(refused(3, `${option} is "?${value}"?, expected`));
  });
  test('an option wins, and a variable beside it is not read', () => {
    const settings = (flags: object, environment: object) => {
      const { limits, ...rest } = serveSettings(flags, environment as Record<string, string>, LIMITS);
      return { ...rest, limits: [limits.maxMessage / 2 ** 20, limits.maxSessions, limits.maxMemory / 2 ** 20] };
    };
    const plain = { drain: 10_000, isJsonLog: false, hasMetrics: false, limits: [64, 64, 1024] };
    expect(settings({}, {})).toEqual(plain);
    const environment = {
      ...{ KERF_MAX_MESSAGE: '1', KERF_MAX_SESSIONS: '2', KERF_MAX_MEMORY: '3', KERF_DRAIN: '0.5' },
      ...{ KERF_LOG: 'json', KERF_METRICS: '1' },
    };
    expect(settings({}, environment)).toEqual({ drain: 500, isJsonLog: true, hasMetrics: true, limits: [1, 2, 3] });
    const flags = { maxMessage: '4', maxSessions: '5', maxMemory: '6', drain: '0', log: 'text', metrics: true };
    const wrong = Object.fromEntries(Object.keys(environment).map((name) => [name, 'wrong']));
    for (const other of [environment, wrong])
      expect(settings(flags, other)).toEqual({ drain: 0, isJsonLog: false, hasMetrics: true, limits: [4, 5, 6] });
    expect(settings({}, { KERF_METRICS: '0' })).toEqual(plain);
    // Of other limits nothing changes.
    expect(serveSettings(flags, {}, LIMITS).limits).toEqual({
      ...LIMITS,
      ...{ maxMessage: 2 ** 22, maxSessions: 5, maxMemory: 6 * 2 ** 20 },
    });
  });
  test('is in its help', async () => {
    const { out } = await served('--help');
    for (const name of ['KERF_TOKEN', ...variables, '--drain', '--log', '--metrics']) expect(out).toContain(name);
  });
});

describe('--log json', () => {
  test('has JSON alone on standard error, from the first line to the last', async () => {
    const { exitCode, out, err } = await served('--log', 'json');
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^kerf serve: ws:\S+\n$/)]);
    const events = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ event, url, sessions, cut }) => [event, url ?? sessions ?? cut])).toEqual([
      ['listening', out.trimEnd().slice('kerf serve: '.length)],
      ['draining', 0],
      ['drained', 0],
    ]);
  });
  test('on standard input too', async () => {
    const { exitCode, err } = await served('--stdio', '--log', 'json');
    expect([exitCode, JSON.parse(err.split('\n')[0])]).toEqual([
      0,
      { time: expect.any(String), event: 'notice', message: 'standard input and output' },
    ]);
  });
  test('is said once on standard output if it cannot be written', async () => {
    const terminal = recordedTerminal();
    terminal.abort.abort();
    terminal.errAside = (_, done) => done(Object.assign(new Error(), { code: 'ENOSPC' }));
    expect(await run(['serve', '--log', 'json'], fakeToolkit(), terminal)).toBe(0);
    const [, ...lines] = terminal.stdout.trimEnd().split('\n');
    expect([terminal.stderr, lines]).toEqual([
      '',
      [expect.stringMatching(/^kerf serve: lines of the log are lost, .*\(ENOSPC\); it goes on\.$/)],
    ]);
    // Nor is there another place to say it.
    let tries = 0;
    terminal.out = (text) => {
      if (text.includes('log') && tries++ === 0) throw new Error('nor this');
    };
    expect(await run(['serve', '--log', 'json'], fakeToolkit(), terminal)).toBe(0);
    expect(tries).toBe(1);
    // With --stdio standard output has answers alone.
    terminal.streams = () => ({ input: Readable.from([]), output: new PassThrough() });
    expect(await run(['serve', '--log', 'json', '--stdio'], fakeToolkit(), terminal)).toBe(0);
    expect(tries).toBe(1);
  });
  test.each([
    [['--log', 'xml'], 3, '--log is "xml", expected text or json'],
    [['--stdio', '--drain', '1'], 2, '--drain is for WebSockets'],
    [['--stdio', '--metrics'], 2, '--metrics is for WebSockets'],
    [['--igtl', '0', '--drain', '1'], 2, '--drain is for JSON messages'],
    [['--igtl', '0', '--log', 'json'], 2, '--log is for JSON messages'],
    [['--igtl', '0', '--metrics'], 2, '--metrics is for JSON messages'],
  ] as const)('%j is refused', async (words, code, says) => {
    expect(await served(...words)).toEqual(refused(code, says));
  });
});

test('without --log an address is named for its first, second, fourth, … wrong token', async () => {
  process.env.KERF_TOKEN = 'rabbit';
  const terminal = recordedTerminal();
  const kit = fakeToolkit();
  const room = await kit.serverRoom();
  let count = 0;
  const wrongTokens = { add: () => ({ count: ++count, wait: 0 }) };
  const serveWebSocket: typeof room.serveWebSocket = (options) => room.serveWebSocket({ ...options, wrongTokens });
  const ended = run(['serve'], { ...kit, serverRoom: async () => ({ ...room, serveWebSocket }) }, terminal);
  while (terminal.stdout === '') await new Promise((done) => setTimeout(done, 5));
  const [, url] = /^kerf serve: (\S+)\n$/.exec(terminal.stdout) ?? [];
  for (let n = 0; n < 9; n++)
    await WebSocketClient.open(url, { headers: { authorization: 'Bearer hare' } }).catch(() => {});
  terminal.abort.abort();
  expect(await ended).toBe(0);
  expect(terminal.stderr.replace(/127\.0\.0\.1:\d+/g, 'A').split('\n')).toEqual([
    'kerf serve: a wrong token came from A.',
    ...[2, 4, 8].map((n) => `kerf serve: a wrong token came from A, which makes ${n} from this address.`),
    '',
  ]);
});
