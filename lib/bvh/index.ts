export { AlignedBoxes } from './aligned-boxes.ts';
export { buildBoxTree, childBoxes, refitBoxTree } from './box-tree.ts';
export { appendToBvh, buildBvh, reserveBvh } from './build-bvh.ts';
export { BVH_COLUMNS, bvhColumns, bvhFrom } from './bvh-columns.ts';
export { faceBoxes } from './face-boxes.ts';
export { type BvhLayout, bvhChanges, bvhLayout, bvhWords } from './gpu-bvh.ts';
export { NodePairs } from './node-pairs.ts';
export { PosedBoxes } from './posed-boxes.ts';
