// Types for those of the viewer's imports that have none of their own.

declare module '*.css' {
  /** The file's text. */
  const text: string;
  export default text;
}

declare module '@kitware/vtk.js/Filters/Core/PolyDataNormals.js' {
  import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';

  const vtkPolyDataNormals: {
    newInstance(): { setInputData(data: vtkPolyData): void; getOutputData(): vtkPolyData };
  };
  export default vtkPolyDataNormals;
}
