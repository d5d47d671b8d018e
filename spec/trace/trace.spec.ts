// npm run trace: what it takes apart gives the detector's own report; its page and its words.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createDetector } from '#kerf';
import { contactCases } from '#harness/contact-cases.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { tracePage } from './trace-page.ts';
import { stagesOf, tracePose } from './trace-pose.ts';

const SEED = 4907;
const VARIETY = { plain: longRun(40, 9), orders: 0, motions: longRun(20, 2), scales: 1, far: 1 };
drawSmallPictures();

test(`the stages, called one by one, give the detector's report, bit for bit (seed ${SEED})`, async () => {
  const states = new Set<string>();
  for (const { bone, tool, pose, delta, h } of contactCases(mulberry32(SEED), VARIETY)) {
    const trace = tracePose({ bone, tool, pose, contactDistance: delta, resolution: h });
    const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h });
    const report = detector.detectSync(pose);
    expect(trace.state).toBe(report.state);
    expect(trace.intersecting).toEqual(report.intersectingFaces);
    for (const column of ['face', 'path', 'distance', 'low', 'high', 'point', 'normal', 'patch'] as const)
      expect([column, trace.contacts[column]]).toEqual([column, report.contacts[column]]);
    expect(trace.patches).toEqual(report.patches);
    const { candidatePairs, subTriangles, escalatedPairs } = report.stats;
    const leaves = trace.sides.reduce((sum, side) => sum + side.leaves.rows.length, 0);
    expect([trace.pairs.length, leaves, trace.escalated]).toEqual([candidatePairs, subTriangles, escalatedPairs]);
    expect(stagesOf(trace).map(({ name }) => name)).toEqual(
      ['bodies', 'candidates', 'subdivide', 'intersect', 'measure', 'contacts'], // biome-ignore format: a line
    );
    if (!states.has(report.state)) expect(tracePage(trace).match(/<figure>/g)).toHaveLength(3);
    states.add(report.state);
  }
  expect([...states].sort()).toEqual(['enclosed', 'intersecting', 'near', 'separated']);
});

const trace = (...words: string[]) =>
  spawnSync(process.execPath, ['spec/trace/trace.mjs', ...words], { encoding: 'utf8' });

test('a pose in a file: the numbers, and a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-trace-'));
  const file = join(folder, 'pose.txt');
  writeFileSync(file, '1 0 0 0 0 1 0 0 0 0 1 0 900 0 0 1');
  const { status, stdout, stderr } = trace('--pose', file);
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^0 bodies: skull-phantom, saw-blade, and the pose\n/);
  expect(stdout).toContain('→ 0 rows, 0 patches; the bodies are separated');
  expect(readFileSync('out/trace/trace.html', 'utf8')).toContain('mm wide');
});

test.each([
  ['--distance is -1, expected a length of 0 mm or more.', ['--distance=-1']],
  ['--resolution is 0, expected a length above 0 mm.', ['--resolution', '0']],
  ['ENOENT', ['--pose', 'none.txt']],
  ["Unknown option '--poze'.", ['--poze', 'a']],
])('%s', (says, words) => {
  const { status, stdout, stderr } = trace(...words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
  expect(stderr).toContain('Usage: npm run trace');
  expect(stderr).not.toMatch(/\n {4}at /);
});
