export {
  loadMesh,
  loadSurfaceFromVolume,
  type MeshFormat,
  readMesh,
  readSurfaceFromVolume,
  type Segment,
  type VolumeFormat,
  type VolumeInMemory,
  writeMesh,
  writeNifti,
  writeNrrd,
  type WriteVolumeOptions,
} from '#io';
