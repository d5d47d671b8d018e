export { type Boxes, checkBoxes, replaceBoxes } from './boxes.ts';
export { UniformGrid } from './grid.ts';
export type { PairFinder } from './pair-finder.ts';
export { Sweep } from './sweep.ts';
export { TreeJoin } from './tree-join.ts';
