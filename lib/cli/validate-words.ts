// The words of kerf validate: its options and help.

import { type Command, Option } from 'commander';
import { backendOption, examples, unitOption } from './command-words.ts';
import { type ValidateFlags, validate, validateDefaults } from './commands/validate.ts';
import { exitCodeHelp } from './exit-code.ts';
import { surfaceFileHelp } from './surface-file.ts';
import type { Terminal, Toolkit } from './toolkit.ts';

export function addValidate(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const by = (name: keyof typeof validateDefaults) => `(default ${validateDefaults[name]})`;
  kerf
    .command('validate')
    .summary("kerf's answers judged by an exact oracle, with a report")
    .description(
      "Judge kerf's answers at every pose by an oracle in exact arithmetic, and write the proof to a folder; or study how the answers converge.",
    )
    .option('--bone <file>', surfaceFileHelp)
    .option('--tool <file>', surfaceFileHelp)
    .option('--path <file>', 'poses, in a file as for kerf detect')
    .option('--random <n>', 'as many random poses at and about contact, instead of a path')
    .option('--seed <s>', `of the random poses and of the sampling at each pose ${by('seed')}`)
    .option('--distance <mm>', `contact distance: a gap up to this counts as contact ${by('distance')}`)
    .option('--resolution <mm>', `the longest edge of a reported contact ${by('resolution')}`)
    .option('--samples <n>', `contacts bounded exactly, and points tried on each body, a pose ${by('samples')}`)
    .option(
      '--oracle-limit <n>',
      `pieces of a contact that the oracle splits before it says undecided ${by('oracleLimit')}`,
    )
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .addOption(backendOption(` ${by('backend')}`))
    .option('--workers <k>', 'poses judged at once, which changes no answer (default: one a processor core)')
    .option('--shard <i/n>', 'judge shard i of n of the poses alone, on one of n machines; kerf merge joins them')
    .option('--against <file>', 'the validation.json of another run, to compare with')
    .addOption(
      new Option(
        '--study <name>',
        'instead: refinement, h and mesh density varied on bodies of known distance; corpora, pairs of triangles and meshes where answers go wrong; or motion, contact in time of points and spheres',
      ).choices(['refinement', 'corpora', 'motion']),
    )
    .option('--pairs <n>', `how many pairs of triangles the corpora's study judges ${by('pairs')}`)
    .option(
      '--queries <n>',
      `how many impacts of vertex and face, edge and edge the motion study judges ${by('queries')}`,
    )
    .option('--sweeps <n>', `how many sphere sweeps it judges over the skull phantom, and over --bone ${by('sweeps')}`)
    .option('--published <dir>', 'published queries that it judges: NAME-vf.f64, NAME-ee.f64, with labels in .u8')
    .option('--out <dir>', 'the folder to write to, and to go on in')
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .option('--preview', 'judge a few evenly chosen poses, say what the run would do and cost, and write nothing')
    .option('--json', 'print JSON, without the poses, instead of tables')
    .addHelpText(
      'after',
      `
Writes validation.json, validation.csv and validation.html (a study: refinement.*, corpora.json or motion.json). A run that was cut short left its poses in
the folder: the same command goes on with the rest, and ends with the same files as a run that was not. After its first
pose a run says how long the others will take; --preview judges five, the first, the last and three between, and needs
no --out.

With --shard the folder holds shard.json, shard.rows.jsonl and shard.inputs instead; its exit code is 0 whatever it
finds, and kerf merge gives the files, the verdict and the exit code of one run. examples/cluster has job files.

What the oracle cannot decide within its limit is undecided, never right: the exit code is 0, and the verdict says so.
${examples(
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --out proof',
  'kerf validate --bone skull.stl --tool saw.stl --random 200 --seed 7 --workers 4 --out proof',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --preview',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --shard 3/16 --out shards/3',
  'kerf validate --bone skull.stl --tool saw.stl --path cut.csv --against before/validation.json --out after',
  'kerf validate --study refinement --out study',
  'kerf validate --study corpora --pairs 1000000 --out corpora',
  'kerf validate --study motion --queries 1000000 --out motion',
)}
${exitCodeHelp}`,
    )
    .action((flags: ValidateFlags) => validate(flags, kit, terminal));
}
