// Whole numbers → small numbers, remembered: a hash table in flat arrays.

/** Keys are whole numbers from 0 to 2^53. */
export class NumberTable {
  #keys = new Float64Array(1024);
  #values = new Int32Array(1024);
  /** The filling that an entry belongs to: others are empty. */
  #stamps = new Uint32Array(1024);
  #stamp = 1;
  #count = 0;

  clear(): void {
    this.#stamp++;
    this.#count = 0;
  }

  /** What is known under the key; −1 where that is nothing: then `value` from now on. */
  findOrAdd(key: number, value: number): number {
    const mask = this.#keys.length - 1;
    let at = hashOf(key) & mask;
    while (this.#stamps[at] === this.#stamp) {
      if (this.#keys[at] === key) return this.#values[at];
      at = (at + 1) & mask;
    }
    this.#keys[at] = key;
    this.#values[at] = value;
    this.#stamps[at] = this.#stamp;
    if (2 * ++this.#count > mask) this.#grow();
    return -1;
  }

  #grow(): void {
    const [keys, values, stamps] = [this.#keys, this.#values, this.#stamps];
    const room = 4 * keys.length;
    this.#keys = new Float64Array(room);
    this.#values = new Int32Array(room);
    this.#stamps = new Uint32Array(room);
    for (let from = 0; from < keys.length; from++) {
      if (stamps[from] !== this.#stamp) continue;
      let at = hashOf(keys[from]) & (room - 1);
      while (this.#stamps[at] === this.#stamp) at = (at + 1) & (room - 1);
      this.#keys[at] = keys[from];
      this.#values[at] = values[from];
      this.#stamps[at] = this.#stamp;
    }
  }
}

function hashOf(key: number): number {
  const high = Math.floor(key / 2 ** 32);
  const hash = Math.imul((key - high * 2 ** 32) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}
