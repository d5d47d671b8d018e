export type { BodyParts } from './body.ts';
export { BoneBody } from './bone-body.ts';
export { BoneIndex } from './bone-index.ts';
export { buildIndex } from './build-index.ts';
export { checkBone, checkMesh } from './check-body.ts';
export { type BoneEdit, checkEdit, editBone } from './edit-bone.ts';
export { GpuBody } from './gpu-body.ts';
export { loadIndex, saveIndex } from './index-file.ts';
export { ToolBody } from './tool-body.ts';
