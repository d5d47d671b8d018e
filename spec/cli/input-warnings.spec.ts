// Warnings about likely mistakes, and silence otherwise: on the labelled real pairs, as they are and swapped.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { box, sawBlade, sphere, sphericalBurr } from '#datasets';
import { swappedBodies, unusedIso } from '#cli/notices.ts';
import { run } from '#cli/run.ts';
import { createMesh, loadMesh, type TriangleMesh } from '#kerf';
import { boxMesh, fakeToolkit, loweringPath, recordedTerminal, sphereMesh } from '#harness/fake-toolkit.ts';
import { labelledBody, labelledPoses } from '#harness/labelled-poses.ts';
import { testWithData } from '#harness/real-data.ts';
import { inDeep } from '#harness/sets.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let path: string;
beforeAll(async () => {
  path = join(await temporaryFolder('warnings'), 'path.csv');
  await writeFile(path, Array.from(loweringPath(1)).join(' '));
});

/** As wide as a skull's vault. */
const skull = sphere({ radius: 75, subdivisions: 4 });
const named = (mesh: TriangleMesh, file = mesh.name) => ({ mesh, file });
const swapped = (bone: TriangleMesh, tool: TriangleMesh) => swappedBodies(named(bone), named(tool));

describe('a tool that is far larger than the bone, by faces and by box, or by faces alone', () => {
  test('a vault of 81,920 faces as the tool of a burr of 500', () => {
    const [vault, burr] = [sphere({ radius: 75, subdivisions: 6 }), sphericalBurr({ targetFaces: 500 })];
    const sentence = swappedBodies(named(burr, 'a/skull.stl'), named(vault, 'b/burr.stl'));
    expect(sentence).toMatch(
      /^The tool b\/burr\.stl \(81,920 faces, \d+ mm across\) is far larger than the bone a\/skull\.stl \(\d+ faces, 4\d\.\d mm across\); if they were swapped, exchange --bone and --tool\.$/,
    );
    expect(swapped(vault, burr)).toBeNull();
  });

  test('a vault as the tool of a saw, with 6 times its faces as phantom and saw have by default', () => {
    const saw = sawBlade({ targetFaces: 800 });
    expect(skull.faces.length / saw.faces.length).toBeCloseTo(50_000 / 8_000, 0);
    expect(swapped(saw, skull)).toMatch(/is far larger than the bone/);
    expect(swapped(skull, saw)).toBeNull();
  });

  test('a tool of 40,000 faces against a bone of 300 that is as wide, or wider', () => {
    const tool = sphericalBurr({ targetFaces: 40_000 });
    for (const subdivisions of [1, 2])
      expect(swapped(sphere({ radius: 75, subdivisions }), tool)).toMatch(
        / mm across\) has far more faces than the bone/,
      );
  });

  test.each<[what: string, bone: TriangleMesh, tool: () => TriangleMesh]>([
    ['the saw and the skull, as they are', skull, () => sawBlade()],
    ['a fine saw and a coarse skull', skull, () => sawBlade({ targetFaces: 40_000 })],
    ['more faces alone', sphere({ radius: 15, subdivisions: 2 }), () => sphere({ radius: 15, subdivisions: 5 })],
    ['a wider box alone', sphere({ radius: 1, subdivisions: 4 }), () => box({ size: 100 })],
  ])('not: %s', (_what, bone, tool) => expect(swapped(bone, tool())).toBeNull());

  test('the limits, from both sides: 5 times the faces and twice the width, or 100 times the faces', () => {
    const strip = (faces: number, width: number) =>
      createMesh(
        Float64Array.from({ length: 9 }, (_, i) => (i === 3 ? width : 0)),
        Uint32Array.from({ length: 3 * faces }, (_, i) => i % 3),
      );
    const bone = strip(5, 10);
    for (const [faces, width, warns] of [
      [25, 21, false],
      [26, 20, false],
      [26, 20.001, true],
      [500, 20, false],
      [501, 20, true],
      [501, 0.1, true],
      [1e5, 1e5, true],
    ] as const)
      expect([faces, width, swapped(bone, strip(faces, width)) !== null]).toEqual([faces, width, warns]);
  });

  inDeep(() => {
    const swappedToo = ['env-rob', 'skull50k-chai3d-dental-drill', 'solidskull-chai3d-dental-drill'];
    for (const labelled of labelledPoses)
      testWithData(
        [labelled.bone, labelled.tool],
        `no warning as labelled; ${swappedToo.includes(labelled.name) ? 'one' : 'none'} when swapped`,
        async (bonePath, toolPath) => {
          const bone = await labelledBody(bonePath, 'bone', labelled);
          const tool = await labelledBody(toolPath, 'tool', labelled);
          expect(swapped(bone, tool)).toBeNull();
          expect(swapped(tool, bone) !== null).toBe(swappedToo.includes(labelled.name));
        },
      );
    testWithData(
      ['tools/ycb-power-drill.ply', 'skull-ct/skull-ct-0010k.ply'],
      'a scanned drill on a coarse skull',
      async (drill, skull) => {
        expect(swapped(await loadMesh(skull), await loadMesh(drill))).toBeNull();
      },
    );
  });
});

