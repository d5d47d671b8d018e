export { BonePolyData, bonePolyData } from './bone-poly-data.ts';
export { imageDataFromVolume, volumeFromImageData } from './image-data.ts';
export { type KerfContactsOptions, vtkKerfContacts } from './kerf-contacts.ts';
export type { AttributeReader, Attributes } from './attach-attributes.ts';
export { type KerfReaderOptions, vtkKerfReader } from './kerf-reader.ts';
export { type MeshOfPolyData, meshFromPolyData } from './mesh-from-poly-data.ts';
export { polyDataFromMesh } from './poly-data-from-mesh.ts';
export { type PolyDataOfReport, polyDataFromReport } from './poly-data-from-report.ts';
export { poseOf } from './pose-of.ts';
