// Impacts of one kind, as they are found → columns.

import { GrowingArray, KerfError } from '#core';

/** Of each kind: about 700 MB. */
const MOST_ROWS = 2 ** 24;

/** Six columns of one length, as threads pass them. */
export interface ImpactColumns {
  /** Vertex, or the edge with the smaller number. */
  readonly a: Uint32Array;
  /** Face, or edge. */
  readonly b: Uint32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Parameters. */
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export class ImpactRows {
  readonly #a = new GrowingArray(new Uint32Array(256));
  readonly #b = new GrowingArray(new Uint32Array(256));
  readonly #low = new GrowingArray(new Float64Array(256));
  readonly #high = new GrowingArray(new Float64Array(256));
  readonly #first = new GrowingArray(new Float64Array(256));
  readonly #second = new GrowingArray(new Float64Array(256));

  get length(): number {
    return this.#a.length;
  }

  clear(): void {
    for (const column of [this.#a, this.#b, this.#low, this.#high, this.#first, this.#second]) column.length = 0;
  }

  /** @throws KerfError TOO_MANY_IMPACTS. */
  push(
    a: number,
    b: number,
    time: { readonly low: number; readonly high: number; readonly parameters: readonly [number, number] },
  ): void {
    if (this.length === MOST_ROWS)
      throw new KerfError(
        'TOO_MANY_IMPACTS',
        `The step has more than ${MOST_ROWS.toLocaleString('en')} impacts of one kind; take a shorter step, or check ` +
          'that the surface is not folded into one place.',
      );
    this.#a.push(a);
    this.#b.push(b);
    this.#low.push(time.low);
    this.#high.push(time.high);
    this.#first.push(time.parameters[0]);
    this.#second.push(time.parameters[1]);
  }

  /** Copies. */
  columns(): ImpactColumns {
    const { length } = this;
    return {
      a: this.#a.values.slice(0, length),
      b: this.#b.values.slice(0, length),
      low: this.#low.values.slice(0, length),
      high: this.#high.values.slice(0, length),
      first: this.#first.values.slice(0, length),
      second: this.#second.values.slice(0, length),
    };
  }
}
