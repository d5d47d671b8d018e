// Contacts with their normal multipliers → the friction that holds each of them, within Coulomb's cone: one sweep.
//
// Notation as in least-constraint.ts. A contact's point moves by p = t + ω × r. If its tangential part, p − (p·n)·n, is
// 0, the point sticks. The multiplier of that constraint is a vector τ in the tangent plane, mm; times the stiffness it
// is the contact's friction. The cone allows |τ| ≤ µ·λ. If that does not suffice, the point slips and τ has its
// greatest length. So the proxy stays while the hand pulls within the cone; otherwise it moves until it is on the
// cone's surface: the friction cone of W. S. Harwin, N. Melder, "Improved haptic rendering for multi-finger
// manipulation using friction cone based god-objects", Eurohaptics 2002, contact by contact.
//
// One contact's step is a projected gradient: τ' = τ − p_t/w, cut to the disc of radius µ·λ. It converges if w is at
// least the greatest eigenvalue of the point's inverse mass, I + [r]ᵀ[r]/ρ², which is at most 1 + |r|²/ρ².

const ROW = 6;

export class FrictionCone {
  /** τ of each contact, mm: what friction adds to the motion of the contact's point; bone frame. */
  readonly tangents: Float64Array;
  /** 1 for a contact whose friction is as great as the cone allows. */
  readonly slips: Uint8Array;
  /** r of each, mm: from the pivot to its point, bone frame. */
  readonly arms: Float64Array;
  /** Whether contacts have no friction for now. */
  isSuspended = false;
  readonly #numbers: Float64Array;
  readonly #pull = new Float64Array(3);

  /** @param coefficient µ, ≥ 0. @param lever ρ, mm. @param most greatest number of contacts. */
  constructor(coefficient: number, lever: number, most: number) {
    this.#numbers = Float64Array.of(coefficient, 1 / (lever * lever), 0);
    this.tangents = new Float64Array(3 * most);
    this.arms = new Float64Array(3 * most);
    this.slips = new Uint8Array(most);
  }

  get isOn(): boolean {
    return this.#numbers[0] > 0 && !this.isSuspended;
  }

  /** Adds the effect of the first guess of τ to the motion. */
  begin(motion: Float64Array, count: number): void {
    for (let i = 0; i < count; i++) this.#move(motion, i, this.tangents, 3 * i);
  }

  /**
   * Updates each τ, and adds the effect of the change to the motion. @param settled in and out: its first number is
   * raised to the largest change, mm.
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
