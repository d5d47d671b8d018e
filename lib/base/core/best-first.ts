// Items with bounds → the item with the greatest bound; among equal bounds, the one with the least order. A binary heap
// in flat arrays.
//
// Each item carries the number of a face near it, or −1: the distance to that face cheaply bounds what the item splits
// into.

import { grown } from './growing.ts';

export class BestFirst {
  count = 0;
  /** The item taken last, with its bound and its face. */
  item = 0;
  bound = 0;
  face = -1;
  #bounds = new Float64Array(256);
  #items = new Float64Array(256);
  #faces = new Int32Array(256);
  #orders = new Float64Array(256);

  clear(): void {
    this.count = 0;
  }

  /** @param order decides among equal bounds, so that items may be pushed in any order. */
  push(item: number, bound: number, face = -1, order = 0): void {
    this.#bounds = grown(this.#bounds, this.count, this.count + 1);
    this.#items = grown(this.#items, this.count, this.count + 1);
    this.#faces = grown(this.#faces, this.count, this.count + 1);
    this.#orders = grown(this.#orders, this.count, this.count + 1);
    let slot = this.count++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!this.#isBefore(bound, order, parent)) break;
      this.#copy(parent, slot);
      slot = parent;
    }
    this.#put(slot, item, bound, face, order);
  }

  /** The greatest bound; −Infinity if there is no item. */
  get greatest(): number {
    return this.count === 0 ? Number.NEGATIVE_INFINITY : this.#bounds[0];
  }

  /** Takes the item with the greatest bound off the heap. @returns false if there is none. */
  take(): boolean {
    if (this.count === 0) return false;
    const bounds = this.#bounds;
    this.item = this.#items[0];
    this.bound = bounds[0];
    this.face = this.#faces[0];
    const last = --this.count;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#isBefore(bounds[child + 1], this.#orders[child + 1], child)) child++;
      if (!this.#isBefore(bounds[child], this.#orders[child], last)) break;
      this.#copy(child, slot);
      slot = child;
    }
    this.#copy(last, slot);
    return true;
  }

  /** Whether an item of this bound and order comes before the one in a slot. */
  #isBefore(bound: number, order: number, slot: number): boolean {
    return bound > this.#bounds[slot] || (bound === this.#bounds[slot] && order < this.#orders[slot]);
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#items[from], this.#bounds[from], this.#faces[from], this.#orders[from]);
  }

  #put(slot: number, item: number, bound: number, face: number, order: number): void {
    this.#orders[slot] = order;
    this.#bounds[slot] = bound;
    this.#items[slot] = item;
    this.#faces[slot] = face;
  }
}
