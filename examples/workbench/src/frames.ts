// Requests for a picture → frames, one for all that has changed since the last.
//
// If a CPU draws, frames are as coarse while something moves as it takes to keep up with the hand (`pace.ts`), and one
// sharp frame follows at rest. A frame then counts as drawn once its pixels are there, not once they are requested.

import { Pace } from './pace.ts';

/** ms without a request, after which the picture becomes sharp. */
const REST = 200;

export interface Picture {
  /**
   * @param isCoarse whether something moves, and a sharp frame will follow.
   * @param isComplete whether it has to show all that has come.
   */
  draw(gl: WebGL2RenderingContext, isCoarse: boolean, isComplete: boolean): void;
  /** The canvas has another size from now on. */
  resized(width: number, height: number): void;
  drawn(): void;
}

export class Frames {
  readonly #canvas: OffscreenCanvas;
  readonly #picture: Picture;
  /** null: a GPU draws. */
  readonly #pace: Pace | null;
  #width = 1;
  #height = 1;
  #scale = 1;
  /** The next frame's, or null: none is requested. */
  #due: number | null = null;
  #isSharpDue = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: OffscreenCanvas, isDrawnByProcessor: boolean, picture: Picture) {
    this.#canvas = canvas;
    this.#picture = picture;
    this.#pace = isDrawnByProcessor ? new Pace() : null;
  }

  /** Canvas pixels of the newest frame, per pixel of a sharp one. */
  get scale(): number {
    return this.#scale;
  }

  resize(width: number, height: number): void {
    this.#width = width;
    this.#height = height;
    this.begin();
  }

  /** Begins on a new canvas or a new context, with a sharp frame. */
  begin(): void {
    this.#size(1);
    this.request(true);
  }

  /** Draws once at the next frame, whatever has changed until then. @param isSharp though something may move. */
  request(isSharp = false): void {
    this.#isSharpDue ||= isSharp;
    clearTimeout(this.#rest);
    this.#due ??= requestAnimationFrame(() => {
      this.#due = null;
      this.#frame();
    });
  }

  /** Draws a sharp frame, which stays on the canvas for the rest of this task. */
  now(): void {
    clearTimeout(this.#rest);
    if (this.#due !== null) cancelAnimationFrame(this.#due);
    this.#due = null;
    this.#isSharpDue = false;
    if (this.#scale !== 1) this.#size(1);
    const gl = this.#canvas.getContext('webgl2');
    if (gl === null) return;
    this.#picture.draw(gl, false, true);
    this.#picture.drawn();
  }

  /** A copy of the picture as it is now, whether or not the page has frames. */
  copy(): Promise<ImageBitmap> {
    this.now();
    return createImageBitmap(this.#canvas);
  }

  #frame(): void {
    const gl = this.#canvas.getContext('webgl2');
    // It is drawn when its context is back.
    if (gl === null || gl.isContextLost()) return;
    const isComplete = this.#isSharpDue;
    this.#isSharpDue = false;
    const scale = isComplete ? 1 : (this.#pace?.scale ?? 1);
    if (scale !== this.#scale) this.#size(scale);
    const began = performance.now();
    this.#picture.draw(gl, scale < 1, isComplete);
    if (this.#pace !== null) {
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      this.#pace.drawn(performance.now() - began, scale);
    }
    if (scale < 1) this.#rest = setTimeout(() => this.request(true), REST);
    this.#picture.drawn();
  }

  #size(scale: number): void {
    this.#scale = scale;
    this.#canvas.width = Math.max(1, Math.round(scale * this.#width));
    this.#canvas.height = Math.max(1, Math.round(scale * this.#height));
    this.#picture.resized(this.#canvas.width, this.#canvas.height);
  }
}
