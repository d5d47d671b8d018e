// A value given as a mesh or as positions → how to convert it, if it is an object of vtk.js or three.js.

interface Fields {
  readonly getPoints?: unknown;
  readonly getPolys?: unknown;
  readonly isBufferGeometry?: unknown;
  readonly attributes?: { readonly position?: unknown } | null;
}

/** @returns the next step for an error, if the value is a vtkPolyData or a BufferGeometry. */
export function conversionOf(value: unknown): string | undefined {
  const { getPoints, getPolys, isBufferGeometry, attributes }: Fields = Object(value);
  if (typeof getPoints === 'function' && typeof getPolys === 'function')
    return "convert the vtkPolyData with kerf/vtk's meshFromPolyData";
  if (isBufferGeometry || attributes?.position) return "convert the BufferGeometry with kerf/three's meshFromGeometry";
}
