// `kerf bone`, and what inspect and convert say about units, frames and self-intersections.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { run } from '#cli/run.ts';
import type { BoneOptions } from '#ct-bone';
import { type FakeToolkit, fakeToolkit, recordedTerminal, sphereMesh } from '#harness/fake-toolkit.ts';
import { dicomBytes } from '#harness/io-dicom.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder('bone');
});

async function kerf(argv: string[], kit: FakeToolkit = fakeToolkit()) {
  const asked: [string, BoneOptions][] = [];
  const { boneFromVolume } = kit;
  kit.boneFromVolume = (path, options) => {
    asked.push([path, options]);
    return boneFromVolume(path, options);
  };
  const terminal = recordedTerminal();
  const exitCode = await run(argv, kit, terminal);
  return { exitCode, out: terminal.stdout, err: terminal.stderr, asked };
}

const onNotice = expect.any(Function);

describe('kerf bone', () => {
  test('what was passed over goes to standard error, and into the JSON', async () => {
    const kit = fakeToolkit();
    const { boneFromVolume } = kit;
    kit.boneFromVolume = (path, options) => {
      options.onNotice?.('"ct": 1 file is no DICOM, and passed over: "readme.txt".');
      return boneFromVolume(path, options);
    };
    const { out, err } = await kerf(['bone', root, '--iso', '1', '--json', '--out', join(root, 'n.obj')], kit);
    expect(err).toBe('kerf: warning: "ct": 1 file is no DICOM, and passed over: "readme.txt".\n');
    expect(JSON.parse(out).notices).toEqual(['"ct": 1 file is no DICOM, and passed over: "readme.txt".']);
  });

  test('a folder without DICOM is not asked for an isovalue; one with slices is', async () => {
    for (const argv of [
      ['inspect', root],
      ['convert', root, join(root, 'c.ply')],
    ]) {
      await writeFile(join(root, 'notes.txt'), 'no slice');
      const { exitCode, err } = await kerf(argv);
      expect(exitCode).not.toBe(0);
      expect(err).toContain(
        `${root} is a folder without DICOM files; give a mesh file, a volume's file, or the folder`,
      );
    }
    await writeFile(join(root, 'IM0'), dicomBytes([]));
    expect((await kerf(['inspect', root])).err).toContain(`${root} is a volume: give --iso VALUE`);
  });

  test('by default the largest component, capped; a summary, and the file', async () => {
    const out = join(root, 'a/skull.ply');
    const { exitCode, out: printed, err, asked } = await kerf(['bone', 'head.nii.gz', '--iso', '225.5', '--out', out]);
    expect([exitCode, err]).toEqual([0, '']);
    expect(asked).toEqual([['head.nii.gz', { isoValue: 225.5, largest: true, cap: true, onNotice }]]);
    expect(await readFile(out, 'utf8')).toBe('mesh head.nii.gz');
    for (const said of [
      ...['9 × 9 × 9', '10.000 × 10.000 × 10.000', 'RAS', '-1000 to 3000', '225.5'],
      ...['2 of 77 faces, 12 mm²; the largest 70 faces, 12 mm²', 'in the planes of the outermost samples'],
      ...['closed', 'manifold', `Wrote ${out}: 256 faces.`],
    ])
      expect(printed).toContain(said);
    expect(printed).not.toContain('coarsening');
  });

  test('every option, the crop in several arguments or one', async () => {
    const all = ['--largest', '--cap', '--frame', 'LPS', '--faces', '5000'];
    all.push('--series', '1.2.3', '--accept-uneven', '1.5');
    const crops = [['-1', '2', '-3.5', '4', '5', '6'], ['-1,2,-3.5,4 5;6']];
    for (const crop of crops) {
      const { out, asked, err } = await kerf([
        'bone',
        'ct.nrrd',
        '--iso',
        '-50',
        ...all,
        '--crop',
        ...crop,
        '--out',
        join(root, 'b.stl'),
      ]);
      expect(err).toBe('');
      expect(asked[0][1]).toEqual({
        ...{ isoValue: -50, largest: true, cap: true, frame: 'LPS', faces: 5000, crop: [-1, 2, -3.5, 4, 5, 6] },
        ...{ series: '1.2.3', acceptUneven: 1.5, onNotice },
      });
      expect(out).toContain('1.250 (99 % within 0.500)');
      expect(out).toContain('0.750 (99 % within 0.250)');
      expect(out).toContain('│ 4 pairs');
      expect(out).toContain('in the planes of the crop');
    }
    const none = await kerf(['bone', 'ct.vti', '--iso', '1', '--no-largest', '--no-cap', '--out', join(root, 'b.stl')]);
    expect(none.asked[0][1]).toEqual({ isoValue: 1, largest: false, cap: false, onNotice });
    expect(none.out).toContain('The bone is open: no inside, no depth; leave out --no-cap');
  });

  test('--json prints what it is and nothing else; a folder is a volume', async () => {
    const { out, err } = await kerf(['bone', root, '--iso', '1', '--json', '--out', join(root, 'b.obj')]);
    expect(err).toBe('');
    const facts = JSON.parse(out);
    expect(facts).toMatchObject({ file: root, frame: 'RAS', components: { found: 3 }, coarsened: null });
    expect(facts.mesh).toBeUndefined();
  });

  test.each<[number, string, string[]]>([
    [2, "'--iso <value>' not specified", ['head.nii', '--out', 'a.ply']],
    [2, "'--out <file>' not specified", ['head.nii', '--iso', '1']],
    [2, 'is no volume that kerf reads', ['head.ply', '--iso', '1', '--out', 'a.ply']],
    [2, '--crop has 3 numbers', ['head.nii', '--iso', '1', '--crop', '1', '2', '3', '--out', 'a.ply']],
    [2, 'unknown option', ['head.nii', '--iso', '1', '--smooth', '--out', 'a.ply']],
    [3, '--crop is "x"', ['head.nii', '--iso', '1', '--crop', 'x', '1', '2', '3', '4', '5', '--out', 'a.ply']],
    [3, '--iso is "bone"', ['head.nii', '--iso', 'bone', '--out', 'a.ply']],
    [3, '--frame is "asr"', ['head.nii', '--iso', '1', '--frame', 'asr', '--out', 'a.ply']],
    [3, '--faces is 0', ['head.nii', '--iso', '1', '--faces', '0', '--out', 'a.ply']],
    [3, 'mesh format "xyz" is unknown', ['head.nii', '--iso', '1', '--out', 'a.xyz']],
  ])('%i: %s', async (expected, words, argv) => {
    const { exitCode, out, err, asked } = await kerf(['bone', ...argv]);
    expect({ exitCode, err }).toMatchObject({ exitCode: expected, err: expect.stringContaining(words) });
    expect(err).toMatch(/^kerf: [^\n]*\.\n$/);
    expect([out, asked.length]).toEqual(['', 0]);
  });

  test('what the reader refuses leaves nothing behind', async () => {
    const kit = fakeToolkit();
    kit.boneFromVolume = async () => {
      throw new TypeError('broken');
    };
    const { exitCode } = await kerf(['bone', 'head.nii', '--iso', '1', '--out', join(root, 'new/a.ply')], kit);
    expect(exitCode).toBe(70);
    expect(await readdir(root)).toEqual([]);
  });
});

