// The built kerf benchmark: what it makes has its version's checksums, and kerf answers all of size S correctly.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { benchmarkCase, benchmarkCaseNames, benchmarkChecksums, benchmarkCounts } from '#datasets';
import { runAside } from '#harness/command.ts';
import { longRun } from '#harness/long-run.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const cli = join(import.meta.dirname, '../../dist/cli.js');
const kerf = (folder: string, ...argv: string[]) => runAside(folder, process.execPath, cli, 'benchmark', ...argv);
const json = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

test.each(longRun(1, 0) === 1 ? (['S', 'M', 'L'] as const) : (['S'] as const))(
  'size %s has the bytes of version 1, by one worker and by two, and kerf is right',
  async (size) => {
    const root = await temporaryFolder('benchmark-process');
    for (const workers of longRun(1, 0) === 1 && size === 'S' ? ['1', '2'] : ['2']) {
      const said = await kerf(root, 'make', '--size', size, '--out', 'bench', '--workers', workers);
      expect(said).toContain(`benchmark version 1, size ${size}, 10 cases`);
      const { files } = await json(root, 'bench/benchmark.json');
      expect(files).toEqual(benchmarkChecksums[size]);
    }
    for (const [path, sum] of Object.entries(benchmarkChecksums[size]))
      expect([path, sha256(await readFile(join(root, 'bench', path)))]).toEqual([path, sum]);
    await kerf(root, 'run', 'bench', '--out', 'results');
    await kerf(root, 'judge', 'bench', '--results', 'results', '--out', 'judged');
    const { poses, strokes } = await json(root, 'judged/kerf.json');
    const all = poses.poses;
    expect(poses).toMatchObject({
      ...{ answered: all, unstable: 0 },
      verdicts: { judged: all, false: 0, missed: 0, enclosedMissed: 0, other: 0 },
      pairs: { judged: all, wrong: 0, missed: 0, extra: 0 },
      distances: { judged: poses.distances.asked, wrong: 0 },
    });
    expect(strokes).toMatchObject({ judged: strokes.strokes, invented: 0, missed: 0, early: 0, late: 0 });
    const said = await kerf(root, 'table', 'judged/kerf.json', '--out', 'board.html');
    expect(said).toContain('| kerf | 0.1.0 | verdict, pairs, distance, strokes | 100.0 % |');
  },
);

test('poses and strokes of M and L are those of version 1', () => {
  for (const size of ['M', 'L'] as const)
    for (const name of benchmarkCaseNames) {
      const { poses, strokes } = benchmarkCase(name, benchmarkCounts(name, size));
      const rows = (numbers: readonly (readonly number[])[]) => numbers.map((row) => `${row.join(',')}\n`).join('');
      const made = [rows(poses.map(({ pose }) => pose)), rows(strokes.map(({ from, to }) => [...from, ...to]))];
      const pinned = ['poses.csv', 'strokes.csv'].map((file) => benchmarkChecksums[size][`${name}/${file}`]);
      expect([name, size, ...made.map(sha256)]).toEqual([name, size, ...pinned]);
    }
});

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
