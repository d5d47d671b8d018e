// What the deforming scenes share: the type of their motion, and smooth starts and ends.

/** Bodies whose vertices move. All vertices are in one array, all faces in another, body after body. */
export interface BodyMotion {
  readonly vertexCount: number;
  readonly faces: Uint32Array;
  /** xyz of every vertex, mm, at a time from 0 to 1. */
  positionsAt(time: number): Float64Array;
}

/** Faces of several bodies, each with its own vertex numbers from 0 → faces of one array of vertices. */
export function joinFaces(bodies: readonly { vertexCount: number; faces: ArrayLike<number> }[]): Uint32Array {
  const faces: number[] = [];
  let first = 0;
  for (const body of bodies) {
    for (let i = 0; i < body.faces.length; i++) faces.push(first + body.faces[i]);
    first += body.vertexCount;
  }
  return Uint32Array.from(faces);
}

/** From 0 at x ≤ low to 1 at x ≥ high, without a kink. */
export function rise(x: number, low: number, high: number): number {
  const s = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return s * s * (3 - 2 * s);
}
