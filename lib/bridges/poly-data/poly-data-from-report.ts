// A contact report → polydata of vtk.js: contact sub-triangles, the curves where the surfaces meet, patches.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type { ContactReport, ContactTable } from '#records';
import { cellsPolyData } from './cells-poly-data.ts';

/** In the bone's frame, mm. */
export interface PolyDataOfReport {
  /**
   * A triangle for each contact, in the report's order, each with corners of its own. Cell data: `distance` (signed;
   * negative: penetration), `low`, `high`, in mm; `normal` (3); `body` (0 bone, 1 tool), `face`, `patch`.
   */
  readonly contacts: vtkPolyData;
  /** A line for each pair of faces that share a segment. Cell data: `boneFace`, `toolFace`. */
  readonly curves: vtkPolyData;
  /** A point at the centroid of each patch. Point data: `area`, mm², `depth`, mm, `normal` (3), `body`, `contacts`. */
  readonly patches: vtkPolyData;
}

type Column = Float64Array | Uint32Array | Uint8Array;

/** The polydata share the report's columns: they show it as long as it is not changed. */
export function polyDataFromReport(report: ContactReport): PolyDataOfReport {
  return { contacts: contactsOf(report.contacts), curves: curvesOf(report), patches: patchesOf(report) };
}

function contactsOf(table: ContactTable): vtkPolyData {
  const { length, corners, distance, low, high, normal, body, face, patch } = table;
  const polyData = cellsPolyData(corners.subarray(0, 9 * length), 3);
  const data = polyData.getCellData();
  const columns: [name: string, values: Column, width: number][] = [
    ['distance', distance, 1],
    ['low', low, 1],
    ['high', high, 1],
    ['normal', normal, 3],
    ['body', body, 1],
    ['face', face, 1],
    ['patch', patch, 1],
  ];
  for (const [name, values, width] of columns) data.addArray(column(name, values.subarray(0, width * length), width));
  data.setActiveScalars('distance');
  return polyData;
}

function curvesOf({ intersectingFaces: pairs, intersectionSegments: segments }: ContactReport): vtkPolyData {
  const count = segments.length / 6;
  const polyData = cellsPolyData(segments, 2);
  const [bone, tool] = [0, 1].map((k) => Uint32Array.from({ length: count }, (_, i) => pairs[2 * i + k]));
  polyData.getCellData().addArray(column('boneFace', bone));
  polyData.getCellData().addArray(column('toolFace', tool));
  return polyData;
}

function patchesOf({ patches }: ContactReport): vtkPolyData {
  const polyData = cellsPolyData(Float64Array.from(patches.flatMap(({ centroid }) => centroid)), 1);
  const data = polyData.getPointData();
  data.addArray(
    column(
      'area',
      Float64Array.from(patches, ({ area }) => area),
    ),
  );
  data.addArray(
    column(
      'depth',
      Float64Array.from(patches, ({ depth }) => depth),
    ),
  );
  data.addArray(column('normal', Float64Array.from(patches.flatMap(({ normal }) => normal)), 3));
  data.addArray(
    column(
      'body',
      Uint8Array.from(patches, ({ body }) => (body === 'bone' ? 0 : 1)),
    ),
  );
  data.addArray(
    column(
      'contacts',
      Uint32Array.from(patches, ({ contactCount }) => contactCount),
    ),
  );
  data.setActiveScalars('depth');
  return polyData;
}

function column(name: string, values: Column, numberOfComponents = 1) {
  return vtkDataArray.newInstance({ name, values, numberOfComponents });
}
