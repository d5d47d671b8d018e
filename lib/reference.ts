export {
  createReference,
  createReferenceSurface,
  type ExactContact,
  type ExactLength,
  type ExactMinimumDistance,
  type ExactSignedDistance,
  type Reference,
  type ReferenceBodies,
  type ReferencePose,
  type ReferenceSurface,
} from '#public';
