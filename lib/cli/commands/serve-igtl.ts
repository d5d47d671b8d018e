// `kerf serve --igtl`: poses of a tracked tool, by OpenIGTLink → what it touches, until stopped.

import { optionWord } from '../command-words.ts';
import { UsageError } from '../exit-code.ts';
import { swappedBodies, warn } from '../notices.ts';
import { addressOption, contactDistance, frameOption, portOption, resolution } from '../option-values.ts';
import { loadSurface } from '../surface-file.ts';
import type { BackendChoice, Terminal, Toolkit } from '../toolkit.ts';

export interface ServeIgtlFlags {
  /** A port. */
  readonly igtl?: string;
  /** HOST:PORT. */
  readonly igtlConnect?: string;
  readonly bone?: string;
  readonly tool?: string;
  readonly device?: string;
  readonly frame?: string;
  readonly distance?: string;
  readonly resolution?: string;
  readonly backend?: BackendChoice;
}

/** mm: defaults for answers that are viewed while the tool moves. */
const USUAL_DISTANCE = '0.5';
const USUAL_RESOLUTION = '1';

/** Options of the other modes of serving, and of this one. */
const OTHERS = [
  ...(['stdio', 'host', 'port', 'token', 'origin', 'files', 'maxMessage', 'maxSessions', 'maxMemory'] as const),
  ...(['mostRows', 'mostSeconds', 'drain', 'log', 'metrics'] as const),
];
const OWN = ['bone', 'tool', 'device', 'frame', 'distance', 'resolution', 'backend'] as const;

/** Whether OpenIGTLink is requested. @throws UsageError if an option of the other mode is given. */
export function checkIgtlOptions(
  flags: ServeIgtlFlags & { readonly [name in (typeof OTHERS)[number]]?: unknown },
): boolean {
  const isIgtl = flags.igtl !== undefined || flags.igtlConnect !== undefined;
  const odd = isIgtl ? OTHERS.find((name) => flags[name] !== undefined) : OWN.find((name) => flags[name] !== undefined);
  if (odd === undefined) return isIgtl;
  const name = optionWord(odd);
  throw new UsageError(
    isIgtl
      ? `${name} is for JSON messages, and --igtl serves OpenIGTLink alone; leave one of the two out.`
      : `${name} is for OpenIGTLink, whose messages name no files; give --igtl or --igtl-connect too.`,
  );
}

export async function serveIgtl(
  flags: ServeIgtlFlags,
  untilStopped: (signal: AbortSignal) => Promise<void>,
  kit: Toolkit,
  terminal: Terminal,
): Promise<void> {
  const port = flags.igtl === undefined ? null : portOption(flags.igtl, 'igtl');
  const connect = flags.igtlConnect === undefined ? null : addressOption(flags.igtlConnect, 'igtl-connect');
  const device = named(flags.device, 'device', 'the device whose poses are those of the tool');
  const files = { bone: named(flags.bone, 'bone', 'a file'), tool: named(flags.tool, 'tool', 'a file') };
  const question = {
    contactDistance: contactDistance(flags.distance ?? USUAL_DISTANCE),
    resolution: resolution(flags.resolution ?? USUAL_RESOLUTION),
    frame: flags.frame === undefined ? null : frameOption(flags.frame, 'frame'),
  };
  const [bone, tool] = [await loadSurface(kit, files.bone, undefined), await loadSurface(kit, files.tool, undefined)];
  warn(terminal, swappedBodies({ mesh: bone, file: files.bone }, { mesh: tool, file: files.tool }));
  const tell = (line: string) => terminal.err(`kerf serve: ${line}\n`);
  const room = await kit.serverRoom();
  const served = await room.serveIgtl({
    ...{ bone, tool, ...question, backend: flags.backend, device, port, connect, tell },
  });
  const where = [
    ...(served.port === null ? [] : [`on 127.0.0.1:${served.port}`]),
    ...(connect === null ? [] : [`with ${connect.host}:${connect.port}`]),
  ];
  terminal.out(`kerf serve: OpenIGTLink ${where.join(', ')}, tool ${device}\n`);
  await untilStopped(terminal.signal);
  await served.close();
  const { answered, skipped, refused, unseen } = served;
  const lost = unseen > 0 ? `, ${unseen} of them of a tool that was not seen` : '';
  tell(`${answered} poses answered, ${skipped} passed over for newer ones, ${refused} messages refused${lost}.`);
}

/** @throws UsageError. */
function named(value: string | undefined, name: string, what: string): string {
  if (value === undefined || value === '') throw new UsageError(`kerf serve --igtl needs --${name}, ${what}; give it.`);
  return value;
}
