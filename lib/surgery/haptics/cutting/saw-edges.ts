// A saw's stroke → its edges: every sample's teeth move to and fro at the mean speed 2·stroke·frequency.
//
// Over a period the force along the stroke has a mean of 0; what is felt of it is the vibration (vibration.ts).

import type { CuttingSettings } from './cutting-options.ts';
import { strokeAreas } from './stroke-areas.ts';
import type { EdgeSamples, ToolEdges } from './tool-edges.ts';

export function sawEdges(settings: CuttingSettings, samples: EdgeSamples, isIn: Uint8Array): ToolEdges {
  const { axis, stroke, frequency } = settings;
  return {
    cuts: isIn,
    areas: strokeAreas(samples, axis, stroke, isIn),
    speed: 2 * stroke * frequency,
    spin: null,
    chisel: null,
    clutch: null,
  };
}
