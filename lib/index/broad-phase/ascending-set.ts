// Numbers in any order, possibly repeated → the same numbers ascending, each once.
//
// A set of bits in levels, up to one word: a bit of level k + 1 says whether a word of level k has any. Adding costs at
// most one step per level; taking all costs the non-empty words, whatever the numbers' range, and leaves the set empty.
//
//   level 2          1                      one bit: words 0 … 31 of level 1
//   level 1     1 0 0 … 1                   one bit: a word of level 0
//   level 0    0110…    0001…               one bit: a number

/** 32 numbers per word. */
const SHIFT = 5;

export class AscendingSet {
  readonly #levels: Uint32Array[] = [];

  /** @param range numbers are from 0 to range − 1. */
  constructor(range: number) {
    let words = range;
    do {
      words = Math.ceil(words / 32);
      this.#levels.push(new Uint32Array(Math.max(1, words)));
    } while (words > 1);
  }

  add(value: number): void {
    let at = value;
    for (const words of this.#levels) {
      const word = at >>> SHIFT;
      const had = words[word];
      words[word] = had | (1 << (at & 31));
      // If the word already had a bit, the levels above are already set.
      if (had !== 0) return;
      at = word;
    }
  }

  /** Writes all numbers, ascending, to out[at …], and clears the set. @returns where they end. */
  take(out: Uint32Array, at: number): number {
    return this.#takeWord(this.#levels.length - 1, 0, out, at);
  }

  #takeWord(level: number, word: number, out: Uint32Array, start: number): number {
    const words = this.#levels[level];
    let bits = words[word];
    words[word] = 0;
    let at = start;
    while (bits !== 0) {
      const lowest = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      const below = (word << SHIFT) | lowest;
      if (level === 0) out[at++] = below;
      else at = this.#takeWord(level - 1, below, out, at);
    }
    return at;
  }
}
