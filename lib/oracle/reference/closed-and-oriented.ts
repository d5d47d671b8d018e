// Positions and faces → whether the surface is closed and consistently oriented.

/**
 * Whether every edge, identified by its end coordinates, is traversed equally often in both directions. Each edge gets
 * one number, the same both ways; the numbers of the edges traversed upwards (from the lower place to the higher) must
 * equal those of the edges traversed downwards.
 */
export function isClosedAndOriented(positions: ArrayLike<number>, faces: Uint32Array): boolean {
  const places = placeNumbers(positions);
  const keys = [new Float64Array(faces.length), new Float64Array(faces.length)];
  const counts = [0, 0];
  for (let corner = 0; corner < faces.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const from = places[faces[corner]];
    const to = places[faces[next]];
    if (from === to) continue;
    const way = from < to ? 0 : 1;
    keys[way][counts[way]++] = from < to ? from * places.length + to : to * places.length + from;
  }
  if (counts[0] !== counts[1]) return false;
  const [up, down] = keys.map((list, way) => list.subarray(0, counts[way]).sort());
  return up.every((key, i) => key === down[i]);
}

/**
 * A number for each vertex, the same for equal coordinates (−0 equals 0) and only for those. Pairs are numbered
 * first · n + second, which is below 2^53 since n is below 2^26.
 */
function placeNumbers(positions: ArrayLike<number>): Float64Array {
  const count = positions.length / 3;
  const numbers = new Float64Array(count);
  for (let axis = 0; axis < 3; axis++) {
    const values = new Map<number, number>();
    const pairs = new Map<number, number>();
    for (let vertex = 0; vertex < count; vertex++) {
      const value = numbered(values, positions[3 * vertex + axis]);
      numbers[vertex] = axis === 0 ? value : numbered(pairs, numbers[vertex] * count + value);
    }
  }
  return numbers;
}

/** The number of a key; the next free one if the key is new. A Map treats −0 and 0 as one key. */
function numbered(seen: Map<number, number>, key: number): number {
  let number = seen.get(key);
  if (number === undefined) {
    number = seen.size;
    seen.set(key, number);
  }
  return number;
}
