// A cranial perforator's axis, speed and inner drill → its edges: those of a drill, and the samples that hold its
// clutch.
//
//      │ outer │inner│ outer │      Two drills on one axis, the inner one ahead. A clutch couples them to the motor as
//      │       │     │       │      long as bone presses the inner one back. Once that is through, it moves on, the
//      └──╲    │     │    ╱──┘      clutch lets go, and both stop on what the outer one has left of the wall: a thin
//     ▒▒▒▒▒╲───┤     ├───╱▒▒▒▒▒     ring, which holds the perforator back from the dura.
//     ▒▒▒▒▒▒▒▒▒╲╲   ╱╱▒▒▒▒▒▒▒▒▒
//     ──────────╲╲_╱╱──────────     The mechanism: US patents 4,600,006 (J. W. Baker) and application 2009/0024129.
//
// So the law is a drill's while some sample within the inner drill's radius of the axis is engaged; else the tool
// neither cuts nor drags, and the bone is as hard as without a motor. Pressed onto bone again it starts again, as real
// ones do. The force at which a clutch lets go differs from make to make, and no figure was found: here it is 0, so a
// clutch that lets go later, as on slanted or soft bone, is not modelled.

import { OptionError } from '#core';
import { fromAxis } from './along.ts';
import type { CuttingSettings } from './cutting-options.ts';
import { drillEdges } from './drill-edges.ts';
import type { EdgeSamples, ToolEdges } from './tool-edges.ts';

/**
 * A sample is the inner drill's if its share of the surface, as a disc, is: the first lips of the outer drill lie on
 * the inner one's rim, and must not hold the clutch.
 * @throws OptionError BAD_OPTION, as a drill; or if no sample that cuts is the inner drill's.
 */
export function perforatorEdges(settings: CuttingSettings, samples: EdgeSamples, isIn: Uint8Array): ToolEdges {
  const { axis, centre, innerRadius } = settings;
  const { count, points, areas } = samples;
  const edges = drillEdges(settings, samples, isIn);
  const clutch = new Uint8Array(count);
  let held = 0;
  for (let i = 0; i < count; i++) {
    if (edges.cuts[i] === 0) continue;
    const share = Math.sqrt(Math.hypot(areas[3 * i], areas[3 * i + 1], areas[3 * i + 2]) / Math.PI);
    if (fromAxis(points, i, axis, centre) + share > innerRadius) continue;
    clutch[i] = 1;
    held++;
  }
  // Held by every lip, a clutch would let go of none.
  if (held === 0 || held === edges.cuts.reduce((sum, cut) => sum + cut, 0))
    throw new OptionError(
      'BAD_OPTION',
      `cutting.inner is ${2 * innerRadius} mm, expected a diameter that takes in a part of the lips about cutting.axis, sample by sample; check axis and centre, or lower spacing.`,
    );
  return { ...edges, clutch };
}
