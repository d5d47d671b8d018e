// The position of a vertex at the beginning and at the end of a step, in units.

fn movingPoint(vertex: u32) -> MovingPoint {
  let first = MOVING_POINT_WORDS * vertex + MOVING_POINT_START_X;
  let last = MOVING_POINT_WORDS * vertex + MOVING_POINT_END_X;
  return MovingPoint(
    vec3i(movingPoints[first], movingPoints[first + 1u], movingPoints[first + 2u]),
    vec3i(movingPoints[last], movingPoints[last + 1u], movingPoints[last + 2u]),
  );
}
