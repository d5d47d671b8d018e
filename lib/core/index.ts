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
export { checkPose, identityFrame, type LocalFrame, posePositions, type RigidPose, toolFrame } from './pose.ts';
export { f32Above, f32Below } from './rounding.ts';
