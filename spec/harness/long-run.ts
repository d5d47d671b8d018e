// How much a spec of a random or long corpus asks: all of it with KERF_LONG=1, else a part.

/** @param whole, part the same kind of count; the part is what a run of all specs takes. */
export function longRun(whole: number, part: number): number {
  return process.env.KERF_LONG === '1' ? whole : part;
}

/** Every n-th of a corpus, or with KERF_LONG=1 all of it. Specs that ask the same corpus leave out different ones. */
export function partOf<T>(corpus: Iterable<T>, every: number, first: number): T[] {
  return [...corpus].filter((_, n) => longRun(0, n % every) === longRun(0, first));
}
