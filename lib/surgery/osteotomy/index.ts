export { faultOf } from './check-half.ts';
export { fillLoops } from './fill-loops.ts';
export { osteotomy } from './osteotomy.ts';
export { solidsOf } from './solids.ts';
