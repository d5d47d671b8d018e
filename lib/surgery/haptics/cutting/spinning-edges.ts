// A rotating tool's axis and speed → its edges: each sample's surface moves at ω × r_i, r_i from the axis.
//
//            axis, ω                 Speed is ω·r: greatest at the equator, 0 at the pole, so a burr that is pressed
//              ↺                     along its axis cuts badly. The cutting force per area, u·h·v/(ω·r), grows without
//            ╭─┼─╮                   limit towards the pole, but its integral does not: over a disc of radius a about
//   surface ⊗│ │ │⊙ moves ω × r      the axis, the mean of 1/r is 2πa/(πa²) = 2/a.
//            ╰─┼─╯
//             pole
//
// A sample stands for a share of the surface, of area |a_i|: as a disc, of radius a = √(|a_i|/π). So 1/s_i = 1/(ω·ρ_i)
// with ρ_i = max(r_i, a/2): at the pole this is the mean over the share. The surface's direction there is
// (axis × r_i)/ρ_i: a unit vector, except within a/2 of the axis, where it falls to 0 at the pole: the directions in a
// share around the pole cancel. So the pole is a dead zone: it resists the feed, by ploughing and by the mean above,
// and neither drags nor turns the hand. A craniotome's bit is such a tool too; its foot plate is what `cuts` leaves
// out.

import type { CuttingSettings } from './cutting-options.ts';
import type { EdgeSamples, Spin, ToolEdges } from './tool-edges.ts';

/** rad/s of one revolution a minute. */
export const RPM = Math.PI / 30;

export function spinningEdges(
  { axis, centre, speed }: Pick<CuttingSettings, 'axis' | 'centre' | 'speed'>,
  { count, points, areas }: EdgeSamples,
  isIn: Uint8Array,
): ToolEdges & { readonly spin: Spin } {
  const slowness = new Float64Array(count);
  const ways = new Float64Array(3 * count);
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const at = 3 * i;
    const [x, y, z] = [points[at] - centre[0], points[at + 1] - centre[1], points[at + 2] - centre[2]];
    const way = [axis[1] * z - axis[2] * y, axis[2] * x - axis[0] * z, axis[0] * y - axis[1] * x];
    const share = Math.sqrt(Math.hypot(areas[at], areas[at + 1], areas[at + 2]) / Math.PI);
    const arm = Math.max(Math.hypot(...way), share / 2);
    widest = Math.max(widest, arm);
    // A sample without area, on the axis, removes nothing at any speed.
    if (arm === 0) continue;
    slowness[i] = 1 / (RPM * speed * arm);
    for (let k = 0; k < 3; k++) ways[at + k] = way[k] / arm;
  }
  return { cuts: isIn, areas, speed: RPM * speed * widest, spin: { slowness, ways }, chisel: null, clutch: null };
}
