// Sub-triangles and their patches → the segments that bound each patch: those that only one of its sub-triangles has.

/**
 * @param corners nine numbers a sub-triangle; shared corners of neighbours have the same bits.
 * @param patch the patch of each sub-triangle.
 * @returns six numbers a segment.
 */
export function outlines(corners: Float64Array, patch: Uint32Array): Float32Array {
  const ids = vertices(corners, patch);
  /** Edge → the corner where it was found, or −1 once it was found twice. */
  const edges = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) {
    const [a, b] = [ids[i], ids[next(i)]];
    const key = Math.min(a, b) * ids.length + Math.max(a, b);
    edges.set(key, edges.has(key) ? -1 : i);
  }
  const once = [...edges.values()].filter((i) => i >= 0);
  const out = new Float32Array(6 * once.length);
  for (const [row, i] of once.entries())
    for (let k = 0; k < 3; k++) {
      out[6 * row + k] = corners[3 * i + k];
      out[6 * row + 3 + k] = corners[3 * next(i) + k];
    }
  return out;
}

/** The corner after corner i in its triangle. */
function next(i: number): number {
  return i % 3 === 2 ? i - 2 : i + 1;
}

/**
 * For each corner, its patch's first corner in the same place: a hash table with linear probing, at most half full.
 */
function vertices(corners: Float64Array, patch: Uint32Array): Uint32Array {
  const count = corners.length / 3;
  const words = new Uint32Array(corners.buffer, corners.byteOffset, 2 * corners.length);
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  const table = new Int32Array(mask + 1).fill(-1);
  const ids = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const of = patch[Math.floor(i / 3)];
    let hash = of;
    for (let w = 6 * i; w < 6 * i + 6; w++) hash = Math.imul(hash ^ words[w], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & mask;
    while (table[slot] >= 0 && !isSame(corners, i, table[slot], of === patch[Math.floor(table[slot] / 3)]))
      slot = (slot + 1) & mask;
    if (table[slot] < 0) table[slot] = i;
    ids[i] = table[slot];
  }
  return ids;
}

function isSame(corners: Float64Array, i: number, j: number, isPatchSame: boolean): boolean {
  return (
    isPatchSame &&
    corners[3 * i] === corners[3 * j] &&
    corners[3 * i + 1] === corners[3 * j + 1] &&
    corners[3 * i + 2] === corners[3 * j + 2]
  );
}
