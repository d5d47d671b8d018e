// Copies of the page's picture → a screen in the room, for each eye of a headset's wearer.

/** m: how wide the screen is. */
const WIDTH = 0.9;

/** Corners from their numbers: 0 to 3, in a strip. */
const VERTEX = `#version 300 es
uniform mat4 projection, view;
uniform vec2 size;
out vec2 place;
void main() {
  place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = projection * view * vec4((place - 0.5) * size, 0.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D picture;
in vec2 place;
out vec4 colour;
void main() {
  colour = vec4(texture(picture, vec2(place.x, 1.0 - place.y)).rgb, 1.0);
}`;

export class XrScreen {
  readonly #gl: WebGL2RenderingContext;
  readonly #layer: XRWebGLLayer;
  readonly #at: Readonly<Record<'projection' | 'view' | 'size', WebGLUniformLocation | null>>;
  #size: readonly [number, number] | null = null;

  /** @throws Error if the browser cannot draw for the session. */
  constructor(session: XRSession) {
    const gl = document.createElement('canvas').getContext('webgl2', { xrCompatible: true });
    if (gl === null) throw new Error('the browser has no WebGL 2 for a headset');
    this.#gl = gl;
    // Without a layer a session has no frames, and without frames no poses of controllers.
    this.#layer = new XRWebGLLayer(session, gl);
    void session.updateRenderState({ baseLayer: this.#layer });
    const program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ] as const) {
      const shader = gl.createShader(kind) as WebGLShader;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    // Nothing else is drawn in this context, so all of this stays.
    gl.useProgram(program);
    const at = (name: string) => gl.getUniformLocation(program, name);
    this.#at = { projection: at('projection'), view: at('view'), size: at('size') };
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  }

  /** Takes over a copy. */
  show(picture: ImageBitmap): void {
    const gl = this.#gl;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    this.#size = [WIDTH, (WIDTH * picture.height) / picture.width];
    picture.close();
  }

  /** @param viewer in the screen's space: its middle is the origin, and z points out of it. */
  draw({ views }: XRViewerPose): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#layer.framebuffer);
    // Transparent: where a headset shows the room, it stays visible around the screen.
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (this.#size === null) return;
    gl.uniform2fv(this.#at.size, this.#size);
    for (const view of views) {
      const port = this.#layer.getViewport(view);
      if (!port) continue;
      gl.viewport(port.x, port.y, port.width, port.height);
      gl.uniformMatrix4fv(this.#at.projection, false, view.projectionMatrix);
      gl.uniformMatrix4fv(this.#at.view, false, view.transform.inverse.matrix);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
  }

  /** A page may have only so many contexts. */
  end(): void {
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
