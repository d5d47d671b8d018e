// Pairs and the places of those not proved apart → these in one compact list, in the order of the pairs.
//
// One thread: one pair, which it copies to `hits`, if there is capacity.

override pairCountWord: u32;

fn itemCount() -> u32 {
  return min(counters[pairCountWord], min(arrayLength(&pairs), arrayLength(&hitStarts)));
}

fn takeItem(i: u32) {
  let pair = pairs[i];
  let at = hitStarts[i];
  if (pair.verdict != PAIR_APART && at < arrayLength(&hits)) {
    hits[at] = pair;
  }
}
