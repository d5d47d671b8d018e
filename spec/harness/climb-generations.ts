// Many cases at a time → the worst of them, by generations: the best parents and changed copies of these. For answers
// that a GPU gives to many cases at once.

type Random = () => number;

export interface Climb {
  readonly random: Random;
  readonly draw: (random: Random) => number[];
  readonly change: (random: Random, words: readonly number[]) => number[];
  /** Scores of all cases; −Infinity for a case that the score does not concern. */
  readonly scoresOf: (cases: readonly (readonly number[])[]) => Promise<number[]>;
  readonly many: number;
  readonly parents: number;
  readonly generations: number;
}

export interface WorstCase {
  readonly words: readonly number[];
  readonly score: number;
  /** Cases that the score concerned. */
  readonly asked: number;
}

/** Stops at the first score above 0. */
export async function worstOf({
  random,
  draw,
  change,
  scoresOf,
  many,
  parents,
  generations,
}: Climb): Promise<WorstCase> {
  let cases = Array.from({ length: many }, () => draw(random));
  let worst: WorstCase = { words: [], score: -Infinity, asked: 0 };
  for (let generation = 0; generation < generations; generation++) {
    const scores = await scoresOf(cases);
    const asked = worst.asked + scores.filter((score) => score > -Infinity).length;
    const ranked = cases.map((words, i) => ({ words, score: scores[i] })).sort((a, b) => b.score - a.score);
    worst = ranked[0].score > worst.score ? { ...ranked[0], asked } : { ...worst, asked };
    if (worst.score > 0) return worst;
    const kept = ranked.slice(0, parents).map(({ words }) => words);
    cases = Array.from({ length: many }, (_, i) => (i < parents ? kept[i] : change(random, kept[i % parents])));
  }
  return worst;
}
