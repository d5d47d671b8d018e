export { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from './core/index.ts';
export {
  type BoneEdit,
  type BoneIndex,
  buildIndex,
  type CandidateRegion,
  createDetector,
  type DetectManyOptions,
  type Detector,
  type DetectorOptions,
  loadIndex,
  type NearestPoints,
  type NearestPointsTarget,
  saveIndex,
  selfIntersections,
} from './detector/index.ts';
export {
  type DeviceRefusal,
  type HapticContact,
  type HapticLoop,
  type HapticLoopOptions,
  type HapticOptions,
  type HapticSnapshot,
  type HapticSummary,
  INVERSE_URL,
  type InverseOptions,
  SERVO_STATES,
  type ScriptedMotion,
  type ServoState,
  startHapticLoop,
  type TimeSummary,
} from './haptics/index.ts';
export {
  loadMesh,
  loadSurfaceFromVolume,
  type MeshFormat,
  readMesh,
  readSurfaceFromVolume,
  type VolumeFormat,
  writeMesh,
} from './io/index.ts';
export { createMesh, inspectMesh, type MeshInspection, type TriangleMesh } from './mesh/index.ts';
export type {
  Backend,
  Contact,
  ContactPatch,
  ContactReport,
  ContactState,
  ContactTable,
  DetectionStats,
  Interval,
  Penetration,
  Pose,
} from './records/index.ts';
