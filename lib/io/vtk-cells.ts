// VTK cell arrays (polygons, triangle strips) → entries of a PolygonList.

import { FormatError } from '#core';
import { PolygonList } from './polygon-list.ts';

type VtkCellKind = 'polygons' | 'strips';

/** Cells: i has the points connectivity[offsets[i − 1]] … connectivity[offsets[i] − 1]. */
export interface VtkCells {
  readonly connectivity: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
}

/**
 * Three vertices per triangle: a polygon of n corners gives n − 2, then a strip of n points n − 2.
 * @throws FormatError as addVtkCells and PolygonList.
 */
export function trianglesOfCells(
  polygons: VtkCells,
  strips: VtkCells,
  positions: Float32Array | Float64Array,
  source: string,
): Uint32Array {
  const list = new PolygonList(source, polygons.offsets.length + strips.offsets.length);
  addVtkCells('polygons', polygons.connectivity, polygons.offsets, 0, list, source);
  addVtkCells('strips', strips.connectivity, strips.offsets, 0, list, source);
  return list.triangles(positions);
}

/**
 * Adds cells given as in VTK's XML files: cell i has the vertices connectivity[offsets[i − 1]] …
 * connectivity[offsets[i] − 1]. A strip of n vertices gives n − 2 triangles, every second one reversed, so that all
 * face the same side.
 * @throws FormatError BAD_COUNT if the offsets decrease or do not end at the connectivity's length;
 * INDEX_OUT_OF_RANGE.
 */
export function addVtkCells(
  kind: VtkCellKind,
  connectivity: ArrayLike<number>,
  offsets: ArrayLike<number>,
  firstVertex: number,
  polygons: PolygonList,
  source: string,
): void {
  let start = 0;
  for (let cell = 0; cell < offsets.length; cell++) {
    const end = offsets[cell];
    if (!(end >= start && end <= connectivity.length))
      throw new FormatError(
        'BAD_COUNT',
        `"${source}": cell ${cell} of the ${kind} ends at ${end} after a start at ${start}, expected at most ${connectivity.length}; repair the offsets.`,
      );
    if (kind === 'polygons') addPolygon(connectivity, start, end, firstVertex, polygons);
    else addStrip(connectivity, start, end, firstVertex, polygons);
    start = end;
  }
  if (start !== connectivity.length)
    throw new FormatError(
      'BAD_COUNT',
      `"${source}": the ${kind} use ${start} of ${connectivity.length} vertex indices; repair the offsets.`,
    );
}

function addPolygon(
  connectivity: ArrayLike<number>,
  start: number,
  end: number,
  firstVertex: number,
  polygons: PolygonList,
): void {
  for (let i = start; i < end; i++) polygons.corner(shifted(connectivity[i], firstVertex));
  polygons.close();
}

/** Adds the n − 2 triangles of the strip connectivity[start … end − 1]. @throws FormatError as PolygonList. */
export function addStrip(
  connectivity: ArrayLike<number>,
  start: number,
  end: number,
  firstVertex: number,
  polygons: PolygonList,
): void {
  if (end - start < 3) addPolygon(connectivity, start, end, firstVertex, polygons);
  for (let i = start; i + 2 < end; i++) {
    const turned = (i - start) % 2;
    polygons.corner(shifted(connectivity[i + turned], firstVertex));
    polygons.corner(shifted(connectivity[i + 1 - turned], firstVertex));
    polygons.corner(shifted(connectivity[i + 2], firstVertex));
    polygons.close();
  }
}

/** A negative index stays negative, so that it cannot become the index of another piece's vertex. */
function shifted(vertex: number, firstVertex: number): number {
  return vertex < 0 ? vertex : vertex + firstVertex;
}
