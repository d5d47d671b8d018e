// The entry point of a kernel with one thread per item: the kernel defines itemCount() and takeItem(item).
// invocation.wgsl comes before. A dispatch may have fewer threads than items, whose number only the GPU may know: a
// thread advances by the number of threads. (M. Harris, "CUDA Pro Tip: Write Flexible Kernels with Grid-Stride Loops",
// 2013.)

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let count = itemCount();
  for (var item = flatItem(group, groups, thread); item < count; item += groups.x * groups.y * workgroupSize) {
    takeItem(item);
  }
}
