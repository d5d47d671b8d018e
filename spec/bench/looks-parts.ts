// What the bench of looks needs of kerf, public or not, in one bundle: they share what looks.

export { makeBone } from '#cutting/make-bone.ts';
export { BoneBody, ToolBody } from '#bodies';
export { CompiledSide } from '#compiled';
export { withoutWebAssembly } from '#compiled/compiled-stages.ts';
export { checkPose, lookBy } from '#core';
export { box, cuttingPath, makeDataset } from '#datasets';
export { CpuQuery } from '#detector/cpu/cpu-query.ts';
export { readMesh, writeMesh } from '#io';
export { createDetectorSync } from '#kerf';
