export { type Convex, ConvexBody } from './convex-body.ts';
export type { ConvexShape } from './convex-shape.ts';
export { createConvex } from './create-convex.ts';
