// What users must know before they read the results: a bone without an inside, units that do not seem to fit, the other
// anatomical frame.

import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildIndex, loadIndex, saveIndex } from '#bodies';
import { boxNotice, openNotices, otherFrameNotice, scaleNotices } from '#cli/notices.ts';
import { reportHtml } from '#cli/report/report-html.ts';
import { run } from '#cli/run.ts';
import { box, sphere } from '#datasets';
import { createDetector } from '#detector';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { createMesh, inspectMesh, measureBounds, type TriangleMesh } from '#mesh';

const bounds = (...sides: number[]) => ({ min: [5, 5, 5], max: sides.map((side) => 5 + side) }) as never;

describe('the size of a bone', () => {
  test.each<[string, number[], string]>([
    ['a skull in metres', [0.14, 0.2, 0.16], 'give --unit m.'],
    ['a skull in centimetres', [14, 20, 15.7].map((x) => x * 0.9), 'give --unit cm.'],
    ['a skull in micrometres', [140_000, 199_000, 157_000], 'give --unit um.'],
    ['a skull in inches', [5.5, 7.8, 6.2], 'give --unit in.'],
    ['a femur in metres', [0.05, 0.06, 0.45], 'give --unit m.'],
    ['a tooth', [19.9, 8, 7], 'give --unit cm.'],
    ['nothing that a unit explains', [3000, 1, 1], 'check its unit'],
    ['next to nothing', [1e-7, 1e-7, 1e-7], 'check its unit'],
  ])('%s is reported', (_what, sides, next) => {
    const notice = boxNotice("The bone's box", bounds(...sides), '--unit');
    expect(notice).toMatch(/^The bone's box is .* mm, which is (small|large) for a bone/);
    expect(notice).toContain(next);
  });
  test.each([[[20, 1, 1]], [[140, 199, 157]], [[2000, 400, 300]]])('%j mm is a bone', (sides) => {
    expect(boxNotice('It', bounds(...sides), '--unit')).toBe('');
  });
  test('the sentence gives the size in that unit', () => {
    expect(boxNotice('It', bounds(0.14, 0.199, 0.157), '--unit')).toContain(
      'if its unit is m, it is 140 × 199 × 157 mm',
    );
  });
});

describe('the positions of a path', () => {
  const skull = bounds(140, 199, 157);
  const path = (...positions: number[][]) =>
    Float64Array.from(positions.flatMap(([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]));
  const said = (matrices: Float64Array, unit: 'mm' | 'm' | 'um' | 'cm' = 'mm') =>
    scaleNotices(skull, matrices, unit).join();
  test('in metres, in micrometres', () => {
    expect(said(path([0.1, -0.2, 0.05], [0.1, -0.21, 0.05]))).toMatch(/at most 0\.21 mm .* give --path-unit m\.$/);
    expect(said(path([100_000, -200_000, 50_000]))).toContain('give --path-unit um.');
  });
  test('of what they were taken in: metres that are mm, micrometres that are mm, and what no unit explains', () => {
    expect(said(path([100_000, -200_000, 50_000]), 'm')).toContain('give --path-unit mm.');
    expect(said(path([0.1, -0.2, 0.05]), 'um')).toContain('give --path-unit mm.');
    expect(said(path([100_000, -200_000, 50_000]), 'cm')).toContain('check their unit.');
  });
  test('in mm, near the origin or across a room; and all at the origin', () => {
    expect(said(path([100, -200, 50]))).toBe('');
    expect(said(path([0, 0, 1]))).toBe('');
    expect(said(path([0, 0, 3000]))).toBe('');
    expect(said(path([0, 0, 0], [0, 0, 0]))).toBe('');
  });
  test('where the bone itself is in another unit, that alone is said; without a path too', () => {
    const metres = bounds(0.14, 0.2, 0.157);
    for (const matrices of [path([0.1, 0.2, 0.3]), path([100, 200, 300]), undefined])
      expect(scaleNotices(metres, matrices, 'mm')).toEqual([expect.stringContaining('--unit m.')]);
    expect(scaleNotices(skull, undefined, 'mm')).toEqual([]);
  });
});

describe('the other frame', () => {
  const bone = createMesh(
    sphere({ radius: 20, subdivisions: 3 }).positions.map((x, i) => x + [60, 80, 10][i % 3]),
    sphere({ radius: 20, subdivisions: 3 }).faces,
  );
  const tool = box({ size: 6 });
  const at = (...places: number[][]) =>
    Float64Array.from(places.flatMap(([x, y, z]) => [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, x, y, z, 1]));
  async function notice(matrices: Float64Array, frame?: 'RAS' | 'LPS', mesh: TriangleMesh = bone) {
    const detector = await createDetector({ bone: mesh, tool, contactDistance: 0.5, resolution: 5, backend: 'cpu' });
    const asked: number[] = [];
    const { detectMany } = detector;
    detector.detectMany = (poses, options) => {
      asked.push(poses.length / 16);
      return detectMany.call(detector, poses, options);
    };
    const poses = { count: matrices.length / 16, matrices, places: [], times: null };
    const [own, its] = [measureBounds(mesh.positions, mesh.faces), measureBounds(tool.positions, tool.faces)];
    const said = await otherFrameNotice(
      detector,
      { frame, bounds: own },
      its,
      poses,
      0.5,
      new AbortController().signal,
    );
    detector.dispose();
    return { said, asked };
  }

  test('poses at the turned bone: told, with the frame to ask for', async () => {
    const places = at([-60, -80, 31], [-60, -80, 32], [-60, -80, 400]);
    const { said } = await notice(places, 'RAS');
    expect(said).toMatch(/^No pose comes near the bone, and with its x and y negated 2 of 2 poses tried do: /);
    expect(said).toMatch(/: the bone is in RAS, the poses seem to be in LPS; .* and --frame lps\.$/);
    expect((await notice(places)).said).toContain('--from-frame ras --frame lps');
    // Within δ of the turned bone, and just beyond δ.
    expect((await notice(at([-60, -80, 33.4]))).said).not.toBe('');
    expect((await notice(at([-60, -80, 33.7]))).said).toBe('');
  });

  test('boxes that meet are not enough, and boxes that do not spare the question', async () => {
    // In a corner of the turned bone's box, clear of the ball.
    expect(await notice(at([-60 - 19, -80 - 19, 10 + 19]))).toEqual({ said: '', asked: [1] });
    expect(await notice(at([200, 300, 10], [-60, 80, 10]))).toEqual({ said: '', asked: [] });
  });

  test('of many poses a few are asked', async () => {
    const many = at(...Array.from({ length: 1000 }, (_, i) => [-60, -80, 30 + i / 100]));
    const { said, asked } = await notice(many);
    expect(asked).toEqual([8]);
    expect(said).toMatch(/[1-8] of 8 poses/);
  });
});

describe('a bone without an inside', () => {
  const closed = sphere({ radius: 40, subdivisions: 2 });
  const open = createMesh(closed.positions, closed.faces.subarray(3), { name: 'open' });
  const turned = createMesh(
    closed.positions,
    [...closed.faces.subarray(0, 3)].reverse().concat([...closed.faces.subarray(3)]),
  );
  const kit = { inspectMesh };
  const body = (mesh: TriangleMesh, file = 'b.ply') => ({ mesh, file });

  test('says so, and what to do', () => {
    const signed = { bone: true, tool: false };
    const { verdict, sentences } = openNotices(kit, body(open), body(closed), signed);
    expect(verdict).toBe('The bone is open: no inside, no depth. ');
    expect(sentences).toEqual([
      expect.stringMatching(/^The bone is open: no inside, no depth; close it .* kerf bone VOLUME --cap\.$/),
    ]);
    expect(openNotices(kit, body(open, 'head.nii.gz'), body(closed), signed).sentences[0]).toContain(
      'kerf bone head.nii.gz --iso',
    );
    expect(openNotices(kit, body(turned), body(closed), signed).verdict).toBe(
      'The bone is not consistently oriented: no inside, no depth. ',
    );
    expect(openNotices(kit, body(closed), body(open), { bone: false, tool: true })).toEqual({
      ...{ verdict: '', sentences: [expect.stringMatching(/^The tool is open: .*mesh editor\.$/)] },
    });
    expect(openNotices(kit, body(closed), body(closed), { bone: true, tool: true })).toEqual({
      verdict: '',
      sentences: [],
    });
  });

  test('terminal, table, verdict, JSON and page say it first', async () => {
    const root = await temporaryFolder('open');
    const path = join(root, 'path.csv');
    const rows = [30, 38, 42, 60].map((z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1].join(','));
    await writeFile(path, rows.join('\n'));
    const real = {
      ...fakeToolkit(),
      ...{ buildIndex, loadIndex, saveIndex, createDetector, inspectMesh },
      loadMesh: async (file: string) => (file === 'bone.ply' ? open : box({ size: 10 })),
    };
    const argv = [
      'detect',
      '--bone',
      'bone.ply',
      '--tool',
      'tool.ply',
      '--path',
      path,
      '--distance',
      '0.2',
      '--resolution',
      '20',
      '--backend',
      'cpu',
    ];
    const terminal = recordedTerminal();
    expect(await run(argv, real, terminal)).toBe(0);
    const lines = terminal.stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^The bone is open: no inside, no depth; /);
    expect(lines[2]).toContain('no depth (open)');
    expect(lines[2]).not.toContain('inside mm');
    expect(lines.at(-1)).toMatch(
      /^The bone is open: no inside, no depth\. Contact at \d of 4 poses; closest 0\.000 mm/,
    );

    mkdirSync(join(root, 'out'));
    const json = recordedTerminal();
    expect(await run([...argv, '--json', '--out', join(root, 'out')], real, json)).toBe(0);
    const report = JSON.parse(json.stdout);
    expect(report.notices[0]).toMatch(/^The bone is open/);
    expect(report.verdict).toMatch(/^The bone is open/);
    expect(report.bone.frame).toBe('unknown');
    expect(
      report.poses.every(
        (pose: { insideDistance: unknown; penetration: unknown }) =>
          pose.insideDistance === null && pose.penetration === null,
      ),
    ).toBe(true);
    expect(json.stderr).toMatch(/^kerf: The bone is open/);

    const shown = { facesShown: 1, facesTotal: 1 };
    const page = reportHtml({ header: report, bone: shown, tool: shown, poses: [] } as never, report.poses, '');
    const [notice, verdict, table] = ['class="notice first">The bone is open', 'class="verdict', '<table>'].map(
      (text) => page.indexOf(text),
    );
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThan(verdict);
    expect(verdict).toBeLessThan(table);
    expect(page).toContain('<th scope="col">no depth (open)</th>');
    expect(page).toContain('frame unknown');
  });
});
