// Tetrahedra that share a corner o, and the faces of a solid near them → the volume of the intersection.
//
// In coordinates λ of the tetrahedron, v0 = 0 and v1, v2, v3 are the unit vectors, v3 = o. The boundary of the
// intersection consists of parts of the solid's faces and of the tetrahedron's sides. The volume is a sum of cones from
// v0, so the sides that meet in v0 add nothing. On the remaining side, λ0 = 0, the area is a sum of cones from v1, so
// the edges that meet in v1 add nothing. On the remaining edge, λ0 = λ1 = 0, from v2 to v3, the length follows from
// where the solid begins and ends, and from whether o is in it:
//
//   6·volume = Σ faces det(p₀, pᵢ, pᵢ₊₁)                      a face, cut to the tetrahedron: a fan
//            + Σ segments det(v1, q, p)                       of a face, p to q on λ0 = 0; the side runs from q to p
//            + Σ ends ±λ3  + [o in the solid]                 of such segments on λ1 = 0
//
// Exact up to rounding, whatever the faces are; each point counts with the solid's winding number.
//
// Which side of a plane a point lies on is computed from numbers that do not depend on the face: a new point on an edge
// is always computed from the inside end to the outside end. So faces that share an edge agree on the new point, and
// the result is the volume of a closed surface that differs from the given one only by rounding.

export class CommonVolume {
  /** A face clipped to a tetrahedron has at most 3 + 4 corners, one clipped to the cell 3 + 6. */
  readonly #cut = [new Float64Array(30), new Float64Array(30)] as const;
  readonly #left = new Float64Array(30);
  /** λ0 of the cut face's corners. */
  readonly #depths = new Float64Array(10);
  /** The corner of the cut face at which its edge on λ1 = 0 begins; −1 if it has none. */
  #onPlane = -1;

  /**
   * @param cones nine numbers per tetrahedron: three corners, relative to o. They may be signed: see BoneCones.
   * @param faces nine numbers per face, relative to o, outward.
   * @returns the volume, minus that of the cones if o is in the solid.
   */
  measure(cones: Float64Array, coneEnd: number, faces: Float64Array, faceEnd: number): number {
    let sum = 0;
    for (let at = 0; at < coneEnd; at += 9) sum += this.#ofCone(cones, at, faces, faceEnd);
    return sum;
  }

  /**
   * The same for the whole cell, at the origin and with side 1. In q = 1 − p the sides that do not contain q = 0 are
   * q_s = 1, one for each axis s. Each contributes as a tetrahedron's side does; each edge that contributes ends at o.
   */
  measureCell(faces: Float64Array, faceEnd: number): number {
    let sum = 0;
    for (let at = 0; at < faceEnd; at += 9) {
      let P = this.#cut[0];
      let Q = this.#cut[1];
      for (let n = 0; n < 9; n++) P[n] = 1 - faces[at + n];
      let count = 3;
      for (let axis = 0; axis < 3 && count > 0; axis++) {
        let isBelow = false;
        let isAbove = false;
        for (let n = axis; n < 3 * count; n += 3) {
          if (!(P[n] > 0)) isBelow = true;
          if (!(P[n] < 1)) isAbove = true;
        }
        if (isBelow) {
          count = clip(P, count, axis, Q);
          const other = P;
          P = Q;
          Q = other;
        }
        if (isAbove) {
          count = clipHigh(P, count, axis, Q);
          const other = P;
          P = Q;
          Q = other;
        }
      }
      if (count > 0) sum += ofCellCut(P, count);
    }
    // The reflection reverses the faces.
    return -sum / 6;
  }

