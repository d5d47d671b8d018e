// Pairs → the near faces of each row of the front, in no certain order within a row: no result depends on it. One
// thread a pair.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<uniform> level: SubdivisionLevel;
@group(0) @binding(3) var<storage, read> pairs: array<Pair>;
@group(0) @binding(4) var<storage, read> front: array<u32>;
@group(0) @binding(5) var<storage, read> frontStarts: array<u32>;
@group(0) @binding(6) var<storage, read> nearStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> nearFill: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> entries: array<NearEntry>;

const VERDICT_SHIFT: u32 = 30u;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let i = flatGroup(group, groups) * workgroupSize + thread;
  if (i >= min(counterAt(level.pairs), arrayLength(&pairs))) {
    return;
  }
  let pair = pairs[i];
  let faces = array<u32, 2>(pair.boneFace, pair.toolFace);
  for (var body = 0u; body < 2u; body++) {
    if (!isWanted(body)) {
      continue;
    }
    let row = frontRow(pair.pose, body, faces[body]);
    if (row >= rowTotal()) {
      continue;
    }
    let e = nearStarts[row] + atomicAdd(&nearFill[row], 1u);
    if (e < nearTotal()) {
      entries[e] = NearEntry(row, faces[1u - body] | (pair.verdict << VERDICT_SHIFT));
    }
  }
}
