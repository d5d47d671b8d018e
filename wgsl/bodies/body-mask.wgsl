// A mask over the bodies, such as Scene.sides or Scene.signed → whether a body is in it.

fn hasBody(bodies: u32, body: u32) -> bool {
  return ((bodies >> body) & 1u) == 1u;
}
