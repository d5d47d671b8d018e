// kerf detect --volume: what the table, the files and the page say; an interrupted run; open bodies.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { type PoseRecord, rangeText } from '#cli/pose-record.ts';
import { type ReportPayload, unpack } from '#cli/report/payload.ts';
import { run } from '#cli/run.ts';
import { createMesh, type OverlapInterval } from '#kerf';
import { type FakeOptions, fakeToolkit, fakeVolume, recordedTerminal } from '#harness/fake-toolkit.ts';
import { longRun } from '#harness/long-run.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { rows } from '#harness/validate-command.ts';

const POSES = 12;
const FILES = ['contacts.vtp', 'report.html', 'report.json'];
let root: string;
beforeEach(async () => {
  root = await temporaryFolder('detect-volume');
  await writeFile(join(root, 'path.csv'), rows(POSES));
});

const bodies = ['--bone', 'bone.stl', '--tool', 'tool.stl', '--distance', '0.2', '--resolution', '0.5'];
const words = (out: string, ...more: string[]) => [
  ...['detect', ...bodies, '--path', join(root, 'path.csv'), '--out', join(root, out), ...more],
];
async function kerf(argv: string[], options: FakeOptions = {}, kit = fakeToolkit(options)) {
  const terminal = recordedTerminal();
  return { exitCode: await run(argv, kit, terminal), out: terminal.stdout, err: terminal.stderr, kit };
}
const cellOf = (volume: OverlapInterval) => `${rangeText(volume)}${volume.reached ? '' : ' wide'}`;
const contents = (out: string) => Promise.all(FILES.map((name) => readFile(join(root, out, name), 'latin1')));

test('table, verdict, report.json and page show it; nothing is computed if the solids are apart', async () => {
  const { out, kit, exitCode } = await kerf(words('out', '--volume'));
  expect(exitCode).toBe(0);
  const { poses, units, options } = JSON.parse(await readFile(join(root, 'out/report.json'), 'utf8'));
  expect([units.volume, options.volume]).toEqual(['mm³', true]);
  const records: Required<PoseRecord>[] = poses;
  const cutting = records.filter(({ state }) => state === 'intersecting');
  expect([cutting.length > 3, cutting.length < POSES - 2]).toEqual([true, true]);
  expect(kit.volumes).toBe(cutting.length);
  for (const { state, volume, matrix } of records)
    expect(volume).toEqual(
      state === 'intersecting' ? fakeVolume(Float64Array.from(matrix)) : { low: 0, high: 0, reached: true },
    );
  const wide = records.filter(({ volume }) => !volume.reached);
  expect([wide.length > 0, wide.length < cutting.length]).toEqual([true, true]);
  const most = cutting.reduce((best, record) => (record.volume.high > best.volume.high ? record : best));
  expect(out).toContain('volume mm³');
  for (const { volume } of cutting) expect(out).toContain(` ${cellOf(volume)} `);
  expect(out).toContain(`wide: at ${wide.length} of ${POSES} poses the ends of the volume stay more than 1 % apart`);
  expect(out).toContain(
    `; up to ${most.volume.high.toFixed(2)} mm³ of bone in the tool at pose ${most.pose}, known less well than to 1 %; inside,`,
  );
  const html = await readFile(join(root, 'out/report.html'), 'utf8');
  for (const { volume } of records) expect(html).toContain(`<td>${cellOf(volume)}</td>`);
  expect(html).toContain(`At ${wide.length} of ${POSES} poses, marked wide, its ends stay more than 1 % apart`);
  const payload: ReportPayload = JSON.parse(/id="kerf-data">([^<]*)</.exec(html)![1]);
  for (const end of ['low', 'high'] as const)
    expect(Array.from(unpack(payload.series.volume![end]))).toEqual(records.map(({ volume }) => volume[end]));
  expect(Array.from(unpack(payload.series.volume!.reached), Boolean)).toEqual(
    records.map(({ volume }) => volume.reached),
  );
});

test('at one pose the verdict says the interval', async () => {
  const lines = (await readFile(join(root, 'path.csv'), 'utf8')).trim().split('\n');
  await writeFile(join(root, 'pose.txt'), lines[POSES - 1]);
  const { out } = await kerf(['detect', ...bodies, '--pose', join(root, 'pose.txt'), '--volume']);
  const volume = rangeText(fakeVolume(Float64Array.from(lines[POSES - 1].split(/[\s,]+/), Number)));
  expect(out).toContain(`; ${volume} mm³ of bone in the tool, known less well than to 1 %; inside,`);
});

test('it is not reported unless asked for', async () => {
  const { out, kit } = await kerf(words('out'));
  expect(kit.volumes).toBe(0);
  expect([out, ...(await contents('out'))].filter((text) => text.includes('"volume"') || text.includes('mm³'))).toEqual(
    [],
  );
});

test('a run that was cut short goes on and asks no volume twice: the same bytes, with 2 workers too', async () => {
  const whole = await kerf(words('whole', '--volume'));
  for (const at of [7, 1, 11].slice(0, longRun(3, 1))) {
    const terminal = recordedTerminal();
    const kit = fakeToolkit({ beforePose: (pose) => pose === at - 1 && terminal.abort.abort() });
    expect(await run(words(`at${at}`, '--volume'), kit, terminal)).toBe(130);
    const again = await kerf(words(`at${at}`, '--volume', '--workers', '2'));
    expect([again.exitCode, again.err]).toEqual([0, `${at} of ${POSES} poses were done already.\n`]);
    expect(kit.volumes + again.kit.volumes).toBe(whole.kit.volumes);
    expect(await contents(`at${at}`)).toEqual(await contents('whole'));
  }
});

test('a run with it is another run than one without', async () => {
  const terminal = recordedTerminal();
  const kit = fakeToolkit({ beforePose: (pose) => pose === 4 && terminal.abort.abort() });
  expect(await run(words('out'), kit, terminal)).toBe(130);
  const other = await kerf(words('out', '--volume'));
  expect([other.exitCode, other.kit.asked]).toEqual([3, []]);
  expect(other.err).toContain('options.volume');
});

test.each(['bone', 'tool'])(
  'a %s that is open is refused by name before anything is asked or written',
  async (role) => {
    const kit = fakeToolkit();
    const { loadMesh } = kit;
    kit.loadMesh = async (path) => {
      const { positions, faces } = await loadMesh(path);
      return createMesh(positions, path.includes(role) ? faces.slice(0, -30) : faces, { name: path });
    };
    const { exitCode, err } = await kerf(words('out', '--volume'), {}, kit);
    expect(exitCode).toBe(3);
    expect(err).toMatch(
      new RegExp(`^kerf: The ${role} "${role}\\.stl" is open at \\d+ edges, expected none[^\\n]*\\.\\n$`),
    );
    expect([kit.asked, kit.disposed, await readdir(root)]).toEqual([[], 0, ['path.csv']]);
  },
);
