// `kerf place`: the pose that it prints or writes is placeTool's, and the tool there touches the bone.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { parsePose } from '#cli/pose-file.ts';
import { run } from '#cli/run.ts';
import { box, sphere } from '#datasets';
import { createDetectorSync, placeTool } from '#detector';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('place');
});

const [bone, tool] = [sphere({ radius: 10, subdivisions: 3 }), box({ size: [2, 3, 4] })];

async function placed(...argv: string[]) {
  const kit = fakeToolkit();
  kit.loadMesh = async (path) => (path === 'bone.ply' ? bone : tool);
  const terminal = recordedTerminal();
  const given = ['place', '--bone', 'bone.ply', '--tool', 'tool.stl', ...argv];
  return { exitCode: await run(given, kit, terminal), out: terminal.stdout, err: terminal.stderr };
}

test.each([
  [['--feed', '0,0,-1'], { feed: [0, 0, -1] }],
  [['--feed', '0,-2,0', '--at', '6,0,8mm'], { feed: [0, -1, 0], at: [6, 0, 8] }],
  [
    ['--feed', '1,0,0', '--at', '0,-1cm,0', '--normal', '0,-4,3'],
    { feed: [1, 0, 0], at: [0, -10, 0], normal: [0, -0.8, 0.6] },
  ],
])('%j: the pose of placeTool, bit for bit, at which the surfaces are within 1 µm', async (argv, options) => {
  const { exitCode, out, err } = await placed(...argv);
  expect([exitCode, err]).toEqual([0, '']);
  const { matrices } = parsePose(out, 'output');
  expect([...matrices]).toEqual([...placeTool(bone, tool, options)]);
  const detector = createDetectorSync({ bone, tool, contactDistance: 0.001, resolution: 1 });
  expect(detector.detectSync(matrices).state).not.toBe('separated');
});

test('--out writes the file that --pose of detect reads', async () => {
  const file = join(root, 'pose.txt');
  const { exitCode, out } = await placed('--feed', '0,0,-1', '--out', file);
  expect([exitCode, out]).toEqual([0, `Wrote ${file}: a pose, mm, from the tool's frame to the bone's.\n`]);
  expect([...parsePose(await readFile(file, 'utf8'), file).matrices]).toEqual([
    ...placeTool(bone, tool, { feed: [0, 0, -1] }),
  ]);
});

test.each([
  [[], /--feed/],
  [['--feed', '0,0,0'], /--feed is "0,0,0", expected three numbers x,y,z, not all 0/],
  [['--feed', '0,0,-1', '--at', '1,2'], /--at is "1,2", expected three numbers x,y,z, mm/],
  [['--feed', '0,0,-1', '--at', '1,2,3 kg'], /--at is "3 kg"/],
  [['--feed', '0,0,-1', '--normal', '0,0'], /--normal is "0,0"/],
  [['--feed', '0,0,-1', '--at', '0,0,40', '--normal', '1,0,0'], /passes by/],
])('%j: refused in words, nothing written', async (argv, says) => {
  const { exitCode, out, err } = await placed(...argv, '--out', join(root, 'pose.txt'));
  expect([exitCode === 0, out]).toEqual([false, '']);
  expect(err).toMatch(says);
  expect(await readdir(root)).toEqual([]);
});
