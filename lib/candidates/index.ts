export { addInteriorFaces, FaceGrouper } from './active-faces.ts';
export { candidateStage } from './candidate-stage.ts';
export { GpuCandidates } from './gpu-candidates.ts';
export { InteriorFaces } from './interior-faces.ts';
export { SeparatingPlanes } from './separating-planes.ts';
