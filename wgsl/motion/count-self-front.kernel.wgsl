// A front over a tree of k-DOPs → for each of its pairs, the numbers of pairs of the next front and of reported pairs
// of leaves that it yields.
//
// One thread: one pair. Writes both counts, which prefix sums turn into places, and to the pair itself whether it is
// apart as it stands, so that this is tested once. CPU twin: SelfFront (lib/index/bvh/self-front.ts).

fn keepPair(at: u32, first: u32, second: u32) {}

fn tellPair(at: u32, first: u32, second: u32) {}

fn itemCount() -> u32 {
  return impactStep.frontCount;
}

fn takeItem(i: u32) {
  let node = selfFrontNode(selfFront[i].first);
  let isApart = areNodesApart(node, selfFront[i].second);
  selfFront[i].first = packSelfFront(node, select(0u, 1u, isApart));
  if (isApart) {
    keptStarts[i] = 1u;
    toldStarts[i] = 0u;
    return;
  }
  let found = descend(node, selfFront[i].second, 0u, 0u);
  keptStarts[i] = found.kept;
  toldStarts[i] = found.told;
  atomicAdd(&counters[IMPACT_COUNTS_TESTS], found.tests);
  if (found.isStopped) {
    atomicAdd(&counters[IMPACT_COUNTS_STOPPED], 1u);
  }
}
