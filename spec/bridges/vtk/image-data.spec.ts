// Images of vtk.js ↔ volumes: values shared, every sample where vtk.js has it.

import { describe, expect, test } from '@jest/globals';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkImageData from '@kitware/vtk.js/Common/DataModel/ImageData.js';
import { mulberry32 } from '#harness/random.ts';
import { rigidPose } from '#harness/random-geometry.ts';
import { boneFromVolume, FormatError, type VolumeInMemory } from '#kerf';
import { imageDataFromVolume, volumeFromImageData } from '#vtk';

const SEED = 50_004;
const DIMENSIONS = [5, 4, 6] as const;
const COUNT = 120;

function image({ values = Float32Array.from({ length: COUNT }, (_, i) => i), components = 1, ...placed } = {}) {
  const made = vtkImageData.newInstance({ spacing: [0.5, 0.75, 1.25], origin: [-3, 4, 5.5], ...placed });
  made.setDimensions([...DIMENSIONS]);
  made.getPointData().setScalars(vtkDataArray.newInstance({ name: 'HU', values, numberOfComponents: components }));
  return made;
}

/** The direction of a random rotation, mirrored or not. */
function direction(random: () => number, mirror: boolean): number[] {
  const m = rigidPose(random, 0);
  return [0, 1, 2].flatMap((column) => [0, 1, 2].map((row) => m[4 * column + row] * (mirror && column === 2 ? -1 : 1)));
}

function at({ indexToWorld: m }: VolumeInMemory, i: number, j: number, k: number): number[] {
  return [0, 4, 8].map((row) => m[row] * i + m[row + 1] * j + m[row + 2] * k + m[row + 3]);
}

describe('volumeFromImageData', () => {
  test.each([false, true])(
    `mirrored: %p: every sample is where vtk.js has it, 40 directions (seed ${SEED})`,
    (mirror) => {
      const random = mulberry32(SEED);
      for (let round = 0; round < 40; round++) {
        const made = image({ direction: direction(random, mirror) } as never);
        const volume = volumeFromImageData(made);
        expect(volume.dimensions).toEqual(DIMENSIONS);
        expect(volume.values).toBe(made.getPointData().getScalars().getData());
        for (let n = 0; n < 10; n++) {
          const index = DIMENSIONS.map((size) => Math.floor(size * random())) as [number, number, number];
          const world = made.indexToWorld(index);
          for (const [axis, x] of at(volume, ...index).entries()) expect(x).toBeCloseTo(world[axis], 12);
        }
      }
    },
  );

  test('an extent that does not start at 0: sample 0 is the extent’s first', () => {
    const made = image();
    made.setExtent(2, 6, -1, 2, 10, 15);
    const volume = volumeFromImageData(made);
    expect(at(volume, 0, 0, 0)).toEqual([...made.indexToWorld([2, -1, 10])]);
    expect(at(volume, 4, 3, 5)).toEqual([...made.indexToWorld([6, 2, 15])]);
  });

  test('a ball of HU: its bone is where the ball is', async () => {
    const size = 24;
    const made = vtkImageData.newInstance({ spacing: [0.5, 0.5, 0.5], origin: [10, 20, 30] });
    made.setDimensions([size, size, size]);
    const centre = (size - 1) / 2;
    const values = Int16Array.from({ length: size ** 3 }, (_, n) => {
      const [i, j, k] = [n % size, Math.floor(n / size) % size, Math.floor(n / size ** 2)];
      return Math.round(1000 - 100 * Math.hypot(i - centre, j - centre, k - centre));
    });
    made.getPointData().setScalars(vtkDataArray.newInstance({ name: 'HU', values, numberOfComponents: 1 }));
    const { mesh } = await boneFromVolume(volumeFromImageData(made, { frame: 'LPS' }), { isoValue: 200 });
    expect(mesh.frame).toBe('LPS');
    // 1000 − 100·r = 200 at 8 samples, 4 mm.
    const middle = [10, 20, 30].map((x) => x + 0.5 * centre);
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const away = Math.hypot(...middle.map((x, k) => mesh.positions[v + k] - x));
      expect(Math.abs(away - 4)).toBeLessThan(0.1);
    }
  });

  test.each<[what: string, code: string, says: RegExp, make: () => unknown]>([
    ['no image', 'WRONG_TYPE', /expected a vtkImageData/, () => ({})],
    ['no scalars', 'MISSING_ARRAY', /no active scalars; it has none/, () => vtkImageData.newInstance()],
    [
      'colours',
      'BAD_COUNT',
      /3 values for each sample/,
      () => image({ values: new Float32Array(3 * COUNT), components: 3 }),
    ],
    ['too few values', 'TRUNCATED', /holds 119 values/, () => image({ values: new Float32Array(COUNT - 1) })],
    [
      'NaN',
      'NON_FINITE_VALUE',
      /voxel 7/,
      () => image({ values: Float32Array.from({ length: COUNT }, (_, i) => (i === 7 ? NaN : i)) }),
    ],
    ['a frame without volume', 'BAD_HEADER', /determinant 0/, () => image({ spacing: [1, 0, 1] } as never)],
  ])('%s is refused: %s', (_, code, says, make) => {
    const read = () => volumeFromImageData(make() as never);
    expect(read).toThrow(FormatError);
    expect(read).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
  });

  test('a named array is taken, and one that is not there is named with those that are', () => {
    const made = image();
    const other = Float64Array.from({ length: COUNT }, (_, i) => -i);
    made.getPointData().addArray(vtkDataArray.newInstance({ name: 'other', values: other, numberOfComponents: 1 }));
    expect(volumeFromImageData(made, { array: 'other' }).values).toBe(other);
    expect(() => volumeFromImageData(made, { array: 'none' })).toThrow(/"none"; it has "HU", "other"/);
  });
});

describe('imageDataFromVolume', () => {
  test(`and back: values shared, the frame within one rounding, 100 frames (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const values = Float64Array.from({ length: COUNT }, () => random());
    let exact = 0;
    for (let round = 0; round < 100; round++) {
      const m = rigidPose(random, 100);
      const spacing = [0, 1, 2].map(() => 0.3 + random());
      const indexToWorld = [0, 1, 2].flatMap((row) => [
        ...[0, 1, 2].map(
          (column) => spacing[column] * m[4 * column + row] * (round % 2 === 0 && column === 0 ? -1 : 1),
        ),
        m[12 + row],
      ]);
      const volume = { dimensions: DIMENSIONS, values, indexToWorld };
      const back = volumeFromImageData(imageDataFromVolume(volume));
      expect(back.values).toBe(values);
      for (const [i, entry] of back.indexToWorld.entries())
        expect(Math.abs(entry - indexToWorld[i])).toBeLessThanOrEqual(2 ** -52 * Math.abs(indexToWorld[i]));
      if (back.indexToWorld.every((entry, i) => entry === indexToWorld[i])) exact++;
    }
    expect(exact).toBeGreaterThan(50);
  });

  test('a volume that is none is refused', () =>
    expect(() =>
      imageDataFromVolume({
        dimensions: [2, 2, 1],
        values: [1, 2, 3, 4],
        indexToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
      }),
    ).toThrow(expect.objectContaining({ code: 'BAD_DIMENSIONS' })));
});
