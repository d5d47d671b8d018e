// Faces, of a bone or of a posed tool → their boxes, normals and planes.

/** Per face: low xyz, high xyz, each widened. */
export function boxesOf(points: Float64Array, faces: Uint32Array, wider: number): Float64Array {
  const boxes = new Float64Array(2 * faces.length);
  for (let face = 0; face < faces.length / 3; face++) {
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    for (let k = 0; k < 3; k++) {
      boxes[6 * face + k] = Math.min(points[a + k], points[b + k], points[c + k]) - wider;
      boxes[6 * face + 3 + k] = Math.max(points[a + k], points[b + k], points[c + k]) + wider;
    }
  }
  return boxes;
}

/** Writes a face's normal, as long as twice its area. */
export function normalOf(points: Float64Array, faces: Uint32Array, face: number, out: Float64Array, at: number): void {
  const a = 3 * faces[3 * face];
  const b = 3 * faces[3 * face + 1];
  const c = 3 * faces[3 * face + 2];
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const vx = points[c] - points[a];
  const vy = points[c + 1] - points[a + 1];
  const vz = points[c + 2] - points[a + 2];
  out[at] = uy * vz - uz * vy;
  out[at + 1] = uz * vx - ux * vz;
  out[at + 2] = ux * vy - uy * vx;
}

/** Writes a face's unit normal and its plane's offset along it; zeros if it has no area. @returns twice its area. */
export function planeOf(points: Float64Array, faces: Uint32Array, face: number, out: Float64Array, at: number): number {
  normalOf(points, faces, face, out, at);
  const length = Math.sqrt(out[at] * out[at] + out[at + 1] * out[at + 1] + out[at + 2] * out[at + 2]);
  const scale = length > 0 ? 1 / length : 0;
  for (let k = at; k < at + 3; k++) out[k] *= scale;
  const a = 3 * faces[3 * face];
  out[at + 3] = out[at] * points[a] + out[at + 1] * points[a + 1] + out[at + 2] * points[a + 2];
  return length;
}
