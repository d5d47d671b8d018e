// Pairs of nodes, each with the time until which it is proved apart → the one that may touch first.
//
// A binary heap (J. W. J. Williams, 1964) in columns, so that a search leaves no garbage.

export class WaitingPairs {
  length = 0;
  /** The pair taken last: the time until which it is apart, and its two nodes. */
  time = 0;
  bone = 0;
  tool = 0;
  #times = new Float64Array(256);
  #bones = new Float64Array(256);
  #tools = new Float64Array(256);

  push(time: number, bone: number, tool: number): void {
    if (this.length === this.#times.length) this.#grow();
    let at = this.length++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#times[parent] <= time) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, time, bone, tool);
  }

  /** Takes the earliest: sets time, bone and tool. */
  take(): void {
    this.time = this.#times[0];
    this.bone = this.#bones[0];
    this.tool = this.#tools[0];
    const last = --this.length;
    const [time, bone, tool] = [this.#times[last], this.#bones[last], this.#tools[last]];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#times[child + 1] < this.#times[child]) child++;
      if (this.#times[child] >= time) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, time, bone, tool);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from], this.#bones[from], this.#tools[from]);
  }

  #put(at: number, time: number, bone: number, tool: number): void {
    this.#times[at] = time;
    this.#bones[at] = bone;
    this.#tools[at] = tool;
  }

  #grow(): void {
    const capacity = 2 * this.length;
    const larger = (old: Float64Array<ArrayBuffer>) => {
      const wider = new Float64Array(capacity);
      wider.set(old);
      return wider;
    };
    this.#times = larger(this.#times);
    this.#bones = larger(this.#bones);
    this.#tools = larger(this.#tools);
  }
}
