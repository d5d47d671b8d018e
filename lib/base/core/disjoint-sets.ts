// Pairs that belong together → sets, each known by its least member.

/**
 * Union–find over 0 … size − 1 with path halving (R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union
 * algorithms", 1984). The lower of two roots becomes the parent, so that a root is its set's least member.
 */
export class DisjointSets {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = new Uint32Array(size);
    for (let i = 0; i < size; i++) this.#parent[i] = i;
  }

  /** The least member of the set that holds `member`. */
  find(member: number): number {
    const parent = this.#parent;
    let at = member;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.#parent[rootB] = rootA;
    else this.#parent[rootA] = rootB;
  }
}
