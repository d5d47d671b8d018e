export { edgeEdgeImpact, type Impact, vertexFaceImpact } from './impact/impact.ts';
export { type SphereImpact, SphereSweeper } from './sphere/sphere-sweeper.ts';
export { sweepSphere } from './sphere/sweep-sphere.ts';
export { type SweepSpheresOptions, sweepSpheres } from './sphere/sweep-spheres.ts';
export { type CheckedMotion, checkMotion, type RigidMotion } from './stroke/check-motion.ts';
export type { FirstContactOptions, StrokeStatus } from './stroke/first-contact.ts';
export { FirstContactSearch } from './stroke/first-contact.ts';
export { Stroke } from './stroke/stroke.ts';
