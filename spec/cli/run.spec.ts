import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ReportPayload, unpack } from '#cli/report/payload.ts';
import { program } from '#cli/program.ts';
import { run } from '#cli/run.ts';
import { type FakeToolkit, fakeToolkit, loweringPath, recordedTerminal } from '#harness/fake-toolkit.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

drawSmallPictures();

let root: string;
let pathFile: string;
let poseFile: string;

beforeEach(async () => {
  root = await temporaryFolder('run');
  pathFile = join(root, 'path.csv');
  poseFile = join(root, 'pose.txt');
  await writeFile(pathFile, rows(10));
  await writeFile(poseFile, Array.from(loweringPath(2).subarray(16)).join(' '));
});

function rows(count: number): string {
  const matrices = loweringPath(count);
  return Array.from({ length: count }, (_, pose) => matrices.subarray(16 * pose, 16 * pose + 16).join(',')).join('\n');
}

function detectArguments(...more: string[]): string[] {
  return ['detect', '--bone', 'bone.stl', '--tool', 'tool.stl', '--distance', '0.2', '--resolution', '0.5', ...more];
}

async function kerf(argv: string[], kit: FakeToolkit = fakeToolkit(), terminal = recordedTerminal()) {
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr, kit };
}

describe('kerf detect', () => {
  test('prints a row a pose and the verdict', async () => {
    const { exitCode, out, err, kit } = await kerf(detectArguments('--path', pathFile));
    expect([exitCode, err]).toEqual([0, '']);
    for (const head of ['pose', 'state', 'contacts', 'patches', 'through, mm out', 'inside mm', 'area mm²'])
      expect(out).toContain(head);
    expect(out.match(/│ (separated|near|intersecting) /g)).toHaveLength(10);
    expect(out).toMatch(/ at pose 9; inside, up to 5\.9\d\d mm from the nearest surface at pose 9\.\n/);
    expect(out).toMatch(
      /Contact at \d+ of 10 poses.*; THROUGH the bone at 2, first at pose 8, protruding up to 1\.00 mm/,
    );
    expect(out).not.toContain('insertion');
    expect(kit.disposed).toBe(1);
  });

  test('- is standard input, once', async () => {
    const given = (text: string) => {
      const streams = { input: Readable.from([Buffer.from(text)]), output: new PassThrough() };
      return Object.assign(recordedTerminal(), { streams: () => streams });
    };
    const answer = async (argv: string[], terminal?: ReturnType<typeof given>) => {
      const { exitCode, out, err } = await kerf([...argv, '--json'], fakeToolkit(), terminal);
      return { exitCode, err, out };
    };
    for (const [option, file] of [
      ['--path', pathFile],
      ['--pose', poseFile],
    ]) {
      const fromFile = await answer(detectArguments(option, file));
      const terminal = given(await readFile(file, 'utf8'));
      expect(await answer(detectArguments(option, '-'), terminal)).toEqual(fromFile);
    }
    const { exitCode, err } = await kerf(detectArguments('--path', '-'), fakeToolkit(), given('1 2 3\n'));
    expect(exitCode).toBe(3);
    expect(err).toContain('standard input, line 1: found 3 numbers, expected 16');
    const twice = ['assess', '--bone', 'a.stl', '--tool', 'b.stl', '--cell', '1', '--path', '-', '--forces', '-'];
    expect(await kerf(twice, fakeToolkit(), given(rows(2)))).toMatchObject({
      ...{ exitCode: 2, err: expect.stringContaining('Two files are given as -') },
    });
  });

  test('--json prints the result and nothing else', async () => {
    const { exitCode, out, err } = await kerf(detectArguments('--pose', poseFile, '--json', '--sides', 'tool'));
    expect([exitCode, err]).toEqual([0, '']);
    const result = JSON.parse(out);
    expect(result).toMatchObject({
      format: 'kerf-report',
      kerf: '9.9.9',
      options: { contactDistance: 0.2, resolution: 0.5, sides: 'tool' },
      poses: [{ pose: 0, state: 'intersecting', matrix: Array.from(loweringPath(2).subarray(16)) }],
    });
    expect(result.poses[0].deepest).toMatchObject({ body: 'tool', distance: -result.poses[0].insideDistance });
  });

  test.each([
    [[], 'scanlines'],
    [['--candidates', 'bvh'], 'bvh'],
  ])('%j asks for candidates by %s', async (flags, asked) => {
    const kit = fakeToolkit();
    const create = kit.createDetector;
    const requests: unknown[] = [];
    kit.createDetector = (request) => {
      requests.push(request.candidates);
      return create(request);
    };
    const { exitCode } = await kerf(detectArguments('--pose', poseFile, '--json', ...flags), kit);
    expect([exitCode, requests]).toEqual([0, [asked]]);
  });

  test.each([
    [[], 'auto', 'cpu'],
    [['--backend', 'cpu'], 'cpu', 'cpu'],
    [['--backend', 'webgpu'], 'webgpu', 'webgpu'],
  ])('%j asks for backend %s; the result says what answered', async (flags, asked, answered) => {
    const kit = fakeToolkit();
    const requests: string[] = [];
    const create = kit.createDetector;
    kit.createDetector = (request) => {
      requests.push(request.backend);
      return create(request);
    };
    const { exitCode, out } = await kerf(detectArguments('--pose', poseFile, '--json', ...flags), kit);
    expect([exitCode, requests]).toEqual([0, [asked]]);
    expect(JSON.parse(out)).toMatchObject({ backend: answered, backendReason: 'a fake' });
  });

  test.each([
    [[], 1],
    [['--workers', '3'], 3],
  ])('%j asks for %i threads', async (flags, asked) => {
    const kit = fakeToolkit();
    expect((await kerf(detectArguments('--pose', poseFile, ...flags), kit)).exitCode).toBe(0);
    expect(kit.workers).toBe(asked);
  });

  test('--out holds the three files and nothing hidden; report.json is what --json prints', async () => {
    const out = join(root, 'a/b');
    const printed = await kerf(detectArguments('--path', pathFile, '--json', '--out', out));
    expect(printed.exitCode).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['contacts.vtp', 'report.html', 'report.json']);
    expect(await readFile(join(out, 'report.json'), 'utf8')).toBe(printed.out);
    expect(printed.err).toContain(join(out, 'report.html'));
    const { poses } = JSON.parse(printed.out);
    const contacts = poses.reduce((sum: number, pose: { contacts: number }) => sum + pose.contacts, 0);
    expect(printed.kit.written?.faces.length).toBe(3 * contacts);
  });

  test('the times of a path stand in the table, report.json and the page; without them nothing does', async () => {
    const timed = join(root, 'timed.csv');
    const lines = Array.from({ length: 10 }, (_, i) => `${1.7e9 + i / 8} 0 0 ${52 - i} 0 0 0 1`);
    await writeFile(timed, `t x y z qx qy qz qw\n${lines.join('\n')}\n`);
    const out = join(root, 'timed');
    const printed = await kerf(detectArguments('--path', timed, '--out', out));
    expect(printed).toMatchObject({ exitCode: 0, err: '' });
    expect(printed.out).toMatch(/│ pose │ +t s │ state/);
    expect(printed.out).toContain('│ 1700000000.125 │');
    const { poses, units } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
    expect(units.poseTime).toBe('s');
    expect(poses.map(({ time }: { time: number }) => time)).toEqual(lines.map((line) => Number(line.split(' ')[0])));
    const html = await readFile(join(out, 'report.html'), 'utf8');
    expect(html).toContain('<th scope="col">t, s</th>');
    const data: ReportPayload = JSON.parse(/id="kerf-data">([^<]*)</.exec(html)![1]);
    expect(Array.from(unpack(data.series.time!))).toEqual(poses.map(({ time }: { time: number }) => time));
    await kerf(detectArguments('--path', pathFile, '--out', out));
    expect(await readFile(join(out, 'report.json'), 'utf8')).not.toContain('"time":1');
    expect(await readFile(join(out, 'report.html'), 'utf8')).not.toMatch(/t, s<|"time":{"type":"f64"/);
  });

  test('a long table is thinned and says so', async () => {
    await writeFile(pathFile, rows(120));
    const { out } = await kerf(detectArguments('--path', pathFile));
    expect(out.match(/│ (separated|near|intersecting) /g)!.length).toBeLessThanOrEqual(101);
    expect(out).toMatch(/Showing \d+ of 120 poses/);
    expect(out).toContain('119');
  });

  test('Ctrl-C in the middle of a path without --out leaves nothing behind', async () => {
    const terminal = recordedTerminal();
    const kit = fakeToolkit({
      beforePose: (pose) => {
        if (pose === 4) terminal.abort.abort();
      },
    });
    const { exitCode, out, err } = await kerf(detectArguments('--path', pathFile), kit, terminal);
    expect(exitCode).toBe(130);
    expect(out).toBe('');
    expect(err).toBe('kerf: Interrupted: nothing was written; run the command again.\n');
    expect((await readdir(root)).sort()).toEqual(['path.csv', 'pose.txt']);
    expect(kit.disposed).toBe(1);
  });

  test('a failure while writing leaves nothing behind, and the older report as it was', async () => {
    const out = join(root, 'out');
    await kerf(detectArguments('--path', pathFile, '--out', out));
    const before = await readFile(join(out, 'report.json'), 'utf8');
    const kit = fakeToolkit();
    kit.viewerScript = async () => {
      throw new Error('disk\non fire');
    };
    const { exitCode, err } = await kerf(detectArguments('--pose', poseFile, '--out', out), kit);
    expect(exitCode).toBe(70);
    expect(err).toMatch(/^kerf: Unexpected failure \(disk on fire\); .*\n$/);
    expect((await readdir(out)).sort()).toEqual(['contacts.vtp', 'report.html', 'report.json']);
    expect(await readFile(join(out, 'report.json'), 'utf8')).toBe(before);
  });

  test('an answer that stops short is a failure', async () => {
    const kit = fakeToolkit();
    const create = kit.createDetector;
    kit.createDetector = async (request) => {
      const detector = await create(request);
      return { ...detector, detectMany: (poses, options) => detector.detectMany(poses.subarray(0, 32), options) };
    };
    const { exitCode, err } = await kerf(detectArguments('--path', pathFile), kit);
    expect(exitCode).toBe(70);
    expect(err).toContain('2 of 10 poses');
  });
});

