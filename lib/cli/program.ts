// The command line's words: commands, options, help.

import { Command, Option } from 'commander';
import { addBenchmark } from './benchmark-words.ts';
import { backendOption, examples, unitOption } from './command-words.ts';
import { type AssessFlags, assess } from './commands/assess.ts';
import { type BoneFlags, bone } from './commands/bone.ts';
import { type BuildIndexFlags, buildIndexFile } from './commands/build-index.ts';
import { type ConvertFlags, convert } from './commands/convert.ts';
import { type DatasetFlags, dataset } from './commands/dataset.ts';
import { type DemoFlags, demo } from './commands/demo.ts';
import { type DetectFlags, detect } from './commands/detect.ts';
import { type ImpactsFlags, impacts } from './commands/impacts.ts';
import { type InspectFlags, inspect } from './commands/inspect.ts';
import { type SweepFlags, sweep } from './commands/sweep.ts';
import { exitCodeHelp } from './exit-code.ts';
import { forceFileHelp } from './force-file.ts';
import { addJudge } from './judge-words.ts';
import { addMerge } from './merge-words.ts';
import { askForMissingOptions } from './missing-options.ts';
import { poseFileHelp } from './pose-file.ts';
import { addServe } from './serve-words.ts';
import { surfaceFileHelp } from './surface-file.ts';
import type { Terminal, Toolkit } from './toolkit.ts';
import { addValidate } from './validate-words.ts';

const WORKERS = 'threads of the CPU backend that compute at once, which changes no answer';
const ISO = 'the intensity of the surface in a volume, for CT about 225 (HU)';

export function program(kit: Toolkit, terminal: Terminal): Command {
  const kerf = new Command('kerf');
  // Every command below inherits this: where it writes, and that it throws instead of exiting.
  kerf
    .description('Where a surgical tool touches bone: contact states, certified distances and contact areas, in mm.')
    .version(kit.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      // Apart from errors, which run.ts reports, this gets only the help of a command that merely groups others.
      writeErr: (text) => terminal.out(text),
      outputError: () => {},
      getOutHelpWidth: () => terminal.columns ?? 80,
    })
    .addHelpText(
      'after',
      `
Examples:
  kerf demo
  kerf detect --bone skull.stl --tool saw.stl --path cut.csv --distance 0.2 --resolution 0.5 --out result
  kerf sweep --bone skull.stl --tool saw.stl --path cut.csv --out swept
  kerf impacts --start before.ply --end after.ply --out impacts
  kerf assess --bone skull.stl --tool saw.stl --path cut.csv --cell 1 --out assessed
  kerf inspect skull.stl
  kerf validate --bone skull.stl --tool saw.stl --path cut.csv --out proof
  kerf judge --bone skull.stl --tool saw.stl --poses cut.csv --results results.jsonl --out judged
  kerf serve --port 7425
${exitCodeHelp}`,
    );
  addDetect(kerf, kit, terminal);
  addSweep(kerf, kit, terminal);
  addImpacts(kerf, kit, terminal);
  addAssess(kerf, kit, terminal);
  addValidate(kerf, kit, terminal);
  addJudge(kerf, kit, terminal);
  addBenchmark(kerf, kit, terminal);
  addMerge(kerf, kit, terminal);
  addServe(kerf, kit, terminal);
  addBone(kerf, kit, terminal);
  addInspect(kerf, kit, terminal);
  addConvert(kerf, kit, terminal);
  addIndex(kerf, kit, terminal);
  addDataset(kerf, kit, terminal);
  addDemo(kerf, kit, terminal);
  askForMissingOptions(kerf);
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
    .option('--path <file>', 'poses, one of 16 numbers a row, or what a tracker writes: see below')
    .requiredOption('--distance <mm>', 'contact distance: a gap up to this counts as contact; 0 or more')
    .requiredOption('--resolution <mm>', 'the longest edge of a reported contact; above 0')
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .addOption(
      new Option('--sides <which>', 'whose contacts are reported').choices(['bone', 'tool', 'both']).default('both'),
    )
    .option('--feed <x,y,z>', "the tool's way into the bone, in its frame; adds insertion and the wall ahead")
    .option('--shank <vertex>', 'the vertex by which the tool is held (default: the one farthest from the bone)')
    .option('--volume', 'report how much bone lies in the tool, mm³, at each pose; both must be closed; takes longer')
    .addOption(backendOption().default('auto'))
    .addOption(
      new Option('--candidates <which>', 'how pairs of faces are found, which changes no answer; bvh needs less memory')
        .choices(['scanlines', 'bvh', 'bvh-front', 'image'])
        .default('scanlines'),
    )
    .option('--index <file>', "the bone's index, as kerf index wrote it; answers are the same with and without")
    .option('--workers <k>', WORKERS, '1')
    .option('--out <dir>', 'write report.html, report.json and contacts.vtp to this folder, or go on in it')
    .option('--series', "with --out: also contacts.pvd and a VTP file a pose, for ParaView's time slider")
    .option('--fresh', 'throw away what the folder holds of a run that was cut short')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

