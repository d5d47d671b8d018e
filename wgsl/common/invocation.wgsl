// Invocation and workgroup ids of a one- or two-dimensional dispatch → one number.

// Threads of a workgroup: the host sets it with the pipeline (lib/base/gpu/kernel-set.ts).
override workgroupSize: u32;

fn flatGroup(group: vec3u, groups: vec3u) -> u32 {
  return group.x + group.y * groups.x;
}

// The thread's number in the dispatch, which is the item that it takes.
fn flatItem(group: vec3u, groups: vec3u, thread: u32) -> u32 {
  return flatGroup(group, groups) * workgroupSize + thread;
}
