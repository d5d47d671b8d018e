export { addInteriorFaces, FaceGrouper } from './active-faces.ts';
export { RegionStage } from './gpu-candidates.ts';
export { InteriorFaces } from './interior-faces.ts';
export { ScanlineCandidates } from './scanline-candidates.ts';
