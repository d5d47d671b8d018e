export { ContactFinisher } from './finish-contacts.ts';
export { CornerStage } from './gpu-corners.ts';
export { LeafGapStage } from './gpu-leaf-gap.ts';
