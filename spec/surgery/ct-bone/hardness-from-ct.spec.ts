// hardnessFromCt against its definition, ((v − w)/(c − w))² where v > w and 0 elsewhere, at the place of each voxel:
// for axes in any order and either direction, in either frame, within a crop; what is counted, and what is refused.

import { describe, expect, test } from '@jest/globals';
import { type CtHardnessOptions, hardnessFromCt } from '#ct-bone';
import { cuttingSettings } from '#haptics/cutting/cutting-options.ts';
import { hardnessAt } from '#haptics/cutting/hardness.ts';
import { sampled, type VolumePlan } from '#harness/io-volumes.ts';
import { mulberry32 } from '#harness/random.ts';

const SEED = 1500;
/** Whole numbers and halves, so that places are exact. */
const DIMENSIONS = [3, 4, 5] as const;
const SPACING = [0.5, 1, 2];
const ORIGIN = [-7, 3.5, 11];
const random = mulberry32(SEED);
/** Unrelated values from −1200 to 2800, by place: a voxel in the wrong place has another one. */
const byPlace = new Map<string, number>();
function valueAt(x: number, y: number, z: number): number {
  const place = [x, y, z].map((at) => at + 0).join(' ');
  const value = byPlace.get(place) ?? Math.round(4000 * random() - 1200);
  byPlace.set(place, value);
  return value;
}

const law = (value: number, water = 0, cortical = 1500) =>
  Math.fround((Math.max(0, value - water) / (cortical - water)) ** 2);

/** The volume's own axis n runs along the frame's axis order[n], backwards if signs[n] is −1. */
function planOf(order: readonly number[], signs: readonly number[]): VolumePlan {
  const frame = [0, 1, 2].flatMap((row) => [
    ...order.map((axis, n) => (axis === row ? signs[n] * SPACING[n] : 0)),
    ORIGIN[row],
  ]);
  return { dimensions: DIMENSIONS, frame, value: valueAt };
}
const upright = planOf([0, 1, 2], [1, 1, 1]);
const volumeOf = (plan: VolumePlan, frame?: 'RAS' | 'LPS') => ({
  dimensions: plan.dimensions,
  values: sampled(plan),
  indexToWorld: plan.frame,
  name: 'ct',
  ...(frame && { frame }),
});

