// A surface with its normals, and its openness to light → vtk's data.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type { Rgb } from './colours.ts';
import type { Shaped } from './creased.ts';

/** The colour where no light enters. */
const HOLLOW: Rgb = [0.3, 0.17, 0.11];

/** Writes the surface to the data. */
export function shape(data: vtkPolyData, { points, cells, normals }: Shaped): void {
  data.getPoints().setData(points, 3);
  data.getPolys().setData(cells);
  data.getPointData().setNormals(vtkDataArray.newInstance({ name: 'normals', values: normals, numberOfComponents: 3 }));
  data.modified();
}

/** Gives its points the bone's colours. @param openness 0–1 per point. @param colour where all light enters. */
export function paint(data: vtkPolyData, openness: Float32Array, colour: Rgb): void {
  const values = new Uint8Array(3 * openness.length);
  for (let i = 0; i < openness.length; i++) {
    const share = Math.min(1, 1.1 * openness[i]) ** 1.3;
    for (let k = 0; k < 3; k++) values[3 * i + k] = 255 * (HOLLOW[k] + (colour[k] - HOLLOW[k]) * share);
  }
  data.getPointData().setScalars(vtkDataArray.newInstance({ name: 'colour', values, numberOfComponents: 3 }));
  data.modified();
}
