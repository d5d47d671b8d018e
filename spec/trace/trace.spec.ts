// npm run trace: what it takes apart gives the detector's own report; its page and its words.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { box, sphere } from '#datasets';
import { writeMesh } from '#io';
import { createDetector } from '#kerf';
import { type ContactCase, contactCases, translation } from '#harness/contact-cases.ts';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { tracePage } from './trace-page.ts';
import { stagesOf, tracePose } from './trace-pose.ts';

const SEED = 4907;
drawSmallPictures();

async function agrees(cases: Iterable<Omit<ContactCase, 'name'>>): Promise<void> {
  const states = new Set<string>();
  for (const { bone, tool, pose, delta, h } of cases) {
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
}

test("the stages, called one by one, give the detector's report, bit for bit", async () => {
  const bodies = { bone: box({ size: 12 }), tool: sphere({ radius: 3, subdivisions: 1 }), delta: 0.5, h: 2 };
  await agrees([15, 9.2, 6.3, 0.2].map((x) => ({ ...bodies, pose: translation(x, 0.3, 0.1) })));
});

const trace = (...words: string[]) =>
  spawnSync(process.execPath, ['spec/trace/trace.mjs', ...words], { encoding: 'utf8' });

inDeep(() => {
  const variety = { plain: longRun(40, 5), orders: 0, motions: longRun(20, 1), scales: 1, far: 1 };
  test(`the same for random bodies and poses, at three scales and far from the origin (seed ${SEED})`, () =>
    agrees(contactCases(mulberry32(SEED), variety)));

  test('a pose in a file: the numbers, and a page', async () => {
    const folder = await temporaryFolder('trace');
    const [pose, bone] = ['pose.txt', 'ball.ply'].map((name) => join(folder, name));
    writeFileSync(pose, '1 0 0 0 0 1 0 0 0 0 1 0 900 0 0 1');
    writeFileSync(bone, writeMesh(sphere({ radius: 10, subdivisions: 1 }), 'ply'));
    // The phantom, which is the bone otherwise, takes seconds to make.
    const { status, stdout, stderr } = trace('--pose', pose, ...['--bone', bone].slice(longRun(2, 0)));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^0 bodies: (skull-phantom|ball.ply), saw-blade, and the pose\n/);
    expect(stdout).toContain('→ 0 rows, 0 patches; the bodies are separated');
    expect(readFileSync('out/trace/trace.html', 'utf8')).toContain('mm wide');
  });

  const refusals: [says: string, words: string[]][] = [
    ['--distance is -1, expected a length of 0 mm or more.', ['--distance=-1']],
    ['--resolution is 0, expected a length above 0 mm.', ['--resolution', '0']],
    ['ENOENT', ['--pose', 'none.txt']],
    ["Unknown option '--poze'.", ['--poze', 'a']],
  ];
  test.each(partOf(refusals, 2, 0))('%s', (says, words) => {
    const { status, stdout, stderr } = trace(...words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr).toContain('Usage: npm run trace');
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});
