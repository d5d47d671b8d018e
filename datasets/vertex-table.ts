// Lattice-edge keys → vertices: an open-addressed hash of 32-bit keys over a growing table of points.

// This is bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { imul } = Math;

const empty = 0xffffffff;

/** Numbers vertices 0, 1, 2, … in the order of insertion; each has a distinct key in [0, 2^32 − 1). */
export class VertexTable {
  #slots = new Uint32Array(1 << 16).fill(empty);
  #shift = 16;
  #keys = new Uint32Array(1 << 15);
  #points = new Float64Array(3 << 15);
  #count = 0;

  /** The vertex with this key, or −1. */
  find(key: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = imul(key, 0x9e3779b1) >>> this.#shift; ; slot = (slot + 1) & mask) {
      const vertex = this.#slots[slot];
      if (vertex === empty) return -1;
      if (this.#keys[vertex] === key) return vertex;
    }
  }

  /** Adds a vertex under a key that the table does not hold, and returns its number. */
  add(key: number, x: number, y: number, z: number): number {
    if (this.#count === this.#keys.length) this.#grow();
    const vertex = this.#count++;
    this.#keys[vertex] = key;
    this.#points[3 * vertex] = x;
    this.#points[3 * vertex + 1] = y;
    this.#points[3 * vertex + 2] = z;
    this.#insert(vertex);
    return vertex;
  }

  squaredDistance(a: number, b: number): number {
    const dx = this.#points[3 * a] - this.#points[3 * b];
    const dy = this.#points[3 * a + 1] - this.#points[3 * b + 1];
    const dz = this.#points[3 * a + 2] - this.#points[3 * b + 2];
    return dx * dx + dy * dy + dz * dz;
  }

  /** xyz per vertex. */
  positions(): Float64Array {
    return this.#points.slice(0, 3 * this.#count);
  }

  #insert(vertex: number): void {
    const mask = this.#slots.length - 1;
    let slot = imul(this.#keys[vertex], 0x9e3779b1) >>> this.#shift;
    while (this.#slots[slot] !== empty) slot = (slot + 1) & mask;
    this.#slots[slot] = vertex;
  }

  /** Doubles all arrays, so that the hash table is never more than half full. */
  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const points = new Float64Array(this.#points.length * 2);
    points.set(this.#points);
    this.#points = points;
    this.#slots = new Uint32Array(this.#slots.length * 2).fill(empty);
    this.#shift--;
    for (let vertex = 0; vertex < this.#count; vertex++) this.#insert(vertex);
  }
}
