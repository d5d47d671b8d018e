export {
  isCrossingKnown,
  isDirectionKnown,
  isSliver,
  LARGEST_COORDINATE,
  lengthSlack,
  planeSideBound,
  SMALLEST_COORDINATE,
  UNIT_ROUNDOFF,
} from './bounds.ts';
export { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from './errors.ts';
export {
  checkPose,
  checkTiny,
  identityFrame,
  type LocalFrame,
  posePositions,
  poseVertex,
  type RigidPose,
  toolFrame,
} from './pose.ts';
export { mulberry32 } from './random.ts';
export { f32Above, f32Below } from './rounding.ts';
