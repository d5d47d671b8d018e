// A corner, relative to the viewed box → where it is drawn: x across the image, y down from its first row, z in depth,
// from 0 to 1 within the box.

@vertex
fn placeCorner(@location(0) at: vec3f) -> @builtin(position) vec4f {
  return vec4f(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, at.z, 1.0);
}
