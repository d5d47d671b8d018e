// CT volumes → isosurfaces: where they lie, which way they face, whether they close, and what is refused.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { boneFromVolume } from '#ct-bone';
import { loadSurfaceFromVolume, readVolume } from '#io';
import { isosurface } from '#io/isosurface.ts';
import { trianglesAt } from '#io/surface-size.ts';
import { asyncRefusal } from '#harness/io-errors.ts';
import { boundsOf, signedVolume, unpairedEdges } from '#harness/io-meshes.ts';
import { bytesOf, type NiftiOptions, niftiBytes, type VolumePlan, vtiText } from '#harness/io-volumes.ts';
import { mulberry32 } from '#harness/random.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerf-volume-'));
afterAll(() => rmSync(folder, { recursive: true }));
function surfaceOf(content: string | Uint8Array, isoValue: number, name: string) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return loadSurfaceFromVolume(path, isoValue);
}

const SPACING = [0.9, 1.3, 2.1];
const RADIUS = 11;
/** Columns: the voxel axes, mm. Rotated about all three axes; `mirror` reverses the first one. */
function sphereFrame(mirror: boolean): number[] {
  const [a, b, c] = [0.4, -0.7, 1.1];
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  const rotation = [
    [cb * cc, sa * sb * cc - ca * sc, ca * sb * cc + sa * sc],
    [cb * sc, sa * sb * sc + ca * cc, ca * sb * sc - sa * cc],
    [-sb, sa * cb, ca * cb],
  ];
  return rotation.flatMap((row, r) => [
    ...row.map((entry, axis) => entry * SPACING[axis] * (mirror && axis === 0 ? -1 : 1)),
    [31.5, -120.25, 7][r],
  ]);
}
/**
 * A ball whose centre is the volume's; the value is the distance inward from its surface, so it is nearly linear there.
 */
function ball(frame: readonly number[]): VolumePlan & { centre: number[] } {
  const dimensions = [30, 22, 15] as const;
  const at = dimensions.map((n) => (n - 1) / 2 + 0.21);
  const centre = [0, 4, 8].map((r) => frame[r] * at[0] + frame[r + 1] * at[1] + frame[r + 2] * at[2] + frame[r + 3]);
  const value = (x: number, y: number, z: number) => RADIUS - Math.hypot(x - centre[0], y - centre[1], z - centre[2]);
  return { dimensions, frame, value, centre };
}

async function expectBall(content: string | Uint8Array, name: string, centre: readonly number[], scale = 1) {
  const mesh = await surfaceOf(content, 0, name);
  let [worst, farthest] = [0, 0];
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const distance = Math.hypot(...[0, 1, 2].map((k) => mesh.positions[i + k] - scale * centre[k])) / scale;
    worst = Math.max(worst, Math.abs(distance - RADIUS));
    farthest = Math.max(farthest, distance);
  }
  // A distance field over a voxel edge of length s: linear interpolation errs by at most s²/(8·(R − s)), as its
  // curvature is ≤ 1/r.
  const s = Math.max(...SPACING);
  expect(worst).toBeLessThan((s * s) / (8 * (RADIUS - s)) + 1e-4);
  expect(unpairedEdges(mesh)).toBe(0);
  // Inscribed except for that error; a chord over the longest cell diagonal d sinks by d²/(8·R).
  const sunk = Math.hypot(...SPACING) ** 2 / (8 * RADIUS) + worst;
  const volume = signedVolume(mesh) / scale ** 3;
  expect(volume).toBeLessThan((4 / 3) * Math.PI * (RADIUS + worst) ** 3);
  expect(volume).toBeGreaterThan((4 / 3) * Math.PI * (RADIUS - sunk) ** 3);
}