  #ofCone(C: Float64Array, at: number, F: Float64Array, faceEnd: number): number {
    const ax = C[at];
    const ay = C[at + 1];
    const az = C[at + 2];
    // v1 is the third corner and v2 the second: then det(v1 − v0, v2 − v0, o − v0) = det(v0, v2, v1).
    const ux = C[at + 6] - ax;
    const uy = C[at + 7] - ay;
    const uz = C[at + 8] - az;
    const vx = C[at + 3] - ax;
    const vy = C[at + 4] - ay;
    const vz = C[at + 5] - az;
    let g1x = ay * vz - az * vy;
    let g1y = az * vx - ax * vz;
    let g1z = ax * vy - ay * vx;
    const six = ux * g1x + uy * g1y + uz * g1z;
    const scale = 1 / six;
    g1x *= scale;
    g1y *= scale;
    g1z *= scale;
    const g2x = (uy * az - uz * ay) * scale;
    const g2y = (uz * ax - ux * az) * scale;
    const g2z = (ux * ay - uy * ax) * scale;
    const g3x = (uy * vz - uz * vy) * scale;
    const g3y = (uz * vx - ux * vz) * scale;
    const g3z = (ux * vy - uy * vx) * scale;
    const P = this.#cut[0];
    let sum = 0;
    for (let face = 0; face < faceEnd; face += 9) {
      for (let n = 0; n < 9; n += 3) {
        const x = F[face + n] - ax;
        const y = F[face + n + 1] - ay;
        const z = F[face + n + 2] - az;
        P[n] = g1x * x + g1y * y + g1z * z;
        P[n + 1] = g2x * x + g2y * y + g2z * z;
        P[n + 2] = g3x * x + g3y * y + g3z * z;
      }
      if (P[0] <= 0 && P[3] <= 0 && P[6] <= 0) continue;
      if (P[1] <= 0 && P[4] <= 0 && P[7] <= 0) continue;
      if (P[2] <= 0 && P[5] <= 0 && P[8] <= 0) continue;
      if (P[0] + P[1] + P[2] >= 1 && P[3] + P[4] + P[5] >= 1 && P[6] + P[7] + P[8] >= 1) continue;
      sum += this.#ofFace();
    }
    return (sum * Math.abs(six)) / 6;
  }

  /** The face's contribution to 6·volume, for a tetrahedron of positive sign. */
  #ofFace(): number {
    let P = this.#cut[0];
    let Q = this.#cut[1];
    let count = 3;
    for (let axis = 2; axis >= 0; axis--) {
      let isBelow = false;
      for (let n = axis; n < 3 * count; n += 3) if (!(P[n] > 0)) isBelow = true;
      if (!isBelow) continue;
      count = clip(P, count, axis, Q);
      if (count === 0) return 0;
      const other = P;
      P = Q;
      Q = other;
    }
    this.#onPlane = -1;
    // Both ends of the edge on λ1 = 0 have λ1 = 0, and no other corner does.
    for (let n = 0; n < count; n++) if (P[3 * n] === 0 && P[n + 1 === count ? 0 : 3 * n + 3] === 0) this.#onPlane = n;
    return this.#ofCut(P, count);
  }

  /** Clips at λ0 = 0, and adds up the terms. */
  #ofCut(P: Float64Array, count: number): number {
    let sum = 0;
    const D = this.#depths;
    let isCut = false;
    for (let n = 0; n < count; n++) {
      D[n] = 1 - (P[3 * n] + P[3 * n + 1] + P[3 * n + 2]);
      if (!(D[n] > 0)) isCut = true;
    }
    if (!isCut) return fan(P, count);
    const out = this.#left;
    let length = 0;
    let exit = -1;
    let entry = -1;
    for (let n = 0; n < count; n++) {
      const next = n + 1 === count ? 0 : n + 1;
      const da = D[n];
      const db = D[next];
      if (da > 0) {
        out[length] = P[3 * n];
        out[length + 1] = P[3 * n + 1];
        out[length + 2] = P[3 * n + 2];
        length += 3;
      }
      if (da > 0 === db > 0) continue;
      const from = 3 * (da > 0 ? n : next);
      const to = 3 * (da > 0 ? next : n);
      const t = da > 0 ? da / (da - db) : db / (db - da);
      out[length] = P[from] + t * (P[to] - P[from]);
      out[length + 1] = P[from + 1] + t * (P[to + 1] - P[from + 1]);
      out[length + 2] = P[from + 2] + t * (P[to + 2] - P[from + 2]);
      if (da > 0) exit = length;
      else entry = length;
      if (n === this.#onPlane) sum += da > 0 ? -out[length + 2] : out[length + 2];
      length += 3;
    }
    if (length === 0) return 0;
    sum += out[entry + 1] * out[exit + 2] - out[entry + 2] * out[exit + 1];
    return sum + fan(out, length / 3);
  }
}

/** Six times the cone from the origin over a convex polygon. */
function fan(P: Float64Array, count: number): number {
  const x = P[0];
  const y = P[1];
  const z = P[2];
  let sum = 0;
  for (let a = 3; a < 3 * count - 3; a += 3)
    sum +=
      x * (P[a + 1] * P[a + 5] - P[a + 2] * P[a + 4]) +
      y * (P[a + 2] * P[a + 3] - P[a] * P[a + 5]) +
      z * (P[a] * P[a + 4] - P[a + 1] * P[a + 3]);
  return sum;
}

/** Clips a convex polygon at a coordinate plane. @returns the number of corners left; 0 if all are behind it. */
function clip(P: Float64Array, count: number, axis: number, out: Float64Array): number {
  let length = 0;
  for (let n = 0; n < count; n++) {
    const a = 3 * n;
    const b = n + 1 === count ? 0 : a + 3;
    const da = P[a + axis];
    const db = P[b + axis];
    if (da > 0) {
      out[length] = P[a];
      out[length + 1] = P[a + 1];
      out[length + 2] = P[a + 2];
      length += 3;
    }
    if (da > 0 === db > 0) continue;
    const from = da > 0 ? a : b;
    const to = da > 0 ? b : a;
    const t = da > 0 ? da / (da - db) : db / (db - da);
    out[length] = P[from] + t * (P[to] - P[from]);
    out[length + 1] = P[from + 1] + t * (P[to + 1] - P[from + 1]);
    out[length + 2] = P[from + 2] + t * (P[to + 2] - P[from + 2]);
    out[length + axis] = 0;
    length += 3;
  }
  return length / 3;
}

/** Clips at the coordinate 1 instead, keeping what is below. */
function clipHigh(P: Float64Array, count: number, axis: number, out: Float64Array): number {
  for (let n = axis; n < 3 * count; n += 3) P[n] = 1 - P[n];
  const length = clip(P, count, axis, out);
  for (let n = axis; n < 3 * length; n += 3) out[n] = 1 - out[n];
  return length;
}

/** Six times the contribution of a face clipped to the cell. */
function ofCellCut(P: Float64Array, count: number): number {
  let sum = fan(P, count);
  for (let n = 0; n < count; n++) {
    const a = 3 * n;
    const b = n + 1 === count ? 0 : a + 3;
    for (let s = 0; s < 3; s++) {
      if (P[a + s] !== 1 || P[b + s] !== 1) continue;
      const u = s === 2 ? 0 : s + 1;
      const v = s === 0 ? 2 : s - 1;
      sum += P[b + u] * P[a + v] - P[b + v] * P[a + u];
      // The side's boundary runs up along the edge u = 1, and down along v = 1.
      if (P[b + u] === 1) sum += P[b + v];
      if (P[a + u] === 1) sum -= P[a + v];
      if (P[b + v] === 1) sum -= P[b + u];
      if (P[a + v] === 1) sum += P[a + u];
    }
  }
  return sum;
}
