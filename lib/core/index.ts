export { alignedAxes } from './aligned-axes.ts';
export {
  crossingSlack,
  distanceError,
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
  POSED_STRETCH,
  planeSideBound,
  reportDistance,
  SMALLEST_COORDINATE,
  SMALLEST_POSED_COORDINATE,
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
export { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from './errors.ts';
export { grown, roomFor } from './growing.ts';
export { importInNode } from './node-import.ts';
export { checkOptionNames, type NameOption, nameIn, type OptionNames } from './option-names.ts';
export {
  checkPose,
  emptyPose,
  identityFrame,
  isPose,
  type LocalFrame,
  posePositions,
  poseVertex,
  RIGID_LIMIT,
  type RigidPose,
  storedCoordinate,
  toolFrame,
  turnFrame,
} from './pose.ts';
export { mulberry32 } from './random.ts';
export {
  motionBetween,
  moved,
  normalise,
  PLACEMENT_SIZE,
  placementOf,
  poseOf,
  rotationOf,
} from './rigid-motion.ts';
export { f32Above, f32Below } from './rounding.ts';
export { sortRange } from './sort-range.ts';
export { vectorLength } from './vector-length.ts';
