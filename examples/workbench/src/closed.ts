// Faces → whether they close, by sums that only faces with an opposite edge beside each edge leave at zero.

const FACTORS = [0x9e3779b1, 0x85ebca6b] as const;

/**
 * Sums a hash of each edge, with a sign for its direction: of a closed surface, all cancel. It decides only whether
 * back faces are drawn: an open surface could pass, if both of its sums of 32 bits happened to be 0.
 * @param cells for each face a 3 and its corners.
 */
export function isClosed(cells: Uint32Array): boolean {
  return FACTORS.every((factor) => {
    let sum = 0;
    for (let cell = 0; cell < cells.length; cell += 4)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [cells[cell + 1 + k], cells[cell + 1 + ((k + 1) % 3)]];
        const [low, high] = a < b ? [a, b] : [b, a];
        let hash = Math.imul(low ^ (low >>> 15), factor) + Math.imul(high ^ (high >>> 13), ~factor);
        hash = Math.imul(hash ^ (hash >>> 16), factor);
        hash ^= hash >>> 15;
        sum = (sum + (a < b ? hash : -hash)) | 0;
      }
    return sum === 0;
  });
}
