// A wanted motion and contacts that forbid some → the allowed motion nearest to it.
//
// Gauss' principle of least constraint (M. Ortega, S. Redon, S. Coquillart, IEEE TVCG 13(3), 2007, eq. 4). In its
// notation:
//
//   u     the wanted motion, three translations (mm) and three rotations (rad); a the allowed one
//   J_i   the row of contact i, (n, r × n): n its unit normal, r from the pivot to its point; J_i·a is how far the
//         point moves along n
//   b_i   how far it must move at least, mm
//   M     diag(1, 1, 1, ρ², ρ², ρ²): a radian counts as much as ρ mm
//
//   minimise ½(a − u)ᵀM(a − u) subject to J_i·a ≥ b_i for every i
//
// The dual has a multiplier λ_i ≥ 0 for each contact, and a = u + M⁻¹Σ λ_i·J_i. It is solved contact by contact
// (projected Gauss–Seidel): each λ_i is set so that its own constraint holds with equality, or to 0. It starts from the
// last tick's multipliers, which are nearly right. With friction each sweep also sets the contacts' friction
// (friction-cone.ts), within the cones that their multipliers have by then.

import { MOST_CONTACTS, MOST_SWEEPS, SETTLED } from './constants.ts';
import { FrictionCone } from './friction-cone.ts';

const ROW = 6;

export class LeastConstraint {
  /** How many contacts there are. */
  count = 0;
  /** J of each: n, then r × n. */
  readonly rows = new Float64Array(ROW * MOST_CONTACTS);
  /** b of each, mm: how much gap the contact must gain; negative: how much it may lose. */
  readonly least = new Float64Array(MOST_CONTACTS);
  /** λ of each, mm; times the stiffness it is the contact's force. Before `solve` it holds the first guess. */
  readonly multipliers = new Float64Array(MOST_CONTACTS);
  readonly friction: FrictionCone;
  readonly #inverse = new Float64Array(MOST_CONTACTS);
  readonly #leverSquared = new Float64Array(1);
  readonly #largest = new Float64Array(1);

  /** @param lever ρ, mm. @param friction µ: Coulomb's coefficient. */
  constructor(lever: number, friction = 0) {
    this.#leverSquared[0] = lever * lever;
    this.friction = new FrictionCone(friction, lever, MOST_CONTACTS);
  }

  /** @param motion u; a when it returns: six numbers. */
  solve(motion: Float64Array): void {
    const { rows, least, multipliers, count } = this;
    const turn = 1 / this.#leverSquared[0];
    const inverse = this.#inverse;
    for (let i = 0; i < count; i++) {
      const at = ROW * i;
      let own = 0;
      for (let k = 0; k < ROW; k++) own += (k < 3 ? 1 : turn) * rows[at + k] * rows[at + k];
      inverse[i] = 1 / own;
      for (let k = 0; k < ROW; k++) motion[k] += (k < 3 ? 1 : turn) * multipliers[i] * rows[at + k];
    }
    const { friction } = this;
    if (friction.isOn) friction.begin(motion, count);
    const largest = this.#largest;
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      largest[0] = 0;
      for (let i = 0; i < count; i++) {
        const at = ROW * i;
        let along = 0;
        for (let k = 0; k < ROW; k++) along += rows[at + k] * motion[k];
        const old = multipliers[i];
        const next = Math.max(0, old + (least[i] - along) * inverse[i]);
        const change = next - old;
        if (change === 0) continue;
        multipliers[i] = next;
        for (let k = 0; k < 3; k++) motion[k] += change * rows[at + k];
        for (let k = 3; k < ROW; k++) motion[k] += change * turn * rows[at + k];
        largest[0] = Math.max(largest[0], Math.abs(change));
      }
      if (friction.isOn) friction.sweep(motion, rows, multipliers, count, largest);
      if (largest[0] < SETTLED) return;
    }
  }
}
