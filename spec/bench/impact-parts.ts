// The parts of an impact search without public names, to be timed or counted one by one.

export { buildMedianTree, DopTree, SelfFront } from '#bvh';
export { DeformingSurface } from '#motion/deforming/deforming-surface.ts';
export { GpuImpactSearch } from '#motion/deforming/gpu-impact-search.ts';
export { ImpactSearch } from '#motion/deforming/impact-search.ts';
export { itemCentres } from '#motion/deforming/item-centres.ts';
export { findOrphans } from '#motion/deforming/orphans.ts';
