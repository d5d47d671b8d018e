export { type PenetrationOptions, PenetrationQuery } from './penetration.ts';
