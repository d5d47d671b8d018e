// A displacement and the planes of the faces touched → the displacements that these faces leave of it, longest first.
//
//        V ╲ │                 The centre may go where no plane's normal points back: a convex cone. The displacement
//           ╲│ n               that the cone leaves of V is the point of the cone nearest to V, and that is V itself,
//    ────────●────────→        or V projected onto one plane, or onto the crease of two, or 0 (K. Fauerby, "Improved
//                V − (V·n)n    collision detection and response", 2003; J. Linahan, "Improving the numerical robustness
//                              of sphere swept collision detection", 2012, adds the crease).
//
// |V|² = |PV|² + |V − PV|² for each projection P, so the nearest is the longest of those that lie in the cone. And
// PV·V = |PV|², so none leads back.

export interface SlideDirection {
  /** What is left of V, mm. */
  readonly way: Float64Array;
  readonly length: number;
  /** Leads away from each plane projected onto, by 1 mm; 0 if there is none. */
  readonly lift: Float64Array;
}

/** @param normals unit vectors. Two that are opposite, or equal, have no crease. */
export function slideDirections(V: ArrayLike<number>, normals: readonly Float64Array[]): SlideDirection[] {
  const found = [directionOf(V[0], V[1], V[2], Float64Array.of(0, 0, 0))];
  for (const n of normals) {
    const into = dot(V, n);
    found.push(directionOf(V[0] - into * n[0], V[1] - into * n[1], V[2] - into * n[2], n));
  }
  for (let i = 1; i < normals.length; i++)
    for (let j = 0; j < i; j++) found.push(alongCrease(V, normals[j], normals[i]));
  return found.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length);
}

/**
 * The lift is (m + n) / (1 + m·n): its product with m is 1, and with n too. 1 + m·n is |m + n|² / 2, which no
 * cancellation makes 0; opposite planes, between which nothing is lifted, have none.
 */
function alongCrease(V: ArrayLike<number>, m: Float64Array, n: Float64Array): SlideDirection {
  const x = m[1] * n[2] - m[2] * n[1];
  const y = m[2] * n[0] - m[0] * n[2];
  const z = m[0] * n[1] - m[1] * n[0];
  const along = (V[0] * x + V[1] * y + V[2] * z) / (x * x + y * y + z * z);
  const sum = m.map((a, k) => a + n[k]);
  const square = dot(sum, sum);
  const lift = sum.map((part) => (square > 0 ? (2 * part) / square : 0));
  return directionOf(along * x, along * y, along * z, lift);
}

function directionOf(x: number, y: number, z: number, lift: Float64Array): SlideDirection {
  return { way: Float64Array.of(x, y, z), length: Math.sqrt(x * x + y * y + z * z), lift };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