describe('exit code', () => {
  const identity = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1';
  test.each<[number, string, (root: string) => string[]]>([
    [2, 'unknown command', () => ['detct']],
    [2, 'unknown option', () => detectArguments('--depth', '3')],
    [2, '--distance', () => ['detect', '--bone', 'a.stl', '--tool', 'b.stl', '--resolution', '1']],
    [2, '--pose FILE and --path FILE', () => detectArguments()],
    [
      2,
      '--pose FILE and --path FILE',
      (root) => detectArguments('--pose', `${root}/pose.txt`, '--path', `${root}/path.csv`),
    ],
    [2, 'Allowed choices', (root) => detectArguments('--pose', `${root}/pose.txt`, '--sides', 'left')],
    [2, 'Allowed choices', (root) => detectArguments('--pose', `${root}/pose.txt`, '--backend', 'cuda')],
    [2, 'Allowed choices', (root) => detectArguments('--pose', `${root}/pose.txt`, '--candidates', 'octree')],
    [2, '--iso', (root) => [...detectArguments('--pose', `${root}/pose.txt`), '--bone', 'head.nii.gz']],
    [2, 'too many arguments', () => ['inspect', 'a.stl', 'b.stl']],
    [2, 'missing required argument', () => ['convert', 'a.stl']],
    [2, 'no dataset "moon"', () => ['dataset', 'moon', '--out', 'moon.stl']],
    [2, '--out FILE', () => ['dataset', 'sphere']],
    [3, '--distance is -0.1', () => [...detectArguments(), '--distance', '-0.1']],
    [3, '--distance is "NaN"', () => [...detectArguments(), '--distance', 'NaN']],
    [3, '--distance is "0,2"', () => [...detectArguments(), '--distance', '0,2']],
    [3, '--distance is ""', () => [...detectArguments(), '--distance', '']],
    [3, '--resolution is 0', () => [...detectArguments(), '--resolution', '0']],
    [3, '--resolution is "Infinity"', () => [...detectArguments(), '--resolution', 'Infinity']],
    [3, '--workers is 0', (root) => detectArguments('--pose', `${root}/pose.txt`, '--workers', '0')],
    [3, '--iso is "bone"', (root) => detectArguments('--pose', `${root}/pose.txt`, '--iso', 'bone')],
    [3, 'ragged.csv, line 2: found 15 numbers, expected 16', (root) => detectArguments('--path', `${root}/ragged.csv`)],
    [3, 'scaled.txt, line 1: Pose is not rigid', (root) => detectArguments('--pose', `${root}/scaled.txt`)],
    [3, 'mesh format "xyz" is unknown', (root) => ['convert', 'a.stl', `${root}/a.xyz`]],
    [3, 'a header of 32', (root) => detectArguments('--pose', `${root}/pose.txt`, '--index', `${root}/cut.kerf-index`)],
    [3, 'begins with byte', (root) => detectArguments('--pose', `${root}/pose.txt`, '--index', `${root}/pose.txt`)],
    [3, '--faces is 2.5', (root) => ['dataset', 'sphere', '--faces', '2.5', '--out', `${root}/a.stl`]],
    [3, 'at most 16777216', (root) => ['dataset', 'sphere', '--faces', '1e12', '--out', `${root}/a.stl`]],
    [4, 'Cannot read', (root) => detectArguments('--pose', `${root}/absent.txt`)],
    [4, 'its name is too long', () => detectArguments('--pose', 'a'.repeat(5000))],
    [4, 'it is a folder', (root) => detectArguments('--path', root)],
    [4, 'Cannot write', (root) => detectArguments('--pose', `${root}/pose.txt`, '--out', `${root}/pose.txt/below`)],
    [4, 'Cannot read', (root) => detectArguments('--pose', `${root}/pose.txt`, '--index', `${root}/absent`)],
    [4, 'Cannot write', (root) => ['index', '--bone', 'bone.stl', '--out', `${root}/pose.txt/b`]],
    [2, '--out', () => ['index', '--bone', 'bone.stl']],
    [4, 'Cannot write', (root) => ['demo', '--out', `${root}/pose.txt`]],
    [4, 'Cannot write', (root) => ['convert', 'a.stl', `${root}/pose.txt/b.stl`]],
    [4, 'Cannot write', (root) => ['dataset', 'sphere', '--out', `${root}/pose.txt/b.stl`]],
  ])('%i: %s', async (expected, words, argv) => {
    await writeFile(join(root, 'ragged.csv'), `${identity}\n${identity.slice(2)}\n`);
    await writeFile(join(root, 'cut.kerf-index'), Uint8Array.of(0x89, 0x6b, 0x65));
    await writeFile(join(root, 'scaled.txt'), identity.replaceAll('1 0', '1.001 0'));
    const before = (await readdir(root)).sort();
    const { exitCode, out, err } = await kerf(argv(root));
    expect({ exitCode, err }).toMatchObject({ exitCode: expected, err: expect.stringContaining(words) });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect(err).not.toMatch(/\n\s+at /);
    expect(out).toBe('');
    expect((await readdir(root)).sort()).toEqual(before);
  });

  test.each([[[]], [['--help']], [['detect', '--help']], [['help', 'convert']]])(
    '0 for %j, with examples',
    async (argv) => {
      const { exitCode, out, err } = await kerf(argv);
      expect([exitCode, err]).toEqual([0, '']);
      expect(out).toContain('Examples:');
    },
  );

  /** Every command of the program, as its words on the command line. */
  function commands(command = program(fakeToolkit(), recordedTerminal()), words: string[] = []): string[][] {
    const inner = command.commands.flatMap((one) => commands(one, [...words, one.name()]));
    return words.length === 0 ? inner : [words, ...inner];
  }

  test('an unknown option comes first, with the nearest name and the help of its command', async () => {
    const { exitCode, err } = await kerf(['detect', '--distanc', '0.2']);
    expect(exitCode).toBe(2);
    expect(err).toBe("kerf: unknown option '--distanc' (Did you mean --distance?); see kerf detect --help.\n");
    for (const words of commands()) {
      const { exitCode, out, err } = await kerf([...words, '--nonsense']);
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).toBe(`kerf: unknown option '--nonsense'; see kerf ${words.join(' ')} --help.\n`);
    }
  });

  test('what is missing is named all at once, with the help of its command', async () => {
    const { exitCode, err } = await kerf(['detect', '--bone', 'a.stl']);
    expect(exitCode).toBe(2);
    expect(err).toBe(
      "kerf: required options '--tool <file>', '--distance <mm>', '--resolution <mm>' not specified; see kerf detect --help.\n",
    );
    const alone = ['demo', 'serve', 'workbench'];
    for (const words of commands().filter(([first]) => !alone.includes(first))) {
      const { out, err } = await kerf(words);
      expect(out + err).not.toMatch(/outputHelp|see kerf --help/);
      if (/not specified|missing/.test(err)) expect(err).toContain(`see kerf ${words.join(' ')} --help`);
    }
  });

  test('a command that only holds others prints its help', async () => {
    const { exitCode, out, err } = await kerf(['benchmark']);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toBe((await kerf(['benchmark', '--help'])).out);
    expect(out).toContain('kerf benchmark table');
  });

  test('every command has an example, and the codes are documented', async () => {
    const { out } = await kerf(['--help']);
    for (const code of ['0  ', '1  ', '2  ', '3  ', '4  ', '70 ', '130'])
      expect(out).toMatch(new RegExp(`^  ${code}`, 'm'));
    for (const command of [
      'detect',
      'sweep',
      'validate',
      'bone',
      'inspect',
      'convert',
      'index',
      'dataset',
      'demo',
      'workbench',
    ])
      expect((await kerf([command, '--help'])).out).toMatch(new RegExp(`Examples:\n  kerf ${command}`));
  });

  test('no help has a line of more than 120 columns', async () => {
    const ways: string[][] = [[]];
    for (const way of ways) {
      const { out } = await kerf([...way, '--help']);
      expect([way, out.split('\n').filter((line) => line.length > 120)]).toEqual([way, []]);
      const [, commands] = /^Commands:\n((?: .*\n)+)/m.exec(out) ?? [];
      for (const [, name] of (commands ?? '').matchAll(/^ {2}([a-z]\S*)/gm))
        if (name !== 'help') ways.push([...way, name]);
    }
    expect(ways.length).toBeGreaterThan(15);
  });

  test('0 for --version', async () => {
    expect(await kerf(['--version'])).toMatchObject({ exitCode: 0, out: '9.9.9\n' });
  });
});

