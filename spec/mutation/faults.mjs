// Every fault that the mutation run plants, in the order of the table.

import { alignedAxes, bounds } from './faults/bounds.mjs';
import { bridges } from './faults/bridges.mjs';
import { compiled } from './faults/compiled.mjs';
import { cutting } from './faults/cutting.mjs';
import { deforming } from './faults/deforming.mjs';
import { distances } from './faults/distances.mjs';
import { engines } from './faults/engines.mjs';
import { haptics } from './faults/haptics.mjs';
import { intersection } from './faults/intersection.mjs';
import { motion } from './faults/motion.mjs';
import { windows } from './faults/inset.mjs';
import { osteotomy } from './faults/osteotomy.mjs';
import { radialMap } from './faults/radial-map.mjs';
import { records } from './faults/records.mjs';
import { roundTool } from './faults/round-tool.mjs';
import { slots } from './faults/slots.mjs';
import { surface } from './faults/surface.mjs';
import { strokes } from './faults/strokes.mjs';
import { subdivide } from './faults/subdivide.mjs';
import { surfaceGpu } from './faults/surface-gpu.mjs';

/** @type {import('./faults/in-file.mjs').Fault[]} */
export const faults = [
  ...bounds,
  ...alignedAxes,
  ...subdivide,
  ...intersection,
  ...distances,
  ...records,
  ...compiled,
  ...motion,
  ...radialMap,
  ...strokes,
  ...deforming,
  ...surfaceGpu,
  ...cutting,
  ...osteotomy,
  ...slots,
  ...surface,
  ...windows,
  ...haptics,
  ...roundTool,
  ...engines,
  ...bridges,
];
