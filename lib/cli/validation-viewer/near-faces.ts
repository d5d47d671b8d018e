// A surface and a sphere → the faces that may overlap the sphere.

interface Surface {
  /** Three numbers for each vertex, mm. */
  readonly positions: ArrayLike<number>;
  /** Three vertices for each face. */
  readonly faces: Uint32Array;
}

/** All faces that share a point with the sphere, and perhaps some nearby: three vertices each. */
export function facesNear({ positions, faces }: Surface, centre: readonly number[], radius: number): Uint32Array {
  const chosen: number[] = [];
  for (let i = 0; i < faces.length; i += 3) {
    const corner = (k: number) => [0, 1, 2].map((axis) => positions[3 * faces[i + k] + axis]);
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    // No point of a face is farther from its first corner than the farther of the other two corners.
    const extent = Math.max(distance(a, b), distance(a, c));
    if (distance(a, centre) <= radius + extent) chosen.push(faces[i], faces[i + 1], faces[i + 2]);
  }
  return Uint32Array.from(chosen);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
