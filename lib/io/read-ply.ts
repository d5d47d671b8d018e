// PLY bytes (ASCII, binary little or big endian) → a TriangleMesh.

import { FormatError, stopIfUnwanted } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { nonFinite } from './check-finite.ts';
import { GrowingFloat64 } from './growing-array.ts';
import { openPlyBody, type PlyBody } from './ply-body.ts';
import { type PlyElement, type PlyProperty, type PlyScalar, readPlyHeader } from './ply-header.ts';
import { PolygonList } from './polygon-list.ts';
import { addStrip } from './vtk-cells.ts';

const AXES = ['x', 'y', 'z'];
const FACE_LISTS = ['vertex_indices', 'vertex_index'];
/** The value that ends a strip in a list of several, in a signed and an unsigned type. */
const STRIP_ENDS = [-1, 2 ** 32 - 1];
const EXACT_IN_F32: readonly PlyScalar[] = ['int8', 'uint8', 'int16', 'uint16', 'float32'];

/**
 * Reads x, y, z of element "vertex" and vertex_indices (or vertex_index) of the elements "face" and "tristrips", where
 * −1 ends a strip; other properties and elements are skipped. Positions are f32 if the file's types fit in it, else
 * f64. Polygons are triangulated.
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, MISSING_ARRAY, NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE,
 * UNSUPPORTED; MeshError EMPTY_MESH.
 */
export function readPly(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  const header = readPlyHeader(bytes, source);
  const vertices = header.elements.find((element) => element.name === 'vertex');
  const surfaces = header.elements.filter(({ name }) => name === 'face' || name === 'tristrips');
  if (vertices === undefined || AXES.some((axis) => coordinate(vertices, axis) === undefined))
    throw missing(source, 'element vertex with single properties x, y and z');
  if (surfaces.length === 0) throw missing(source, 'element face with a list vertex_indices');
  const lists = new Map(surfaces.map((element) => [element, faceList(element, source)]));

  const body = openPlyBody(bytes, header, source);
  const types = AXES.map((axis) => (coordinate(vertices, axis) as PlyProperty).type);
  let positions: Float32Array | Float64Array = new Float32Array(0);
  const polygons = new PolygonList(source, 0);
  for (const element of header.elements) {
    body.beginElement(element);
    if (element === vertices) {
      const single = types.every((type) => EXACT_IN_F32.includes(type));
      positions = new (single ? Float32Array : Float64Array)(3 * element.count);
      readVertices(body, element, positions, source);
    } else readRows(body, element, lists.get(element), polygons, source);
  }
  body.endFile();
  return createMesh(positions, polygons.triangles(positions), { name });
}

function coordinate(vertices: PlyElement, axis: string): PlyProperty | undefined {
  return vertices.properties.find((property) => property.name === axis && property.countType === undefined);
}

function faceList({ name, properties }: PlyElement, source: string): PlyProperty {
  const list = properties.find((property) => FACE_LISTS.includes(property.name));
  if (list === undefined) throw missing(source, `a list vertex_indices in element ${name}`);
  if (list.countType !== undefined && !list.type.startsWith('float')) return list;
  throw new FormatError(
    'BAD_HEADER',
    `"${source}": property ${list.name} is a ${list.type}, expected a list of whole numbers; export the file again.`,
  );
}

function missing(source: string, what: string): FormatError {
  return new FormatError('MISSING_ARRAY', `"${source}": the PLY header lacks ${what}; export the file again.`);
}

function readVertices(
  body: PlyBody,
  element: PlyElement,
  positions: Float32Array | Float64Array,
  source: string,
): void {
  for (let row = 0; row < element.count; row++) {
    if (row % 1024 === 0) stopIfUnwanted();
    for (const property of element.properties) {
      const axis = AXES.indexOf(property.name);
      if (axis < 0) skip(body, property, source, element, row);
      else {
        positions[3 * row + axis] = body.scalar(property.type);
        if (!Number.isFinite(positions[3 * row + axis]))
          throw nonFinite(source, `vertex ${row}`, axis, body.lastText());
      }
    }
    body.endRow();
  }
}

function readRows(
  body: PlyBody,
  element: PlyElement,
  list: PlyProperty | undefined,
  polygons: PolygonList,
  source: string,
): void {
  for (let row = 0; row < element.count; row++) {
    if (row % 1024 === 0) stopIfUnwanted();
    for (const property of element.properties) {
      if (property !== list) skip(body, property, source, element, row);
      else {
        const count = listLength(body, property, source, element, row);
        if (element.name === 'tristrips') readStrips(body, property.type, count, polygons, source);
        else {
          for (let i = 0; i < count; i++) polygons.corner(body.scalar(property.type));
          polygons.close();
        }
      }
    }
    body.endRow();
  }
}

function readStrips(body: PlyBody, type: PlyScalar, count: number, polygons: PolygonList, source: string): void {
  const strip = new GrowingFloat64(`"${source}": the corners of strips`);
  for (let i = 0; i < count; i++) {
    const vertex = body.scalar(type);
    const ends = STRIP_ENDS.includes(vertex);
    if (!ends) strip.push(vertex);
    if (strip.length === 0 || !(ends || i === count - 1)) continue;
    addStrip(strip.values, 0, strip.length, 0, polygons);
    strip.length = 0;
  }
}

function skip(body: PlyBody, property: PlyProperty, source: string, element: PlyElement, row: number): void {
  const count = property.countType === undefined ? 1 : listLength(body, property, source, element, row);
  for (let i = 0; i < count; i++) body.scalar(property.type);
}

function listLength(body: PlyBody, property: PlyProperty, source: string, element: PlyElement, row: number): number {
  const count = body.scalar(property.countType as PlyScalar);
  if (!Number.isSafeInteger(count) || count < 0)
    throw new FormatError(
      'BAD_COUNT',
      `"${source}": ${element.name} ${row} has a list ${property.name} of ${body.lastText()} items, expected a whole number from 0; a count or property in the header is wrong.`,
    );
  return count;
}
