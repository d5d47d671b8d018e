// The built command line on the real CT: a bone that meets the poses of the mesh from the same head, and the messages
// if the volume is used as it is. Needs dist/, which `npm test` builds first.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect } from '@jest/globals';
import { run } from '#harness/command.ts';
import { readPoses } from '#harness/labelled-poses.ts';
import { longRun } from '#harness/long-run.ts';
import { testWithData } from '#harness/real-data.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const cli = resolve('dist/cli.js');
let root: string;
beforeAll(async () => {
  if (!existsSync(cli)) throw new Error(`${cli} is absent: run npm run build first (npm test does).`);
  root = await temporaryFolder('bone-process');
});
const kerf = (...argv: string[]) => run(root, process.execPath, cli, ...argv);

/** The volume as the bone takes as long again. */
const withVolume = longRun(1, 0) === 1;
const DRILL = 'chai3d-dental-drill';
const files = ['skull-ct/cranium-half.nii.gz', `tools/${DRILL}.ply`, `ground-truth/skull50k-${DRILL}.poses.f32`];

describe('kerf bone', () => {
  testWithData(files, '13 of the first 20 poses in contact, as labelled for the mesh', async (ct, tool, posePath) => {
    const poses = readPoses(posePath);
    const rows = Array.from({ length: 20 }, (_, i) => poses.subarray(16 * i, 16 * i + 16).join(','));
    await writeFile(join(root, 'path.csv'), rows.join('\n'));
    const detect = (...bone: string[]) => {
      const options = ['--path', 'path.csv', '--distance', '0', '--resolution', '20', '--backend', 'cpu'];
      return kerf('detect', '--bone', ...bone, '--tool', tool, ...options)
        .trim()
        .split('\n');
    };
    expect(kerf('bone', ct, '--iso', '225.5', '--frame', 'lps', '--out', 'skull.ply')).toMatch(/closed +│ yes/);
    expect(kerf('inspect', 'skull.ply')).toMatch(/frame +│ LPS/);
    const lines = detect('skull.ply');
    expect(lines[0]).toMatch(/^┌/);
    expect(lines.at(-1)).toMatch(/^Contact at 13 of 20 poses; /);

    if (!withVolume) return;
    // The volume as it is: open, and in RAS.
    const plain = detect(ct, '--iso', '225.5');
    expect(plain[0]).toMatch(/^The bone is open: no inside, no depth; make a closed one with kerf bone /);
    expect(plain[1]).toMatch(/^No pose comes near the bone, .* the bone is in RAS, the poses seem to be in LPS/);
    expect(plain.at(-1)).toMatch(/^The bone is open: no inside, no depth\. No contact/);
  });
});

// ../shared/data/README.md gives the counts ("self").
describe('kerf inspect --self-intersections', () => {
  const counted = [
    ['skull-ct/skull-ct-0010k.ply', 96],
    ['skull-ct/skull-ct-0200k.ply', 3],
    ['skull-ct/skull-ct-0500k.ply', 3],
  ] as const;
  for (const [file, pairs] of counted.slice(0, longRun(3, 1)))
    testWithData([file], `${pairs} pairs`, async (path) => {
      expect(kerf('inspect', path, '--self-intersections')).toMatch(
        new RegExp(`own faces that intersect │ ${pairs} pairs`),
      );
    });
});
