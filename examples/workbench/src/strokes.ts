// Numbers → vtk's data of what has no surface of its own: a square, some of a report's triangles, segments.

import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { cellsOf } from './cells.ts';

/** A square in the plane of x and y, centred at the origin, with its outline. @param half of a side. */
export function square(data: vtkPolyData, half: number): void {
  const corners = [-1, 1].flatMap((y) => [-1, 1].map((x) => [half * x, half * y, 0])).flat();
  data.getPoints().setData(Float32Array.from(corners), 3);
  data.getPolys().setData(Uint32Array.of(4, 0, 1, 3, 2));
  data.getLines().setData(Uint32Array.of(5, 0, 1, 3, 2, 0));
  data.modified();
}

/** Cells of the given rows of triangles whose corners are stored consecutively. */
export function triangles(rows: Uint32Array): Uint32Array {
  const corners = Uint32Array.from({ length: 3 * rows.length }, (_, n) => 3 * rows[Math.floor(n / 3)] + (n % 3));
  return cellsOf(corners.length, 3, corners);
}

/** Segments, six numbers each. */
export function strokes(data: vtkPolyData, points: Float32Array): void {
  data.getPoints().setData(points, 3);
  data.getLines().setData(cellsOf(points.length / 3, 2));
  data.modified();
}
