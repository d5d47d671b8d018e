// POLYDATA: points, four lists of cells and attributes ↔ the same, as vtkPolyData has them.

import { FormatError, OptionError } from '#core';
import { ByteReader } from '../byte-reader.ts';
import { ByteWriter } from '../byte-writer.ts';
import { fieldBytes } from '../texts.ts';

export interface PolyData {
  /** 3 numbers per point, mm. */
  readonly points: Float32Array;
  /** Each list is cell after cell: the number of its points, then their indices. */
  readonly vertices: Uint32Array;
  readonly lines: Uint32Array;
  readonly polygons: Uint32Array;
  readonly strips: Uint32Array;
  readonly attributes: readonly PolyAttribute[];
}

export interface PolyAttribute {
  readonly of: 'points' | 'cells';
  readonly kind: AttributeKind;
  readonly components: number;
  readonly name: string;
  /**
   * `components` for each point, or for each cell in the order of the lists. A table of colours has a length of its
   * own.
   */
  readonly values: Float32Array;
}

const KINDS = ['scalars', 'vectors', 'normals', 'tensors', 'rgba'] as const;
export type AttributeKind = (typeof KINDS)[number];
/** The number of components that a kind other than scalars must have. */
const COMPONENTS: Readonly<Record<AttributeKind, number | null>> = {
  scalars: null,
  vectors: 3,
  normals: 3,
  tensors: 9,
  rgba: 4,
};
const LISTS = ['vertices', 'lines', 'polygons', 'strips'] as const;
/** Bit of an attribute's type: it belongs to cells. */
const OF_CELLS = 0x10;
const LONGEST_NAME = 255;
const HEADER_SIZE = 40;
const ATTRIBUTE_HEADER_SIZE = 6;
const NAME = 'A POLYDATA body';

/** @throws FormatError TRUNCATED, BAD_COUNT, INDEX_OUT_OF_RANGE, UNKNOWN_TYPE, BAD_TEXT. */
export function decodePolyData(content: Uint8Array): PolyData {
  const reader = new ByteReader(content, NAME);
  const pointCount = reader.u32();
  const announced = LISTS.map(() => ({ cells: reader.u32(), bytes: reader.u32() }));
  const attributeCount = reader.u32();
  const points = reader.f32s(3 * pointCount);
  const [vertices, lines, polygons, strips] = announced.map(({ cells, bytes }, i) => {
    if (bytes % 4 !== 0)
      throw new FormatError(
        'BAD_COUNT',
        `${NAME} has ${bytes} bytes of ${LISTS[i]}, expected a multiple of 4; check the sender.`,
      );
    const list = reader.u32s(bytes / 4);
    const fault = faultOf(list, pointCount);
    if (fault !== null) throw new FormatError(fault, `${NAME}: its ${LISTS[i]} ${SAYS[fault]}; check the sender.`);
    if (cellsIn(list) !== cells)
      throw new FormatError(
        'BAD_COUNT',
        `${NAME} announces ${cells} ${LISTS[i]} and has ${cellsIn(list)}; check the sender.`,
      );
    return list;
  });
  const cellCount = announced.reduce((sum, { cells }) => sum + cells, 0);
  const headers = attributeHeaders(reader, attributeCount);
  let nameBytes = 0;
  const names = headers.map((_, i) => {
    const before = reader.left;
    const name = reader.textToZero(`name of attribute ${i}`);
    nameBytes += before - reader.left;
    return name;
  });
  if (nameBytes % 2 === 1) reader.u8();
  const attributes = headers.map((header, i): PolyAttribute => {
    const values = reader.f32s(header.components * header.count);
    const owners = header.of === 'points' ? pointCount : cellCount;
    if (header.kind !== 'rgba' && header.count !== owners)
      throw new FormatError(
        'BAD_COUNT',
        `${NAME} has ${header.count} ${header.kind} "${names[i]}" for ${owners} ${header.of}; check the sender.`,
      );
    return { of: header.of, kind: header.kind, components: header.components, name: names[i], values };
  });
  reader.end();
  return { points, vertices, lines, polygons, strips, attributes };
}

