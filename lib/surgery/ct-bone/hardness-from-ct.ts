// A CT volume → how hard its bone is, voxel by voxel: the `cutting.hardness` of a haptic loop.
//
// v is a voxel's value, w that of water, c that of cortical bone, all in HU:
//
//     density / density of cortical bone = (v − w)/(c − w), 0 below w        hardness = its square
//
// Density: a scanner's values are linear in the density of mineral, up to that of cortical bone (M. Crookshank, H.-L.
// Ploeg, R. Ellis, N. J. MacIntyre, "Repeatable calibration of Hounsfield units to mineral density and effect of
// scanning medium", Adv. Biomech. Appl. 1(1), 15–22, 2014, abstract: long bones' density, up to 1,750 mg/cm³). The
// share of mineral in the apparent density is taken as the same in all bone.
//
// Its square: compressive strength scales with the square of the apparent density (D. R. Carter, W. C. Hayes, 1977; see
// CANCELLOUS_HARDNESS in lib/surgery/haptics/cutting/cutting-constants.ts). It is an assumption that the energy of
// cutting does too.
//
// A voxel on the bone's surface, or in a wall thinner than itself, is partly soft tissue or air: such bone is harder
// than its value says.

import { checkOptionNames, described, OptionError, type OptionNames } from '#core';
import type { HardnessVolume } from '#haptics';
import { VOLUME_OPTIONS, type Volume, type VolumeOptions } from '#io';
import type { AnatomicalFrame } from '#mesh';
import type { BoneOptions } from './bone-from-volume.ts';
import { checkPlace } from './check-options.ts';
import { alongAxis, cropBox, wholeBox } from './crop-box.ts';
import { openVolume, type VolumeSource } from './open-volume.ts';
import { volumeInFrame } from './volume-in-frame.ts';
import type { IndexBox } from './volume-window.ts';

export interface CtHardnessOptions extends VolumeOptions, Pick<BoneOptions, 'crop' | 'frame'> {
  /** The value of water, which has no mineral. Default 0, as in HU. */
  readonly water?: number;
  /** The value of cortical bone, whose hardness is 1. Default 1500, a choice: better is that of a thick cortex here. */
  readonly cortical?: number;
}

export interface CtHardness {
  /** For `cutting.hardness` of startHapticLoop; x fastest. With a `crop`, the voxels in it and around its sides. */
  readonly hardness: HardnessVolume;
  /** The frame of origin and axes; null if the file does not say. */
  readonly frame: AnatomicalFrame | null;
  /** The least and the greatest value of these voxels, HU. */
  readonly lowestValue: number;
  readonly highestValue: number;
  /** Voxels without mineral, at most as dense as water: hardness 0. */
  readonly withoutMineral: number;
  /** Those of them more than 1024 HU below water, where nothing is: what a scanner writes outside its field of view. */
  readonly outsideField: number;
  /** Voxels denser than cortical bone, with a hardness above 1 by the same law: dense bone, enamel, metal. */
  readonly beyondCortical: number;
}

const OPTIONS: OptionNames<CtHardnessOptions> = {
  ...VOLUME_OPTIONS,
  crop: true,
  frame: true,
  water: true,
  cortical: true,
};

/**
 * HU: a choice. One region of compact bone had 1,441 (teleradphysics.com, "What is the HU of bone?", 2019). Over the
 * whole thickness of skulls, diploë included, means at 20 places of 604 heads are 78 to 1,323 ("Reference measurements
 * for average human neurocranial bone density to inform head trauma interpretations", abstract). Tube voltage, kernel
 * and scanner change it: "Effect of CT imaging on the accuracy of the finite element modelling in bone", Eur. Radiol.
 * Exp. 2020, s41747-020-00180-3, abstract, has up to 20 % between kernels, and as much between scanners.
 */
const CORTICAL = 1500;
/** HU below water: air is at −1000, and 12 bits with the usual offset end at −1024. */
const FIELD = 1024;

