// A part of the canvas → a copy of its pixels, which can be put back into a later frame. The canvas is not antialiased.

export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class KeptPixels {
  readonly #gl: WebGL2RenderingContext;
  readonly #texture: WebGLTexture;
  readonly #frame: WebGLFramebuffer;
  readonly #rect: PixelRect;

  /** Copies them from the frame that is being drawn. */
  constructor(gl: WebGL2RenderingContext, rect: PixelRect) {
    const { x, y, width, height } = rect;
    this.#gl = gl;
    this.#rect = rect;
    const bound = gl.getParameter(gl.TEXTURE_BINDING_2D);
    this.#texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGBA, x, y, width, height, 0);
    gl.bindTexture(gl.TEXTURE_2D, bound);
    this.#frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#frame);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  /** Whether they are those of that part. */
  isOf({ x, y, width, height }: PixelRect): boolean {
    const kept = this.#rect;
    return kept.x === x && kept.y === y && kept.width === width && kept.height === height;
  }

  put(): void {
    const gl = this.#gl;
    const { x, y, width, height } = this.#rect;
    const isCut = gl.isEnabled(gl.SCISSOR_TEST);
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#frame);
    gl.blitFramebuffer(0, 0, width, height, x, y, x + width, y + height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    if (isCut) gl.enable(gl.SCISSOR_TEST);
  }

  free(): void {
    this.#gl.deleteFramebuffer(this.#frame);
    this.#gl.deleteTexture(this.#texture);
  }
}
