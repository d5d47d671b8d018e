// Near faces of a level's rows → a 1 for each that may come within δ' of its row's sub-triangle.
//
// One thread: one near face. Reads the sub-triangle's and the face's corners; writes keepStarts.
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
  let body = bodyOf(row);
  let pose = poseOf(row);
  let face = faceCorners(body, pose, faceOf(row));
  let corners = subCorners(face[0], face[1], face[2], levelOf(row), row.path);
  let error = vertexError(BONE) + vertexError(TOOL) + halvingError(levelOf(row));
  return mayBeWithin(corners, faceCorners(1u - body, pose, nearFaceFace(entry.word)), error, scene.maxDistance);
}

fn itemCount() -> u32 {
  return nearTotal();
}

fn takeItem(e: u32) {
  keepStarts[e] = select(0u, 1u, isKept(entries[e]));
}
