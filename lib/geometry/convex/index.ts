export { type Convex, ConvexBody } from './convex-body.ts';
export { type ConvexDistance, type ConvexDistanceOptions, convexDistance } from './convex-distance.ts';
export type { ConvexShape } from './convex-shape.ts';
export { createConvex } from './create-convex.ts';
export { type EnclosingBody, type EnclosingOptions, enclosing } from './enclosing.ts';
export { kDopBody } from './k-dop-body.ts';
export { PairDistance } from './pair-distance.ts';
export { type ToolShape, toolShape } from './tool-shape.ts';
