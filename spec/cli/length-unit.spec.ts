// Units of length: meshes and poses to mm, rounded once; and a validation in another unit, which its header repeats.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { inMillimetres, posesInMillimetres } from '#cli/surface-file.ts';
import { run } from '#cli/run.ts';
import { reproduceCommand } from '#cli/validation-report/validation-header.ts';
import { createMesh } from '#mesh';
import { fakeToolkit, loweringPath, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

test('each coordinate is the f64 nearest to its mm; faces, name and frame stay; mm is the mesh itself', () => {
  const coordinates = [0.1, -0.2, 0.3, 140_123, 0, 7, 1e-3, 2, 3];
  const mesh = createMesh(Float32Array.from(coordinates), [0, 1, 2], { name: 'head', frame: 'LPS' });
  for (const [unit, exact] of [
    ['m', (x: number) => x * 1000],
    ['cm', (x: number) => x * 10],
    // A quotient is rounded once; a product with 0.001, which is no f64, twice.
    ['um', (x: number) => x / 1000],
  ] as const) {
    const made = inMillimetres(mesh, unit);
    expect(made).toMatchObject({ name: 'head', frame: 'LPS', faces: mesh.faces });
    expect(Array.from(made.positions)).toEqual(coordinates.map((x) => exact(Math.fround(x))));
  }
  expect(inMillimetres(mesh, 'mm')).toBe(mesh);
});

test('of poses the translations alone', () => {
  const poses = { count: 2, matrices: loweringPath(2), places: ['line 1', 'line 2'], times: Float64Array.of(0, 2.5) };
  const scaled = posesInMillimetres(poses, 'm');
  scaled.matrices.forEach((entry, i) => {
    expect(entry).toBe([12, 13, 14].includes(i % 16) ? 1000 * poses.matrices[i] : poses.matrices[i]);
  });
  expect(scaled).toMatchObject({ places: poses.places, times: poses.times });
  expect(posesInMillimetres(poses, 'mm')).toBe(poses);
});

test('a validation in metres says so, and can be repeated', async () => {
  const root = await temporaryFolder('unit');
  const rows = loweringPath(2).map((entry, i) => ([12, 13, 14].includes(i % 16) ? entry / 1000 : entry));
  const text = [0, 1].map((pose) => rows.subarray(16 * pose, 16 * pose + 16).join(',')).join('\n');
  await writeFile(join(root, 'path.csv'), text);
  const kit = fakeToolkit();
  const { loadMesh } = kit;
  kit.loadMesh = async (path) => {
    const mesh = await loadMesh(path);
    return { ...mesh, positions: mesh.positions.map((x) => x / 1000), frame: 'RAS' };
  };
  await writeFile(join(root, 'bone.stl'), '');
  await writeFile(join(root, 'tool.stl'), '');
  const files = ['--bone', join(root, 'bone.stl'), '--tool', join(root, 'tool.stl'), '--path', join(root, 'path.csv')];
  const terminal = recordedTerminal();
  expect(await run(['validate', ...files, '--unit', 'm', '--out', join(root, 'out')], kit, terminal)).toBe(0);
  expect(terminal.stderr).not.toContain('--unit');
  const header = JSON.parse(await readFile(join(root, 'out/validation.json'), 'utf8'));
  expect(header).toMatchObject({ bone: { unit: 'm', frame: 'RAS' }, tool: { unit: 'm' }, poses: { unit: 'm' } });
  expect(reproduceCommand(header)).toContain('--unit m --path path.csv --path-unit m');
  expect(await readFile(join(root, 'out/validation.html'), 'utf8')).toContain('frame RAS');

  const small = recordedTerminal();
  expect(await run(['validate', ...files, '--path-unit', 'm', '--out', join(root, 'mm')], kit, small)).toBe(0);
  expect(small.stderr).toMatch(/kerf: The bone's box is 0\.08 × 0\.08 × 0\.08 mm, .* give --unit m\.\n/);
});
