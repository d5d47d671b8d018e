// A vtkImageData ↔ a volume: its samples, and where each of them is.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkImageData from '@kitware/vtk.js/Common/DataModel/ImageData.js';
import { FormatError, refuse } from '#core';
import { checkVolume, type VolumeInMemory } from '#io';
import type { AnatomicalFrame } from '#mesh';
import { isA } from './mesh-from-poly-data.ts';

interface ImageDataOptions {
  /** The point data array with the values; by default the active scalars. */
  readonly array?: string;
  /** What errors call the volume; 'image' by default. */
  readonly name?: string;
  /** The world's axes, which an image does not name. */
  readonly frame?: AnatomicalFrame;
}

/**
 * A source for boneFromVolume and cuttableBoneFromVolume. Values are shared, not copied; where they are follows
 * getIndexToWorld(): origin, direction and spacing, also of a mirrored or a partial image (an extent that does not
 * start at 0).
 * @throws FormatError WRONG_TYPE (no image), MISSING_ARRAY, BAD_COUNT (several components a sample; values and
 * dimensions disagree), BAD_DIMENSIONS, NON_FINITE_VALUE, BAD_HEADER (a frame without volume).
 */
export function volumeFromImageData(image: vtkImageData, options: ImageDataOptions = {}): VolumeInMemory {
  const { name = 'image', array, frame } = options;
  if (!isA(image, 'vtkImageData'))
    refuse(image, 'What volumeFromImageData was given', 'a vtkImageData', 'pass what a reader returns', FormatError);
  const data = image.getPointData();
  const scalars = array === undefined ? data.getScalars() : data.getArrayByName(array);
  if (!scalars)
    throw new FormatError(
      'MISSING_ARRAY',
      `"${name}" has no ${array === undefined ? 'active scalars' : `point data array "${array}"`}; it has ` +
        `${
          data
            .getArrays()
            .map((one: { getName(): string }) => `"${one.getName()}"`)
            .join(', ') || 'none'
        }.`,
    );
  const components = scalars.getNumberOfComponents();
  if (components !== 1)
    throw new FormatError(
      'BAD_COUNT',
      `"${name}" has ${components} values for each sample, expected 1; pass an image of one value, such as HU.`,
    );
  const m = image.getIndexToWorld();
  const [i, , j, , k] = image.getExtent();
  const [nx, ny, nz] = image.getDimensions();
  const indexToWorld = [0, 1, 2].flatMap((row) => [
    ...[m[row], m[4 + row], m[8 + row]],
    m[row] * i + m[4 + row] * j + m[8 + row] * k + m[12 + row],
  ]);
  const values = scalars.getData() as ArrayLike<number>;
  const volume = { dimensions: [nx, ny, nz] as const, values, indexToWorld, ...(frame && { frame }) };
  checkVolume(volume, name);
  return { ...volume, name };
}

/**
 * An image whose scalars share the volume's values, if these are a typed array. Its direction and spacing are the
 * columns of indexToWorld, which getIndexToWorld() gives back up to one rounding.
 * @throws FormatError as volumeFromImageData.
 */
export function imageDataFromVolume(volume: VolumeInMemory): vtkImageData {
  const { dimensions, values, indexToWorld: m, name = 'volume' } = volume;
  checkVolume(volume, name);
  const columns = [0, 1, 2].map((k) => [m[k], m[4 + k], m[8 + k]]);
  const spacing = columns.map((column) => Math.hypot(...column));
  const direction = columns.flatMap((column, k) => column.map((x) => quotient(x, spacing[k])));
  const image = vtkImageData.newInstance({ spacing, direction, origin: [m[3], m[7], m[11]] });
  image.setDimensions([...dimensions]);
  const typed = ArrayBuffer.isView(values) ? (values as Float64Array) : Float64Array.from(values);
  image.getPointData().setScalars(vtkDataArray.newInstance({ name: 'values', values: typed, numberOfComponents: 1 }));
  return image;
}

/** x / s, or a neighbour of it that gives x again when it is multiplied by s. */
function quotient(x: number, s: number): number {
  const near = x / s;
  const step = Math.abs(near) * 2 ** -52;
  return [near, near - step, near + step].find((d) => d * s === x) ?? near;
}
