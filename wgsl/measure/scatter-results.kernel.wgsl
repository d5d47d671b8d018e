// Results of leaves and their places → compact lists, in the order of the leaves: of the contacts, and of the undecided
// leaves and the faces near them, which the CPU measures.
//
// One thread: one leaf, which it copies to its list, if there is capacity.

fn itemCount() -> u32 {
  return min(leafCount(), arrayLength(&results));
}

fn takeItem(leaf: u32) {
  let result = results[leaf];
  let kind = resultStateKind(result.state);
  let first = RESULT_SUMS * leaf;
  if (kind < KIND_DROPPED && resultStarts[first] < arrayLength(&contacts)) {
    contacts[resultStarts[first]] = result;
  }
  if (kind != KIND_UNDECIDED) {
    return;
  }
  let at = resultStarts[first + 1u];
  let start = resultStarts[first + 2u];
  var row = rows[leaf];
  let end = min(row.nearCount, arrayLength(&undecidedNear) - min(start, arrayLength(&undecidedNear)));
  for (var i = 0u; i < end; i++) {
    undecidedNear[start + i] = near[row.nearStart + i];
  }
  if (at < arrayLength(&undecidedRows)) {
    row.nearStart = start;
    undecidedRows[at] = row;
  }
}
