// kerf serve as typed: what it refuses before it serves anyone, and how it uses the environment's token.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
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
