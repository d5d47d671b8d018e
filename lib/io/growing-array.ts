// Numbers one by one → one flat typed array whose final length need not be known beforehand.

export class GrowingUint32 {
  length = 0;
  private data: Uint32Array;

  constructor(expected: number) {
    this.data = new Uint32Array(Math.max(expected, 16));
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** Exactly what was pushed, in storage of its own. */
  toArray(): Uint32Array {
    return this.length === this.data.length ? this.data : this.data.slice(0, this.length);
  }
}
