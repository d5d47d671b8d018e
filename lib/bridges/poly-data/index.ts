export { cellArrayOf } from './cell-array.ts';
export { cellsPolyData } from './cells-poly-data.ts';
export { polyDataFromMesh } from './poly-data-from-mesh.ts';
export { type PolyDataOfReport, polyDataFromReport } from './poly-data-from-report.ts';
