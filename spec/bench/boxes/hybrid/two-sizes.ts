// Boxes → two classes by their diagonals, small ones first: the split of the published hybrid.
//
//   diagonals   │•••• •  ••   •         •      ••  •│      begin with the least and the greatest; each diagonal joins
//               small ─────▶    │ split │   ◀── large      the nearer of the two, which then move to the means of what
//                                                          they gathered; again until the split stays where it is

/** Rounds after which the split is taken as it is: it affects only the time. */
const ROUNDS = 100;

/** @param local as localBoxes returns it. @returns the bodies' numbers by class, ascending; no class is empty. */
export function twoSizes(local: Float32Array): Uint32Array[] {
  const count = local.length / 6;
  const diagonals = new Float32Array(count);
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (let body = 0, i = 0; body < count; body++, i += 6) {
    const x = local[i + 3] - local[i];
    const y = local[i + 4] - local[i + 1];
    const z = local[i + 5] - local[i + 2];
    diagonals[body] = Math.sqrt(x * x + y * y + z * z);
    low = Math.min(low, diagonals[body]);
    high = Math.max(high, diagonals[body]);
  }
  let split = (low + high) / 2;
  for (let round = 0; round < ROUNDS && low < high; round++) {
    let small = 0;
    let smallSum = 0;
    let largeSum = 0;
    for (let body = 0; body < count; body++)
      if (diagonals[body] <= split) {
        small++;
        smallSum += diagonals[body];
      } else largeSum += diagonals[body];
    if (small === 0 || small === count) break;
    const next = (smallSum / small + largeSum / (count - small)) / 2;
    if (next === split) break;
    split = next;
  }
  const bodies = Uint32Array.from({ length: count }, (_, body) => body);
  return [bodies.filter((body) => diagonals[body] <= split), bodies.filter((body) => diagonals[body] > split)].filter(
    ({ length }) => length > 0,
  );
}
