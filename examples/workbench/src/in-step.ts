// Reports and the serials of drawn frames → numbers, each shown with the picture of its own report.
//
// Reports can come several times as fast as a CPU draws: those that no frame shows are dropped.

interface Waiting {
  readonly serial: number;
  readonly show: () => void;
}

export class InStep {
  #waiting: readonly Waiting[] = [];
  #drawn = 0;

  /** @param show writes the report's numbers. Serials ascend. */
  add(serial: number, show: () => void): void {
    // A frame can be reported before its report: they come from two threads.
    if (serial <= this.#drawn) show();
    else this.#waiting = [...this.#waiting, { serial, show }];
  }

  /** A frame shows the report of this serial. */
  drawn(serial: number): void {
    this.#drawn = Math.max(this.#drawn, serial);
    this.#show(this.#waiting.filter((one) => one.serial <= serial));
  }

  /** Shows the newest numbers though there is no frame: nothing is drawn, or nobody sees it. */
  flush(): void {
    this.#show(this.#waiting);
  }

  /** Once all waiting numbers are shown. */
  afterLast(show: () => void): void {
    const last = this.#waiting.at(-1);
    if (last === undefined) {
      show();
      return;
    }
    const both = () => {
      last.show();
      show();
    };
    this.#waiting = [...this.#waiting.slice(0, -1), { serial: last.serial, show: both }];
  }

  #show(ready: readonly Waiting[]): void {
    this.#waiting = this.#waiting.slice(ready.length);
    ready.at(-1)?.show();
  }
}
