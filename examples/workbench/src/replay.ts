// A motion → the hand's poses over time; time stops while the page is hidden.

/** ms from pose to pose. */
const STEP = 1000 / 60;

export class Replay {
  readonly #hold: (pose: Float64Array) => void;
  #run = 0;
  /** When the page was last shown or hidden. */
  #shown = 0;

  constructor(hold: (pose: Float64Array) => void) {
    this.#hold = hold;
    document.addEventListener('visibilitychange', () => {
      this.#shown = performance.now();
    });
  }

  /** Plays from the beginning, in place of the previous motion. */
  play(poses: readonly Float64Array[]): void {
    const run = ++this.#run;
    let last = performance.now();
    let played = 0;
    const step = (): void => {
      if (run !== this.#run) return;
      const now = performance.now();
      // A hidden page has no frames, or few.
      if (!document.hidden) {
        played += now - Math.max(last, this.#shown);
        const i = Math.min(poses.length - 1, Math.floor(played / STEP));
        this.#hold(poses[i]);
        if (i === poses.length - 1) return;
      }
      last = now;
      requestAnimationFrame(step);
    };
    step();
  }

  stop(): void {
    this.#run++;
  }
}
