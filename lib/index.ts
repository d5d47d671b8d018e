export {
  type BoneEdit,
  type BoneIndex,
  type BoneRenumbering,
  buildIndex,
  loadIndex,
  saveIndex,
} from './bodies/index.ts';
export {
  type BoneOptions,
  boneFromVolume,
  type CoarseningFacts,
  type ComponentFacts,
  type CuttableVolumeOptions,
  cuttableBoneFromVolume,
  type VertexDistances,
  type VolumeBone,
  type VolumeFacts,
  type VolumeSource,
} from './bone/index.ts';
export {
  type BroadPhase,
  type BroadPhaseMethod,
  type BroadPhaseOptions,
  createBroadPhase,
} from './broad-phase/index.ts';
export {
  type Convex,
  type ConvexDistance,
  type ConvexDistanceOptions,
  type ConvexShape,
  convexDistance,
  createConvex,
} from './convex/index.ts';
export { DeviceError, FormatError, KerfError, MeshError, OptionError, PoseError } from './core/index.ts';
export {
  type BonePiece,
  type CutEdit,
  type CutResult,
  type CuttableBone,
  type CuttableBoneOptions,
  createCuttableBone,
  envelope,
  loadCuttableBone,
  type Swing,
  type VolumeBounds,
} from './cutting/index.ts';
export {
  type BetweenPoses,
  type CandidateRegion,
  createDetector,
  type DetectManyOptions,
  type DetectOptions,
  type Detector,
  type DetectorOptions,
  type FirstContact,
  type LastContact,
  type NearestPoints,
  type NearestPointsTarget,
  type PathReport,
  selfIntersections,
} from './detector/index.ts';
export {
  type Cutter,
  type CuttingOptions,
  type CuttingSnapshot,
  type DeviceRefusal,
  type FrictionState,
  type HapticContact,
  type HapticLoop,
  type HapticLoopOptions,
  type HapticOptions,
  type HapticSnapshot,
  type HapticSummary,
  type HardnessVolume,
  INVERSE_URL,
  type InverseOptions,
  type ScriptedMotion,
  SERVO_STATES,
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
  type VolumeBytes,
  type VolumeFormat,
  writeMesh,
} from './io/index.ts';
export {
  type AnatomicalFrame,
  createMesh,
  inspectMesh,
  type MeshInspection,
  meshInFrame,
  type TriangleMesh,
} from './mesh/index.ts';
export {
  edgeEdgeImpact,
  type FirstContactOptions,
  type Impact,
  type RigidMotion,
  type SphereImpact,
  type SweepSpheresOptions,
  sweepSphere,
  sweepSpheres,
  vertexFaceImpact,
} from './motion/index.ts';
export { createRadialMap, type RadialMap, type RadialMapOptions } from './radial-map/index.ts';
export type {
  Backend,
  CandidateMethod,
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
export { createScene, type Scene, type SceneContact, type SceneOptions } from './scene/index.ts';
