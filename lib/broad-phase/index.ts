export { type Boxes, checkBoxes, replaceBoxes } from './boxes.ts';
export { bspPairs } from './bsp.ts';
export { gridPairs } from './grid.ts';
export { kdTreePairs } from './kd-tree.ts';
export { octreePairs } from './loose-octree.ts';
export { Anew, type PairFinder } from './pair-finder.ts';
export { Sweep } from './sweep.ts';
export { TreeJoin } from './tree-join.ts';
