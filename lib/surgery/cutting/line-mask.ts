// Lines of a lattice along one axis → which of them are marked, and where; whether any in a rectangle is.

/** Most lines that `meets` examines one by one. */
const FEW = 4;

export class LineMask {
  /** The range of lines, by their places along the two other axes, both ends included. */
  lowI = 0;
  highI = -1;
  lowJ = 0;
  highJ = -1;
  #width = 0;
  /** By line: its first and its last marked place; the last is before the first if it has none. */
  #first = new Int32Array(0);
  #last = new Int32Array(0);
  /** At (i, j): how many lines below i and below j are marked. F. C. Crow, "Summed-area tables", 1984. */
  #sums = new Uint32Array(0);

  /** Restarts on a range, with none of its lines marked. */
  clear(lowI: number, highI: number, lowJ: number, highJ: number): void {
    this.lowI = lowI;
    this.highI = highI;
    this.lowJ = lowJ;
    this.highJ = highJ;
    this.#width = highI - lowI + 1;
    const height = highJ - lowJ + 1;
    const lines = this.#width * height;
    if (this.#first.length < lines) {
      this.#first = new Int32Array(lines);
      this.#last = new Int32Array(lines);
    }
    this.#first.fill(2 ** 30, 0, lines);
    this.#last.fill(-1, 0, lines);
    const sums = (this.#width + 1) * (height + 1);
    if (this.#sums.length < sums) this.#sums = new Uint32Array(sums);
  }

  /** Marks line (i, j), which must be in the range, from place `first` to `last`, both at least 0 and both included. */
  mark(i: number, j: number, first: number, last: number): void {
    const line = i - this.lowI + this.#width * (j - this.lowJ);
    if (first < this.#first[line]) this.#first[line] = first;
    if (last > this.#last[line]) this.#last[line] = last;
  }

  /** Call it after the last mark. */
  sum(): void {
    const width = this.#width;
    const last = this.#last;
    const sums = this.#sums.fill(0, 0, width + 1);
    for (let j = 0; j <= this.highJ - this.lowJ; j++) {
      const at = (width + 1) * (j + 1);
      sums[at] = 0;
      for (let i = 0, row = 0; i < width; i++) {
        if (last[width * j + i] >= 0) row++;
        sums[at + i + 1] = sums[at + i - width] + row;
      }
    }
  }

  /** Whether line (i, j), which must be in the range, is marked. */
  has(i: number, j: number): boolean {
    return this.#last[i - this.lowI + this.#width * (j - this.lowJ)] >= 0;
  }

  /** Whether a line from (fromI, fromJ) to (toI, toJ), both included, is marked; lines beyond the range are not. */
  hasAny(fromI: number, toI: number, fromJ: number, toJ: number): boolean {
    const startI = Math.max(fromI, this.lowI) - this.lowI;
    const endI = Math.min(toI, this.highI) - this.lowI + 1;
    const startJ = Math.max(fromJ, this.lowJ) - this.lowJ;
    const endJ = Math.min(toJ, this.highJ) - this.lowJ + 1;
    if (startI >= endI || startJ >= endJ) return false;
    const sums = this.#sums;
    const start = (this.#width + 1) * startJ;
    const end = (this.#width + 1) * endJ;
    return sums[end + endI] - sums[end + startI] !== sums[start + endI] - sums[start + startI];
  }

  /**
   * Whether one of these lines has a marked place from `from` to `to`, or one before these and one after them. For more
   * than a few lines: only whether one is marked.
   */
  meets(fromI: number, toI: number, fromJ: number, toJ: number, from: number, to: number): boolean {
    const startI = Math.max(fromI, this.lowI);
    const endI = Math.min(toI, this.highI) + 1;
    const startJ = Math.max(fromJ, this.lowJ);
    const endJ = Math.min(toJ, this.highJ) + 1;
    if (startI >= endI || startJ >= endJ) return false;
    if ((endI - startI) * (endJ - startJ) > FEW) return this.hasAny(startI, endI - 1, startJ, endJ - 1);
    const first = this.#first;
    const last = this.#last;
    for (let j = startJ; j < endJ; j++) {
      const row = this.#width * (j - this.lowJ) - this.lowI;
      for (let i = startI; i < endI; i++) if (first[row + i] <= to && last[row + i] >= from) return true;
    }
    return false;
  }
}
