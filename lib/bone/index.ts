export {
  type BoneOptions,
  boneFromVolume,
  type CoarseningFacts,
  type VolumeBone,
  type VolumeFacts,
  type VolumeSource,
} from './bone-from-volume.ts';
export type { ComponentFacts } from './largest-component.ts';
export type { VertexDistances } from './surface-deviation.ts';