describe('kerf inspect', () => {
  test('--self-intersections counts the pairs; without it they are not looked for', async () => {
    const kit = fakeToolkit();
    let asked = 0;
    kit.selfIntersections = () => {
      asked++;
      return Uint32Array.of(0, 5, 2, 3, 2, 7);
    };
    expect((await kerf(['inspect', 'a.stl'], kit)).out).not.toContain('intersect');
    expect(asked).toBe(0);
    expect((await kerf(['inspect', 'a.stl', '--self-intersections'], kit)).out).toMatch(
      /own faces that intersect │ 3 pairs/,
    );
    const { out } = await kerf(['inspect', 'a.stl', '--self-intersections', '--json'], kit);
    expect(JSON.parse(out).selfIntersections).toBe(3);
  });

  test('names the frame, or says that it is unknown', async () => {
    const kit = fakeToolkit();
    expect((await kerf(['inspect', 'a.stl'], kit)).out).toMatch(/frame +│ unknown/);
    const { loadMesh } = kit;
    kit.loadMesh = async (path) => ({ ...(await loadMesh(path)), frame: 'LPS' });
    expect((await kerf(['inspect', 'a.stl'], kit)).out).toMatch(/frame +│ LPS/);
    expect(JSON.parse((await kerf(['inspect', 'a.stl', '--json'], kit)).out)).toMatchObject({
      frame: 'LPS',
      unit: 'mm',
    });
  });

  test('--unit rescales, explicitly; without it the suspected unit is named', async () => {
    const kit = fakeToolkit();
    const seen: number[] = [];
    kit.loadMesh = async () => ({ ...sphereMesh(8), positions: sphereMesh(8).positions.map((x) => x / 1000) });
    const { inspectMesh } = kit;
    kit.inspectMesh = (mesh) => {
      const most = Math.max(...mesh.positions);
      seen.push(most);
      return { ...inspectMesh(mesh), bounds: { min: [-most, -most, -most], max: [most, most, most] } };
    };
    const plain = await kerf(['inspect', 'a.stl'], kit);
    expect(plain.out).toContain('If this is a bone: its box is 0.08 × 0.08 × 0.08 mm');
    expect(plain.out).toContain('give --unit m.');
    const metres = await kerf(['inspect', 'a.stl', '--unit', 'm'], kit);
    expect(metres.out).not.toContain('If this is a bone');
    expect(seen[0]).toBeCloseTo(0.04, 12);
    expect(seen[1]).toBeCloseTo(40, 9);
    const yards = await kerf(['inspect', 'a.stl', '--unit', 'yard'], kit);
    expect(yards).toMatchObject({ exitCode: 3, err: expect.stringContaining('whose unit is yard') });
  });
});

