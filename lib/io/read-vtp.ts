// VTP bytes (VTK XML polydata) → a TriangleMesh.

import { createMesh, type TriangleMesh } from '#mesh';
import { checkFinite } from './check-finite.ts';
import { frameOfVtp } from './frame-in-file.ts';
import { PolygonList } from './polygon-list.ts';
import { addVtkCells } from './vtk-cells.ts';
import { type VtkNumbers, VtkXmlFile } from './vtk-xml-file.ts';
import { childOf, type XmlElement } from './xml-tree.ts';

/**
 * Reads Points, Polys and Strips of every Piece and joins them into one mesh. Positions are f64 if those of one piece
 * are Float64 or an integer type, otherwise f32. Verts, Lines and the data arrays of points and cells are not read; a
 * field array SPACE names the frame.
 * @throws FormatError BAD_HEADER, TRUNCATED, MISSING_ARRAY, BAD_COUNT, BAD_TOKEN, BAD_COMPRESSION, NON_FINITE_VERTEX,
 * INDEX_OUT_OF_RANGE, UNSUPPORTED; MeshError EMPTY_MESH.
 */
export function readVtp(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  const file = new VtkXmlFile(bytes, 'PolyData', source);
  const pieces = file.dataSet.children.filter((child) => child.name === 'Piece');
  if (pieces.length === 0) throw file.error('MISSING_ARRAY', '<PolyData> has no <Piece>', 'at least one');
  const points = pieces.map((piece) => readPoints(file, piece));
  const single = points.every((values) => values instanceof Float32Array);
  const total = points.reduce((sum, values) => sum + values.length, 0);
  const positions = new (single ? Float32Array : Float64Array)(total);
  const polygons = new PolygonList(source, 0);
  let first = 0;
  for (let i = 0; i < pieces.length; i++) {
    positions.set(points[i], first);
    const vertexCount = points[i].length / 3;
    for (const kind of ['Polys', 'Strips'] as const) {
      const { connectivity, offsets } = readCells(file, pieces[i], kind);
      const bad = connectivity.findIndex((vertex) => vertex >= vertexCount);
      if (bad >= 0)
        throw file.error(
          'INDEX_OUT_OF_RANGE',
          `${kind} of piece ${i} name vertex ${connectivity[bad]}`,
          `less than ${vertexCount}`,
        );
      addVtkCells(kind === 'Polys' ? 'polygons' : 'strips', connectivity, offsets, first / 3, polygons, source);
    }
    first += points[i].length;
  }
  checkFinite(positions, source);
  return createMesh(positions, polygons.triangles(positions), { name, frame: frameOfVtp(file) });
}

function readPoints(file: VtkXmlFile, piece: XmlElement): VtkNumbers {
  const count = file.count(piece, 'NumberOfPoints', Number.NaN);
  if (Number.isNaN(count)) throw file.error('BAD_COUNT', '<Piece> has no NumberOfPoints', 'a whole number');
  if (count === 0) return new Float32Array(0);
  const points = childOf(piece, 'Points');
  const array = points && childOf(points, 'DataArray');
  if (array === undefined) throw file.error('MISSING_ARRAY', '<Piece> has no DataArray in <Points>', 'one');
  const components = file.count(array, 'NumberOfComponents', 3);
  const values = file.numbers(array);
  if (components !== 3 || values.length !== 3 * count)
    throw file.error(
      values.length < 3 * count ? 'TRUNCATED' : 'BAD_COUNT',
      `Points holds ${values.length} numbers in tuples of ${components} for ${count} points`,
      `${3 * count} in tuples of 3`,
    );
  return values;
}

function readCells(
  file: VtkXmlFile,
  piece: XmlElement,
  kind: 'Polys' | 'Strips',
): { connectivity: VtkNumbers; offsets: VtkNumbers } {
  const count = file.count(piece, `NumberOf${kind}`, 0);
  if (count === 0) return { connectivity: new Uint32Array(0), offsets: new Uint32Array(0) };
  const arrays = ['connectivity', 'offsets'].map((name) => {
    const array = childOf(piece, kind)?.children.find(
      (child) => child.name === 'DataArray' && child.attributes.get('Name') === name,
    );
    if (array === undefined) throw file.error('MISSING_ARRAY', `<${kind}> has no DataArray "${name}"`, 'one');
    return file.numbers(array);
  });
  const [connectivity, offsets] = arrays;
  if (offsets.length !== count)
    throw file.error(
      offsets.length < count ? 'TRUNCATED' : 'BAD_COUNT',
      `<${kind}> holds ${offsets.length} offsets`,
      `NumberOf${kind} = ${count}`,
    );
  return { connectivity, offsets };
}