describe.each([false, true])('a ball in a rotated, anisotropic frame, mirrored: %p', (mirror) => {
  const plan = ball(sphereFrame(mirror));

  test('VTI with origin, spacing, direction and an extent that begins elsewhere', () =>
    expectBall(vtiText(plan), 'ball.vti', plan.centre));

  test('NIfTI sform, plain, gzipped and big-endian', async () => {
    await expectBall(niftiBytes(plan), 'ball.nii', plan.centre);
    await expectBall(gzipSync(niftiBytes(plan)), 'ball.nii.gz', plan.centre);
    await expectBall(niftiBytes(plan, { littleEndian: false }), 'big.nii', plan.centre);
  });

  test('NIfTI scaling, also a negative one', async () => {
    await expectBall(niftiBytes(plan, { slope: 2.5, inter: -7 }), 'scaled.nii', plan.centre);
    await expectBall(niftiBytes(plan, { slope: -1, inter: 4 }), 'negative.nii', plan.centre);
  });

  test('NIfTI in metres and micrometres comes in mm', async () => {
    await expectBall(niftiBytes(plan, { units: 1 }), 'metres.nii', plan.centre, 1000);
    await expectBall(niftiBytes(plan, { units: 3 }), 'micrometres.nii', plan.centre, 0.001);
  });
});

test('NIfTI scaling that is no finite number: as in the reference library, unscaled, or an intercept of 0', async () => {
  const plan: VolumePlan = { dimensions: [2, 3, 2], frame: sphereFrame(false), value: (x, y, z) => x + 2 * y - z };
  const values = async (slope: number, inter: number) => {
    const bytes = niftiBytes(plan);
    new DataView(bytes.buffer).setFloat32(112, slope, true);
    new DataView(bytes.buffer).setFloat32(116, inter, true);
    return readVolume(bytes, 'nii', 'odd.nii');
  };
  const stored = (await values(0, 0)).values;
  for (const slope of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0])
    for (const inter of [Number.NaN, Number.NEGATIVE_INFINITY, 0, 7]) {
      const volume = await values(slope, inter);
      expect(volume.values).toEqual(stored);
      expect(volume.notices).toEqual([]);
    }
  const twice = await values(2, Number.NaN);
  expect(Array.from(twice.values)).toEqual(Array.from(stored, (value) => 2 * value));
  expect(twice.notices).toEqual([
    '"odd.nii": scl_inter is NaN, which is taken as 0; check the values, which are multiplied by 2.',
  ]);
});

test.each([1024, 1280])('NIfTI datatype %d, whole numbers of 64 bits: exactly, scaled, or refused', async (code) => {
  const plan: VolumePlan = { dimensions: [2, 2, 2], frame: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], value: () => 0 };
  for (const littleEndian of [true, false]) {
    const head = niftiBytes(plan, { littleEndian }).slice(0, 352);
    const bytes = new Uint8Array(352 + 64);
    bytes.set(head);
    const view = new DataView(bytes.buffer);
    view.setInt16(70, code, littleEndian);
    view.setInt16(72, 64, littleEndian);
    const numbers = [2n ** 53n - 1n, 2n ** 52n + 1n, 0n, 1n, 2n ** 32n, 2n ** 31n, 225n, code === 1024 ? -3n : 3n];
    for (const [i, value] of numbers.entries()) view.setBigInt64(352 + 8 * i, value, littleEndian);
    const read = async () => Array.from((await readVolume(bytes, 'nii', 'long.nii')).values);
    expect(await read()).toEqual(numbers.map(Number));
    view.setFloat32(112, 0.5, littleEndian);
    expect(await read()).toEqual(numbers.map((value) => Number(value) / 2));
    view.setBigInt64(352 + 16, 2n ** 53n + 1n, littleEndian);
    await expect(read()).rejects.toThrow('"long.nii": voxel 2 is 9007199254740993, expected whole numbers within');
  }
});