describe('kerf convert', () => {
  async function converted(argv: string[], frame?: 'RAS' | 'LPS') {
    const kit = fakeToolkit();
    const { loadMesh } = kit;
    if (frame) kit.loadMesh = async (path) => ({ ...(await loadMesh(path)), frame });
    const written: { positions: ArrayLike<number>; frame?: string }[] = [];
    const { writeMesh } = kit;
    kit.writeMesh = (mesh, format) => {
      written.push(mesh);
      return writeMesh(mesh, format);
    };
    const own = await kit.loadMesh('a.stl');
    return { ...(await kerf(['convert', 'a.stl', join(root, 'b.ply'), ...argv], kit)), written, own };
  }

  test('--frame negates x and y where the mesh is in the other frame', async () => {
    const turned = await converted(['--frame', 'lps'], 'RAS');
    expect(turned.out).toContain('faces, LPS.');
    const [mesh] = turned.written;
    for (let i = 0; i < mesh.positions.length; i++)
      expect(mesh.positions[i] + (i % 3 === 2 ? -1 : 1) * turned.own.positions[i]).toBe(0);
    expect((await converted(['--frame', 'ras'], 'RAS')).written[0].positions).toEqual(turned.own.positions);
    expect((await converted([], 'RAS')).written[0].frame).toBe('RAS');
    expect('frame' in (await converted([])).written[0]).toBe(false);
  });

  test('a frame that the file does not state is given by --from-frame; one that it states stands', async () => {
    expect(await converted(['--frame', 'lps'])).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('--from-frame'),
    });
    expect((await converted(['--frame', 'lps', '--from-frame', 'ras'])).written[0].frame).toBe('LPS');
    expect((await converted(['--from-frame', 'ras'])).written[0].frame).toBe('RAS');
    expect(await converted(['--frame', 'lps', '--from-frame', 'ras'], 'LPS')).toMatchObject({
      ...{ exitCode: 2, err: expect.stringContaining('says that it is in LPS') },
    });
  });

  test.each([
    ['m', 1000],
    ['cm', 10],
    ['mm', 1],
    ['um', 1 / 1000],
    ['0.5 mm', 1 / 2],
  ])('--unit %s', async (unit, factor) => {
    const { written, own } = await converted(['--unit', unit]);
    const expected = own.positions.map((x) => (unit === 'um' ? x / 1000 : x * factor));
    expect(written[0].positions).toEqual(expected);
  });
});

test('a mesh in a unit of its own: detect takes --unit for bodies and poses, --path-unit for poses alone', async () => {
  const matrix = (z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1].join(' ');
  await writeFile(join(root, 'pose.txt'), matrix(0.045));
  const asked = async (...argv: string[]) => {
    const kit = fakeToolkit();
    const requests: { bone: number; pose: number }[] = [];
    const create = kit.createDetector;
    kit.createDetector = async (request) => {
      const detector = await create(request);
      return {
        ...detector,
        detectMany: (poses, options) => {
          requests.push({ bone: Math.max(...request.bone.positions), pose: poses[14] });
          return detector.detectMany(poses, options);
        },
      };
    };
    const base = ['detect', '--bone', 'b.stl', '--tool', 't.stl', '--distance', '0.2', '--resolution', '0.5'];
    await kerf([...base, '--pose', join(root, 'pose.txt'), ...argv], kit);
    return requests[0];
  };
  const plain = await asked();
  expect(plain.pose).toBe(0.045);
  expect(await asked('--unit', 'm')).toEqual({ bone: plain.bone * 1000, pose: 45 });
  expect(await asked('--path-unit', 'm')).toEqual({ bone: plain.bone, pose: 45 });
  expect(await asked('--unit', 'm', '--path-unit', 'mm')).toEqual({ bone: plain.bone * 1000, pose: 0.045 });
});
