export { alignedAxes } from './aligned-axes.ts';
export { BestFirst } from './best-first.ts';
export {
  barycentricBound,
  boxSlack,
  coplanarityBound,
  crossingSlack,
  distanceError,
  fineCoplanarityBound,
  frameSlack,
  isCrossingKnown,
  isDirectionKnown,
  isDistanceKnown,
  isSliver,
  isStretchEnough,
  knownGap,
  LARGEST_COORDINATE,
  leafEdgeSlack,
  lengthSlack,
  OUTWARD,
  POSED_STRETCH,
  planeSideBound,
  reportDistance,
  roundSlack,
  SMALLEST_COORDINATE,
  SMALLEST_POSED_COORDINATE,
  stepTimeSlack,
  strokeSlack,
  sweepDepth,
  sweepReach,
  sweepSlack,
  UNIT_ROUNDOFF,
} from './bounds.ts';
export {
  checkedBytes,
  checkFunction,
  checkNumbers,
  checkRecord,
  checkSignal,
  checkText,
  described,
  refuse,
  typedArrayName,
} from './check-argument.ts';
export { checkBackend } from './check-backend.ts';
export { cornerOffset } from './corner-offset.ts';
export { DisjointSets } from './disjoint-sets.ts';
export { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from './errors.ts';
export { gpuPart } from './gpu-part.ts';
export { copyInPieces, zeroInPieces } from './copy-in-pieces.ts';
export { capacityFor, GrowingArray, grown } from './growing.ts';
export type { HostDevice, HostSignal, HostUrl } from './host-types.ts';
export { HashTable, type HashTableParts, hashPoint, hashWith } from './hash-table.ts';
export { KeptOnGpu } from './kept-on-gpu.ts';
export { importInNode } from './node-import.ts';
export { NumberTable } from './number-table.ts';
export { checkOptionNames, type NameOption, nameIn, nearestName, type OptionNames } from './option-names.ts';
export {
  controlCharacter,
  controlName,
  isBlank,
  isControl,
  isUtf16,
  plainText,
  withoutBlanks,
  wordsOf,
} from './plain-text.ts';
export {
  checkPose,
  emptyPose,
  identityFrame,
  isPose,
  type LocalFrame,
  poseAt,
  posePositions,
  poseVertex,
  RIGID_LIMIT,
  type RigidPose,
  storedCoordinate,
  toolFrame,
  turnFrame,
} from './pose.ts';
export { posedBox } from './posed-box.ts';
export { mulberry32 } from './random.ts';
export {
  checkQuaternionLength,
  motionBetween,
  moved,
  normalise,
  PLACEMENT_SIZE,
  placementOf,
  poseOf,
  QUATERNION_LENGTH_LIMIT,
  rotationOf,
} from './rigid-motion.ts';
export { f32Above, f32Below } from './rounding.ts';
export { sortByKey, sortByShortKey } from './sort-by-key.ts';
export { sortRange } from './sort-range.ts';
export { lookBy, stopIfUnwanted, uninterrupted } from './stopping.ts';
export { vectorLength } from './vector-length.ts';
export { cross, dot, minus } from './vectors.ts';