test('--iso of a mesh: a sentence; of a volume, or of one beside a mesh, none', () => {
  expect(unusedIso(225, ['a.stl'])).toBe('--iso 225 is of no use, for a.stl is a mesh and no volume; leave it out.');
  expect(unusedIso(225, ['a.stl', 'b.ply'])).toBe(
    '--iso 225 is of no use, for a.stl and b.ply are meshes and no volume; leave it out.',
  );
  expect([unusedIso(undefined, ['a.stl']), unusedIso(225, ['a.nii.gz', 'b.ply'])]).toEqual([null, null]);
});

describe('on the command line: one line of the error stream, and the exit code as it was', () => {
  async function kerf(argv: string[], bone = sphereMesh(16), tool = boxMesh()) {
    const terminal = recordedTerminal();
    const kit = { ...fakeToolkit(), loadMesh: async (file: string) => (file.includes('tool') ? tool : bone) };
    const exitCode = await run(argv, kit, terminal);
    return { exitCode, out: terminal.stdout, err: terminal.stderr };
  }
  const detect = (...more: string[]) => [
    ...['detect', '--bone', 'bone.stl', '--tool', 'tool.stl', '--path', path, '--distance', '0', '--resolution', '1'],
    ...more,
  ];

  test('detect, of swapped files', async () => {
    const large = sphere({ radius: 70, subdivisions: 5 });
    const { exitCode, out, err } = await kerf(detect('--json'), box({ size: 20 }), large);
    expect([exitCode, JSON.parse(out).format]).toEqual([0, 'kerf-report']);
    expect(err).toMatch(/^kerf: warning: The tool tool\.stl [^\n]*exchange --bone and --tool\.\n$/);
  });

  test.each([
    ['detect', () => detect('--iso', '225'), 'bone.stl and tool.stl are meshes'],
    ['inspect', () => ['inspect', 'bone.stl', '--iso', '225'], 'bone.stl is a mesh'],
    ['convert', () => ['convert', 'bone.stl', `${path}.ply`, '--iso', '225'], 'bone.stl is a mesh'],
    ['index', () => ['index', '--bone', 'bone.stl', '--out', `${path}.index`, '--iso', '225'], 'bone.stl is a mesh'],
  ])('%s, of an iso value that no file needs', async (_command, argv, says) => {
    const { exitCode, err } = await kerf(argv());
    expect([exitCode, err]).toEqual([
      0,
      `kerf: warning: --iso 225 is of no use, for ${says} and no volume; leave it out.\n`,
    ]);
  });

  test('detect, of a volume and a mesh: nothing', async () => {
    expect((await kerf([...detect('--iso', '225'), '--bone', 'head.nii.gz'])).err).toBe('');
  });
});
