// The browser's WebGL driver → whether a CPU draws.

/** Whether this browser draws without a GPU, by the names of such drivers. */
export function isDrawnByProcessor(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  if (!gl || !names) return false;
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)));
}
