// Counted pairs of a front and their places → the next front, and the reported pairs of leaves, in order.
//
// One thread: one pair. Writes if there is capacity. CPU twin: SelfFront (lib/index/bvh/self-front.ts).

fn keepPair(at: u32, first: u32, second: u32) {
  if (at < impactStep.frontCapacity) {
    nextSelfFront[at] = SelfPair(packSelfFront(first, 0u), second);
  }
}

fn tellPair(at: u32, first: u32, second: u32) {
  if (at < impactStep.itemCapacity) {
    itemPairs[at] = ItemPair(first - firstLeaf(), second - firstLeaf(), 0u);
  }
}

fn itemCount() -> u32 {
  return impactStep.frontCount;
}

fn takeItem(i: u32) {
  let node = selfFrontNode(selfFront[i].first);
  if (selfFrontIsApart(selfFront[i].first) == 1u) {
    keepPair(keptStarts[i], node, selfFront[i].second);
  } else {
    descend(node, selfFront[i].second, keptStarts[i], toldStarts[i]);
  }
}
