// `kerf place`: a bone, a tool, its feed and a point → a first pose of the tool on the bone, in a pose file.

import type { Command } from 'commander';
import { examples, isoHelp, unitOption } from '../command-words.ts';
import { unusedIso, warn } from '../notices.ts';
import { feedOption, isoOption, normalOption, pointOption } from '../option-values.ts';
import { writeWhole } from '../output-files.ts';
import { heedSignal } from '../progress-bar.ts';
import { type LengthUnit, loadSurface, surfaceFileHelp } from '../surface-file.ts';
import type { Terminal, Toolkit } from '../toolkit.ts';

interface PlaceFlags {
  readonly bone: string;
  readonly tool: string;
  readonly feed: string;
  readonly at?: string;
  readonly normal?: string;
  readonly iso?: string;
  readonly unit?: LengthUnit;
  readonly out?: string;
}

async function place(flags: PlaceFlags, kit: Toolkit, terminal: Terminal): Promise<void> {
  const iso = flags.iso === undefined ? undefined : isoOption(flags.iso);
  const { unit = 'mm' } = flags;
  const options = {
    feed: feedOption(flags.feed),
    ...(flags.at === undefined ? {} : { at: pointOption(flags.at, 'at') }),
    ...(flags.normal === undefined ? {} : { normal: normalOption(flags.normal) }),
  };
  warn(terminal, unusedIso(iso, [flags.bone, flags.tool]));
  const bone = await loadSurface(kit, flags.bone, iso, unit);
  const tool = await loadSurface(kit, flags.tool, iso, unit);
  const pose = `${kit.placeTool(bone, tool, options).join(' ')}\n`;
  await heedSignal(terminal);
  if (flags.out === undefined) terminal.out(pose);
  else {
    await writeWhole(flags.out, new TextEncoder().encode(pose));
    terminal.out(`Wrote ${flags.out}: a pose, mm, from the tool's frame to the bone's.\n`);
  }
}

export function addPlace(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('place')
    .summary('a first pose of the tool, at which it touches the bone')
    .description(
      "Turn the tool so that its feed runs against the bone's normal at a point, and let it down along the feed until " +
        'its first contact, from outside the bone. Prints the pose, 16 numbers, as --pose of kerf detect reads them.',
    )
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--tool <file>', surfaceFileHelp)
    .requiredOption('--feed <x,y,z>', "the tool's way into the bone, in its frame")
    .option('--at <x,y,z>', "the point under the tool's tip, mm, bone frame; by default the bone's highest in z")
    .option('--normal <x,y,z>', "the way out of the bone there; by default the bone's own normal")
    .option('--iso <value>', isoHelp)
    .addOption(unitOption('the unit of the meshes; the pose is in mm'))
    .option('--out <file>', 'write the pose to this file')
    .addHelpText(
      'after',
      examples(
        'kerf place --bone skull.ply --tool saw.stl --feed 0,-1,0 --out pose.txt',
        'kerf place --bone skull.ply --tool burr.stl --feed 0,0,-1 --at 12,40,71 --normal 0,0.6,0.8',
      ),
    )
    .action((flags: PlaceFlags) => place(flags, kit, terminal));
}
