export { type PolyDataOfReport, polyDataFromMesh, polyDataFromReport } from '#poly-data';
export type { AttributeReader, Attributes } from './attach-attributes.ts';
export { BonePolyData, bonePolyData } from './bone-poly-data.ts';
export { imageDataFromVolume, volumeFromImageData } from './image-data.ts';
export { type KerfContactsOptions, vtkKerfContacts } from './kerf-contacts.ts';
export { type KerfReaderOptions, vtkKerfReader } from './kerf-reader.ts';
export { type MeshOfPolyData, meshFromPolyData } from './mesh-from-poly-data.ts';
export { poseOf } from './pose-of.ts';