test('VTI of whole numbers of 64 bits: exactly, or refused', async () => {
  const text = vtiText({ dimensions: [2, 2, 2], frame: sphereFrame(false), value: () => 3 });
  for (const type of ['Int64', 'UInt64']) {
    const of = (last: string) =>
      bytesOf(text.replace('type="Float64"', `type="${type}"`).replace(/3\n<\/DataArray>/, `${last}\n</DataArray>`));
    expect((await readVolume(of('9007199254740991'), 'vti', 'long.vti')).values[7]).toBe(2 ** 53 - 1);
    await expect(readVolume(of('9007199254740993'), 'vti', 'long.vti')).rejects.toThrow(
      '"long.vti": voxel 7 is about 9007199254740992, expected whole numbers within ±2^53',
    );
  }
});

test('NIfTI datatype 1280 beyond 2^63 is named without a sign', async () => {
  const bytes = new Uint8Array(352 + 64);
  bytes.set(niftiBytes({ dimensions: [2, 2, 2], frame: sphereFrame(false), value: () => 0 }).slice(0, 352));
  const view = new DataView(bytes.buffer);
  view.setInt16(70, 1280, true);
  view.setInt16(72, 64, true);
  view.setBigUint64(352, 2n ** 64n - 1n, true);
  await expect(readVolume(bytes, 'nii', 'long.nii')).rejects.toThrow('voxel 0 is 18446744073709551615');
});

test('NIfTI qform with and without a mirrored k axis, and neither form', async () => {
  // A quarter turn about z: i → +y, j → −x; its quaternion is (cos 45°, 0, 0, sin 45°).
  for (const sign of [1, -1]) {
    const frame = [0, -SPACING[1], 0, 12, SPACING[0], 0, 0, -5, 0, 0, sign * SPACING[2], 40];
    const options: NiftiOptions = { frameFrom: 'qform', quaternion: [0, 0, Math.SQRT1_2, sign] };
    await expectBall(niftiBytes(ball(frame), options), 'q.nii', ball(frame).centre);
  }
  const frame = [SPACING[0], 0, 0, 0, 0, SPACING[1], 0, 0, 0, 0, SPACING[2], 0];
  await expectBall(niftiBytes(ball(frame), { frameFrom: 'pixdim' }), 'p.nii', ball(frame).centre);
});

test('random volumes of few values, iso on one of them: closed but for the edge (seed 3), nothing printed', async () => {
  const print = jest.spyOn(console, 'time').mockImplementation(() => {});
  const random = mulberry32(3);
  const frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  let onIso = 0;
  for (let trial = 0; trial < 20; trial++) {
    const n = 9;
    const inner = (v: number) => v > 0 && v < n - 1;
    const values = Array.from({ length: n ** 3 }, () => Math.floor(4 * random()));
    const value = (x: number, y: number, z: number) =>
      inner(x) && inner(y) && inner(z) ? values[x + n * (y + n * z)] : 0;
    const mesh = await surfaceOf(
      vtiText({ dimensions: [n, n, n], frame, value }),
      trial % 2 === 0 ? 2 : 1.5,
      'random.vti',
    );
    expect(unpairedEdges(mesh)).toBe(0);
    expect(signedVolume(mesh)).toBeGreaterThan(0);
    const distinct = new Set(
      Array.from({ length: mesh.positions.length / 3 }, (_, i) => mesh.positions.slice(3 * i, 3 * i + 3).join()),
    );
    expect(distinct.size).toBe(mesh.positions.length / 3);
    expect(new Set(mesh.faces).size).toBe(distinct.size);
    const { faces } = mesh;
    expect(faces.filter((vertex, i) => vertex === faces[i % 3 === 2 ? i - 2 : i + 1])).toHaveLength(0);
    if (trial % 2 === 0 && values.filter((v) => v === 2).length > 100) onIso++;
  }
  expect(onIso).toBe(10);
  expect(print).not.toHaveBeenCalled();
  print.mockRestore();
});

test('as many triangles are counted beforehand as are made, in every case of a cell', () => {
  // Values that never equal the isovalue, so that every triangle has three corners of its own.
  const random = mulberry32(77);
  for (let trial = 0; trial < 12; trial++) {
    const dimensions = [2 + trial, 9, 2 + ((5 * trial) % 7)] as const;
    const share = (trial + 1) / 13;
    const values = Array.from({ length: dimensions[0] * dimensions[1] * dimensions[2] }, () =>
      random() < share ? 1 : 0,
    );
    const volume = { dimensions, values, indexToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] };
    expect(isosurface(volume, 0.5, 'random').faces.length / 3).toBe(trianglesAt(volume, 0.5));
  }
});

