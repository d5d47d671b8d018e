// Points → a binary tree over them: every node halves its points by number, across the longest axis of their box.
//
//   nodes 0 … n − 2        have two children each; breadth first, so that a parent comes before its children
//   node n − 1 + p         is the leaf at place p, whose point is order[p]
//
// Its depth is log₂ n, rounded up, whatever the points are.

export interface MedianTree {
  /** Points by place. */
  readonly order: Uint32Array;
  /** Two nodes for each node that is not a leaf. */
  readonly children: Uint32Array;
}

/** @param points xyz each. */
export function buildMedianTree(points: Float64Array): MedianTree {
  const count = points.length / 3;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const inner = Math.max(0, count - 1);
  const children = new Uint32Array(2 * inner);
  /** First and end place of each node that is not a leaf. */
  const ranges = new Uint32Array(2 * inner);
  if (inner > 0) ranges[1] = count;
  let made = 1;
  for (let node = 0; node < inner; node++) {
    const [first, end] = [ranges[2 * node], ranges[2 * node + 1]];
    const middle = (first + end) >>> 1;
    part(points, longestAxis(points, order, first, end), order, first, end, middle);
    for (const [k, from, to] of [
      [0, first, middle],
      [1, middle, end],
    ]) {
      const isLeaf = to - from === 1;
      children[2 * node + k] = isLeaf ? inner + from : made;
      if (isLeaf) continue;
      ranges.set([from, to], 2 * made++);
    }
  }
  return { order, children };
}

function longestAxis(points: Float64Array, order: Uint32Array, first: number, end: number): number {
  let longest = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const x = points[3 * order[i] + k];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  return axis;
}

/**
 * Reorders places first … end − 1 so that no point before `middle` is greater along the axis than one after it (C. A.
 * R. Hoare, "Algorithm 65: find", CACM 4(7), 1961).
 */
function part(
  points: Float64Array,
  axis: number,
  order: Uint32Array,
  first: number,
  end: number,
  middle: number,
): void {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const pivot = points[3 * order[(low + high) >>> 1] + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (points[3 * order[i] + axis] < pivot) i++;
      while (points[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const moved = order[i];
      order[i++] = order[j];
      order[j--] = moved;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