through: a part of the tool has come out of the bone, cut off on its surface from the part that holds the shank;
protrusion: how far from the bone it reaches. Along --feed, insertion: the longest way from where the bone begins to a
point of the tool; wall ahead: the least bone still before it. inside: the distance to the nearest surface, inside.
volume: an interval, mm³, that holds the volume of what bone and tool have in common at the pose, with its ends at most
1 % apart; a wider one is marked wide, and report.json has "reached": false. kerf assess measures what a whole path
removes.

With --out a path that is cut short leaves its finished poses in the folder: the same command goes on with the rest, and
ends with the same files as one that was not.
${examples(
  'kerf detect --bone skull.stl --tool saw.stl --pose pose.txt --distance 0.2 --resolution 0.5 --feed 0,-1,0',
  'kerf detect --bone head.nii.gz --iso 225.5 --tool drill.ply --path cut.csv --distance 0.2 --resolution 0.5 --out result',
  'kerf detect --bone skull.ply --tool saw.ply --path cut.csv --distance 0 --resolution 1 --json > result.json',
  'kerf detect --bone skull.ply --index skull.kerf-index --tool saw.ply --pose pose.txt --distance 0 --resolution 1',
)}
${exitCodeHelp}`,
    )
    .action((flags: DetectFlags) => detect(flags, kit, terminal));
}

function addSweep(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('sweep')
    .summary('when the tool first touches the bone between the poses of a path')
    .description(
      'Say of each step, from a pose of a path to the next, when the tool first touches the bone on its way.',
    )
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--tool <file>', surfaceFileHelp)
    .requiredOption('--path <file>', 'two poses or more, in a file as for kerf detect')
    .option('--clearance <mm>', 'what comes this near counts as touching; 0 or more', '0')
    .option('--tolerance <mm>', 'no point of the tool goes a longer way between free and contact; above 0', '0.001')
    .option('--iso <value>', 'the intensity of the surface where bone or tool is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .option('--out <dir>', 'write sweep.html and sweep.json to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

Step i leads from pose i to pose i + 1: by a line if both have the same rotation, else by a screw, the shorter way
round. A turn of half a turn may go either way round and is refused: give a pose between.

free: proved at every time of the step. contact: free up to the lower end of the interval, touching at its upper end,
for which face numbers, point, normal and pose are given. initial: in contact where the step starts, or one body is
inside the other; when that ends is not computed. grazing: it comes nearer than the tolerance, and whether it touches,
or later in the step, is not decided. Clearance is the distance of the surfaces at the poses, 0 where they touch;
between poses it is unknown.
${examples(
  'kerf sweep --bone skull.ply --tool saw.ply --path cut.csv --out swept',
  'kerf sweep --bone guide.stl --tool drill.stl --path robot.csv --clearance 0.5 --out swept',
  'kerf sweep --bone skull.ply --tool saw.ply --path cut.csv --json > swept.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: SweepFlags) => sweep(flags, kit, terminal));
}

function addImpacts(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('impacts')
    .summary('what meets when a surface deforms from one file to another')
    .description(
      'Find every impact of a surface whose vertices go linearly from where START has them to where END has.',
    )
    .requiredOption('--start <file>', 'mesh (.stl .ply .obj .vtp .vtk) at t = 0: of all bodies together')
    .requiredOption('--end <file>', 'the same surface at t = 1: as many vertices, the same faces')
    .addOption(
      new Option('--backend <which>', 'what computes, which changes no answer; auto takes the CPU')
        .choices(['auto', 'cpu', 'webgpu'])
        .default('auto'),
    )
    .option('--workers <k>', WORKERS, '1')
    .option('--out <dir>', 'write impacts.html, .json, .csv and .vtp (points, for ParaView) to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
PLY, OBJ, VTP and VTK keep vertices as they are, so that those of two files pair up. STL has none: corners at one place
become one vertex, and files are refused whose corners coincide in other ways. Save polygons as triangles.

impact: a vertex and a face, or two edges, that share no vertex of the surface and share a point at some time of the
closed step; each such pair once, with its first time as an interval, none missed and none invented. Free until: the
largest time to which every vertex may go with no impact at any time up to it. Where the surface passes through itself
at the start already, nothing comes to meet: kerf inspect --self-intersections finds such places.
${examples(
  'kerf impacts --start before.ply --end after.ply --out impacts',
  'kerf impacts --start before.ply --end after.ply --workers 4 --json > impacts.json',
)}
${exitCodeHelp}`,
    )
    .action((flags: ImpactsFlags) => impacts(flags, kit, terminal));
}