test('a checkerboard of some kilobytes is refused before its surface is made, by the number of its triangles', async () => {
  // Four triangles in each cell: one at each of a cell's four corners that are bone.
  const n = 80;
  const board = Int8Array.from({ length: n ** 3 }, (_, at) => (at + Math.floor(at / n) + Math.floor(at / n ** 2)) % 2);
  const head = niftiBytes({ dimensions: [2, 2, 2], frame: sphereFrame(false), value: () => 0 }).slice(0, 352);
  const bytes = new Uint8Array(352 + n ** 3);
  bytes.set(head);
  bytes.set(board, 352);
  const view = new DataView(bytes.buffer);
  for (const at of [42, 44, 46]) view.setInt16(at, n, true);
  view.setInt16(70, 256, true);
  view.setInt16(72, 8, true);
  const zipped = gzipSync(bytes);
  expect(zipped.length).toBeLessThan(50_000);
  const triangles = 4 * (n - 1) ** 3;
  await expect(surfaceOf(zipped, 0.5, 'board.nii.gz')).rejects.toThrow(
    `at 0.5 would have ${triangles} triangles, the most for ${n ** 3} samples is ${2 ** 20}; choose a value`,
  );
  expect(await asyncRefusal(boneFromVolume(join(folder, 'board.nii.gz'), { isoValue: 0.5 }))).toBe('TOO_LARGE');
});

test('bone that reaches the edge of the volume leaves the surface open there', async () => {
  const frame = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const mesh = await surfaceOf(vtiText({ dimensions: [5, 5, 5], frame, value: (x) => 1 - x }), 0, 'half.vti');
  expect(boundsOf(mesh.positions)).toEqual([1, 0, 0, 1, 4, 4]);
  expect(unpairedEdges(mesh)).toBe(16);
  // Bone is at x < 1, so the faces look along +x.
  const [a, b, c] = [...mesh.faces.subarray(0, 3)].map((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]);
  const normalX = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]);
  expect(normalX).toBeGreaterThan(0);
});

