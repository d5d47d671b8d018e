// `kerf serve`: requests from other programs, by WebSocket, on standard input or by OpenIGTLink → kerf's answers, until
// stopped.

import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { backendOption, examples, optionWord } from '../command-words.ts';
import { exitCodeHelp, FileAccessError, UsageError, withFileErrors } from '../exit-code.ts';
import { LogStream } from '../log-stream.ts';
import { hostOption, portOption } from '../option-values.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { untilStopped } from '../until-stopped.ts';
import { checkIgtlOptions, type ServeIgtlFlags, serveIgtl } from './serve-igtl.ts';
import { type SettingFlags, serveSettings } from './serve-settings.ts';

interface ServeFlags extends ServeIgtlFlags, SettingFlags {
  readonly stdio?: boolean;
  readonly schema?: boolean;
  readonly untilInputEnds?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  readonly origin?: readonly string[];
  readonly files?: string;
}

/** ms in which the last lines of a log must be taken. */
const LAST_LINES = 200;
/** ms of an end that nobody wonders about. */
const SILENT = 500;
/** ms in which clients may answer a goodbye, and some more. */
const FAREWELL = 1500;

async function serve(flags: ServeFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const room = await kit.serverRoom();
  if (flags.schema === true) {
    terminal.out(`${JSON.stringify(room.protocolSchema(), null, 2)}\n`);
    return;
  }
  const isIgtl = checkIgtlOptions(flags);
  const { limits, drain, isJsonLog, hasMetrics } = serveSettings(flags, isIgtl ? {} : process.env, room.LIMITS);
  if (flags.files !== undefined) await checkFolder(flags.files);
  const lines: LogStream | null = isJsonLog ? logStream(flags, terminal, (count) => log?.lost(count)) : null;
  const log = lines === null ? null : new room.EventLog((line) => lines.write(line));
  const fail = (error: unknown) => {
    if (log !== null) {
      log.failed(error);
      return;
    }
    terminal.err(`kerf serve: unexpected failure (${error instanceof Error ? error.message : error}); it goes on.\n`);
    if (terminal.debug && error instanceof Error) terminal.err(`${error.stack}\n`);
  };
  const tell = (line: string, session?: number) => {
    if (log === null) terminal.err(`kerf serve: ${line}\n`);
    else log.said(line, session);
  };
  const watch = log ?? { wrongToken: wrongTokenLines(tell) };
  const answerer = (...given: ConstructorParameters<typeof room.SessionThread>) => new room.SessionThread(...given);
  const untilItEnds = async (signal: AbortSignal) => {
    if (flags.untilInputEnds !== true) return untilStopped(signal);
    const { input } = terminal.streams();
    await Promise.race([untilStopped(signal), untilEnd(input)]);
    input.destroy();
  };
  const common = { limits, files: flags.files ?? null, version: kit.version, answerer, tell, fail, watch };
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
    const served = await room.serveWebSocket({ ...common, ...addressOf(flags), metrics: hasMetrics });
    terminal.endsWithin(drain + FAREWELL);
    terminal.out(`kerf serve: ${served.url}\n`);
    log?.listening(served.url);
    await untilItEnds(terminal.signal);
    log?.draining(served.sessions);
    const busy = setTimeout(() => {
      if (log === null)
        tell(`answers what is under way, for ${drain / 1000} s at most; a second signal ends it at once.`);
    }, SILENT);
    const cut = await served.drain(drain);
    clearTimeout(busy);
    await served.close();
    log?.drained(cut);
  } finally {
    process.off('uncaughtException', fail);
    await lines?.flush(LAST_LINES);
  }
}

function logStream(flags: ServeFlags, terminal: Terminal, onBack: (lines: number) => void): LogStream {
  return new LogStream({
    write: (text, done) => terminal.errAside(text, done),
    onBack,
    onLoss(why) {
      // With --stdio, standard output belongs to the protocol.
      if (flags.stdio === true) return;
      try {
        terminal.out(`kerf serve: lines of the log are lost, since it cannot be written (${why}); it goes on.\n`);
      } catch {
        // Neither can be written: there is nowhere left to say it.
      }
    },
  });
}

/** An address's first wrong token is reported, its second, fourth, eighth, and so on. */
function wrongTokenLines(tell: (line: string) => void) {
  return (from: string, count: number) => {
    if (Number.isInteger(Math.log2(count)))
      tell(`a wrong token came from ${from}${count === 1 ? '' : `, which makes ${count} from this address`}.`);
  };
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
  const others = ['host', 'port', 'token', 'origin', 'maxSessions', 'drain', 'metrics'] as const;
  const other = others.find((name) => flags[name] !== undefined);
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
    .option('--drain <s>', 'how long requests under way may take after Ctrl-C or SIGTERM (default 10)')
    .option('--log <format>', 'on standard error: text, what needs attention, or json, a line an event (default text)')
    .option('--metrics', 'answer GET /metrics, for Prometheus')
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

GET /healthz gives 200 while new sessions are taken, and 503 while those that there are end. After one signal requests
under way are answered; a second one ends the server at once.

Variables of the environment, over which options win: KERF_TOKEN, KERF_MAX_MESSAGE, KERF_MAX_SESSIONS, KERF_MAX_MEMORY,
KERF_MOST_ROWS, KERF_MOST_SECONDS, KERF_DRAIN, KERF_LOG, KERF_METRICS=1.

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
