export { createSurface } from './create-surface.ts';
export type {
  BatchOptions,
  HeightOptions,
  NearestColumns,
  NearestPoint,
  NearestPointOptions,
  RayColumns,
  RayHit,
  RayOptions,
  SurfaceQueries,
} from './surface-queries.ts';
