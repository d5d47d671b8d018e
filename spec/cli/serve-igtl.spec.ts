// kerf serve --igtl as typed: a pose sent to its port is answered, what it prints, and what it refuses.

import { afterEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { decodeNdArray, decodeString, encodeTransform } from '#igtl';
import { fakeToolkit, type RecordedTerminal, recordedTerminal } from '#harness/fake-toolkit.ts';
import { Program, until } from '#harness/igtl-peers.ts';
import { inDeep } from '#harness/sets.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const bodies = ['--bone', 'bone.stl', '--tool', 'tool.stl', '--device', 'Saw', '--backend', 'cpu'];

interface Running {
  readonly port: number;
  readonly terminal: RecordedTerminal;
  readonly ended: Promise<number>;
}
async function serving(...more: string[]): Promise<Running> {
  const terminal = recordedTerminal();
  const ended = run(['serve', '--igtl', '0', ...bodies, ...more], fakeToolkit(), terminal);
  cleanUp.push(async () => {
    terminal.abort.abort();
    await ended;
  });
  await until(() => terminal.stdout !== '' || terminal.stderr !== '');
  const [, port] = /^kerf serve: OpenIGTLink on 127\.0\.0\.1:(\d+), tool Saw\n$/.exec(terminal.stdout) ?? [];
  return { port: Number(port), terminal, ended };
}
const at = (x: number, y: number) => encodeTransform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1]);

inDeep(() => {
  test('a pose in RAS is answered, in RAS, until Ctrl-C', async () => {
    const answers: number[][] = [];
    for (const [frame, x, y] of [
      ['lps', 35, 3],
      ['ras', -35, -3],
    ] as const) {
      const { port, terminal, ended } = await serving('--frame', frame, '--distance', '0.5', '--resolution', '2');
      const program = await Program.connect(port);
      cleanUp.push(() => program.socket.destroy());
      program.send('TRANSFORM', 'Saw', at(x, y));
      await until(() => program.of('STATUS').length === 1);
      expect(decodeString(program.of('STRING')[0].content)).toBe('intersecting');
      const { values } = decodeNdArray(program.of('NDARRAY')[0].content);
      answers.push([...values]);
      terminal.abort.abort();
      expect(await ended).toBe(0);
      expect(terminal.stderr).toContain('1 poses answered, 0 passed over for newer ones, 0 messages refused.\n');
      expect(terminal.stderr).toContain('has connected.');
    }
    const [lps, ras] = answers;
    expect(lps.length).toBeGreaterThan(8);
    // x, y of the point and x, y of the normal.
    expect(ras).toEqual(lps.map((value, i) => ([0, 1, 3, 4].includes(i % 8) ? 0 - value : value)));
  });
});

describe('refused by name:', () => {
  test.each<[what: string, argv: string[], exitCode: number, says: string]>([
    ['no tool', ['--igtl', '0', '--bone', 'a.stl', '--device', 'Saw'], 2, 'needs --tool'],
    ['no device', ['--igtl', '0', '--bone', 'a.stl', '--tool', 'b.stl'], 2, 'needs --device'],
    ['a port too far', ['--igtl', '65536', ...bodies], 3, '--igtl is 65536, expected a port'],
    ['no port', ['--igtl', 'x', ...bodies], 3, '--igtl is "x", expected a port'],
    ['an address without a port', ['--igtl-connect', 'tracker', ...bodies], 3, 'expected HOST:PORT'],
    ['a frame of none', ['--igtl', '0', '--frame', 'xyz', ...bodies], 3, 'expected ras or lps'],
    ['with standard input', ['--igtl', '0', '--stdio', ...bodies], 2, '--stdio is for JSON messages'],
    ['with its own port', ['--igtl', '0', '--port', '1', ...bodies], 2, '--port is for JSON messages'],
    ['without OpenIGTLink', ['--device', 'Saw'], 2, '--device is for OpenIGTLink'],
  ])('%s', async (_what, argv, exitCode, says) => {
    const terminal = recordedTerminal();
    expect(await run(['serve', ...argv], fakeToolkit(), terminal)).toBe(exitCode);
    expect(terminal.stderr).toMatch(/^kerf: [^\n]+\.\n$/);
    expect(terminal.stderr).toContain(says);
    expect(terminal.stdout).toBe('');
  });

  test('a port that is taken', async () => {
    const { port } = await serving();
    const terminal = recordedTerminal();
    expect(await run(['serve', '--igtl', `${port}`, ...bodies], fakeToolkit(), terminal)).toBe(3);
    expect(terminal.stderr).toContain(`Cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
  });
});
