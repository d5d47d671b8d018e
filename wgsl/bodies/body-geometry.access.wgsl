// Reading the geometry buffers: scene, boneGeometry and toolGeometry are bindings of the kernel.

fn geometryAt(body: u32, word: u32) -> i32 {
  if (body == BONE) {
    return boneGeometry[word];
  }
  return toolGeometry[word];
}

fn ownVertex(body: u32, vertex: u32) -> vec3i {
  return vec3i(geometryAt(body, 3u * vertex), geometryAt(body, 3u * vertex + 1u), geometryAt(body, 3u * vertex + 2u));
}

// A face's corners, by their numbers.
fn ownCorners(body: u32, v: vec3u) -> array<vec3i, 3> {
  return array<vec3i, 3>(ownVertex(body, v.x), ownVertex(body, v.y), ownVertex(body, v.z));
}

fn faceWord(body: u32, face: u32) -> u32 {
  return select(scene.boneFaceOffset, scene.toolFaceOffset, body == TOOL) + FACE_WORDS * face;
}

// The numbers of its corners; the first is RETIRED_CORNER if an edit has removed the face.
fn faceAt(body: u32, face: u32) -> vec3u {
  let at = faceWord(body, face);
  return vec3u(vec3i(geometryAt(body, at + FACE_A), geometryAt(body, at + FACE_B), geometryAt(body, at + FACE_C)));
}

// The node of its division.
fn faceNode(body: u32, face: u32) -> u32 {
  return bitcast<u32>(geometryAt(body, faceWord(body, face) + FACE_NODE));
}
