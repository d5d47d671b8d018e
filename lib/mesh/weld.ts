// Vertices → for each vertex, the number of the first vertex with the same coordinates.

import type { Positions } from './triangle-mesh.ts';

/**
 * Vertices that share a position become one, by exact coordinates: equal bits once widened to f64, and -0 equals 0.
 * Nothing is rounded and no tolerance is used.
 * @param positions xyz per vertex, finite.
 * @param vertexCount how many of them to weld; all by default.
 * @returns for each vertex the lowest vertex number with its coordinates (so `welded[v] <= v`, and `welded[welded[v]]
 * === welded[v]`).
 */
export function weldVertices(positions: Positions, vertexCount = Math.floor(positions.length / 3)): Uint32Array {
  const table = new PositionTable(vertexCount);
  const welded = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) welded[v] = table.add(positions, v);
  return welded;
}

const FREE = 0;

/**
 * Open-addressing hash of vertex positions with linear probing, one Uint32 a slot (vertex + 1), at most half full when
 * made and never more than three quarters: 8 to 16 bytes a distinct position. It holds vertex numbers only: every call
 * is given the positions they index.
 */
export class PositionTable {
  private slots: Uint32Array;
  private held = 0;

  /** @param expected distinct positions to make room for; the table grows beyond it. */
  constructor(expected: number) {
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(8, 2 * expected))));
  }

  /** The vertex already held at this vertex's coordinates, else the vertex itself, which is held from now on. */
  add(positions: Positions, vertex: number): number {
    const x = positions[3 * vertex];
    const y = positions[3 * vertex + 1];
    const z = positions[3 * vertex + 2];
    const slots = this.slots;
    const mask = slots.length - 1;
    let slot = hashPosition(x, y, z) & mask;
    for (let entry = slots[slot]; entry !== FREE; entry = slots[slot]) {
      const at = 3 * (entry - 1);
      if (positions[at] === x && positions[at + 1] === y && positions[at + 2] === z) return entry - 1;
      slot = (slot + 1) & mask;
    }
    slots[slot] = vertex + 1;
    if (4 * ++this.held > 3 * slots.length) this.grow(positions);
    return vertex;
  }

  /** Holds a vertex at whose coordinates none is held: nothing is compared. */
  addDistinct(positions: Positions, vertex: number): void {
    const slots = this.slots;
    const mask = slots.length - 1;
    let slot = hashPosition(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]) & mask;
    while (slots[slot] !== FREE) slot = (slot + 1) & mask;
    slots[slot] = vertex + 1;
    if (4 * ++this.held > 3 * slots.length) this.grow(positions);
  }

  private grow(positions: Positions): void {
    const held = this.slots;
    this.slots = new Uint32Array(2 * held.length);
    this.held = 0;
    for (const entry of held) if (entry !== FREE) this.addDistinct(positions, entry - 1);
  }
}

const coordinates = new Float64Array(3);
const words = new Int32Array(coordinates.buffer);

/** 32 bits from the f64 bits of three coordinates. Adding 0 turns -0 into 0. */
function hashPosition(x: number, y: number, z: number): number {
  coordinates[0] = x + 0;
  coordinates[1] = y + 0;
  coordinates[2] = z + 0;
  let hash = 0;
  for (let i = 0; i < 6; i++) {
    hash = Math.imul(hash ^ words[i], 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}
