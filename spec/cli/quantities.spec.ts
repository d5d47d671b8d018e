import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import { fakeToolkit, loweringPath, recordedTerminal } from '#harness/fake-toolkit.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { inspectMesh, type TriangleMesh } from '#mesh';

drawSmallPictures();

let root: string;
let pathFile: string;

beforeEach(async () => {
  root = await temporaryFolder('quantities');
  pathFile = join(root, 'path.csv');
  const matrices = loweringPath(4);
  const rows = [0, 1, 2, 3].map((pose) => matrices.subarray(16 * pose, 16 * pose + 16).join(','));
  await writeFile(pathFile, rows.join('\n'));
});

async function kerf(argv: readonly string[], kit = fakeToolkit()) {
  const terminal = recordedTerminal();
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

/** The bytes of the files that a command leaves in a folder, by name; and what it printed, the folder's name apart. */
async function outcome(name: string, argv: readonly string[]) {
  const folder = join(root, name);
  const { exitCode, out, err } = await kerf([...argv, '--path', pathFile, '--out', folder]);
  expect(exitCode).toBe(0);
  const files: Record<string, string> = {};
  for (const file of await readdir(folder)) files[file] = (await readFile(join(folder, file))).toString('base64');
  return { files, out: out.replaceAll(folder, 'OUT'), err };
}

test('kerf detect: a length with a unit leaves the same bytes as the number of mm', async () => {
  const bodies = ['detect', '--bone', 'bone.stl', '--tool', 'tool.stl'];
  const [bare, ...others] = [
    await outcome('a', [...bodies, '--distance', '0.508', '--resolution', '0.5']),
    await outcome('b', [...bodies, '--distance', '0.02in', '--resolution', '500um']),
    await outcome('c', [...bodies, '--distance', ' 5.08e-4 m', '--resolution', '.5 mm']),
  ];
  expect(Object.keys(bare.files).length).toBeGreaterThan(2);
  for (const other of others) expect(other).toEqual(bare);
});

const bodies = ['--bone', 'bone.stl', '--tool', 'tool.stl'];
const path = () => ['--path', pathFile];
const deltaH = ['--distance', '0.2', '--resolution', '0.5'];

describe('every option of mm reads a unit, and refuses one that is none:', () => {
  test.each<[option: string, argv: () => string[]]>([
    ['distance', () => ['detect', ...bodies, ...path(), ...deltaH]],
    ['resolution', () => ['detect', ...bodies, ...path(), ...deltaH]],
    ['distance', () => ['validate', ...bodies, ...path(), '--out', join(root, 'out')]],
    ['resolution', () => ['validate', ...bodies, ...path(), '--out', join(root, 'out')]],
    ['clearance', () => ['sweep', ...bodies, ...path()]],
    ['tolerance', () => ['sweep', ...bodies, ...path()]],
    ['cell', () => ['assess', ...bodies, ...path(), '--cell', '1']],
    ['crop', () => ['bone', 'a.nii', '--iso', '225', '--out', join(root, 'a.ply'), '--crop', '0', '1', '0', '1', '0']],
    ['accept-uneven', () => ['bone', 'a.nii', '--iso', '225', '--out', join(root, 'a.ply')]],
    ['cell', () => [...implicitArguments(), '--box', '-6 6 -6 6 -6 6']],
    ['box', () => [...implicitArguments(), '--box', '-6', '6', '-6', '6', '-6']],
  ])('--%s', async (option, argv) => {
    const given = argv();
    const ofOption = option === 'crop' || option === 'box' ? given : [...given, `--${option}`];
    for (const [text, says] of [
      ['0.2Mm', 'which is in megametres, expected a length from 1e-9 to 1000000 mm, or 0; write mm for millimetres.'],
      ['3kg', 'whose unit is kg, expected m, cm, mm, um, µm, nm, in, inch or ft'],
      ['1e400mm', 'expected a length from 1e-9 to 1000000 mm, or 0; correct it.'],
    ])
      expect(await kerf([...ofOption, text])).toMatchObject({
        exitCode: 3,
        err: expect.stringMatching(
          new RegExp(`^kerf: --${option} is "${text}", [^\\n]*${says.replace(/[.]/g, '\\.')}`),
        ),
      });
  });

  test('what an option refuses by itself, and what is no length', async () => {
    const detect = ['detect', ...bodies, ...path(), '--resolution', '0.5', '--distance'];
    expect((await kerf([...detect, '-0.1 mm'])).err).toBe(
      'kerf: --distance is -0.1 mm, expected a number of mm, 0 or more; correct it.\n',
    );
    expect((await kerf([...detect, 'near'])).err).toBe(
      'kerf: --distance is "near", expected a number of mm, 0 or more; correct it.\n',
    );
    expect((await kerf(['--help'])).out).toContain('--distance 0.2mm, 500um, 0.02in');
  });
});

const implicitArguments = () => [
  ...['dataset', 'implicit', '--expression', 'x^2 + y^2 + z^2 - 25'],
  ...['--out', join(root, 'ball.ply'), '--cell', '1000um'],
];

test('kerf dataset implicit: the body of an expression, in a file', async () => {
  let written: TriangleMesh | undefined;
  const kit = fakeToolkit();
  const writeMesh: typeof kit.writeMesh = (mesh) => {
    written = mesh;
    return new TextEncoder().encode('a ball');
  };
  const { exitCode, out, err } = await kerf(
    [...implicitArguments(), '--box', '-6 6 -6mm 6 -0.6cm 6'],
    Object.assign(kit, { writeMesh }),
  );
  expect([exitCode, err]).toEqual([0, '']);
  expect(inspectMesh(written!)).toMatchObject({ closed: true, oriented: true, components: 1 });
  for (let v = 0; v < written!.positions.length; v += 3)
    expect(Math.abs(Math.hypot(...written!.positions.subarray(v, v + 3)) - 5)).toBeLessThan(1e-9);
  expect(out).toBe(`Wrote ${join(root, 'ball.ply')}: ${written!.faces.length / 3} faces.\n`);
  expect(await readFile(join(root, 'ball.ply'), 'utf8')).toBe('a ball');
});

test.each<[exitCode: number, says: string, argv: string[]]>([
  [2, 'Give implicit all of --expression, --box and --cell.', ['implicit', '--expression', 'x']],
  [
    2,
    '--faces is not for implicit',
    ['implicit', '--expression', 'x', '--box', '0 1 0 1 0 1', '--cell', '1', '--faces', '9'],
  ],
  [2, '--cell is for implicit, not for "sphere"', ['sphere', '--cell', '1']],
  [2, '--box has 5 numbers; give six', ['implicit', '--expression', 'x', '--box', '0 1 0 1 0', '--cell', '1']],
  [
    3,
    'expression has "import" at character 1',
    ['implicit', '--expression', 'import("fs")', '--box', '0 1 0 1 0 1', '--cell', '1'],
  ],
])('kerf dataset: %i, %s', async (exitCode, says, argv) => {
  const answer = await kerf(['dataset', ...argv, '--out', join(root, 'a.ply')]);
  expect(answer).toMatchObject({ exitCode, err: expect.stringContaining(says) });
});
