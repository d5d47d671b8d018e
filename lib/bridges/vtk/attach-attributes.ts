// What a reader of vtk.js makes of bytes that kerf has accepted → its attributes, on kerf's polydata of the same bytes.
//
// vtk.js rounds points to f32 and loses geometry of some files in silence. Its attributes belong to its own geometry,
// so they are attached only if that is kerf's: the same points, rounded to f32, and the same cells, in the same order.

import type vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import type { vtkPolyData } from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type { MeshFormat } from '#io';

/** A class of vtk.js that reads one format. */
export interface AttributeReader {
  newInstance(): { parseAsArrayBuffer(bytes: ArrayBuffer): void; getOutputData(port?: number): vtkPolyData };
}

export interface Attributes {
  /** 'point: Normals', 'cell: pressure', … */
  readonly attached: readonly string[];
  /** Those that are not, with the reason. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

type DataArray = ReturnType<typeof vtkDataArray.newInstance>;

/** Attaches attributes to `polyData`, which kerf read. */
export function attachAttributes(
  bytes: ArrayBuffer | Uint8Array,
  format: MeshFormat,
  reader: AttributeReader,
  polyData: vtkPolyData,
): Attributes {
  let read: vtkPolyData;
  try {
    const made = reader.newInstance();
    made.parseAsArrayBuffer(exactBuffer(bytes));
    read = made.getOutputData(0);
  } catch (error) {
    return { attached: [], leftOut: [{ name: 'all', reason: `vtk.js's reader threw: ${(error as Error).message}` }] };
  }
  const differ = differenceOf(read, polyData);
  const wide = format === 'vtp' ? wideArrays(bytes) : new Set<string>();
  const attached: string[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const [what, from, to, count] of [
    ['point', read?.getPointData(), polyData.getPointData(), polyData.getNumberOfPoints()],
    ['cell', read?.getCellData(), polyData.getCellData(), polyData.getNumberOfPolys()],
  ] as const)
    for (const array of (from?.getArrays() ?? []) as DataArray[]) {
      const name = `${what}: ${array.getName()}`;
      const reason =
        differ ??
        (wide.has(array.getName())
          ? 'its integers have 64 bits, which vtk.js cuts to 32'
          : array.getNumberOfTuples() === count
            ? null
            : `it has ${array.getNumberOfTuples()} tuples for ${count} ${what}s`);
      if (reason !== null) leftOut.push({ name, reason });
      else {
        attached.push(name);
        to.addArray(array);
        if (from?.getNormals() === array) to.setNormals(array);
        if (from?.getScalars() === array) to.setScalars(array);
        if (from?.getTCoords() === array) to.setTCoords(array);
      }
    }
  return { attached, leftOut };
}

/** Why vtk.js's geometry is not kerf's; null if it is. */
function differenceOf(theirs: vtkPolyData | undefined, own: vtkPolyData): string | null {
  if (!theirs) return 'vtk.js reads nothing from the file';
  const [points, ownPoints] = [theirs.getPoints().getData(), own.getPoints().getData()];
  if (points.length !== ownPoints.length)
    return `vtk.js has ${points.length / 3} points, the file ${ownPoints.length / 3}`;
  for (let i = 0; i < points.length; i++)
    if (Math.fround(points[i]) !== Math.fround(ownPoints[i])) return `point ${Math.floor(i / 3)} is another in vtk.js`;
  const [polys, ownPolys] = [theirs.getPolys().getData(), own.getPolys().getData()];
  if (theirs.getNumberOfStrips() > 0) return 'the file has strips, which are several faces each';
  if (polys.length !== ownPolys.length) return 'cells differ: kerf has cut polygons, or vtk.js has lost some';
  for (let i = 0; i < polys.length; i++) if (polys[i] !== ownPolys[i]) return 'cells differ from those of vtk.js';
  return null;
}

/** vtk.js takes a buffer whole. */
function exactBuffer(bytes: ArrayBuffer | Uint8Array): ArrayBuffer {
  return bytes instanceof Uint8Array ? bytes.slice().buffer : bytes;
}

/** Names of the arrays that a VTP file declares as Int64 or UInt64. */
function wideArrays(bytes: ArrayBuffer | Uint8Array): Set<string> {
  const text = new TextDecoder('latin1').decode(bytes);
  const tags = text.match(/<DataArray\b[^>]*>/g) ?? [];
  return new Set(
    tags.filter((tag) => /\btype="U?Int64"/.test(tag)).map((tag) => /\bName="([^"]*)"/.exec(tag)?.[1] ?? ''),
  );
}
