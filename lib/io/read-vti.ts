// VTI bytes (VTK XML image data) → a Volume.

import { checkVolume, type Volume } from './volume.ts';
import { beyondExact } from './voxel-values.ts';
import { VtkXmlFile } from './vtk-xml-file.ts';
import { childOf } from './xml-tree.ts';

/**
 * Reads the active scalars of the points (or, without these, the first array) of the one Piece. Voxel (i, j, k),
 * counted from the extent's start (i₀, j₀, k₀), lies at Origin + Direction · (Spacing ∘ (i₀ + i, j₀ + j, k₀ + k)).
 * Direction is row-major, as VTK writes it; vtk.js' own reader takes it column by column, which transposes oblique
 * volumes.
 * @throws FormatError BAD_HEADER, BAD_DIMENSIONS, MISSING_ARRAY, TRUNCATED, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION,
 * NON_FINITE_VALUE, UNSUPPORTED (several pieces or components).
 */
export function readVti(bytes: Uint8Array, source: string): Volume {
  const file = new VtkXmlFile(bytes, 'ImageData', source);
  const image = file.dataSet;
  const [piece, ...more] = image.children.filter((child) => child.name === 'Piece');
  if (piece === undefined) throw file.error('MISSING_ARRAY', '<ImageData> has no <Piece>', 'one');
  if (more.length > 0) throw file.error('UNSUPPORTED', `<ImageData> has ${more.length + 1} pieces`, 'one');
  const whole = file.vector(image, 'WholeExtent', 6);
  const extent = file.vector(piece, 'Extent', 6) ?? whole;
  if (extent === undefined || !extent.every(Number.isInteger))
    throw file.error('BAD_DIMENSIONS', `<Piece> has the extent "${extent ?? ''}"`, 'six whole numbers');
  if (whole?.some((bound, i) => bound !== extent[i]))
    throw file.error('BAD_DIMENSIONS', `the piece covers ${extent.join(' ')}`, `the WholeExtent ${whole.join(' ')}`);

  const pointData = childOf(piece, 'PointData');
  const arrays = pointData?.children.filter((child) => child.name === 'DataArray') ?? [];
  const active = pointData?.attributes.get('Scalars');
  const array = arrays.find((candidate) => candidate.attributes.get('Name') === active) ?? arrays[0];
  if (array === undefined) throw file.error('MISSING_ARRAY', '<PointData> has no DataArray', 'the voxel values');
  if (file.count(array, 'NumberOfComponents', 1) !== 1)
    throw file.error('UNSUPPORTED', `"${array.attributes.get('Name')}" has several components`, 'one value a voxel');

  const origin = file.vector(image, 'Origin', 3) ?? [0, 0, 0];
  const spacing = file.vector(image, 'Spacing', 3) ?? [1, 1, 1];
  const direction = file.vector(image, 'Direction', 9) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const indexToWorld = [0, 1, 2].flatMap((row) => {
    const axes = [0, 1, 2].map((column) => direction[3 * row + column] * spacing[column]);
    const start = axes[0] * extent[0] + axes[1] * extent[2] + axes[2] * extent[4];
    return [...axes, origin[row] + start];
  });
  const dimensions = [0, 2, 4].map((i) => extent[i + 1] - extent[i] + 1) as [number, number, number];
  const values = file.numbers(array);
  if (/64$/.test(array.attributes.get('type') ?? '') && array.attributes.get('type') !== 'Float64') {
    // Whole numbers of 64 bits arrive as f64, which holds them exactly up to 2^53.
    for (let i = 0; i < values.length; i++)
      if (Math.abs(values[i]) > Number.MAX_SAFE_INTEGER) throw beyondExact(i, `about ${values[i]}`, source);
  }
  return checkVolume({ dimensions, values, indexToWorld }, source);
}
