// Contacts with their normal multipliers → the friction that holds each of them, within Coulomb's cone: one sweep.
//
// The letters are those of least-constraint.ts. A contact's point moves by p = t + ω × r; what of it is along the
// surface, p − (p·n)·n, is to be 0: the point sticks. The multiplier of that is a vector τ in the tangent plane, mm;
// times the stiffness it is the contact's friction. The cone allows |τ| ≤ µ·λ. Where that does not suffice the point
// slips, and τ is as long as it may be. So the proxy stays where it is while the hand pulls within the cone, and else
// goes as far as leaves it on the cone's surface: the friction cone of W. S. Harwin, N. Melder, "Improved haptic
// rendering for multi-finger manipulation using friction cone based god-objects", Eurohaptics 2002, contact by contact.
//
// One contact's step is a projected gradient: τ' = τ − p_t/w, cut to the disc of radius µ·λ. It converges where w is
// not below the greatest eigenvalue of the point's inverse mass, I + [r]ᵀ[r]/ρ², which is at most 1 + |r|²/ρ².

const ROW = 6;

export class FrictionCone {
  /** τ of each contact, mm: what the bone's friction adds to the motion of the contact's point; bone frame. */
  readonly tangents: Float64Array;
  /** 1 for a contact whose friction is as great as the cone allows. */
  readonly slips: Uint8Array;
  /** r of each, mm: from the pivot to its point, bone frame. */
  readonly arms: Float64Array;
  readonly #numbers: Float64Array;
  readonly #pull = new Float64Array(3);

  /** @param coefficient µ, ≥ 0. @param lever ρ, mm. @param most how many contacts there may be. */
  constructor(coefficient: number, lever: number, most: number) {
    this.#numbers = Float64Array.of(coefficient, 1 / (lever * lever), 0);
    this.tangents = new Float64Array(3 * most);
    this.arms = new Float64Array(3 * most);
    this.slips = new Uint8Array(most);
  }

  get isOn(): boolean {
    return this.#numbers[0] > 0;
  }

  /** Adds what the first guess of τ does to the motion. */
  begin(motion: Float64Array, count: number): void {
    for (let i = 0; i < count; i++) this.#move(motion, i, this.tangents, 3 * i);
  }

  /**
   * Sets each τ anew, and moves by the change. @param settled in and out: its first number becomes the largest change,
   * mm, if that is more.
   */
  sweep(
    motion: Float64Array,
    rows: Float64Array,
    multipliers: Float64Array,
    count: number,
    settled: Float64Array,
  ): void {
    const { tangents, arms, slips } = this;
    const pull = this.#pull;
    const coefficient = this.#numbers[0];
    const turn = this.#numbers[1];
    for (let i = 0; i < count; i++) {
      const at = 3 * i;
      const n = ROW * i;
      const rx = arms[at];
      const ry = arms[at + 1];
      const rz = arms[at + 2];
      const px = motion[0] + motion[4] * rz - motion[5] * ry;
      const py = motion[1] + motion[5] * rx - motion[3] * rz;
      const pz = motion[2] + motion[3] * ry - motion[4] * rx;
      const along = px * rows[n] + py * rows[n + 1] + pz * rows[n + 2];
      const weight = 1 + turn * (rx * rx + ry * ry + rz * rz);
      pull[0] = tangents[at] - (px - along * rows[n]) / weight;
      pull[1] = tangents[at + 1] - (py - along * rows[n + 1]) / weight;
      pull[2] = tangents[at + 2] - (pz - along * rows[n + 2]) / weight;
      const size = Math.sqrt(pull[0] * pull[0] + pull[1] * pull[1] + pull[2] * pull[2]);
      const most = coefficient * multipliers[i];
      slips[i] = size > most ? 1 : 0;
      const share = size > most ? most / size : 1;
      for (let k = 0; k < 3; k++) {
        const next = share * pull[k];
        pull[k] = next - tangents[at + k];
        tangents[at + k] = next;
        settled[0] = Math.max(settled[0], Math.abs(pull[k]));
      }
      this.#move(motion, i, pull, 0);
    }
  }

  /** Adds M⁻¹ times a pull at contact i's point to the motion. */
  #move(motion: Float64Array, i: number, pull: Float64Array, at: number): void {
    const { arms } = this;
    const turn = this.#numbers[1];
    const x = pull[at];
    const y = pull[at + 1];
    const z = pull[at + 2];
    const rx = arms[3 * i];
    const ry = arms[3 * i + 1];
    const rz = arms[3 * i + 2];
    motion[0] += x;
    motion[1] += y;
    motion[2] += z;
    motion[3] += turn * (ry * z - rz * y);
    motion[4] += turn * (rz * x - rx * z);
    motion[5] += turn * (rx * y - ry * x);
  }
}
