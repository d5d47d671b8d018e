// The engaged samples of a rotating tool × its thrust and feed → the tangential drag that the hand feels, as a wrench.
//
//     ω ↺ ╭───╮          Each engaged sample is pushed against the motion of its surface, t_i (tool-edges.ts), by the
//         │ ● │ drag →   force with which it cuts and ploughs. A burr pressed on a surface runs off sideways (skid); in
//         ╰─┬─╯          a cut it pulls itself along (climb milling: the surface moves against the feed where it cuts)
//     ▒▒▒▒▒▒▒▒▒▒▒▒       or is pushed back (conventional milling: with the feed); a drill only turns the hand.
//       ← surface
//
// Notation as in cutting-law.ts. Cutting gives F_i = u·h_i·A_i·v/s_i. Ploughing gives its thrust, divided by κ as for
// any edge, shared among the ploughing samples in proportion to h_i·A_i. Its thrust is F_p·H, or the hand's if that is
// less: a tool that only rubs drags too. So
//
//     wrench = −Σ (min(F, F_p·H)/κ · w_i/Σw + u·v·h_i·A_i/s_i) · (t_i, r_i × t_i)     w_i = h_i·A_i if it ploughs
//
// It comes from the motor, so unlike the spring's force it may push the hand. The passivity controller counts its work
// like any other force's, and keeps its promise (passivity.ts): over a contact the hand gets no more than it has put
// in. So a free hand is led no farther than the energy with which it has pressed the tool in.

import { type CuttingLaw, FEED, PLOUGHED, PLOUGHING_AREA, THRUST } from './cutting-law.ts';
import type { Spin, ToolEdges } from './tool-edges.ts';

export class Drag {
  /** Force on the tool, N, and torque about the proxy's placement, N·mm, bone frame. */
  readonly wrench = new Float64Array(6);
  readonly #ways: Float64Array;
  readonly #slowness: Float64Array;
  readonly #ploughs: Uint8Array | null;
  /** Σ w_i·(t_i, r_i × t_i), the same with h_i·A_i/s_i, and Σ w_i. */
  readonly #rubs = new Float64Array(6);
  readonly #cuts = new Float64Array(6);
  readonly #sum = new Float64Array(1);
  readonly #turned = new Float64Array(6);

  constructor({ slowness, ways }: Spin, chisel: ToolEdges['chisel']) {
    this.#ways = ways;
    this.#slowness = slowness;
    this.#ploughs = chisel?.ploughs ?? null;
  }

  /** Begins a tick, without drag. */
  begin(): void {
    this.wrench.fill(0);
    this.#rubs.fill(0);
    this.#cuts.fill(0);
    this.#sum[0] = 0;
  }

  /**
   * Includes an engaged sample. @param hardArea its first number: h·A, mm². @param points xyz of the sample from `at`
   * on, bone frame. @param rotation tool frame → bone frame, row by row.
   */
  include(
    sample: number,
    hardArea: Float64Array,
    points: Float64Array,
    at: number,
    placement: Float64Array,
    rotation: Float64Array,
  ): void {
    const ways = this.#ways;
    const turned = this.#turned;
    for (let k = 0; k < 3; k++)
      turned[k] =
        rotation[3 * k] * ways[3 * sample] +
        rotation[3 * k + 1] * ways[3 * sample + 1] +
        rotation[3 * k + 2] * ways[3 * sample + 2];
    const rx = points[at] - placement[0];
    const ry = points[at + 1] - placement[1];
    const rz = points[at + 2] - placement[2];
    turned[3] = ry * turned[2] - rz * turned[1];
    turned[4] = rz * turned[0] - rx * turned[2];
    turned[5] = rx * turned[1] - ry * turned[0];
    const ploughs = this.#ploughs;
    const rub = ploughs === null || ploughs[sample] === 1 ? hardArea[0] : 0;
    const cut = hardArea[0] * this.#slowness[sample];
    this.#sum[0] += rub;
    for (let k = 0; k < 6; k++) {
      this.#rubs[k] += rub * turned[k];
      this.#cuts[k] += cut * turned[k];
    }
  }

  /** Writes the wrench under a load whose feed is known. */
  close({ ploughing, thrustRatio, energy }: CuttingLaw, load: Float64Array): void {
    const sum = this.#sum[0];
    const most = (ploughing * load[PLOUGHED]) / load[PLOUGHING_AREA];
    const rubbing = sum > 0 ? Math.min(load[THRUST], most) / (thrustRatio * sum) : 0;
    const cutting = energy * load[FEED];
    for (let k = 0; k < 6; k++) this.wrench[k] = -rubbing * this.#rubs[k] - cutting * this.#cuts[k];
  }
}
