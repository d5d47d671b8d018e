// Units of length: meshes and poses to mm, rounded once; and a validation in another unit, which its header repeats.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import Fraction from 'fraction.js';
import { run } from '#cli/run.ts';
import { inMillimetres, millimetresPer, posesInMillimetres } from '#cli/surface-file.ts';
import { reproduceCommand } from '#cli/validation-report/validation-header.ts';
import { fakeToolkit, loweringPath, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';
import { createMesh } from '#mesh';

test('each coordinate is the f64 nearest to its mm; faces, name and frame stay; mm is the mesh itself', () => {
  const coordinates = [0.1, -0.2, 0.3, 140_123, 0, 7, 1e-3, 2, 3];
  const mesh = createMesh(Float32Array.from(coordinates), [0, 1, 2], { name: 'head', frame: 'LPS' });
  for (const [unit, exact] of [
    ['m', (x: number) => x * 1000],
    ['cm', (x: number) => x * 10],
    // A quotient is rounded once; a product with 0.001, which is no f64, twice.
    ['um', (x: number) => x / 1000],
    ['0.001 mm', (x: number) => x / 1000],
    ['0.1mm', (x: number) => x / 10],
    ['10', (x: number) => x * 10],
    [' m ', (x: number) => x * 1000],
  ] as const) {
    const made = inMillimetres(mesh, unit);
    expect(made).toMatchObject({ name: 'head', frame: 'LPS', faces: mesh.faces });
    expect(Array.from(made.positions)).toEqual(coordinates.map((x) => exact(Math.fround(x))));
  }
  expect(inMillimetres(mesh, 'mm')).toBe(mesh);
});

test('in a unit that is no f64 in mm, whole numbers and thousandths of it come out as the f64 nearest to their mm', () => {
  for (const [unit, numerator, denominator] of [
    ['in', 254n, 10n],
    ['ft', 3048n, 10n],
    ['0.3 mm', 3n, 10n],
    ['12.7um', 127n, 10_000n],
  ] as const)
    for (const whole of [1, 3, 7, 11, 999, 12_345, 987_654_321]) {
      const { positions } = inMillimetres(createMesh([whole, 0, 0, 0, whole, 0, 0, 0, whole], [0, 1, 2]), unit);
      expect(positions[0]).toBe(Number(new Fraction(BigInt(whole) * numerator, denominator).toString(30)));
    }
});

test.each([
  ['furlong', 'BAD_LENGTH_TEXT', 'expected m, cm, mm, um, µm, nm, in, inch or ft'],
  ['Mm', 'OUT_OF_RANGE', 'write mm for millimetres'],
  ['0mm', 'OUT_OF_RANGE', 'expected a number of mm above 0'],
  ['-1 in', 'OUT_OF_RANGE', 'expected a number of mm above 0'],
  ['', 'NOT_A_NUMBER', 'expected a number of mm above 0'],
  ['1e400 m', 'OUT_OF_RANGE', 'expected a length from 1e-9 to 1000000 mm'],
])('--unit "%s" is refused', (unit, code, says) => {
  const refused = expect.objectContaining({ code, message: expect.stringContaining(says) });
  const thrown = (): unknown => {
    try {
      return millimetresPer(unit, 'path-unit');
    } catch (error) {
      return error;
    }
  };
  expect(thrown()).toEqual(refused);
  expect(thrown()).toEqual(expect.objectContaining({ message: expect.stringMatching(/^--path-unit is /) }));
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
