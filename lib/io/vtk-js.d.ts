// Types for the vtk.js modules used here that have none of their own.

declare module '@kitware/vtk.js/Filters/General/ImageMarchingCubes.js' {
  interface ImageMarchingCubes {
    /**
     * Adds the triangles of the cell whose low corner is voxel (i, j, k): xyz triples to `points`, and rows of 3, a, b,
     * c to `triangles`.
     */
    produceTriangles(
      contourValue: number,
      i: number,
      j: number,
      k: number,
      extent: readonly number[],
      slice: number,
      dimensions: readonly number[],
      origin: readonly number[],
      spacing: readonly number[],
      scalars: ArrayLike<number>,
      points: number[],
      triangles: number[],
      normals: number[],
    ): void;
  }
  const factory: { newInstance(options: { computeNormals: boolean; mergePoints: boolean }): ImageMarchingCubes };
  export default factory;
}

declare module '@kitware/vtk.js/Filters/General/ImageMarchingCubes/caseTable.js' {
  const table: {
    /**
     * A case's triangles, three edges each, ended by −1. Bits 0 to 3 go round the cell's low face, 4 to 7 round its
     * high one.
     */
    getCase(bits: number): readonly number[];
  };
  export default table;
}
