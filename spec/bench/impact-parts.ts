// The parts of a search for impacts that have no public name, to be timed or counted one by one.

export { buildMedianTree, DopTree, SelfFront } from '../../lib/bvh/index.ts';
export { DeformingSurface } from '../../lib/motion/deforming/deforming-surface.ts';
export { GpuImpactSearch } from '../../lib/motion/deforming/gpu-impact-search.ts';
export { ImpactSearch } from '../../lib/motion/deforming/impact-search.ts';
export { itemCentres } from '../../lib/motion/deforming/item-centres.ts';
export { findOrphans } from '../../lib/motion/deforming/orphans.ts';
