// The numbers of active faces, of their branches and leaves and of the faces near them: words of `counters`;
// `subdivision` says which. Both are uniform bindings of the kernel. The numbers are clamped to the buffers' capacity.

fn activeTotal() -> u32 {
  return min(counterAt(subdivision.faces), subdivision.rowCapacity);
}

fn branchTotal() -> u32 {
  return min(counterAt(subdivision.branches), subdivision.rowCapacity);
}

fn leafTotal() -> u32 {
  return min(counterAt(subdivision.leaves), subdivision.rowCapacity);
}

fn nearTotal() -> u32 {
  return min(counterAt(subdivision.near), subdivision.nearCapacity);
}
