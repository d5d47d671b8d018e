// Triangles with numbers on each → VTP bytes that ParaView and vtk.js open.

import { MeshError } from '../core/index.ts';
import type { AnatomicalFrame } from '../mesh/index.ts';
import { encodeBase64 } from './base64.ts';
import { frameField } from './frame-in-file.ts';
import { joinedBytes } from './joined-bytes.ts';
import type { VtkNumbers } from './vtk-xml-file.ts';

/** One array of cell data, with numberOfComponents values for each triangle, triangle by triangle. */
interface CellDataArray {
  readonly name: string;
  readonly numberOfComponents: number;
  readonly values: VtkNumbers;
}

export interface TrianglePolyData {
  /** xyz per vertex, mm. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertex indices per triangle. There may be no triangle at all. */
  readonly faces: Uint32Array;
  readonly cellData: readonly CellDataArray[];
  /** If it is absent, the file names no frame. */
  readonly frame?: AnatomicalFrame;
}

/**
 * Writes VTK XML polydata: one Piece, inline base64, UInt64 headers, Int32 connectivity and offsets, not compressed.
 * Points and cell data keep their element types. vtk.js' XMLPolyDataWriter is not used, because it brings an XML
 * library that a browser bundle cannot resolve, and because it names the points after a counter, so that equal input
 * would give different bytes.
 * @throws MeshError BAD_LENGTH when an array does not have numberOfComponents values for each triangle.
 */
export function writePolyData({ positions, faces, cellData, frame }: TrianglePolyData, _format: 'vtp'): Uint8Array {
  const triangles = faces.length / 3;
  for (const { name, numberOfComponents, values } of cellData) {
    if (values.length !== numberOfComponents * triangles)
      throw new MeshError(
        'BAD_LENGTH',
        `Cell data "${name}" has ${values.length} values, expected ${numberOfComponents} for each of ${triangles} triangles; check the array's layout.`,
      );
  }
  const little = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const offsets = Int32Array.from({ length: triangles }, (_, i) => 3 * (i + 1));
  return joined([
    '<?xml version="1.0"?>\n',
    `<VTKFile type="PolyData" version="1.0" byte_order="${little ? 'LittleEndian' : 'BigEndian'}" header_type="UInt64">\n`,
    `<PolyData>\n${frameField(frame)}`,
    `<Piece NumberOfPoints="${positions.length / 3}" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="${triangles}">\n`,
    '<PointData/>\n<CellData>\n',
    ...cellData.flatMap((array) => dataArray(array.name, array.numberOfComponents, array.values)),
    '</CellData>\n<Points>\n',
    ...dataArray('Points', 3, positions),
    '</Points>\n<Polys>\n',
    ...dataArray('connectivity', 1, Int32Array.from(faces)),
    ...dataArray('offsets', 1, offsets),
    '</Polys>\n</Piece>\n</PolyData>\n</VTKFile>\n',
  ]);
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
