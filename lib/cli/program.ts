// The command line's words: commands, options, help.

import { Command, Option } from 'commander';
import { type ConvertFlags, convert } from './commands/convert.ts';
import { type DatasetFlags, dataset } from './commands/dataset.ts';
import { type DemoFlags, demo } from './commands/demo.ts';
import { type DetectFlags, detect } from './commands/detect.ts';
import { type InspectFlags, inspect } from './commands/inspect.ts';
import { exitCodeHelp } from './exit-code.ts';
import { surfaceFileHelp } from './surface-file.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function program(kit: Toolkit, terminal: Terminal): Command {
  const kerf = new Command('kerf');
  // Copied by every command made below: how it writes, and that it throws instead of exiting.
  kerf
    .description('Where a surgical tool touches bone: contact states, certified distances and contact areas, in mm.')
    .version(kit.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: () => {} })
    .addHelpText(
      'after',
      `
Examples:
  kerf demo
  kerf detect --bone skull.stl --tool saw.stl --path cut.csv --distance 0.2 --resolution 0.5 --out result
  kerf inspect skull.stl
${exitCodeHelp}`,
    );
  addDetect(kerf, kit, terminal);
  const iso = 'the intensity of the surface in a volume, for CT about 225 (HU)';
  kerf
    .command('inspect')
    .summary('what a mesh is: closed, oriented, manifold, size, area, volume')
    .description('Say what a mesh is: closed, oriented, manifold, components, size, area, volume.')
    .argument('<file>', surfaceFileHelp)
    .option('--iso <value>', iso)
    .option('--json', 'print JSON instead of a table')
    .addHelpText('after', examples('kerf inspect skull.stl', 'kerf inspect head.nii.gz --iso 225.5 --json'))
    .action((file: string, flags: InspectFlags) => inspect(file, flags, kit, terminal));
  kerf
    .command('convert')
    .summary('a mesh or CT volume to a mesh file of another format')
    .description('Convert a mesh, or the surface in a CT volume, to the mesh format that OUT ends in.')
    .argument('<in>', surfaceFileHelp)
    .argument('<out>', '.stl .ply .obj .vtp or .vtk')
    .option('--iso <value>', iso)
    .addHelpText(
      'after',
      examples('kerf convert skull.stl skull.ply', 'kerf convert head.nii.gz skull.ply --iso 225.5'),
    )
    .action((input: string, output: string, flags: ConvertFlags) => convert(input, output, flags, kit, terminal));
  kerf
    .command('dataset')
    .summary('a generated body (skull phantom, saw blade, sphere, …) to a mesh file')
    .description(
      `Write a generated body to a mesh file; without NAME, list the names.\n\nNames: ${kit.datasetNames.join(', ')}`,
    )
    .argument('[name]', 'which body')
    .option('--out <file>', 'the mesh file to write: .stl .ply .obj .vtp or .vtk')
    .option('--faces <count>', 'about how many faces')
    .addHelpText('after', examples('kerf dataset', 'kerf dataset skull-phantom --faces 200000 --out skull.ply'))
    .action((name: string | undefined, flags: DatasetFlags) => dataset(name, flags, kit, terminal));
  kerf
    .command('demo')
    .summary('a saw cutting the skull phantom, with its report')
    .description('Make the skull phantom and the saw blade, run a cutting path and write its report.')
    .option('--out <dir>', 'the folder to write to', 'kerf-demo')
    .addHelpText('after', examples('kerf demo --out out/demo'))
    .action((flags: DemoFlags) => demo(flags, kit, terminal));
  return kerf;
}

function addDetect(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('detect')
    .summary('where the tool touches the bone, at a pose or along a path')
    .description('Say where the tool touches the bone, at a pose or along a path of poses.')
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--tool <file>', surfaceFileHelp)
    .option('--pose <file>', 'one pose, tool frame to bone frame: 16 numbers, a 4×4 matrix column by column')
    .option('--path <file>', 'poses, one of 16 numbers a row')
    .requiredOption('--distance <mm>', 'contact distance: a gap up to this counts as contact; 0 or more')
    .requiredOption('--resolution <mm>', 'the longest edge of a reported contact; above 0')
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(
      new Option('--sides <which>', 'whose contacts are reported').choices(['bone', 'tool', 'both']).default('both'),
    )
    .option('--out <dir>', 'write report.html, report.json and contacts.vtp to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
Pose and path files: numbers separated by blanks, commas or semicolons, # starts a comment, a path may have a header
line; or JSON, an array of 16 numbers or an array of such arrays. The translation stands at places 13 to 15.
${examples(
  'kerf detect --bone skull.stl --tool saw.stl --pose pose.txt --distance 0.2 --resolution 0.5',
  'kerf detect --bone head.nii.gz --iso 225.5 --tool drill.ply --path cut.csv --distance 0.2 --resolution 0.5 --out result',
  'kerf detect --bone skull.ply --tool saw.ply --path cut.csv --distance 0 --resolution 1 --json > result.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: DetectFlags) => detect(flags, kit, terminal));
}

function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
