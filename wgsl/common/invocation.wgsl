// Invocation and workgroup ids of a one- or two-dimensional dispatch → one number.

fn flatGroup(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}