/** @throws OptionError BAD_LENGTH, BAD_COUNT, INDEX_OUT_OF_RANGE, BAD_TEXT. */
export function encodePolyData(data: PolyData): Uint8Array {
  const { points, attributes } = data;
  for (const list of LISTS) {
    const fault = faultOf(data[list], points.length / 3);
    if (fault !== null) throw new OptionError(fault, `The ${list} of a POLYDATA ${SAYS[fault]}; correct them.`);
  }
  checkLength('points', points, 3);
  for (const { name, components, values } of attributes) checkLength(`attribute "${name}"`, values, components);
  const names = attributes.map(({ name }) => fieldBytes(name, LONGEST_NAME, 'The name of an attribute'));
  const nameBytes = names.reduce((sum, name) => sum + name.length + 1, 0);
  const padding = nameBytes % 2;
  const numbers =
    points.length +
    LISTS.reduce((sum, list) => sum + data[list].length, 0) +
    attributes.reduce((sum, { values }) => sum + values.length, 0);
  const writer = new ByteWriter(
    HEADER_SIZE + 4 * numbers + ATTRIBUTE_HEADER_SIZE * attributes.length + nameBytes + padding,
  );
  writer.u32(points.length / 3);
  for (const list of LISTS) writer.u32(cellsIn(data[list])).u32(4 * data[list].length);
  writer.u32(attributes.length);
  writer.f32s(points);
  for (const list of LISTS) writer.u32s(data[list]);
  for (const { of, kind, components, values } of attributes)
    writer
      .u8((of === 'cells' ? OF_CELLS : 0) + KINDS.indexOf(kind))
      .u8(components)
      .u32(values.length / components);
  for (const name of names) writer.put(name).u8(0);
  if (padding === 1) writer.u8(0);
  for (const { values } of attributes) writer.f32s(values);
  return writer.bytes;
}

function checkLength(what: string, numbers: Float32Array, each: number): void {
  if (numbers.length % each !== 0)
    throw new OptionError(
      'BAD_LENGTH',
      `The ${what} of a POLYDATA has ${numbers.length} numbers, expected a multiple of ${each}; correct it.`,
    );
}

interface AttributeHeader {
  readonly of: 'points' | 'cells';
  readonly kind: AttributeKind;
  readonly components: number;
  readonly count: number;
}

function attributeHeaders(reader: ByteReader, count: number): AttributeHeader[] {
  // Checks the length before an array of them is made.
  const bytes = reader.bytes(ATTRIBUTE_HEADER_SIZE * count);
  const headers = new ByteReader(bytes, NAME);
  return Array.from({ length: count }, (_, i) => {
    const type = headers.u8();
    const components = headers.u8();
    const kind: AttributeKind | undefined = KINDS[type & ~OF_CELLS];
    const wanted = kind === undefined ? null : COMPONENTS[kind];
    if (kind === undefined || components === 0 || components !== (wanted ?? components))
      throw new FormatError(
        'UNKNOWN_TYPE',
        `${NAME} has an attribute ${i} of the type ${type} with ${components} components, expected ${wanted ?? 'scalars, vectors, normals, tensors or RGBA'}; leave it out.`,
      );
    return { of: type & OF_CELLS ? 'cells' : 'points', kind, components, count: headers.u32() };
  });
}

const SAYS = {
  BAD_COUNT: 'end within a cell',
  INDEX_OUT_OF_RANGE: 'name a point that there is not',
} as const;

function faultOf(list: Uint32Array, points: number): keyof typeof SAYS | null {
  let at = 0;
  while (at < list.length) {
    const end = at + 1 + list[at];
    if (end > list.length) return 'BAD_COUNT';
    for (let i = at + 1; i < end; i++) if (list[i] >= points) return 'INDEX_OUT_OF_RANGE';
    at = end;
  }
  return null;
}

/** @param list whose cells are whole. */
function cellsIn(list: Uint32Array): number {
  let cells = 0;
  for (let at = 0; at < list.length; at += 1 + list[at]) cells++;
  return cells;
}
