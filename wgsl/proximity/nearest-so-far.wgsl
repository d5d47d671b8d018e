// A point and faces, one after another → the nearest face. point-face.wgsl comes before.
//
// The result is a function of the point and the body alone: face: the f with the least upper(f), among equals the one
// with the least number; upper: that bound; lower: the least of max(measured lower(f), faceLower(f)), where
// faceLower(f) is the greater of the bounds by the face's box and by its support about the centre of the point's cell.
// These bound the same distance, and a face is skipped only if one of them is beyond the least upper: it is not the
// nearest, and cannot bring `lower` below `upper`. So the result does not depend on which faces were visited, or in
// what order; to the last bit if a compiler rounds an expression alike in all kernels that contain it.
//
// A kernel that uses it defines posedVertex(body, pose, vertex) -> vec3i, in the bone's frame. leaf-corners.wgsl,
// own-point.access.wgsl and body-geometry.access.wgsl are among its parts.

// The query to the other body at a corner of a leaf.
fn askedAt(row: SubTriangleRow, k: u32) -> Asked {
  let other = 1u - bodyOf(row);
  let error = cornerError(row);
  var p = leafCorners(row);
  return Asked(
    p[k], error + vertexError(other), ownPoint(other, poseOf(row), p[k]), ownPointError(other, error),
  );
}

fn noneYet() -> NearestFace {
  return NearestFace(NO_FACE, FAR, FAR);
}

// `best`, or the face if that is nearer, as seen in the bone's frame. atLeast: its faceLower.
fn withMeasured(
  best: NearestFace, body: u32, pose: u32, asked: Asked, face: u32, corners: vec3u, atLeast: f32,
) -> NearestFace {
  let p = asked.point;
  let a = local(posedVertex(body, pose, corners.x), p);
  let b = local(posedVertex(body, pose, corners.y), p);
  let c = local(posedVertex(body, pose, corners.z), p);
  let measured = measureFace(face, a, b, c, f32(asked.error) * WIDTHS_PER_UNIT);
  let isNearer = measured.upper < best.upper || (measured.upper == best.upper && face < best.face);
  return NearestFace(
    select(best.face, face, isNearer),
    select(best.upper, measured.upper, isNearer),
    min(best.lower, max(measured.lower, atLeast)),
  );
}

// The least upper bound is an upper bound of the distance, whichever faces were measured.
fn finished(best: NearestFace) -> NearestFace {
  return NearestFace(best.face, best.upper, min(best.lower, best.upper));
}
