// Leaves, their gaps and corners → one result each, and the counts that give the contacts and the open leaves their
// places. One thread a leaf.

override workgroupSize: u32 = 64u;

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<uniform> counters: array<vec4u, COUNTER_QUADS>;
@group(0) @binding(2) var<storage, read> rows: array<SubTriangleRow>;
@group(0) @binding(3) var<storage, read> gaps: array<LeafGap>;
@group(0) @binding(4) var<storage, read> corners: array<CornerDistance>;
@group(0) @binding(5) var<storage, read_write> results: array<LeafResult>;
/// Counts, of which prefix sums make places: 1 for a contact; 1 for an open leaf; its near faces.
@group(0) @binding(6) var<storage, read_write> contactStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> openStarts: array<u32>;
@group(0) @binding(8) var<storage, read_write> openNearStarts: array<u32>;

@compute @workgroup_size(workgroupSize)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let leaf = flatGroup(group, groups) * workgroupSize + thread;
  if (leaf >= min(leafCount(), arrayLength(&rows))) {
    return;
  }
  let row = rows[leaf];
  let gap = gaps[leaf];
  let atCorners = array<CornerDistance, 3>(corners[3u * leaf], corners[3u * leaf + 1u], corners[3u * leaf + 2u]);
  let decision = decideLeaf(gap, hasInside(scene.signed, 1u - bodyOf(row)), atCorners, scene.tolerance);
  let kind = decision.kind;
  let isOpen = kind == KIND_OPEN;
  var state = (row.state & 0xffffffu) | (kind << KIND_SHIFT);
  if (kind >= KIND_CORNER && kind < KIND_DROPPED) {
    state |= CORNER_INSIDE_BIT;
  }
  results[leaf] = LeafResult(
    row.owner, state, row.path, decision.face, decision.low, decision.high, gap.s, gap.t, gap.s2, gap.t2,
  );
  contactStarts[leaf] = select(0u, 1u, kind < KIND_DROPPED);
  openStarts[leaf] = select(0u, 1u, isOpen);
  openNearStarts[leaf] = select(0u, row.nearCount, isOpen);
}
