export { type CuttableBoneOptions, createCuttableBone } from './create-cuttable-bone.ts';
export type { CutEdit } from './cut-record.ts';
export type { BonePiece, CutResult, CuttableBone } from './cuttable-bone.ts';
export { envelope, type Swing } from './envelope.ts';
export { loadCuttableBone } from './load-cuttable-bone.ts';
export type { VolumeShown } from './make-bone.ts';
export { cellsAcross, makeWhereBest } from './make-where-best.ts';
export type { PathVolume } from './path-volume.ts';
export type { VolumeBounds } from './removed-volume.ts';
