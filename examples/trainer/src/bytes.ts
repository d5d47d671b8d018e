// Integers and text ↔ bytes: whole numbers of 7 bits per byte, the lowest first, as in Protocol Buffers.

/** What a reader throws on bytes that end too early, or hold no such number. */
export class BadBytes extends Error {}

export class ByteWriter {
  readonly #bytes: number[] = [];

  /** 0 to 2³² − 1. */
  whole(n: number): void {
    let rest = n;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }

  /** −2³¹ to 2³¹ − 1, short where it is near 0. */
  signed(n: number): void {
    this.whole(n < 0 ? -2 * n - 1 : 2 * n);
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.whole(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  whole(): number {
    let n = 0;
    for (let unit = 1; unit < 2 ** 35; unit *= 128) {
      if (this.left === 0) throw new BadBytes('it ends too early');
      const byte = this.#bytes[this.#at++];
      n += unit * (byte % 128);
      if (byte < 128) {
        if (n >= 2 ** 32) break;
        return n;
      }
    }
    throw new BadBytes('it holds a number of more than 32 bits');
  }

  signed(): number {
    const n = this.whole();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }

  text(): string {
    const length = this.whole();
    if (length > this.left) throw new BadBytes('it ends too early');
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new BadBytes('its text is not UTF-8');
    }
  }
}
