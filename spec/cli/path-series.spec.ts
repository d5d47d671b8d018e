// kerf detect --series: one VTP file per pose and the collection that lists them, read back as ParaView reads them.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import vtkXMLPolyDataReader from '@kitware/vtk.js/IO/XML/XMLPolyDataReader.js';
import { seriesCollection, seriesName } from '#cli/contacts-vtp.ts';
import { run } from '#cli/run.ts';
import { writePolyData } from '#io';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('series');
});

async function kerf(...more: string[]) {
  const terminal = recordedTerminal();
  const kit = {
    ...fakeToolkit(),
    writePolyData: (data: Parameters<typeof writePolyData>[0]) => writePolyData(data, 'vtp'),
  };
  const bodies = ['--bone', 'bone.stl', '--tool', 'tool.stl', '--distance', '0.2', '--resolution', '0.5'];
  const exitCode = await run(['detect', ...bodies, ...more], kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr };
}

async function path(count: number, header = 't x y z qx qy qz qw'): Promise<string> {
  const rows = Array.from({ length: count }, (_, i) => `${i / 8} 0 0 ${52 - (8 * i) / (count - 1)} 0 0 0 1`);
  const file = join(root, 'path.csv');
  await writeFile(file, `${header}\n${rows.join('\n')}\n`);
  return file;
}

interface Cells {
  readonly count: number;
  readonly column: (name: string) => number[];
}

async function cellsOf(file: string): Promise<Cells> {
  const reader = vtkXMLPolyDataReader.newInstance();
  const bytes = await readFile(file);
  reader.parseAsArrayBuffer(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer);
  const output = reader.getOutputData(0);
  return {
    count: output.getPolys().getNumberOfCells(),
    column: (name) => Array.from(output.getCellData().getArrayByName(name).getData() as ArrayLike<number>),
  };
}

test('each pose has a file with its contacts, those without any too; together they are contacts.vtp', async () => {
  const out = join(root, 'out');
  const printed = await kerf('--path', await path(8), '--series', '--out', out);
  expect(printed).toMatchObject({ exitCode: 0, err: '' });
  expect(printed.out).toContain('contacts.pvd with all poses');
  expect((await readdir(out)).sort()).toEqual([
    'contacts',
    'contacts.pvd',
    'contacts.vtp',
    'report.html',
    'report.json',
  ]);
  const collection = await readFile(join(out, 'contacts.pvd'), 'utf8');
  const sets = [...collection.matchAll(/<DataSet timestep="([^"]*)" group="" part="0" file="([^"]*)"\/>/g)];
  expect(sets.map(([, step]) => Number(step))).toEqual(Array.from({ length: 8 }, (_, i) => i / 8));
  const { poses } = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const all = await cellsOf(join(out, 'contacts.vtp'));
  const distances: number[] = [];
  for (const [pose, [, , file]] of sets.entries()) {
    const cells = await cellsOf(join(out, file));
    expect(cells.count).toBe(poses[pose].contacts);
    if (cells.count === 0) continue;
    expect(new Set(cells.column('pose'))).toEqual(new Set([pose]));
    distances.push(...cells.column('distance'));
  }
  expect(distances).toEqual(all.column('distance'));
  const counts: number[] = poses.map(({ contacts }: { contacts: number }) => contacts);
  expect([counts.filter((count) => count === 0).length > 1, counts.filter((count) => count > 0).length > 5]).toEqual([
    ...[true, true],
  ]);
});

test('a path of one pose has a series of one', async () => {
  const out = join(root, 'out');
  const file = join(root, 'one.csv');
  await writeFile(file, 't x y z qx qy qz qw\n0.5 0 0 45 0 0 0 1\n');
  expect(await kerf('--path', file, '--series', '--out', out)).toMatchObject({ exitCode: 0, err: '' });
  expect(await readdir(join(out, 'contacts'))).toEqual(['pose-0.vtp']);
  expect(await readFile(join(out, 'contacts.pvd'), 'utf8')).toContain('timestep="0.5"');
});

test('a series replaces an older one, files and all', async () => {
  const out = join(root, 'out');
  await kerf('--path', await path(8), '--series', '--out', out);
  await kerf('--path', await path(4), '--series', '--out', out);
  expect((await readdir(join(out, 'contacts'))).sort()).toEqual([0, 1, 2, 3].map((pose) => `pose-${pose}.vtp`));
  expect((await readFile(join(out, 'contacts.pvd'), 'utf8')).match(/<DataSet /g)).toHaveLength(4);
  expect((await readdir(out)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a folder of the user that is in the way goes only when the new one is whole', async () => {
  const out = join(root, 'out');
  await mkdir(join(out, 'contacts'), { recursive: true });
  await writeFile(join(out, 'contacts/mine'), '');
  const terminal = recordedTerminal();
  const kit = fakeToolkit();
  kit.viewerScript = async () => {
    throw new Error('disk on fire');
  };
  const argv = [
    'detect',
    '--bone',
    'a.stl',
    '--tool',
    'tool.stl',
    '--path',
    await path(4),
    '--distance',
    '0',
    '--resolution',
    '1',
  ];
  expect(await run([...argv, '--series', '--out', out], kit, terminal)).toBe(70);
  expect(await readdir(join(out, 'contacts'))).toEqual(['mine']);
});

describe('steps of time', () => {
  const steps = (times: number[] | null, count: number) =>
    [...seriesCollection(count, times && Float64Array.from(times)).matchAll(/timestep="([^"]*)"/g)].map(
      ([, step]) => step,
    );
  test.each<[what: string, times: number[] | null, expected: string[]]>([
    ['are the poses’ times', [0.1, 0.2, 1700000000.125], ['0.1', '0.2', '1700000000.125']],
    ['are the poses’ numbers where there are none', null, ['0', '1', '2']],
    ['and where two are equal, of which ParaView would show one', [0, 0.5, 0.5], ['0', '1', '2']],
  ])('%s', (_what, times, expected) => expect(steps(times, 3)).toEqual(expected));

  test('names are of one length', () => {
    expect([seriesName(0, 1), seriesName(7, 10), seriesName(7, 11), seriesName(99, 100_000)]).toEqual([
      ...['pose-0.vtp', 'pose-7.vtp', 'pose-07.vtp', 'pose-00099.vtp'],
    ]);
  });
});

test.each([
  [['--series'], 'give --path FILE and --out DIR'],
  [['--fresh'], '--fresh belongs to --out DIR'],
])('%j without --out is refused', async (flags, says) => {
  const { exitCode, err } = await kerf('--path', await path(2), ...flags);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(says)]);
});
