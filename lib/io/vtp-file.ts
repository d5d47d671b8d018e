// Points, cells of one kind and numbers on either → VTP bytes that ParaView and vtk.js open.

import { MeshError } from '#core';
import type { AnatomicalFrame } from '#mesh';
import { encodeBase64 } from './base64.ts';
import { frameField } from './frame-in-file.ts';
import { joinedBytes } from './joined-bytes.ts';
import type { VtkNumbers } from './vtk-xml-file.ts';

/** One array of data, with numberOfComponents values for each point or cell in turn. */
export interface VtpArray {
  readonly name: string;
  readonly numberOfComponents: number;
  readonly values: VtkNumbers;
}

interface VtpPiece {
  /** xyz per point, mm. */
  readonly positions: Float32Array | Float64Array;
  /** Single points, or triangles. */
  readonly kind: 'Verts' | 'Polys';
  /** Points of the cells, one after the other. */
  readonly connectivity: Int32Array;
  readonly pointData: readonly VtpArray[];
  readonly cellData: readonly VtpArray[];
  /** If it is absent, the file names no frame. */
  readonly frame?: AnatomicalFrame;
}

/**
 * VTK XML polydata: one Piece, inline base64, UInt64 headers, Int32 connectivity and offsets, not compressed. Points
 * and data keep their element types. vtk.js' XMLPolyDataWriter is not used, because it pulls in an XML library that a
 * browser bundle cannot resolve, and because it names the points after a counter, so equal input would give different
 * bytes.
 * @throws MeshError BAD_LENGTH if an array does not have numberOfComponents values for each point or cell.
 */
export function vtpFile({ positions, kind, connectivity, pointData, cellData, frame }: VtpPiece): Uint8Array {
  const size = kind === 'Verts' ? 1 : 3;
  const points = positions.length / 3;
  const cells = connectivity.length / size;
  checkLengths(pointData, 'Point', points, 'points');
  checkLengths(cellData, 'Cell', cells, kind === 'Verts' ? 'points' : 'triangles');
  const little = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const offsets = Int32Array.from({ length: cells }, (_, i) => size * (i + 1));
  const [verts, polys] = kind === 'Verts' ? [cells, 0] : [0, cells];
  return joined([
    '<?xml version="1.0"?>\n',
    `<VTKFile type="PolyData" version="1.0" byte_order="${little ? 'LittleEndian' : 'BigEndian'}" header_type="UInt64">\n`,
    `<PolyData>\n${frameField(frame)}`,
    `<Piece NumberOfPoints="${points}" NumberOfVerts="${verts}" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="${polys}">\n`,
    ...dataOf('PointData', pointData),
    ...dataOf('CellData', cellData),
    '<Points>\n',
    ...dataArray('Points', 3, positions),
    `</Points>\n<${kind}>\n`,
    ...dataArray('connectivity', 1, connectivity),
    ...dataArray('offsets', 1, offsets),
    `</${kind}>\n</Piece>\n</PolyData>\n</VTKFile>\n`,
  ]);
}

function checkLengths(arrays: readonly VtpArray[], what: string, count: number, of: string): void {
  for (const { name, numberOfComponents, values } of arrays)
    if (values.length !== numberOfComponents * count)
      throw new MeshError(
        'BAD_LENGTH',
        `${what} data "${name}" has ${values.length} values, expected ${numberOfComponents} for each of ${count} ${of}; check the array's layout.`,
      );
}

function dataOf(section: 'PointData' | 'CellData', arrays: readonly VtpArray[]): (string | Uint8Array)[] {
  if (arrays.length === 0) return [`<${section}/>\n`];
  const written = arrays.flatMap(({ name, numberOfComponents, values }) => dataArray(name, numberOfComponents, values));
  return [`<${section}>\n`, ...written, `</${section}>\n`];
}

function dataArray(name: string, numberOfComponents: number, values: VtkNumbers): (string | Uint8Array)[] {
  const type = values.constructor.name.replace('Array', '').replace('Uint', 'UInt');
  const quoted = name.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const bytes = new Uint8Array(8 + values.byteLength);
  new BigUint64Array(bytes.buffer, 0, 1)[0] = BigInt(values.byteLength);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), 8);
  return [
    `<DataArray type="${type}" Name="${quoted}" NumberOfComponents="${numberOfComponents}" format="binary">`,
    encodeBase64(bytes),
    '</DataArray>\n',
  ];
}

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  return joinedBytes(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}
