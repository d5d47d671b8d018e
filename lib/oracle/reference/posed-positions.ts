// Vertex positions and a pose → the stored coordinates of the posed tool, as the contract defines them.

/** mm: a coordinate nearer to 0 than this is 0. */
const LEAST = 2 ** -250;

/**
 * x' = ((m[0]·x + m[4]·y) + m[8]·z) + m[12] and so on for y', z', each operation rounded to f64, and 0 if the result is
 * nearer to 0 than 2^-250 mm. This defines the posed tool; it is not an approximation. Exact answers refer to these
 * numbers.
 * @param positions xyz per vertex, tool frame, mm; f32 is widened without rounding.
 * @param pose 16 numbers, column-major, tool frame → bone frame; taken as given.
 * @returns xyz per vertex, bone frame, mm.
 */
export function posedPositions(positions: ArrayLike<number>, pose: ArrayLike<number>): Float64Array {
  const posed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    for (let row = 0; row < 3; row++) {
      const first = pose[row] * positions[i];
      const second = pose[4 + row] * positions[i + 1];
      const third = pose[8 + row] * positions[i + 2];
      const sum = first + second + third + pose[12 + row];
      posed[i + row] = Math.abs(sum) < LEAST ? 0 : sum;
    }
  return posed;
}
