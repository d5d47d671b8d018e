// Wrong tokens of an address → by how long the answer to each is held back: 1, 2, 4, 8, 16 s.

/** ms. */
const FIRST = 1000;
/** ms: a program that tries again for ever asks four times a minute. */
const LONGEST = 16_000;
/** ms after its last wrong token for which an address is remembered. */
const REMEMBERED = 600_000;
/** Addresses remembered at once: half a megabyte. */
const ADDRESSES = 4096;

interface Seen {
  readonly count: number;
  readonly last: number;
}

export class WrongTokens {
  readonly #now: () => number;
  /** By network; the one that has been quiet for longest comes first. */
  readonly #seen = new Map<string, Seen>();

  /** @param now a clock that never goes back, ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Addresses remembered. */
  get size(): number {
    return this.#seen.size;
  }

  /** Counts another wrong token. @returns how many this is, and how long its answer must wait, ms. */
  add(address: string): { readonly count: number; readonly wait: number } {
    const network = networkOf(address);
    const now = this.#now();
    for (const [quiet, { last }] of this.#seen) {
      if (now - last < REMEMBERED) break;
      this.#seen.delete(quiet);
    }
    const count = (this.#seen.get(network)?.count ?? 0) + 1;
    this.#seen.delete(network);
    if (this.#seen.size >= ADDRESSES) {
      const [[quietest]] = this.#seen;
      this.#seen.delete(quietest);
    }
    this.#seen.set(network, { count, last: now });
    return { count, wait: Math.min(LONGEST, FIRST * 2 ** (count - 1)) };
  }
}

/** An IPv4 address, or the first 64 bits of an IPv6 address, below which a client chooses its own. */
function networkOf(address: string): string {
  const [, plain] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (plain !== undefined) return plain;
  const [head, tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}
