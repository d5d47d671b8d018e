export { createRadialMap, type RadialMapOptions } from './create-radial-map.ts';
export type { RadialMap } from './radial-map.ts';
export type { SidesOptions } from './sides-of.ts';
export type { RadialMapTest } from './test-maps.ts';
