// Pairs and the places of those that are not proved apart → these side by side, in the pairs' order, as far as there is
// room. One thread a pair.

override workgroupSize: u32 = 64u;
override pairCountWord: u32 = 0u;

@group(0) @binding(0) var<storage, read> counters: array<u32>;
@group(0) @binding(1) var<storage, read> pairs: array<Pair>;
@group(0) @binding(2) var<storage, read> hitStarts: array<u32>;
@group(0) @binding(3) var<storage, read_write> hits: array<Pair>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = flatGroup(group, groups) * workgroupSize + thread;
  if (i >= min(counters[pairCountWord], min(arrayLength(&pairs), arrayLength(&hitStarts)))) {
    return;
  }
  let pair = pairs[i];
  let at = hitStarts[i];
  if (pair.verdict != SHARE_NO && at < arrayLength(&hits)) {
    hits[at] = pair;
  }
}
