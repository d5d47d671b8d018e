// `kerf serve`: requests from other programs, by WebSocket, on standard input or by OpenIGTLink → kerf's answers, until
// stopped.

import { stat } from 'node:fs/promises';
import type { Limits } from '#protocol';
import { FileAccessError, UsageError, withFileErrors } from '../exit-code.ts';
import { countOption, hostOption, portOption } from '../option-values.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { checkIgtlOptions, type ServeIgtlFlags, serveIgtl } from './serve-igtl.ts';

export interface ServeFlags extends ServeIgtlFlags {
  readonly stdio?: boolean;
  readonly schema?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  readonly origin?: readonly string[];
  readonly files?: string;
  readonly maxMessage?: string;
  readonly maxSessions?: string;
  readonly maxMemory?: string;
}

const MIB = 2 ** 20;

export async function serve(flags: ServeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const room = await kit.serverRoom();
  if (flags.schema === true) {
    terminal.out(`${JSON.stringify(room.protocolSchema(), null, 2)}\n`);
    return;
  }
  const isIgtl = checkIgtlOptions(flags);
  const limits = limitsOf(flags, room.LIMITS);
  if (flags.files !== undefined) await checkFolder(flags.files);
  const fail = (error: unknown) => {
    terminal.err(`kerf serve: unexpected failure (${error instanceof Error ? error.message : error}); it goes on.\n`);
    if (terminal.debug && error instanceof Error) terminal.err(`${error.stack}\n`);
  };
  const tell = (line: string) => terminal.err(`kerf serve: ${line}\n`);
  const common = { limits, files: flags.files ?? null, version: kit.version, tell, fail };
  // A failure caused by one client must not end another client's session.
  process.on('uncaughtException', fail);
  try {
    if (isIgtl) {
      await serveIgtl(flags, untilStopped, kit, terminal);
      return;
    }
    if (flags.stdio === true) {
      checkAlone(flags);
      tell('standard input and output');
      await room.serveStdio({ ...terminal.streams(), signal: terminal.signal }, common);
      return;
    }
    const served = await room.serveWebSocket({ ...common, ...addressOf(flags) });
    terminal.out(`kerf serve: ${served.url}\n`);
    await untilStopped(terminal.signal);
    await served.close();
  } finally {
    process.off('uncaughtException', fail);
  }
}

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}

/** @throws UsageError. */
function checkAlone(flags: ServeFlags): void {
  const other = (['host', 'port', 'token', 'origin', 'maxSessions'] as const).find((name) => flags[name] !== undefined);
  if (other === undefined) return;
  const name = other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${name} is for WebSockets, which --stdio does without; leave one of the two out.`);
}

/**
 * The environment's token does not count as an option given, since it may be set for other runs.
 * @throws OptionError, UsageError.
 */
function addressOf({ host: given = '127.0.0.1', port = '0', token = process.env.KERF_TOKEN, origin = [] }: ServeFlags) {
  const taken = portOption(port, 'port');
  const host = hostOption(given, 'host');
  if (token === undefined && !isLoopback(host))
    throw new UsageError(
      `--host ${host} lets other machines connect, expected a --token for them; give one, or set KERF_TOKEN.`,
    );
  if (token === '') throw new UsageError('--token is empty, expected a text that nobody guesses; give one.');
  return { host, port: taken, token: token ?? null, origins: origin };
}

/** @throws FileAccessError if clients could load nothing. */
async function checkFolder(folder: string): Promise<void> {
  const files = await withFileErrors('read', folder, () => stat(folder));
  if (!files.isDirectory())
    throw new FileAccessError(`--files is ${folder}, which is no folder; name the one that has the meshes.`);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @throws OptionError. */
function limitsOf({ maxMessage, maxSessions, maxMemory }: ServeFlags, preset: Limits): Limits {
  return {
    ...preset,
    ...(maxMessage !== undefined && { maxMessage: MIB * countOption(maxMessage, 'max-message') }),
    ...(maxSessions !== undefined && { maxSessions: countOption(maxSessions, 'max-sessions') }),
    ...(maxMemory !== undefined && { maxMemory: MIB * countOption(maxMemory, 'max-memory') }),
  };
}
