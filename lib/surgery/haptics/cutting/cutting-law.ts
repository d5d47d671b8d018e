// The thrust of the hand, and the bone in front of the cutting edges → how fast the tool advances, and what that costs.
//
// The motor moves the edges; the hand feeds them into the bone. One law holds for every tool: what differs is how fast
// each part of the tool's surface moves (tool-edges.ts). Notation:
//
//   A      mm²: the engaged area: volume removed for each mm that the tool advances; A_i a sample's share of it
//   h      hardness of the bone there, 1 for cortical bone; A_h = Σ h_i·A_i
//   u      N/mm²: specific cutting energy of cortical bone: each mm³ of hardness h takes u·h
//   s_i    mm/s: the speed of the edges at a sample: a saw's mean tooth speed 2·stroke·frequency; |ω × r_i| of a burr
//   s      mm/s: their mean, A_h/Σ(h_i·A_i/s_i)
//   H      hardness that the ploughing edges meet: A_h/A; for a drill that of its chisel edge (drill-edges.ts)
//   v      mm/s: the feed; A·v is the removal rate, mm³/s
//
// While the tool advances by ds, the edges at a sample move s_i/v·ds, so along their path they remove A_i·v/s_i per mm.
// This gives
//
//   cutting force of a sample        F_i = u·h_i·A_i·v/s_i   energy per volume × removed volume per length
//   thrust on the hand               F = F_p·H + κ·u·A_h·v/s ploughing, and the edges' thrust, κ·Σ F_i
//   the motor's power                Σ F_i·s_i = u·A_h·v ≤ P
//
// Solved for the feed: v = (F − F_p·H)·s/(κ·u·A_h), at most P/(u·A_h), and 0 if F does not exceed ploughing: the bone
// is then as hard as without a motor. Friction on the kerf's walls is not included: walls are contacts, handled with
// stick and slip by friction-cone.ts; the friction coefficient is the option `friction`.
//
// The hand's spring, of stiffness k, unloads as the tool advances: after a time t at feed v, the thrust is F = F_0 −
// k·v·t. With F at the end of the tick, the equation above becomes v = (F_0 − F_p·H)/(κ·u·A_h/s + k·t). So the tool
// never advances so far that the thrust falls below ploughing, however soft the bone or long the tick, and a steady
// feed has exactly the thrust F. As F falls along the way and v ≥ 0 has the direction of F, the law only spends what
// the hand puts in. What the motor gives the hand is the drag (drag.ts), a wrench of its own.

export interface CuttingLaw {
  /** u, N/mm². */
  readonly energy: number;
  /** F_p, N. */
  readonly ploughing: number;
  /** κ. */
  readonly thrustRatio: number;
  /** P, W. */
  readonly power: number;
  /** mm/s. */
  readonly mostFeed: number;
}

/**
 * Slots of the law's input: F_0 (N), A and A_h (mm²), k (N/mm), t (s), s (mm/s), and two areas (mm²) whose quotient is
 * H; and of its output: v (mm/s).
 */
export const THRUST = 0;
export const AREA = 1;
export const HARD_AREA = 2;
export const STIFFNESS = 3;
export const SECONDS = 4;
export const FEED = 5;
export const SPEED = 6;
export const PLOUGHED = 7;
export const PLOUGHING_AREA = 8;
export const LOAD_SIZE = 9;

const MILLI = 1000;

/** Writes the feed. One array in and out, since numbers passed as arguments may be put on the heap. */
export function feedUnder(law: CuttingLaw, load: Float64Array): void {
  const { energy, ploughing, thrustRatio, power, mostFeed } = law;
  load[FEED] = 0;
  // If no area is engaged, as with a single point or with an edge along the path, nothing is removed.
  if (!(load[AREA] > 0)) return;
  const beyond = load[THRUST] - (ploughing * load[PLOUGHED]) / load[PLOUGHING_AREA];
  if (!(beyond > 0)) return;
  const cost = (thrustRatio * energy * load[HARD_AREA]) / load[SPEED];
  const feed = Math.min(mostFeed, beyond / (cost + load[STIFFNESS] * load[SECONDS]));
  // Bone of hardness 0 takes no power.
  const most = load[HARD_AREA] > 0 ? (MILLI * power) / (energy * load[HARD_AREA]) : feed;
  load[FEED] = Math.min(feed, most);
}
