// Sorted Morton codes and boxes of ranges → the nodes of the binary tree of the codes' common prefixes, each with its
// box.
//
// T. Karras, "Maximizing parallelism in the construction of BVHs, octrees, and k-d trees", HPG 2012, section 3: a node
// for every place but the last. Its range begins or ends at its own place and extends to the side on which codes have
// more bits in common with it; it splits where the highest bit not common to all of it changes. Equal codes are
// distinguished by their places. Every node is found independently, from the codes alone.
//
// One thread: one node. Its box is the union of boxes of ranges, at most 2·(BRANCHING − 1) of each length, rather than
// of its children's: no thread waits for another. CPU twin: buildMortonTree (lib/index/bvh/morton-order.ts).

// Bits that the codes at two places have in common, from the highest; more for equal codes; less than any for a
// nonexistent place.
fn commonBits(i: i32, j: i32) -> i32 {
  if (j < 0 || j >= i32(lbvh.count)) {
    return -1;
  }
  let differing = keys[i] ^ keys[j];
  if (differing != 0u) {
    return i32(countLeadingZeros(differing));
  }
  return 32 + i32(countLeadingZeros(u32(i) ^ u32(j)));
}

// The far end of the range of the node that begins at `own` and extends in a direction, 1 or −1.
fn farEnd(own: i32, direction: i32) -> i32 {
  let least = commonBits(own, own - direction);
  var most = 2;
  while (commonBits(own, own + most * direction) > least) {
    most *= 2;
  }
  var length = 0;
  for (var step = most / 2; step >= 1; step /= 2) {
    if (commonBits(own, own + (length + step) * direction) > least) {
      length += step;
    }
  }
  return own + length * direction;
}

// The last place of the first child.
fn splitOf(first: i32, last: i32) -> i32 {
  let inCommon = commonBits(first, last);
  var low = first;
  var high = last;
  while (high - low > 1) {
    let middle = (low + high) / 2;
    if (commonBits(first, middle) > inCommon) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

fn boxOfPlaces(first: u32, last: u32) -> WordBox {
  var box = noBox();
  var low = first;
  var end = last + 1u;
  var level = 0u;
  var size = lbvh.count;
  while (low < end) {
    for (; low < end && low % BRANCHING != 0u; low++) {
      box = unite(box, rangeBox(level + low));
    }
    for (; low < end && end % BRANCHING != 0u; end--) {
      box = unite(box, rangeBox(level + end - 1u));
    }
    low /= BRANCHING;
    end /= BRANCHING;
    level += size;
    size = (size + BRANCHING - 1u) / BRANCHING;
  }
  return box;
}

fn itemCount() -> u32 {
  return max(lbvh.count, 1u) - 1u;
}

fn takeItem(node: u32) {
  let own = i32(node);
  let isSecond = commonBits(own, own + 1) > commonBits(own, own - 1);
  let other = farEnd(own, select(-1, 1, isSecond));
  let first = min(own, other);
  let last = max(own, other);
  let split = splitOf(first, last);
  let box = boxOfPlaces(u32(first), u32(last));
  codeNodes[node] = CodeNode(
    packCodeChild(u32(split), select(0u, 1u, split == first)),
    packCodeEnd(u32(last), select(0u, 1u, isSecond)),
    box.low.x, box.low.y, box.low.z, box.high.x, box.high.y, box.high.z,
  );
}
