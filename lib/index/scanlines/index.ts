export { buildScanlines } from './build-scanlines.ts';
export { editScanlines, reserveSpans } from './edit-scanlines.ts';
export { FacesNearBox } from './faces-near-box.ts';
export {
  cellCapacity,
  cellCount,
  footprintCells,
  type IntegerFaces,
  integerBounds,
  integerGrid,
  touchedCells,
} from './gpu-cells.ts';
export { GpuIndex, type IndexedFaces, IndexKernels } from './gpu-scanlines.ts';
export { OrientedBox } from './oriented-box.ts';
export { SCANLINE_COLUMNS, scanlineColumns, scanlinesFrom } from './scanline-columns.ts';
export { scanlineSegments } from './scanline-segments.ts';
export { ScanlineWinding } from './scanline-winding.ts';