function addAssess(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  const more = (text: string, others: string[]) => [...others, text];
  kerf
    .command('assess')
    .summary('cut the bone along a path, and measure what a trainer asks')
    .description(
      'Cut the bone along a path and measure it: plunge past the bone, distance to structures, bone removed, walls.',
    )
    .requiredOption('--bone <file>', `${surfaceFileHelp}; closed`)
    .requiredOption('--tool <file>', `${surfaceFileHelp}; closed`)
    .requiredOption('--path <file>', 'two poses or more, in a file as for kerf detect')
    .requiredOption('--cell <mm>', 'the grid on which the bone is cut; above 0')
    .option('--plane <x,y,z,nx,ny,nz>', 'a planned plane: a point, mm, and the normal; may be given again', more, [])
    .option('--structure <name=file>', 'a surface that must not be hurt; may be given again', more, [])
    .option('--region <file>', 'a closed surface: what is removed inside it and outside it is reported apart')
    .option('--feed <x,y,z>', "the tool's way into the bone, in its frame; adds the bone ahead")
    .option('--shank <vertex>', 'the vertex by which the tool is held (default: the one farthest from the bone)')
    .option('--forces <file>', 'forces on the tool at times; adds their mean, their peak and a plot')
    .option('--force-limit <N>', 'a force; adds how long the tool was pressed harder')
    .option('--iso <value>', 'the intensity of the surface where one of these is a volume, for CT about 225 (HU)')
    .addOption(unitOption('the unit of the meshes and of the poses'))
    .addOption(unitOption('the unit of the poses alone', '--path-unit <unit>'))
    .option('--out <dir>', 'write assess.html, assess.json and assess.csv to this folder')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
${poseFileHelp}

${forceFileHelp}

plunge: how far from the bone, as it was, a part of the tool has come out on the far side, at the poses. distance: at
the poses, and a bound for what lies between them. removed: intervals that hold what the motions took. walls: how far
the faces that the cut made are from the plane that they run along; give the path of the cuts along these planes.
${examples(
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 1 --feed 0,-1,0 --out assessed',
  'kerf assess --bone skull.ply --tool saw.ply --path cut.csv --cell 0.5 --plane 12,17,75,0,0,1 --structure sinus=sinus.stl --region flap.stl --out assessed',
)}
${exitCodeHelp}`,
    )
    .action((flags: AssessFlags) => assess(flags, kit, terminal));
}

function addBone(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('bone')
    .summary('a CT volume to a bone that can be measured: one piece, closed')
    .description('Make a bone from a CT volume: the largest component of the surface, closed where the volume ends.')
    .argument('<volume>', '.nii .nii.gz .nrrd .nhdr .mha .mhd .vti, or a folder of uncompressed DICOM slices')
    .requiredOption('--iso <value>', 'bone is where the value is at least this, for CT about 225 (HU)')
    .requiredOption('--out <file>', 'the mesh file to write: .stl .ply .obj .vtp or .vtk')
    .option('--largest', 'keep the component of the largest area alone; cavities are filled', true)
    .option('--no-largest', 'keep every component')
    .option('--cap', 'close it by flat faces in the planes of the outermost samples or of the crop', true)
    .option('--no-cap', 'leave it open there')
    .option('--crop <planes...>', 'x0 x1 y0 y1 z0 z1, mm, in the frame of the result: what lies beyond is cut off')
    .option('--frame <frame>', "ras or lps (default: the volume's own)")
    .option('--faces <count>', 'coarsen it to about this many faces; the deviation is measured and printed')
    .option('--series <uid>', 'of several DICOM series, the UID or the number of the one that is read')
    .option('--accept-uneven <mm>', 'resample DICOM slices whose distances are off the usual one by up to this')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      `
NIfTI is RAS, DICOM and most meshes are LPS: each is the other turned half round z, so a bone has to be in the frame of
the poses that are asked of it. What a file says of its frame is kept in the mesh file, as 3D Slicer writes it.
${examples(
  'kerf bone head.nii.gz --iso 225 --out skull.ply',
  'kerf bone head.nii.gz --iso 225 --frame lps --faces 100000 --out skull.ply',
  'kerf bone ct-slices/ --iso 225 --crop 60 120 -200 -100 20 90 --out part.ply',
)}`,
    )
    .action((volume: string, flags: BoneFlags) => bone(volume, flags, kit, terminal));
}

function addInspect(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('inspect')
    .summary('what a mesh is: closed, oriented, manifold, size, area, volume')
    .description('Say what a mesh is: closed, oriented, manifold, components, size, area, volume.')
    .argument('<file>', surfaceFileHelp)
    .option('--iso <value>', ISO)
    .addOption(unitOption('the unit of a mesh; sizes come in mm'))
    .option('--self-intersections', 'count the pairs of its own faces that intersect, exactly')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      examples(
        'kerf inspect skull.stl',
        'kerf inspect skull.stl --self-intersections',
        'kerf inspect head.nii.gz --iso 225.5 --json',
      ),
    )
    .action((file: string, flags: InspectFlags) => inspect(file, flags, kit, terminal));
}

function addConvert(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('convert')
    .summary('a mesh or CT volume to a mesh file of another format')
    .description('Convert a mesh, or the surface in a CT volume, to the mesh format that OUT ends in.')
    .argument('<in>', surfaceFileHelp)
    .argument('<out>', '.stl .ply .obj .vtp or .vtk')
    .option('--iso <value>', ISO)
    .addOption(unitOption('the unit of a mesh; OUT is in mm'))
    .option('--frame <frame>', 'give OUT in the frame ras or lps: x and y are negated where IN is in the other')
    .option('--from-frame <frame>', 'the frame of IN, ras or lps, where it does not tell')
    .addHelpText(
      'after',
      examples(
        'kerf convert skull.stl skull.ply',
        'kerf convert skull.stl skull-lps.ply --from-frame ras --frame lps',
        'kerf convert skull.stl skull.ply --unit m',
        'kerf convert head.nii.gz head.ply --iso 225.5',
      ),
    )
    .action((input: string, output: string, flags: ConvertFlags) => convert(input, output, flags, kit, terminal));
}

function addIndex(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('index')
    .summary("a bone's index to a file, so that kerf detect need not build it")
    .description("Build a bone's index and write it to a file, for kerf detect --index.")
    .requiredOption('--bone <file>', surfaceFileHelp)
    .requiredOption('--out <file>', 'the file to write')
    .option('--iso <value>', ISO)
    .addOption(unitOption('the unit of a mesh, as for kerf detect'))
    .addHelpText(
      'after',
      `
An index belongs to one mesh: for a bone with other coordinates, other faces or another order of them it is refused.
${examples(
  'kerf index --bone skull.ply --out skull.kerf-index',
  'kerf index --bone head.nii.gz --iso 225.5 --out head.kerf-index',
)}`,
    )
    .action((flags: BuildIndexFlags) => buildIndexFile(flags, kit, terminal));
}

function addDataset(kerf: Command, kit: Toolkit, terminal: Terminal): void {
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
}

function addDemo(kerf: Command, kit: Toolkit, terminal: Terminal): void {
  kerf
    .command('demo')
    .summary('a saw cutting the skull phantom, with its report')
    .description('Make the skull phantom and the saw blade, run a cutting path and write its report.')
    .option('--out <dir>', 'the folder to write to', 'kerf-demo')
    .addHelpText('after', examples('kerf demo --out out/demo'))
    .action((flags: DemoFlags) => demo(flags, kit, terminal));
}
