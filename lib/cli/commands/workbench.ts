// `kerf workbench`: the page in which a saw in the hand meets a skull, served on this machine, until stopped.

import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { OptionError } from '#core';
import { examples } from '../command-words.ts';
import { FileAccessError, withFileErrors } from '../exit-code.ts';
import { portOption } from '../option-values.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';
import { untilStopped } from '../until-stopped.ts';
import { pageServer } from '../workbench/page-server.ts';

interface WorkbenchFlags {
  readonly bone?: string;
  readonly tool?: string;
  readonly motion?: string;
  readonly plan?: string;
  readonly port?: string;
}

const GIVEN = ['bone', 'tool', 'motion', 'plan'] as const;

async function workbench(flags: WorkbenchFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const port = portOption(flags.port ?? '0', 'port');
  const page = join(kit.builtFolder, 'workbench');
  if (!existsSync(join(page, 'index.html')))
    throw new FileAccessError(`There is no page in ${page}; build it with npm run build.`);
  const given = new Map<string, string>();
  const asked = new URLSearchParams();
  for (const option of GIVEN) {
    const path = flags[option];
    if (path === undefined) continue;
    await checkFile(path, option);
    // The page says the file's name, and reads its kind from it.
    const name = `${option}/${basename(path)}`;
    given.set(name, path);
    asked.set(option, `given/${name}`);
  }
  const server = pageServer({ page, scripts: kit.builtFolder, given });
  const { listening } = await kit.serverRoom();
  await listening(server, '127.0.0.1', port, 'name another --port');
  try {
    const { port: taken } = server.address() as AddressInfo;
    const query = asked.size === 0 ? '' : `?${asked}`;
    terminal.out(`kerf workbench: http://127.0.0.1:${taken}/${query}\n`);
    terminal.err('Open this address in a browser; Ctrl-C ends it.\n');
    await untilStopped(terminal.signal);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** @throws FileAccessError, OptionError. */
async function checkFile(path: string, option: string): Promise<void> {
  const status = await withFileErrors('read', path, () => stat(path));
  if (!status.isFile())
    throw new OptionError(
      'BAD_OPTION',
      `--${option} is ${path}, which is no file; name a mesh, a volume, a motion or a plan.`,
    );
}

export function addWorkbench(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('workbench')
    .summary('a page with a skull, a saw in the hand and their contacts')
    .description('Serve the workbench on this machine: a bone, a tool in the hand, their contacts, cuts and forces.')
    .option('--bone <file>', 'a mesh or a CT volume (VTI, NIfTI), opened in place of the skull phantom')
    .option('--tool <file>', 'a mesh, in place of the saw')
    .option('--motion <file>', 'a motion that the page has saved (JSON); P plays it')
    .option('--plan <file>', 'a plan of the trainer (JSON): the flap that is to be cut, and what to spare')
    .option('--port <number>', 'the port of 127.0.0.1; any that is free by default')
    .addHelpText('after', examples('kerf workbench', 'kerf workbench --bone skull.stl --port 8080'))
    .action((flags: WorkbenchFlags) => workbench(flags, kit, terminal));
}
