export { faultOf } from './check-half.ts';
export { fillLoops } from './fill-loops.ts';
export { flatAxes } from './flat-view.ts';
export { leftLoops } from './left-loops.ts';
export type { CutBox } from './cut-box.ts';
export { type BoxCuts, osteotomy } from './osteotomy.ts';
export { solidsOf } from './solids.ts';
