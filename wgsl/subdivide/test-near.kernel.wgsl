// Near faces of a level's rows → a 1 for each that may come within δ' of its row's piece.
//
// One thread: one near face. Reads the piece's and the face's corners; writes keepStarts.
// CPU twin: lib/stages/compiled/module/subdivide/sub-triangle.ts, which tests bounding spheres.

fn isKept(entry: NearEntry) -> bool {
  // Its row may be beyond the capacity.
  if (entry.row >= rowTotal()) {
    return false;
  }
  let row = rows[entry.row];
  if (isFinished(row)) {
    return true;
  }
  let p = pieceCorners(row);
  let other = 1u - bodyOf(row);
  let face = faceCorners(other, poseOf(row), nearFaceFace(entry.word));
  let error = cornerError(row) + vertexError(other);
  if (mayBeWithin(array<vec3i, 3>(p[0], p[1], p[2]), face, error, scene.maxDistance)) {
    return true;
  }
  // A quad is two triangles, whichever diagonal parts them.
  let isQuad = any(p[3] != p[2]);
  return isQuad && mayBeWithin(array<vec3i, 3>(p[0], p[2], p[3]), face, error, scene.maxDistance);
}

fn itemCount() -> u32 {
  return nearTotal();
}

fn takeItem(e: u32) {
  keepStarts[e] = select(0u, 1u, isKept(entries[e]));
}