/**
 * The hardness of the bone in a CT volume, in the frame of the bone that boneFromVolume makes with the same options.
 * @throws (as a rejection) OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_REFERENCE (water, cortical, or nothing above
 * water), OBLIQUE_VOLUME, BAD_CROP, BAD_FRAME, BAD_UNEVEN, UNKNOWN_FRAME; FormatError as loadSurfaceFromVolume.
 */
export async function hardnessFromCt(source: VolumeSource, options: CtHardnessOptions = {}): Promise<CtHardness> {
  checkOptionNames(options, OPTIONS, 'hardnessFromCt');
  checkPlace(options);
  const { water = 0, cortical = CORTICAL, crop, frame } = options;
  checkReference(water, cortical);
  const { volume: own, name } = await openVolume(source, 'hardnessFromCt', options);
  const volume = volumeInFrame(own, frame, name);
  const box = crop === undefined ? wholeBox(volume) : cropBox(volume, Array.from(crop));
  const { sources, ...grid } = uprightGrid(volume, box, name);
  const [nx, ny, nz] = grid.size;
  const values = new Float32Array(nx * ny * nz);
  let [lowestValue, highestValue] = [Infinity, -Infinity];
  let [withoutMineral, outsideField, beyondCortical] = [0, 0, 0];
  for (let z = 0, n = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++, n++) {
        const value = volume.values[sources[0][x] + sources[1][y] + sources[2][z]];
        if (value < lowestValue) lowestValue = value;
        if (value > highestValue) highestValue = value;
        if (value <= water) withoutMineral++;
        if (value < water - FIELD) outsideField++;
        if (value > cortical) beyondCortical++;
        values[n] = (Math.max(0, value - water) / (cortical - water)) ** 2;
      }
  if (withoutMineral === values.length)
    throw new OptionError(
      'BAD_REFERENCE',
      `"${name}" has values from ${lowestValue} to ${highestValue}${crop === undefined ? '' : ' in the crop'}, expected some above water, ${water}; pass the value of water in this volume.`,
    );
  return {
    hardness: { values, ...grid },
    frame: volume.frame ?? null,
    ...{ lowestValue, highestValue, withoutMineral, outsideField, beyondCortical },
  };
}

function checkReference(water: number, cortical: number): void {
  if (Number.isFinite(water) && Number.isFinite(cortical) && cortical > water) return;
  throw new OptionError(
    'BAD_REFERENCE',
    `water is ${described(water)} and cortical ${described(cortical)}, expected two finite numbers with cortical above water; pass their values in this volume, or leave them out for 0 and ${CORTICAL} HU.`,
  );
}

/**
 * The grid of a box's voxels along the frame's axes, whichever of the volume's own axes runs along which, either way.
 * @returns also, for each axis of the frame, what each place along it adds to a voxel's place in the volume's values.
 * @throws OptionError OBLIQUE_VOLUME.
 */
function uprightGrid(volume: Volume, { low, high }: IndexBox, name: string) {
  const [nx, ny] = volume.dimensions;
  const strides = [1, nx, nx * ny];
  const runs = [0, 1, 2].map((axis) => alongAxis(volume, axis));
  if (!runs.every(({ isStraight }) => isStraight) || new Set(runs.map(({ own }) => own)).size < 3)
    throw new OptionError(
      'OBLIQUE_VOLUME',
      `The axes of "${name}" run up to ${Math.max(...runs.map(({ aside }) => aside)).toFixed(2)} mm aside of the frame's over its extent, expected axes along x, y and z, since a volume of hardness has no others; resample it along them.`,
    );
  const along = runs.map(({ own, step, start }) => {
    const places: number[] = [];
    for (let place = Math.floor(low[own]); place <= Math.ceil(high[own]); place++) places.push(place);
    if (step < 0) places.reverse();
    return { spacing: Math.abs(step), origin: start + step * places[0], places: places.map((p) => p * strides[own]) };
  });
  return {
    size: along.map(({ places }) => places.length),
    spacing: along.map(({ spacing }) => spacing),
    origin: along.map(({ origin }) => origin),
    sources: along.map(({ places }) => places),
  };
}
