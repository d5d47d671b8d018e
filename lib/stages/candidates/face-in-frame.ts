// A bone face transformed to the tool's frame → which boxes are near it there.
//
// Two faces within maxDistance of each other in the bone's frame are within (maxDistance + slack)/shrink in the tool's
// (see frameShrink, frameSlack). The face is inflated by that. A box is left out if a separating axis lies between it
// and the inflated face: one of the three coordinate axes, or the face's normal. Of the thirteen axes of a triangle and
// a box (T. Akenine-Möller, "Fast 3D triangle-box overlap testing", J. Graphics Tools 6(1), 2001) these four cost
// least. The normal may be rounded: disjoint extents along any direction prove that two bodies are disjoint.

import { type LocalFrame, UNIT_ROUNDOFF } from '#core';

/** #state: the corners' box, inflated; the normal, not of unit length; the face's range along it, inflated. */
const LOW = 0;
const HIGH = 3;
const NORMAL = 6;
const ALONG_LOW = 9;
const ALONG_HIGH = 10;

export class FaceInFrame {
  readonly #state = new Float64Array(11);
  #frame: LocalFrame | null = null;
  readonly #inflate = new Float64Array(1);

  /** @param maxDistance mm, bone frame. */
  setFrame(frame: LocalFrame, maxDistance: number): void {
    this.#frame = frame;
    this.#inflate[0] = ((maxDistance + frame.slack) / frame.shrink) * (1 + 4 * UNIT_ROUNDOFF) + frame.slack;
  }

  /** One number, mm, tool frame: the inflation of a face. */
  get inflation(): Float64Array {
    return this.#inflate;
  }

  /**
   * Takes a face. @returns whether it may be near the box at o (low x, y, z, high x, y, z); if not, #state is
   * undefined.
   * @param a, b, c offsets of its corners in A, bone frame.
   *
   * Rounding: with M as in frameSlack, the corners' coordinates here are ≤ √3·2M·(1 + 1e-5) < 4M. Two supports along n
   * of three products and two sums each have an error ≤ 3u·|n|₁·(4M + M); widening them and subtracting the corners'
   * box adds ≤ 8u·|n|₁·M: together < 32u·|n|₁·M, which frame.slack·|n|₁ = 256u·|n|₁·M covers.
   */
  take(A: Float64Array, a: number, b: number, c: number, boxes: Float32Array, o: number): boolean {
    const m = this.#frame?.inverse;
    if (m === undefined) return true;
    const m0 = m[0];
    const m1 = m[1];
    const m2 = m[2];
    const m3 = m[3];
    let px = A[a];
    let py = A[a + 1];
    let pz = A[a + 2];
    let qx = A[b];
    let qy = A[b + 1];
    let qz = A[b + 2];
    let rx = A[c];
    let ry = A[c + 1];
    let rz = A[c + 2];
    const inflate = this.#inflate[0];
    const ax = m0 * px + m1 * py + m2 * pz + m3;
    const bx = m0 * qx + m1 * qy + m2 * qz + m3;
    const cx = m0 * rx + m1 * ry + m2 * rz + m3;
    const x0 = Math.min(ax, bx, cx) - inflate;
    if (x0 > boxes[o + 3]) return false;
    const x1 = Math.max(ax, bx, cx) + inflate;
    if (x1 < boxes[o]) return false;
    const ay = m[4] * px + m[5] * py + m[6] * pz + m[7];
    const by = m[4] * qx + m[5] * qy + m[6] * qz + m[7];
    const cy = m[4] * rx + m[5] * ry + m[6] * rz + m[7];
    const y0 = Math.min(ay, by, cy) - inflate;
    if (y0 > boxes[o + 4]) return false;
    const y1 = Math.max(ay, by, cy) + inflate;
    if (y1 < boxes[o + 1]) return false;
    const az = m[8] * px + m[9] * py + m[10] * pz + m[11];
    const bz = m[8] * qx + m[9] * qy + m[10] * qz + m[11];
    const cz = m[8] * rx + m[9] * ry + m[10] * rz + m[11];
    const z0 = Math.min(az, bz, cz) - inflate;
    if (z0 > boxes[o + 5]) return false;
    const z1 = Math.max(az, bz, cz) + inflate;
    if (z1 < boxes[o + 2]) return false;
    const state = this.#state;
    state[LOW] = x0;
    state[LOW + 1] = y0;
    state[LOW + 2] = z0;
    state[HIGH] = x1;
    state[HIGH + 1] = y1;
    state[HIGH + 2] = z1;
    px = bx - ax;
    py = by - ay;
    pz = bz - az;
    qx = cx - ax;
    qy = cy - ay;
    qz = cz - az;
    rx = py * qz - pz * qy;
    ry = pz * qx - px * qz;
    rz = px * qy - py * qx;
    state[NORMAL] = rx;
    state[NORMAL + 1] = ry;
    state[NORMAL + 2] = rz;
    const along = inflate * (Math.abs(rx) + Math.abs(ry) + Math.abs(rz));
    const na = rx * ax + ry * ay + rz * az;
    const nb = rx * bx + ry * by + rz * bz;
    const nc = rx * cx + ry * cy + rz * cz;
    state[ALONG_LOW] = Math.min(na, nb, nc) - along;
    state[ALONG_HIGH] = Math.max(na, nb, nc) + along;
    return this.nearBoxes(boxes, o, 1) !== 0;
  }

  /**
   * Which boxes the current face may be near: bit k stands for the box at o + 6k, k < count ≤ 8. It is always set for a
   * box that contains a face within maxDistance.
   */
  nearBoxes(boxes: Float32Array, o: number, count: number): number {
    const state = this.#state;
    const lowX = state[LOW];
    const lowY = state[LOW + 1];
    const lowZ = state[LOW + 2];
    const highX = state[HIGH];
    const highY = state[HIGH + 1];
    const highZ = state[HIGH + 2];
    const nx = state[NORMAL];
    const ny = state[NORMAL + 1];
    const nz = state[NORMAL + 2];
    let mask = 0;
    for (let k = 0, at = o; k < count; k++, at += 6) {
      const x0 = boxes[at];
      const x1 = boxes[at + 3];
      if (x0 > highX || x1 < lowX) continue;
      const y0 = boxes[at + 1];
      const y1 = boxes[at + 4];
      if (y0 > highY || y1 < lowY) continue;
      const z0 = boxes[at + 2];
      const z1 = boxes[at + 5];
      if (z0 > highZ || z1 < lowZ) continue;
      if (nx * (nx > 0 ? x0 : x1) + ny * (ny > 0 ? y0 : y1) + nz * (nz > 0 ? z0 : z1) > state[ALONG_HIGH]) continue;
      if (nx * (nx > 0 ? x1 : x0) + ny * (ny > 0 ? y1 : y0) + nz * (nz > 0 ? z1 : z0) < state[ALONG_LOW]) continue;
      mask |= 1 << k;
    }
    return mask;
  }
}