describe('the other commands', () => {
  test('inspect: a table, or JSON', async () => {
    expect((await kerf(['inspect', 'bone.stl'])).out).toContain('none (not closed and oriented)');
    const { out } = await kerf(['inspect', 'head.nii.gz', '--iso', '225.5', '--json']);
    expect(JSON.parse(out)).toMatchObject({ file: 'head.nii.gz', faceCount: expect.any(Number), volume: null });
  });

  test('convert and dataset write the file that they name', async () => {
    const [a, b] = [join(root, 'a.ply'), join(root, 'deep/b.stl')];
    expect((await kerf(['convert', 'bone.stl', a])).out).toContain(`Wrote ${a}`);
    expect(await readFile(a, 'utf8')).toBe('mesh sphere');
    expect((await kerf(['dataset', 'saw-blade', '--out', b])).exitCode).toBe(0);
    expect(await readFile(b, 'utf8')).toBe('mesh box');
    expect((await kerf(['dataset'])).out).toBe('skull-phantom\nsaw-blade\nsphere\n');
  });

  test('index: a file that detect takes for its bone and refuses for another, by name', async () => {
    const index = join(root, 'bone.kerf-index');
    const { exitCode, out } = await kerf(['index', '--bone', 'bone.stl', '--out', index]);
    expect([exitCode, out]).toEqual([0, `Wrote ${index}: the index of 1024 faces.\n`]);
    const kit = fakeToolkit();
    const given: unknown[] = [];
    const create = kit.createDetector;
    kit.createDetector = (request) => {
      given.push(request.index?.faceCount);
      return create(request);
    };
    expect((await kerf(detectArguments('--pose', poseFile, '--index', index), kit)).exitCode).toBe(0);
    expect(given).toEqual([1024]);
    const other = await kerf([...detectArguments('--pose', poseFile, '--index', index), '--bone', 'tool.stl']);
    expect(other).toMatchObject({ exitCode: 3, out: '' });
    expect(other.err).toMatch(
      /^kerf: Index "[^"]*bone.kerf-index" was made for .* of mesh "box"; build it anew, .*\.\n$/,
    );
  });

  test('index: Ctrl-C leaves nothing behind', async () => {
    const terminal = recordedTerminal();
    terminal.abort.abort();
    const { exitCode, err } = await kerf(
      ['index', '--bone', 'bone.stl', '--out', join(root, 'b')],
      fakeToolkit(),
      terminal,
    );
    expect([exitCode, err]).toEqual([130, 'kerf: Interrupted: nothing was written; run the command again.\n']);
    expect((await readdir(root)).sort()).toEqual(['path.csv', 'pose.txt']);
  });

  inDeep(() => {
    test('demo: at least 50 poses, a table and where the report is', async () => {
      const { exitCode, out } = await kerf(['demo', '--out', join(root, 'demo')]);
      expect(exitCode).toBe(0);
      expect(out.match(/│ (separated|near|intersecting) /g)!.length).toBeGreaterThanOrEqual(50);
      expect(out).toContain(join(root, 'demo', 'report.html'));
    });
  });
});
