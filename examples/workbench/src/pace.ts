// What frames cost on a CPU that draws → the share of the picture's width and height to draw while something moves.

/** From sharp to coarse: each has about half as many pixels as the one before. */
const SCALES = [1, 0.7, 0.5, 0.35] as const;
/** ms: a frame that takes longer makes the next ones coarser. With the report before it, 20 a second remain. */
const MOST = 40;
/** As a share of MOST: frames as fast as this would still be fast enough with twice as many pixels. */
const FAST = 0.4;
/** Fast frames in a row before the next ones are sharper, so that the picture does not change to and fro. */
const PATIENCE = 8;

export class Pace {
  #step = 0;
  #fast = 0;

  /** For a frame that shows motion. */
  get scale(): number {
    return SCALES[this.#step];
  }

  /** A frame of that scale took so many ms. */
  drawn(milliseconds: number, scale: number): void {
    // Sharp frames at rest cost what they cost.
    if (scale !== this.scale) return;
    this.#fast = milliseconds < FAST * MOST ? this.#fast + 1 : 0;
    if (milliseconds > MOST) {
      const tooMany = Math.ceil(Math.log2(milliseconds / MOST));
      this.#step = Math.min(SCALES.length - 1, this.#step + tooMany);
    } else if (this.#fast >= PATIENCE) {
      this.#step = Math.max(0, this.#step - 1);
      this.#fast = 0;
    }
  }
}
