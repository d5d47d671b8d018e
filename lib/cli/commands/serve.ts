// `kerf serve`: requests from other programs, by WebSocket, on standard input or by OpenIGTLink → kerf's answers, until
// stopped.

import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Limits } from '#protocol';
import { backendOption, examples, optionWord } from '../command-words.ts';
import { exitCodeHelp, FileAccessError, UsageError, withFileErrors } from '../exit-code.ts';
import { countOption, hostOption, portOption } from '../option-values.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { checkIgtlOptions, type ServeIgtlFlags, serveIgtl } from './serve-igtl.ts';

interface ServeFlags extends ServeIgtlFlags {
  readonly stdio?: boolean;
  readonly schema?: boolean;
  readonly untilInputEnds?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  readonly origin?: readonly string[];
  readonly files?: string;
  readonly maxMessage?: string;
  readonly maxSessions?: string;
  readonly maxMemory?: string;
  readonly mostRows?: string;
  readonly mostSeconds?: string;
}

const MIB = 2 ** 20;

async function serve(flags: ServeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
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
  const answerer = (...given: ConstructorParameters<typeof room.SessionThread>) => new room.SessionThread(...given);
  const untilItEnds = async (signal: AbortSignal) => {
    if (flags.untilInputEnds !== true) return untilStopped(signal);
    const { input } = terminal.streams();
    await Promise.race([untilStopped(signal), untilEnd(input)]);
    input.destroy();
  };
  const common = { limits, files: flags.files ?? null, version: kit.version, answerer, tell, fail };
  // A failure caused by one client must not end another client's session.
  process.on('uncaughtException', fail);
  try {
    if (isIgtl) {
      await serveIgtl(flags, untilItEnds, kit, terminal);
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
    await untilItEnds(terminal.signal);
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

/** Resolves when whoever writes to the stream has closed it, or has ended. What was written is not looked at. */
function untilEnd(input: Readable): Promise<void> {
  return new Promise((done) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => done());
    input.resume();
  });
}

/** @throws UsageError. */
function checkAlone(flags: ServeFlags): void {
  const other = (['host', 'port', 'token', 'origin', 'maxSessions'] as const).find((name) => flags[name] !== undefined);
  if (other === undefined) return;
  throw new UsageError(`${optionWord(other)} is for WebSockets, which --stdio does without; leave one of the two out.`);
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
function limitsOf({ maxMessage, maxSessions, maxMemory, mostRows, mostSeconds }: ServeFlags, preset: Limits): Limits {
  return {
    ...preset,
    ...(maxMessage !== undefined && { maxMessage: MIB * countOption(maxMessage, 'max-message') }),
    ...(maxSessions !== undefined && { maxSessions: countOption(maxSessions, 'max-sessions') }),
    ...(maxMemory !== undefined && { maxMemory: MIB * countOption(maxMemory, 'max-memory') }),
    ...(mostRows !== undefined && { maxRows: Math.min(preset.maxRows, countOption(mostRows, 'most-rows')) }),
    ...(mostSeconds !== undefined && { maxSeconds: countOption(mostSeconds, 'most-seconds') }),
  };
}

const meshFileHelp = 'mesh (.stl .ply .obj .vtp .vtk)';

export function addServe(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('serve')
    .summary('answer other programs, in any language, by WebSocket, on standard input or by OpenIGTLink')
    .description('Answer requests of other programs until Ctrl-C: JSON messages, arrays in binary frames.')
    .option('--stdio', 'a message a line on standard input, answers on standard output; ends with its input')
    .option(
      '--until-input-ends',
      'end when standard input does, and so with the program that started the server and holds its other end',
    )
    .option('--port <n>', 'the port to listen on (default: any that is free, which is printed)')
    .option(
      '--host <address>',
      'the address to listen on; one that other machines reach needs a token (default 127.0.0.1)',
    )
    .option('--token <text>', 'what a client has to show (default: KERF_TOKEN of the environment)')
    .option('--origin <origin...>', 'web pages of these origins may connect, as https://example.org (default: none)')
    .option('--files <dir>', 'let clients load meshes from this folder, by paths below it')
    .option('--max-message <mib>', 'largest message, frame or file, MiB (default 64)')
    .option('--max-sessions <n>', 'sessions at once (default 64)')
    .option('--max-memory <mib>', 'what a session may take, about, MiB (default 1024)')
    .option('--most-rows <n>', 'sub-triangles of a body that a report may have (default and at most 4194304)')
    .option('--most-seconds <s>', 'what a request may take before it is stopped (default: as long as it takes)')
    .option(
      '--igtl <port>',
      'serve OpenIGTLink on this port of 127.0.0.1 instead (usual: 18944), for one bone and tool',
    )
    .option('--igtl-connect <host:port>', 'read the OpenIGTLink server there, a tracker for instance')
    .option('--bone <file>', `of OpenIGTLink: the bone's ${meshFileHelp}`)
    .option('--tool <file>', `of OpenIGTLink: the tool's ${meshFileHelp}`)
    .option('--device <name>', "of OpenIGTLink: the device whose poses are the tool's")
    .option(
      '--frame <frame>',
      "of OpenIGTLink: ras or lps, what the others' coordinates mean (default: the bone's own)",
    )
    .option('--distance <mm>', 'of OpenIGTLink: contact distance (default 0.5)')
    .option('--resolution <mm>', 'of OpenIGTLink: the longest edge of a contact (default 1)')
    .addOption(backendOption(', for OpenIGTLink (default auto)'))
    .option('--schema', "print the messages' JSON Schema, and end")
    .addHelpText(
      'after',
      `
The messages are described in lib/server/protocol/README.md of the package. A client says hello first:

  {"id":1,"type":"hello","version":1}

With --token also "token" in it, or a header Authorization: Bearer TOKEN. Who can see this machine's processes can read
a token on a command line; KERF_TOKEN in the environment is taken as well.

With --igtl, programs such as 3D Slicer and PLUS send where the tool is, and get what it touches. Slicer means RAS, and
keeps files of meshes in LPS: give --frame ras.
${examples(
  'kerf serve --port 7425',
  `echo '{"id":1,"type":"hello","version":1}' | kerf serve --stdio`,
  'KERF_TOKEN=… kerf serve --host 0.0.0.0 --port 7425 --files meshes',
  'kerf serve --schema > protocol.schema.json',
  'kerf serve --igtl 18944 --bone skull.stl --tool saw.stl --device SawToSkull --frame ras',
)}
${exitCodeHelp}`,
    )
    .action((flags: ServeFlags) => serve(flags, kit, terminal));
}
