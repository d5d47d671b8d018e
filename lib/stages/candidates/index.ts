export { addInteriorFaces, FaceGrouper } from './active-faces.ts';
export { candidateStage, pairStage } from './candidate-stage.ts';
export { GpuCandidates } from './gpu-candidates.ts';
export { faceSets } from './gpu-face-sets.ts';
export { IMAGE_WORDS, imagePlanes } from './gpu-image-planes.ts';
export { InteriorFaces } from './interior-faces.ts';
export { meanExtent } from './mean-extent.ts';
export { SeparatingPlanes } from './separating-planes.ts';
