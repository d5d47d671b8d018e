export { FaceSide, INSIDE, SHARED } from './face-side.ts';
export { LeafMeasurer } from './measure-leaves.ts';
export { NearFaces } from './near-faces.ts';
export { NearestSurfaces } from './nearest-surfaces.ts';
export { type RoundShape, RoundTool } from './round-tool.ts';
