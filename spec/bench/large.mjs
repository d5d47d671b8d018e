// Face counts → the sizes that the aims refer to.

const LARGE = 150_000;

/** The large counts, from the smallest on; if there are none, the last one. */
export function largeCounts(faceCounts) {
  const large = faceCounts.filter((faces) => faces > LARGE);
  return large.length > 0 ? large : faceCounts.slice(-1);
}
