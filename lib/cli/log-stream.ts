// Lines of a log → standard error, in their order, without ever making the program wait.
//
// One write is under way at a time, and takes all lines that came during the last one. If the reader stops reading, or
// the disk is full, lines are dropped and counted; whoever writes them learns the count once lines are taken again.

type Done = (error: NodeJS.ErrnoException | null) => void;

/** Characters that may wait for the reader: some 40,000 lines. */
const MOST = 2 ** 23;

interface LogOptions {
  /** Writes a text, and says when it is written. */
  readonly write: (text: string, done: Done) => void;
  /** Is called once, when the first line is lost. @param why the system's code, or `full` if the reader is too slow. */
  readonly onLoss: (why: string) => void;
  /** Is called after a write, if lines were lost before it; it may write a line about them. */
  readonly onBack: (lines: number) => void;
}

export class LogStream {
  readonly #options: LogOptions;
  #waiting: string[] = [];
  #length = 0;
  #lost = 0;
  #isWriting = false;
  #hasLost = false;
  #onEmpty: (() => void)[] = [];

  constructor(options: LogOptions) {
    this.#options = options;
  }

  /** @param line with its newline. */
  write(line: string): void {
    if (this.#length + line.length > MOST) {
      this.#lose(1, 'full');
      return;
    }
    this.#waiting.push(line);
    this.#length += line.length;
    if (!this.#isWriting) this.#next();
  }

  /** Resolves when all is written or lost, or after this time. @returns whether nothing waits. */
  async flush(ms: number): Promise<boolean> {
    if (!this.#isWriting) return true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, ms);
    });
    await Promise.race([late, new Promise<void>((done) => this.#onEmpty.push(done))]);
    clearTimeout(timer);
    return !this.#isWriting;
  }

  #next(): void {
    const lines = this.#waiting;
    if (lines.length === 0) {
      for (const done of this.#onEmpty.splice(0)) done();
      return;
    }
    this.#waiting = [];
    this.#length = 0;
    this.#isWriting = true;
    this.#options.write(lines.join(''), (error) => {
      if (error !== null) this.#lose(lines.length, error.code ?? error.message);
      else if (this.#lost > 0) this.#reportLoss();
      this.#isWriting = false;
      this.#next();
    });
  }

  /** What is written about it goes before all that waits, and is not counted in its length. */
  #reportLoss(): void {
    const [lost, waiting, length] = [this.#lost, this.#waiting, this.#length];
    this.#lost = 0;
    this.#waiting = [];
    this.#length = 0;
    this.#options.onBack(lost);
    this.#waiting = this.#waiting.concat(waiting);
    this.#length = length;
  }

  #lose(lines: number, why: string): void {
    this.#lost += lines;
    if (this.#hasLost) return;
    this.#hasLost = true;
    this.#options.onLoss(why);
  }
}
