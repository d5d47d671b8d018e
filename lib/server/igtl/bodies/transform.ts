// TRANSFORM: 12 numbers in f32, the upper three rows of a matrix, column by column ↔ 16 numbers, column-major.

import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';

const SIZE = 48;

/** The numbers as they came, finite or not. @throws FormatError TRUNCATED, BAD_COUNT. */
export function decodeTransform(content: Uint8Array): Float64Array {
  const reader = new ByteReader(content, 'A TRANSFORM body');
  const matrix = readMatrix(reader);
  reader.end();
  return matrix;
}

/** @param matrix 16 numbers, column-major; its last row is 0 0 0 1. Rounded to f32. */
export function encodeTransform(matrix: ArrayLike<number>): Uint8Array {
  return writeMatrix(new ByteWriter(SIZE), matrix).bytes;
}

export function readMatrix(reader: ByteReader): Float64Array {
  const matrix = new Float64Array(16);
  for (let column = 0; column < 4; column++) for (let row = 0; row < 3; row++) matrix[4 * column + row] = reader.f32();
  matrix[15] = 1;
  return matrix;
}

export function writeMatrix(writer: ByteWriter, matrix: ArrayLike<number>): ByteWriter {
  for (let column = 0; column < 4; column++) for (let row = 0; row < 3; row++) writer.f32(matrix[4 * column + row]);
  return writer;
}
