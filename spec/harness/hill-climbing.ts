// A score of lists of numbers → the list with the highest score that random search and hill climbing find.

type Random = () => number;

/**
 * Draws `draws` lists, then climbs from the best: each step changes one or two numbers by a few units in the last
 * place, by a small fraction, or to a number with few or all bits set.
 */
export function climb(
  random: Random,
  draw: () => number[],
  scoreOf: (x: number[]) => number,
  draws: number,
  steps: number,
): { best: number[]; score: number } {
  let best = draw();
  let score = scoreOf(best);
  const take = (x: number[]) => {
    const value = scoreOf(x);
    if (Number.isNaN(value)) throw new Error(`the score of ${x.join(', ')} is not a number`);
    if (value > score) [best, score] = [x, value];
  };
  for (let i = 1; i < draws; i++) take(draw());
  for (let i = 0; i < steps; i++) {
    const x = [...best];
    for (let change = random() < 0.5 ? 1 : 2; change > 0; change--) {
      const k = Math.floor(random() * x.length);
      x[k] = changed(random, x[k]);
    }
    take(x);
  }
  return { best, score };
}

function changed(random: Random, x: number): number {
  const kind = random();
  if (kind < 0.4) return x * (1 + (Math.floor(16 * random()) - 8) * 2 ** -52);
  if (kind < 0.6) return x * (1 + 2 ** -Math.floor(52 * random()));
  if (kind < 0.8) return x * (1 + 0.1 * (random() - 0.5));
  const bit = 2 ** (Math.floor(Math.log2(Math.abs(x) || 1)) - Math.floor(53 * random()));
  return kind < 0.9 ? Math.round(x / bit) * bit : -x;
}
