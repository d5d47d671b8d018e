// Lines of a lattice along one axis → which of them are marked, and whether any of a rectangle of them is.

export class LineMask {
  /** The range of lines, by their places along the two other axes, both ends included. */
  lowI = 0;
  highI = -1;
  lowJ = 0;
  highJ = -1;
  #width = 0;
  #marks = new Uint8Array(0);
  /** At (i, j): how many lines below i and below j are marked. F. C. Crow, "Summed-area tables", 1984. */
  #sums = new Uint32Array(0);

  /** Begins anew on a range, with no line of it marked. */
  clear(lowI: number, highI: number, lowJ: number, highJ: number): void {
    this.lowI = lowI;
    this.highI = highI;
    this.lowJ = lowJ;
    this.highJ = highJ;
    this.#width = highI - lowI + 1;
    const height = highJ - lowJ + 1;
    const lines = this.#width * height;
    if (this.#marks.length < lines) this.#marks = new Uint8Array(lines);
    else this.#marks.fill(0, 0, lines);
    const sums = (this.#width + 1) * (height + 1);
    if (this.#sums.length < sums) this.#sums = new Uint32Array(sums);
  }

  /** Marks line (i, j), which is in the range. */
  mark(i: number, j: number): void {
    this.#marks[i - this.lowI + this.#width * (j - this.lowJ)] = 1;
  }

  /** Call it after the last mark. */
  sum(): void {
    const width = this.#width;
    const marks = this.#marks;
    const sums = this.#sums.fill(0, 0, width + 1);
    for (let j = 0; j <= this.highJ - this.lowJ; j++) {
      const at = (width + 1) * (j + 1);
      sums[at] = 0;
      for (let i = 0, row = 0; i < width; i++) {
        row += marks[width * j + i];
        sums[at + i + 1] = sums[at + i - width] + row;
      }
    }
  }

  /** Whether line (i, j), which is in the range, is marked. */
  has(i: number, j: number): boolean {
    return this.#marks[i - this.lowI + this.#width * (j - this.lowJ)] === 1;
  }

  /** Whether a line from (fromI, fromJ) to (toI, toJ), both included, is marked; none is beyond the range. */
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
}