/** Each voxel's middle, mm, and its hardness. */
function* voxelsOf({ hardness: { values, size, spacing, origin } }: Awaited<ReturnType<typeof hardnessFromCt>>) {
  let n = 0;
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        yield {
          at: [i, j, k].map((index, axis) => origin[axis] + index * spacing[axis]) as [number, number, number],
          value: values[n++],
        };
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const allSigns = Array.from({ length: 8 }, (_, n) => [0, 1, 2].map((bit) => ((n >> bit) & 1 ? -1 : 1)));

test(`axes in any order and direction: each place has its own hardness (seed ${SEED})`, async () => {
  for (const order of orders)
    for (const signs of allSigns) {
      const made = await hardnessFromCt(volumeOf(planOf(order, signs)));
      const voxels = [...voxelsOf(made)];
      expect(voxels.length).toBe(60);
      for (const { at, value } of voxels) {
        expect(byPlace.has(at.join(' '))).toBe(true);
        expect(value).toBe(law(valueAt(...at)));
      }
    }
});

test('water and cortical set the two ends of the line', async () => {
  const made = await hardnessFromCt(volumeOf(upright), { water: -200, cortical: 900 });
  for (const { at, value } of voxelsOf(made)) expect(value).toBe(law(valueAt(...at), -200, 900));
});

test('a haptic loop takes it, and finds at a place what the volume has there', async () => {
  const { hardness } = await hardnessFromCt(volumeOf(upright));
  const settings = cuttingSettings({ hardness }, 0.2, 2.5);
  for (const { at, value } of voxelsOf({ hardness } as Awaited<ReturnType<typeof hardnessFromCt>>))
    expect(hardnessAt(settings.hardness, Float64Array.from(at), 0)).toBe(value);
});

test('in the other anatomical frame, x and y are turned round', async () => {
  const made = await hardnessFromCt(volumeOf(upright, 'RAS'), { frame: 'LPS' });
  expect(made.frame).toBe('LPS');
  for (const { at, value } of voxelsOf(made)) expect(value).toBe(law(valueAt(-at[0], -at[1], at[2])));
  expect((await hardnessFromCt(volumeOf(upright))).frame).toBeNull();
});

test('a crop leaves the voxels in it and the next ones around its sides', async () => {
  for (const signs of [
    [1, 1, 1],
    [-1, -1, -1],
  ]) {
    const plan = planOf([1, 2, 0], signs);
    const all = [...voxelsOf(await hardnessFromCt(volumeOf(plan)))];
    const [x, y, z] = [0, 1, 2].map((axis) => [...new Set(all.map(({ at }) => at[axis]))].sort((a, b) => a - b));
    // From within a voxel to within another, and from a voxel's middle to beyond the volume.
    const crop = [x[1] + 0.25, x[2] + 0.25, y[0] - 9, y[1], z[1], z[2] + 0.25];
    const made = [...voxelsOf(await hardnessFromCt(volumeOf(plan), { crop }))];
    const isIn = ({ at: [a, b, c] }: { at: readonly number[] }) =>
      a >= x[1] && a <= x[3] && b <= y[1] && c >= z[1] && c <= z[3];
    expect(made).toEqual(all.filter(isIn));
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(all.length);
  }
});

test('what lies beyond water and cortical bone is counted', async () => {
  const values = [-2000, -1025, -1024, -1000, 0, 750, 1500, 3000];
  const made = await hardnessFromCt({ ...volumeOf(upright), dimensions: [2, 2, 2], values });
  expect([...(made.hardness.values as Float32Array)]).toEqual([0, 0, 0, 0, 0, 0.25, 1, 4]);
  expect(made).toMatchObject({ lowestValue: -2000, highestValue: 3000 });
  expect(made).toMatchObject({ withoutMineral: 5, outsideField: 2, beyondCortical: 1 });
});

describe('axes aside of the frame’s', () => {
  /** The frame's x and y are turned by an angle, rad. */
  const turned = (angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { ...upright, frame: [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0] };
  };

  test('by the rounding of a header are taken', async () => {
    const { hardness } = await hardnessFromCt(volumeOf(turned(1e-4)));
    expect([...Array.from(hardness.size)]).toEqual([...DIMENSIONS]);
  });

  test.each([
    ['by 3°', turned(0.05).frame],
    ['by 45°', turned(Math.PI / 4).frame],
    ['two near the same one', [1, 1e-4, 0, 0, 1, -1e-4, 0, 0, 0, 0, 1, 0]],
  ])('%s are refused', async (_what, frame) => {
    await expect(hardnessFromCt(volumeOf({ ...upright, frame }))).rejects.toMatchObject({ code: 'OBLIQUE_VOLUME' });
  });
});

test.each<[string, Partial<Record<keyof CtHardnessOptions | 'isoValue', unknown>>, string]>([
  ['BAD_REFERENCE', { cortical: 0 }, 'cortical above water'],
  ['BAD_REFERENCE', { water: Number.NaN }, 'two finite numbers'],
  ['BAD_REFERENCE', { cortical: Number.POSITIVE_INFINITY }, 'two finite numbers'],
  ['BAD_REFERENCE', { water: '0' }, 'two finite numbers'],
  ['BAD_REFERENCE', { water: 2900, cortical: 3000 }, 'expected some above water'],
  ['UNKNOWN_OPTION', { isoValue: 225 }, 'isoValue'],
  ['UNKNOWN_FRAME', { frame: 'LPS' }, 'does not state its anatomical frame'],
  ['BAD_FRAME', { frame: 'up' }, 'up'],
  ['BAD_CROP', { crop: [1, 0, 0, 1, 0, 1] }, 'low below its high'],
])('refused: %s %p', async (code, options, sentence) => {
  const promise = hardnessFromCt(volumeOf(upright), options as CtHardnessOptions);
  await expect(promise).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) });
});

test('a value that is no number is refused', async () => {
  const volume = volumeOf(upright);
  volume.values[7] = Number.NaN;
  await expect(hardnessFromCt(volume)).rejects.toMatchObject({ code: 'NON_FINITE_VALUE' });
});
