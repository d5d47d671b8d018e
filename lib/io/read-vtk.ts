// Legacy VTK polydata bytes (ASCII or BINARY, files of version 1 to 5) → a TriangleMesh.

import { FormatError } from '#core';
import { type AnatomicalFrame, createMesh, type TriangleMesh } from '#mesh';
import { checkFinite } from './check-finite.ts';
import { FRAME_FIELD, frameNamed, frameOf, oneFrame } from './frame-in-file.ts';
import { PolygonList } from './polygon-list.ts';
import { addVtkCells } from './vtk-cells.ts';
import { VtkLegacyBody } from './vtk-legacy-body.ts';

/**
 * Reads POINTS (float: f32; any other type: f64), POLYGONS and TRIANGLE_STRIPS, in both cell layouts (count-prefixed,
 * and OFFSETS/CONNECTIVITY of version 5). VERTICES, LINES and FIELD are skipped (a field's array SPACE names the
 * frame); what follows POINT_DATA or CELL_DATA is not read, so damage there goes unnoticed.
 * @throws FormatError BAD_HEADER, TRUNCATED, BAD_COUNT, BAD_TOKEN, MISSING_ARRAY (no POINTS), NON_FINITE_VERTEX,
 * INDEX_OUT_OF_RANGE, UNSUPPORTED; MeshError EMPTY_MESH (no polygon and no strip).
 */
export function readVtk(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  const body = new VtkLegacyBody(bytes, source);
  let positions: Float32Array | Float64Array | undefined;
  const polygons = new PolygonList(source, 0);
  const frames = new Set<AnatomicalFrame>();
  const titled = frameNamed(body.title, source);
  if (titled !== undefined) frames.add(titled);
  for (let word = body.keyword(); word !== ''; word = body.keyword()) {
    if (word === 'POINTS') {
      if (positions !== undefined) throw body.unexpected('POINTS', 'one POINTS section');
      const count = body.count();
      const type = body.type();
      positions =
        type === 'float' ? body.numbers(type, 3 * count, Float32Array) : body.numbers(type, 3 * count, Float64Array);
    } else if (word === 'POLYGONS' || word === 'TRIANGLE_STRIPS') {
      const { connectivity, offsets } = readCells(body);
      addVtkCells(word === 'POLYGONS' ? 'polygons' : 'strips', connectivity, offsets, 0, polygons, source);
    } else if (word === 'VERTICES' || word === 'LINES') readCells(body);
    else if (word === 'FIELD') readField(body, frames);
    else if (word === 'METADATA') body.skipToBlankLine();
    else if (word === 'POINT_DATA' || word === 'CELL_DATA') {
      body.checkLast();
      break;
    } else throw body.unexpected(word, 'POINTS, POLYGONS, TRIANGLE_STRIPS or another section of polydata');
  }
  if (positions === undefined)
    throw new FormatError('MISSING_ARRAY', `"${source}" has no POINTS section; fetch or export the file again.`);
  checkFinite(positions, source);
  return createMesh(positions, polygons.triangles(positions), { name, frame: oneFrame(frames, source) });
}

/** Reads a cell section after its keyword, and converts it to the end offset of each cell. */
function readCells(body: VtkLegacyBody): { connectivity: ArrayLike<number>; offsets: ArrayLike<number> } {
  const cells = body.count();
  const size = body.count();
  if (body.nextIs('OFFSETS')) {
    const offsets = body.numbers(body.type(), cells, Float64Array);
    skipMetadata(body);
    if (!body.nextIs('CONNECTIVITY')) throw body.unexpected(body.keyword(), 'CONNECTIVITY');
    const connectivity = body.numbers(body.type(), size, Float64Array);
    if (cells > 0 && offsets[0] !== 0) throw body.unexpected(`a first offset of ${offsets[0]}`, 'first offset 0');
    return { connectivity, offsets: offsets.subarray(1) };
  }
  const values = body.numbers('int', size, Float64Array);
  if (cells > size) throw body.unexpected(`${cells} cells in ${size} numbers`, 'at least one number per cell');
  const connectivity = new Float64Array(size - cells);
  const offsets = new Float64Array(cells);
  let at = 0;
  let end = 0;
  for (let cell = 0; cell < cells; cell++) {
    const count = values[at++];
    if (!(count >= 0 && at + count <= size && end + count <= connectivity.length))
      throw body.wrongCount(`cell ${cell} claims ${count} vertices`, size - at);
    for (let i = 0; i < count; i++) connectivity[end++] = values[at++];
    offsets[cell] = end;
  }
  if (at !== size) throw body.wrongCount(`${cells} cells take ${at} numbers`, size);
  return { connectivity, offsets };
}

/** Skips a field, except for an array that names the frame. */
function readField(body: VtkLegacyBody, frames: Set<AnatomicalFrame>): void {
  body.word();
  const arrays = body.count();
  for (let i = 0; i < arrays; i++) {
    const name = body.word();
    // VTK writes only this word for a missing array.
    if (name === 'NULL_ARRAY') continue;
    const text = body.fieldArray(body.count() * body.count());
    const frame = name === FRAME_FIELD ? frameOf(text) : undefined;
    if (frame !== undefined) frames.add(frame);
    skipMetadata(body);
  }
}

function skipMetadata(body: VtkLegacyBody): void {
  if (body.nextIs('METADATA')) body.skipToBlankLine();
}
