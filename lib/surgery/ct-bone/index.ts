export {
  type BoneOptions,
  boneFromVolume,
  type CoarseningFacts,
  type VolumeBone,
  type VolumeFacts,
} from './bone-from-volume.ts';
export {
  type BoneLabels,
  type BoneLabelsOptions,
  boneLabels,
  type LabelCount,
  type NamedStructure,
} from './bone-labels.ts';
export { type CuttableVolumeOptions, cuttableBoneFromVolume } from './cuttable-bone-from-volume.ts';
export { type CtHardness, type CtHardnessOptions, hardnessFromCt } from './hardness-from-ct.ts';
export type { ComponentFacts } from './largest-component.ts';
export type { VolumeSource } from './open-volume.ts';
export type { VertexDistances } from './surface-deviation.ts';
