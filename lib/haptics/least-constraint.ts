// A wanted motion and contacts that forbid some → the allowed motion nearest to it.
//
// Gauss' principle of least constraint (Ortega, Redon, Coquillart 2007, eq. 4): minimise ½(a − u)ᵀM(a − u) where J_i·a
// ≥ b_i for every contact i, J_i = (n, r × n), M = diag(1, 1, 1, ρ², ρ², ρ²). Its dual, in the multipliers λ ≥ 0 with a
// = u + M⁻¹Σ λ_i·J_i, is solved contact by contact (projected Gauss–Seidel), from the multipliers of the last time on.

import { MOST_CONTACTS, MOST_SWEEPS, SETTLED } from './constants.ts';

const ROW = 6;

export class LeastConstraint {
  /** Contacts in use. */
  count = 0;
  /** J of each: n, then r × n. */
  readonly rows = new Float64Array(ROW * MOST_CONTACTS);
  /** b of each, mm: what of the gap a contact may lose, negative, or must gain. */
  readonly least = new Float64Array(MOST_CONTACTS);
  /** λ of each, mm: times the stiffness, the contact's force. What it holds before `solve` is the guess. */
  readonly multipliers = new Float64Array(MOST_CONTACTS);
  readonly #inverse = new Float64Array(MOST_CONTACTS);
  readonly #leverSquared = new Float64Array(1);

  /** @param lever ρ, mm: what a radian counts for. */
  constructor(lever: number) {
    this.#leverSquared[0] = lever * lever;
  }

  /** @param motion u, and then a: six numbers. */
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
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      let largest = 0;
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
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < SETTLED) return;
    }
  }
}
