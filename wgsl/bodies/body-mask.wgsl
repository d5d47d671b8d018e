// A mask over the bodies, as Scene.sides and Scene.signed are → whether a body is in it.

fn hasBody(bodies: u32, body: u32) -> bool {
  return ((bodies >> body) & 1u) == 1u;
}
