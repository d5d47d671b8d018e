// Face counts → those of the sizes that the aims name.

const LARGE = 150_000;

/** The large ones, from the smallest on; without any, the last. */
export function largeCounts(faceCounts) {
  const large = faceCounts.filter((faces) => faces > LARGE);
  return large.length > 0 ? large : faceCounts.slice(-1);
}
