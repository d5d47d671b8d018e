export {
  loadMesh,
  loadSurfaceFromVolume,
  type MeshFormat,
  readMesh,
  readSurfaceFromVolume,
  type VolumeFormat,
  writeMesh,
} from '#io';
