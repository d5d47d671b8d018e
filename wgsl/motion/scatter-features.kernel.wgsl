// Tested pairs of items and the places of their features → the remaining pairs of features, in order.
//
// One thread: one pair of items. Writes a record for each bit, if there is capacity: a vertex and a face, or two edges.
// CPU twin: FeatureTests (lib/questions/motion/deforming/feature-tests.ts).

fn featurePair(first: u32, second: u32, bit: u32) -> FeaturePair {
  if (bit >= SIDES) {
    let sides = impactStep.sidesAt + vec2u(3u * first + (bit - SIDES) / 3u, 3u * second + (bit - SIDES) % 3u);
    return FeaturePair(packFeature(topology[sides.x], 1u), topology[sides.y]);
  }
  if (bit >= SECOND_CORNERS) {
    return FeaturePair(packFeature(cornersOf(second)[bit - SECOND_CORNERS], 0u), first);
  }
  return FeaturePair(packFeature(cornersOf(first)[bit], 0u), second);
}

fn itemCount() -> u32 {
  return min(counters[IMPACT_COUNTS_ITEMS], impactStep.itemCapacity);
}

fn takeItem(i: u32) {
  let first = itemOfLeaf(itemPairs[i].first);
  let second = itemOfLeaf(itemPairs[i].second);
  var at = featureStarts[i];
  for (var left = itemPairs[i].left; left != 0u; left &= left - 1u) {
    if (at < impactStep.featureCapacity) {
      featurePairs[at] = featurePair(first, second, countTrailingZeros(left));
    }
    at++;
  }
}
