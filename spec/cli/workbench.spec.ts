// kerf workbench as typed: what it refuses, and which files its server hands out.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

/** A built folder with a page of two files. */
async function built(): Promise<string> {
  const folder = await temporaryFolder('built');
  mkdirSync(join(folder, 'workbench'));
  writeFileSync(join(folder, 'workbench/index.html'), 'the page');
  writeFileSync(join(folder, 'workbench/main.js'), 'its script');
  writeFileSync(join(folder, 'main.js'), 'not its script');
  writeFileSync(join(folder, 'haptic-worker.js'), 'a worker');
  writeFileSync(join(folder, 'secret.txt'), 'not served');
  return folder;
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A request with that path as it is, which fetch would tidy. */
function asked(address: string, path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const headers = options.host === undefined ? {} : { host: options.host };
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path, method: options.method ?? 'GET', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => done({ status: response.statusCode, text, headers: response.headers }));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end();
  });
}

/** Runs the command, asks its server, and ends it. */
async function served(builtFolder: string, words: readonly string[], ask: (address: string) => Promise<void>) {
  const terminal = recordedTerminal();
  const said = new Promise<string>((done) => {
    terminal.out = (text) => done(text.slice(text.indexOf('http:')).trim());
  });
  const ended = run(['workbench', ...words], { ...fakeToolkit(), builtFolder }, terminal);
  try {
    await ask(await Promise.race([ended.then(() => Promise.reject(new Error(terminal.stderr))), said]));
  } finally {
    terminal.abort.abort();
  }
  expect(await ended).toBe(0);
}

async function refused(builtFolder: string, ...words: string[]) {
  const terminal = recordedTerminal();
  const exitCode = await run(['workbench', ...words], { ...fakeToolkit(), builtFolder }, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

test('the page, its scripts, the workers of the package; nothing beside them', async () => {
  await served(await built(), [], async (address) => {
    expect(new URL(address).search).toBe('');
    const page = await asked(address, '/');
    expect(page).toMatchObject({ status: 200, text: 'the page' });
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(await asked(address, '/main.js?of=now')).toMatchObject({ status: 200, text: 'its script' });
    expect(await asked(address, '/haptic-worker.js')).toMatchObject({ status: 200, text: 'a worker' });
    expect(await asked(address, '/main.js', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const others = ['/secret.txt', '/workbench/main.js', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'];
    for (const path of [...others, '/given/', '/given/bone/', '/%', '/a\\..\\secret.txt', '//secret.txt'])
      expect([path, (await asked(address, path)).status]).toEqual([path, 404]);
    expect(await asked(address, '/', { method: 'POST' })).toMatchObject({ status: 405 });
    // A name that another site has made lead to this machine.
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])
      expect([host, (await asked(address, '/', { host })).status === 200]).toEqual([host, false]);
    expect(await asked(address, '/', { host: 'localhost:1' })).toMatchObject({ status: 200 });
  });
});

test('files that are given are named by the address, whatever they are called', async () => {
  const folder = await temporaryFolder('given');
  const bone = join(folder, 'skull #1 & ä%.stl');
  const tool = join(folder, 'saw.ply');
  writeFileSync(bone, 'a bone');
  const plan = join(folder, 'flap.json');
  writeFileSync(tool, '');
  writeFileSync(plan, 'a plan');
  await served(await built(), ['--bone', bone, '--tool', tool, '--plan', plan], async (address) => {
    const { searchParams } = new URL(address);
    expect(searchParams.get('bone')).toBe('given/bone/skull #1 & ä%.stl');
    const path = (name: string) => `/${searchParams.get(name)?.split('/').map(encodeURIComponent).join('/')}`;
    expect(await asked(address, path('bone'))).toMatchObject({ status: 200, text: 'a bone' });
    expect(await asked(address, path('tool'))).toMatchObject({ status: 200, text: '' });
    expect(searchParams.get('plan')).toBe('given/plan/flap.json');
    expect(await asked(address, path('plan'))).toMatchObject({ status: 200, text: 'a plan' });
    rmSync(bone);
    expect(await asked(address, path('bone'))).toMatchObject({ status: 404 });
  });
});

test('what is wrong is refused in one sentence, before anything is served', async () => {
  const folder = await built();
  const none = join(folder, 'none.stl');
  expect(await refused(folder, '--bone', none)).toEqual({
    ...{ exitCode: 4, out: '' },
    err: `kerf: Cannot read ${none}: it does not exist; check the path.\n`,
  });
  expect(await refused(folder, '--plan', none)).toMatchObject({ exitCode: 4, out: '' });
  expect(await refused(folder, '--plan', folder)).toMatchObject({
    exitCode: 3,
    err: expect.stringMatching(/^kerf: --plan is .*, which is no file; name .* or a plan\.\n$/),
  });
  expect(await refused(folder, '--tool', folder)).toMatchObject({
    exitCode: 3,
    err: expect.stringMatching(/^kerf: --tool is .*, which is no file; name .*\.\n$/),
  });
  expect(await refused(folder, '--port', 'x')).toMatchObject({ exitCode: 3, out: '' });
  rmSync(join(folder, 'workbench'), { recursive: true });
  expect(await refused(folder)).toMatchObject({ exitCode: 4, err: expect.stringContaining('npm run build') });
});

test('a port that is taken', async () => {
  const folder = await built();
  await served(folder, [], async (address) => {
    const { port } = new URL(address);
    expect(await refused(folder, '--port', port)).toMatchObject({
      out: '',
      err: expect.stringMatching(/EADDRINUSE.*name another --port/),
    });
  });
});
