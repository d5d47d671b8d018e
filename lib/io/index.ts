export { loadMesh } from './load-mesh.ts';
export { loadSurfaceFromVolume } from './load-surface-from-volume.ts';
export { type MeshFormat, meshFormatOf } from './mesh-format.ts';
export { readMesh } from './read-mesh.ts';
export { readSurfaceFromVolume } from './read-surface-from-volume.ts';
export type { VolumeFormat } from './volume-format.ts';
export { writeMesh } from './write-mesh.ts';
export { type CellDataArray, type TrianglePolyData, writePolyData } from './write-poly-data.ts';