describe('refused', () => {
  const plan = ball(sphereFrame(false));
  const good = niftiBytes(plan);
  const nifti = (edit: (view: DataView, bytes: Uint8Array) => void) => {
    const bytes = good.slice();
    edit(new DataView(bytes.buffer), bytes);
    return asyncRefusal(surfaceOf(bytes, 0, 'bad.nii'));
  };

  test('NIfTI dimensions', async () => {
    for (const dims of [
      [3, 30, 22, 1],
      [3, 30, 0, 15],
      [3, 30, -22, 15],
      [2, 30, 22, 15],
      [4, 30, 22, 15, 2],
      [0, 30, 22, 15],
      [9, 30, 22, 15],
    ])
      expect(
        await nifti((view) =>
          dims.forEach((n, i) => {
            view.setInt16(40 + 2 * i, n, true);
          }),
        ),
      ).toBe('BAD_DIMENSIONS');
    expect(await nifti((view) => view.setInt16(46, 16, true))).toBe('TRUNCATED');
    expect(await nifti((view) => view.setInt16(46, 14, true))).toBe('BAD_COUNT');
    expect(
      await nifti((view) =>
        [1, 2, 3].forEach((i) => {
          view.setInt16(40 + 2 * i, 32767, true);
        }),
      ),
    ).toBe('TRUNCATED');
  });

  test('NIfTI magic, sizes, types, scale, units, frame, voxels', async () => {
    expect(await nifti((_, bytes) => bytes.set([0x6e, 0x2b, 0x33], 344))).toBe('BAD_HEADER');
    expect(await nifti((_, bytes) => bytes.set([0x6e, 0x69, 0x31], 344))).toBe('UNSUPPORTED');
    expect(await nifti((view) => view.setInt32(0, 349, true))).toBe('BAD_HEADER');
    expect(await nifti((view) => view.setInt16(70, 128, true))).toBe('UNSUPPORTED');
    expect(await nifti((view) => view.setInt16(70, 4, true))).toBe('BAD_HEADER');
    expect(await nifti((view) => view.setFloat32(108, 12, true))).toBe('BAD_HEADER');
    expect(await nifti((_, bytes) => bytes.set([7], 123))).toBe('BAD_HEADER');
    expect(await nifti((view) => view.setFloat32(280, Number.NaN, true))).toBe('BAD_HEADER');
    expect(await nifti((_, bytes) => bytes.fill(0, 280, 328))).toBe('BAD_HEADER');
    expect(await nifti((view) => view.setFloat32(352 + 400, Number.POSITIVE_INFINITY, true))).toBe('NON_FINITE_VALUE');
  });

  test('cut NIfTI, plain and gzipped, and damaged gzip', async () => {
    for (const length of [1, 3, 100, 347, 348, 351, 352, 353, good.length - 1])
      expect(await asyncRefusal(surfaceOf(good.slice(0, length), 0, 'cut.nii'))).toBe('TRUNCATED');
    const zipped = gzipSync(good);
    for (const length of [10, 100, zipped.length - 9, zipped.length - 1])
      expect(await asyncRefusal(surfaceOf(zipped.subarray(0, length), 0, 'cut.nii.gz'))).toBe('TRUNCATED');
    const damaged = Uint8Array.from(zipped);
    damaged[zipped.length - 6] ^= 1;
    expect(await asyncRefusal(surfaceOf(damaged, 0, 'bad.nii.gz'))).toBe('BAD_COMPRESSION');
  });

  test('VTI', async () => {
    const text = vtiText(plan);
    const vti = (from: string | RegExp, to: string) => asyncRefusal(surfaceOf(text.replace(from, to), 0, 'bad.vti'));
    expect(await vti('ImageData"', 'PolyData"')).toBe('BAD_HEADER');
    expect(await vti(/2 31 -1/g, '2 30 -1')).toBe('BAD_COUNT');
    expect(await vti(/2 31 -1/g, '2 32 -1')).toBe('TRUNCATED');
    expect(await vti(/2 31 -1/g, '2 2 -1')).toBe('BAD_DIMENSIONS');
    expect(await vti(/2 31 -1/g, '2.5 31 -1')).toBe('BAD_DIMENSIONS');
    expect(await vti('2 31 -1', '2 30 -1')).toBe('BAD_DIMENSIONS');
    expect(await vti(/Spacing="[^ ]+/, 'Spacing="0')).toBe('BAD_HEADER');
    expect(await vti(/Origin="[^ ]+/, 'Origin="x')).toBe('BAD_HEADER');
    expect(await vti(/<DataArray[\s\S]*<\/DataArray>/, '')).toBe('MISSING_ARRAY');
    expect(await vti('Name="CT"', 'Name="CT" NumberOfComponents="3"')).toBe('UNSUPPORTED');
    expect(await vti('ascii">\n', 'ascii">\nnan ')).toBe('BAD_COUNT');
    expect(await vti(/ascii">\n\S+/, 'ascii">\nnan')).toBe('NON_FINITE_VALUE');
    expect(await vti('</VTKFile>', '')).toBe('TRUNCATED');
  });

  test('iso values: not finite, or outside the values', async () => {
    for (const iso of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(await asyncRefusal(surfaceOf(good, iso, 'ball.nii'))).toBe('BAD_ISO_VALUE');
    for (const iso of [1e6, -1e6]) expect(await asyncRefusal(surfaceOf(good, iso, 'ball.nii'))).toBe('EMPTY_MESH');
    await expect(surfaceOf(good, 1e6, 'ball.nii')).rejects.toThrow(/its values run from -.* to 1/);
  });
});
