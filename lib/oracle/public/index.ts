export {
  createReference,
  type ExactContact,
  type ExactMinimumDistance,
  type Reference,
  type ReferenceBodies,
  type ReferencePose,
} from './reference-pair.ts';
export {
  createReferenceSurface,
  type ExactLength,
  type ExactSignedDistance,
  type ReferenceSurface,
} from './reference-surface.ts';
