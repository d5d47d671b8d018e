// Counts that the GPU wrote → the workgroups of indirect dispatches over them.
//
// One thread does all tasks: they are few. Reads `counters`; writes `dispatches`.

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
    dispatches[task.slot] = DispatchSize(min(groups, MOST_GROUPS), max(rows, 1u), 1u);
  }
}
