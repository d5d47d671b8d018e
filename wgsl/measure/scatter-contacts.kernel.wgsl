// Results of leaves and the contacts' places → the contacts side by side, in the leaves' order, as far as there is
// room. One thread a leaf.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(1) var<storage, read> results: array<LeafResult>;
@group(0) @binding(2) var<storage, read> contactStarts: array<u32>;
@group(0) @binding(3) var<storage, read_write> contacts: array<LeafResult>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatGroup(group, groups) * workgroupSize + thread;
  if (leaf >= min(leafCount(), arrayLength(&results))) {
    return;
  }
  let result = results[leaf];
  let at = contactStarts[leaf];
  if (((result.state >> KIND_SHIFT) & KIND_BITS) < KIND_DROPPED && at < arrayLength(&contacts)) {
    contacts[at] = result;
  }
}
