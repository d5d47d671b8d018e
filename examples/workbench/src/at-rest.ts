// Requests as they come → a task as long as a request, run once they pause: a request waits for it only if it comes
// just then.

/** ms without a request: a moving hand sends several in that time. */
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

  /** A request has been answered. */
  end(): void {
    if (--this.#waiting === 0) this.#timer = setTimeout(this.#act, REST);
  }
}
