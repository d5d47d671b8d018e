// Counts that the GPU wrote → workgroups of indirect dispatches over them.

const MOST_GROUPS: u32 = 65535u;

@group(0) @binding(0) var<storage, read> tasks: array<DispatchTask>;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read_write> dispatches: array<u32>;

@compute @workgroup_size(1)
fn main() {
  for (var i = 0u; i < arrayLength(&tasks); i++) {
    let task = tasks[i];
    if (task.itemsPerGroup == 0u) {
      continue;
    }
    let items = min(counters[task.countWord], task.capacity);
    // Not (items + n − 1) / n: that sum may pass 2^32.
    let groups = items / task.itemsPerGroup + select(0u, 1u, items % task.itemsPerGroup != 0u);
    let rows = groups / MOST_GROUPS + select(0u, 1u, groups % MOST_GROUPS != 0u);
    dispatches[3u * task.slot] = min(groups, MOST_GROUPS);
    dispatches[3u * task.slot + 1u] = max(rows, 1u);
    dispatches[3u * task.slot + 2u] = 1u;
  }
}
