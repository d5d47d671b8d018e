export { type Boxes, checkBoxes, replaceBoxes } from './boxes.ts';
export { AxisPlanes } from './bsp.ts';
export { UniformGrid } from './grid.ts';
export { KdTree } from './kd-tree.ts';
export { LooseOctree } from './loose-octree.ts';
export type { PairFinder } from './pair-finder.ts';
export { Sweep } from './sweep.ts';
export { TreeJoin } from './tree-join.ts';
