export { boxOfFaces } from './added-boxes.ts';
export { CellFaces } from './cell-faces.ts';
export { CELL_SLACK, CELL_STRIDE, CellLists, CROWDED } from './cell-lists.ts';
export { FaceCells } from './face-cells.ts';
export { BOUND, faceSupport, triangleSupport } from './face-support.ts';
export {
  GpuNamedFaces,
  NAMING_BINDINGS,
  NamedFaces,
  type NamedSurface,
  type QueryKind,
  type RecordWords,
  surfaceGrid,
  type Written,
} from './gpu-named-faces.ts';
export { KnownFaces } from './known-faces.ts';
export { MinimumDistance } from './minimum-distance.ts';
export { BOX_MARGIN, MOST_GATHERED, NearestFace, type SearchedSurface } from './nearest-face.ts';
