// Requests as they come → what takes as long as one of them, done once they pause: one waits for it only if it comes
// just then.

/** ms without a request: a hand that moves sends some in that time. */
const REST = 100;

export class AtRest {
  readonly #act: () => void;
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** A request has come. */
  begin(): void {
    this.#waiting++;
    clearTimeout(this.#timer);
  }

  /** One has been answered. */
  end(): void {
    if (--this.#waiting === 0) this.#timer = setTimeout(this.#act, REST);
  }
}
