// A twist drill's axis, towards its tip, and its speed → its edges: lips that cut, a chisel edge that ploughs, and
// sides that do neither.
//
//      │ margin │          Lips: surface that faces towards the tip. With the feed per turn f = 2π·v/ω and radius R the
//      │        │          common law, integrated over r from 0 to R, is that of a drill of diameter D = 2R:
//      │╲  lip ╱│
//        ╲─┬──╱              thrust of the lips   κ·u·∫ 2πr·v/(ω·r) dr = κ·u·f·D/2
//          chisel            torque               u·∫ r·2πr·v/(ω·r) dr = u·f·D²/8
//
// The chisel edge across the web does not cut but presses bone aside; it is mainly responsible for the thrust (S. Saha,
// S. Pal, J. A. Albright, "Surgical drilling: design and performance of an improved drill", 1982, abstract). So F_p is
// the chisel's thrust in bone of hardness 1, in proportion to the part of the web that is in bone, H = Σ h_i·A_i/A_web
// over the web's samples. A drill that breaks through loses it first; then its lips' area shrinks, and the thrust falls
// to 0 with it.
//
// The margins, behind all lips, guide the drill and do not cut: it cannot be fed sideways. Lips are the shares of the
// surface that face the tip. Samples on the rim may belong to the margin's faces only, so whatever is no farther behind
// the tip than the last lip, give or take the radius of its share, cuts. Flutes that clog, and
// raise the torque with depth (K. L. Wiggins, S. Malkin, "Drilling of bone", J. Biomech. 9, 1976, abstract), are not
// modelled.
//
// All this is sought within `cuts` only: a collar that it leaves out faces the tip too, farther back and wider. If the
// axis points away from the tip, no share there faces it, or the back of the tool would be the lips:
//
//     axis →  ▕██████╲     Of each end, take what lies within PARALLEL·R of its outermost sample. A point of less than
//             ▕██████╱     152° is no wider there than the web, 0.2·R on either side of the axis, since tan 76° is
//             wide  narrow 0.2/0.05. If only the end behind is that narrow, the axis points the wrong way.
//
// A drill whose ends are both flat, or both pointed, is taken as given.

import { described, OptionError } from '#core';
import { along, fromAxis } from './along.ts';
import { WEB_SHARE } from './cutting-constants.ts';
import type { CuttingSettings } from './cutting-options.ts';
import { RPM, spinningEdges } from './spinning-edges.ts';
import type { EdgeSamples, ToolEdges } from './tool-edges.ts';

/**
 * sin of the angle to the axis, up to which a share of the surface counts as a margin's: 3°. This is a choice: more
 * than the rounding of a mesh and a drill's back taper, less than half of any point angle.
 */
const PARALLEL = 0.05;

/** @throws OptionError BAD_OPTION. */
export function drillEdges(settings: CuttingSettings, samples: EdgeSamples, isIn: Uint8Array): ToolEdges {
  const { axis } = settings;
  const { points, areas } = samples;
  const edges = spinningEdges(settings, samples, new Uint8Array(samples.count));
  const lips: number[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let i = 0; i < samples.count; i++) {
    if (isIn[i] === 0) continue;
    const size = Math.hypot(areas[3 * i], areas[3 * i + 1], areas[3 * i + 2]);
    if (!(along(areas, i, axis) > PARALLEL * size)) continue;
    lips.push(i);
    last = Math.min(last, along(points, i, axis) - Math.sqrt(size / Math.PI));
  }
  if (lips.length === 0) throw wrongWay(settings, 'no surface that may cut faces that way');
  if (isPointedBehind(settings, samples, isIn))
    throw wrongWay(settings, 'the tool is pointed at its other end and not at that one');
  for (let i = 0; i < samples.count; i++) edges.cuts[i] = isIn[i] === 1 && along(points, i, axis) >= last ? 1 : 0;
  const radiusOf = (i: number): number => 1 / (edges.spin.slowness[i] * RPM * settings.speed);
  const [least, most] = lips.reduce(
    ([low, high], i) => [Math.min(low, radiusOf(i)), Math.max(high, radiusOf(i))],
    [Number.POSITIVE_INFINITY, 0],
  );
  // However coarse the samples, the innermost one is the chisel's.
  const web = lips.filter((i) => radiusOf(i) <= Math.max(least, WEB_SHARE * most));
  const area = web.reduce((sum, i) => sum + along(areas, i, axis), 0);
  const ploughs = new Uint8Array(samples.count);
  for (const i of web) ploughs[i] = 1;
  return { ...edges, chisel: { ploughs, area } };
}

/** Whether, of the samples that may cut, those at the end behind are all within a web's radius, and not those ahead. */
function isPointedBehind({ axis, centre }: CuttingSettings, { count, points }: EdgeSamples, isIn: Uint8Array): boolean {
  const from = along(centre, 0, axis);
  const heights = new Float64Array(count);
  const radii = new Float64Array(count);
  let [low, high, widest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let i = 0; i < count; i++) {
    if (isIn[i] === 0) continue;
    heights[i] = along(points, i, axis) - from;
    radii[i] = fromAxis(points, i, axis, centre);
    low = Math.min(low, heights[i]);
    high = Math.max(high, heights[i]);
    widest = Math.max(widest, radii[i]);
  }
  const ends = { behind: 0, ahead: 0 };
  for (let i = 0; i < count; i++) {
    if (isIn[i] === 0) continue;
    if (heights[i] <= low + PARALLEL * widest) ends.behind = Math.max(ends.behind, radii[i]);
    if (heights[i] >= high - PARALLEL * widest) ends.ahead = Math.max(ends.ahead, radii[i]);
  }
  return ends.behind <= WEB_SHARE * widest && ends.ahead > WEB_SHARE * widest;
}

function wrongWay({ axis, tool }: CuttingSettings, why: string): OptionError {
  return new OptionError(
    'BAD_OPTION',
    `cutting.axis is ${described(axis)} for the tool ${tool}, but ${why}, expected the way to its tip; give the opposite axis, or cutting.cuts around the tip.`,
  );
}
