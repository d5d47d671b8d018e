// Proxy, its contacts and the device's velocity → the force on the tool and the torque about its pivot.
//
// A virtual coupling of device and proxy (J. E. Colgate, M. C. Stanley, J. M. Brown, "Issues in the haptic display of
// tool use", IROS 1995), contact by contact. The multipliers λ of the proxy's last step (least-constraint.ts) satisfy
// K·(proxy − device) = k·Σ λ_i·J_i with K = k·diag(1, 1, 1, ρ², ρ², ρ²): the spring's wrench is a sum of pushes along
// the contacts' normals. Each contact pushes with k·λ_i less its share of the damping, and never pulls. Friction adds
// k·τ_i (friction-cone.ts), reduced where damping has reduced the push, so that it stays within the cone.

import type { LeastConstraint } from './least-constraint.ts';

export interface CouplingOptions {
  /** k, N/mm. */
  readonly stiffness: number;
  /** N·s/mm, shared out among the contacts by their λ. */
  readonly damping: number;
}

/**
 * @param velocity of the device: mm/s and rad/s, bone frame.
 * @param wrench receives force and torque about the pivot: N and N·mm, bone frame.
 * @param pushes receives the force of each contact, N.
 */
export function couplingWrench(
  { stiffness, damping }: CouplingOptions,
  { rows, multipliers, count, friction }: LeastConstraint,
  velocity: Float64Array,
  wrench: Float64Array,
  pushes: Float64Array,
): void {
  wrench.fill(0);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += multipliers[i];
  if (sum === 0) {
    pushes.fill(0, 0, count);
    return;
  }
  for (let i = 0; i < count; i++) {
    const at = 6 * i;
    let rate = 0;
    for (let k = 0; k < 6; k++) rate += rows[at + k] * velocity[k];
    const push = Math.max(0, stiffness * multipliers[i] - ((damping * multipliers[i]) / sum) * rate);
    pushes[i] = push;
    for (let k = 0; k < 6; k++) wrench[k] += push * rows[at + k];
    if (!friction.isOn || multipliers[i] === 0) continue;
    const share = stiffness * Math.min(1, push / (stiffness * multipliers[i]));
    const { tangents, arms } = friction;
    const x = share * tangents[3 * i];
    const y = share * tangents[3 * i + 1];
    const z = share * tangents[3 * i + 2];
    wrench[0] += x;
    wrench[1] += y;
    wrench[2] += z;
    wrench[3] += arms[3 * i + 1] * z - arms[3 * i + 2] * y;
    wrench[4] += arms[3 * i + 2] * x - arms[3 * i] * z;
    wrench[5] += arms[3 * i] * y - arms[3 * i + 1] * x;
  }
}
