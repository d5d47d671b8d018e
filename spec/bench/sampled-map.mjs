// A mesh → the published form of a distance map on a cube: one sampled distance at each corner of the texels, and a
// query that interpolates between four of them. It is here to be compared with, and is not conservative.
//
//   ●───────●───────●     At each corner of the texels of the cube's six sides, the distance from the centre to the
//   │       │ ×     │     farthest face on the ray through it, 0 if there is none. A point is taken to be inside if it
//   │       │       │     is nearer to the centre than the bilinear value of its texel. Two bodies are taken to collide
//   ●───────●───────●     if a vertex of either is inside the other.

/** The axes after axis k. */
const NEXT = [1, 2, 0, 1];

export class SampledMap {
  #size;
  #centre;
  #distances;

  /** @param size texels along an edge of a side. @param centre xyz, mm. */
  constructor({ positions, faces }, size, centre) {
    this.#size = size;
    this.#centre = Array.from(centre);
    this.#distances = new Float64Array(6 * (size + 1) ** 2);
    const corners = new Float64Array(9);
    for (let i = 0; i < faces.length; i += 3) {
      for (let k = 0; k < 9; k++) corners[k] = positions[3 * faces[i + Math.floor(k / 3)] + (k % 3)] - centre[k % 3];
      for (let side = 0; side < 6; side++) this.#sample(side, corners);
    }
  }

  isInside(x, y, z) {
    const p = [x - this.#centre[0], y - this.#centre[1], z - this.#centre[2]];
    const size = p.map(Math.abs);
    const axis = size[2] > Math.max(size[0], size[1]) ? 2 : size[1] > size[0] ? 1 : 0;
    if (size[axis] === 0) return false;
    const side = 2 * axis + (p[axis] < 0 ? 1 : 0);
    const [u, v] = [NEXT[axis], NEXT[axis + 1]].map((k) => ((p[k] / size[axis] + 1) * this.#size) / 2);
    const [column, row] = [u, v].map((place) => Math.min(this.#size - 1, Math.floor(place)));
    const [s, t] = [u - column, v - row];
    const at = (right, up) => this.#distances[this.#corner(side, column + right, row + up)];
    const low = (1 - s) * at(0, 0) + s * at(1, 0);
    const high = (1 - s) * at(0, 1) + s * at(1, 1);
    return Math.hypot(...p) < (1 - t) * low + t * high;
  }

  #corner(side, column, row) {
    return (side * (this.#size + 1) + row) * (this.#size + 1) + column;
  }

  /** Takes the rays of a side that a face may meet: between its corners, or all if it is partly behind the centre. */
  #sample(side, p) {
    const axis = side >> 1;
    const sign = side % 2 === 0 ? 1 : -1;
    const depths = [0, 3, 6].map((i) => sign * p[i + axis]);
    if (Math.max(...depths) <= 0) return;
    const isBefore = Math.min(...depths) > 0;
    const [columns, rows] = [NEXT[axis], NEXT[axis + 1]].map((across) => {
      if (!isBefore) return [0, this.#size];
      const places = [0, 3, 6].map((i, n) => ((p[i + across] / depths[n] + 1) * this.#size) / 2);
      return [Math.max(0, Math.ceil(Math.min(...places))), Math.min(this.#size, Math.floor(Math.max(...places)))];
    });
    const way = [0, 0, 0];
    way[axis] = sign;
    for (let row = rows[0]; row <= rows[1]; row++)
      for (let column = columns[0]; column <= columns[1]; column++) {
        way[NEXT[axis]] = (2 * column) / this.#size - 1;
        way[NEXT[axis + 1]] = (2 * row) / this.#size - 1;
        const distance = alongRay(way, p) * Math.hypot(...way);
        const at = this.#corner(side, column, row);
        if (distance > this.#distances[at]) this.#distances[at] = distance;
      }
  }
}

/** Where the ray from the origin meets a triangle, in lengths of its way; 0 if it does not. */
function alongRay(way, p) {
  const [a, b, c] = [p.subarray(0, 3), p.subarray(3, 6), p.subarray(6, 9)];
  const sides = [triple(a, b, way), triple(b, c, way), triple(c, a, way)];
  const sum = sides[0] + sides[1] + sides[2];
  if (sum === 0 || (Math.min(...sides) < 0 && Math.max(...sides) > 0)) return 0;
  // On the ray, the corners' weights are those of the sides across from them.
  const k = way.findIndex((x) => Math.abs(x) === 1);
  return Math.max(0, (sides[1] * a[k] + sides[2] * b[k] + sides[0] * c[k]) / sum / way[k]);
}

function triple(a, b, c) {
  return c[0] * (a[1] * b[2] - a[2] * b[1]) + c[1] * (a[2] * b[0] - a[0] * b[2]) + c[2] * (a[0] * b[1] - a[1] * b[0]);
}
