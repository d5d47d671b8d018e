// How much of a random or long corpus a spec uses: all with KERF_LONG=1, otherwise a part.

/** @param whole, part counts of the same kind; a run of all specs uses the part. */
export function longRun(whole: number, part: number): number {
  return process.env.KERF_LONG === '1' ? whole : part;
}

/** Every n-th item of a corpus, or with KERF_LONG=1 all. Specs that use the same corpus leave out different items. */
export function partOf<T>(corpus: Iterable<T>, every: number, first: number): T[] {
  return [...corpus].filter((_, n) => longRun(0, n % every) === longRun(0, first));
}
