// Results of leaves and the places of the contacts → a compact list of contacts, in the order of the leaves.
//
// One thread: one leaf, whose result it copies to `contacts`, if there is capacity.

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&results));
}

fn takeItem(leaf: u32) {
  let result = results[leaf];
  let at = contactStarts[leaf];
  if (resultStateKind(result.state) < KIND_DROPPED && at < arrayLength(&contacts)) {
    contacts[at] = result;
  }
}
