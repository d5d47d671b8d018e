// Points seen along an axis → the smallest rectangle that holds them, to rounding.
//
// One of its sides lies on an edge of their convex polygon (H. Freeman, R. Shapira, "Determining the minimum-area
// encasing rectangle for an arbitrary closed curve", 1975). The three points that the other sides touch advance with
// the edge (G. T. Toussaint, "Solving geometric problems with the rotating calipers", 1983).
//
//        top
//    ┌────●──────┐
//    ●           │        e: the edge; right, top, left: the points that are farthest along e, away from the
//    │left       ●right   edge, and against e
//    └──●═════●──┘
//         e →

/**
 * @param plane u, v a point, mm.
 * @returns a unit vector along a side; (1, 0) if all points coincide.
 */
export function leastRectangle(plane: Float64Array): { readonly u: number; readonly v: number } {
  const rim = rimOf(plane);
  const size = rim.length;
  let best = { u: 1, v: 0 };
  if (size < 2) return best;
  let least = Number.POSITIVE_INFINITY;
  let [right, top, left] = [0, 0, 0];
  const step = (i: number, eu: number, ev: number) => {
    const [p, q] = [2 * rim[i % size], 2 * rim[(i + 1) % size]];
    return (plane[q] - plane[p]) * eu + (plane[q + 1] - plane[p + 1]) * ev;
  };
  for (let i = 0; i < size; i++) {
    const [p, q] = [2 * rim[i], 2 * rim[(i + 1) % size]];
    const [du, dv] = [plane[q] - plane[p], plane[q + 1] - plane[p + 1]];
    const length = Math.sqrt(du * du + dv * dv);
    const [eu, ev] = [du / length, dv / length];
    right = Math.max(right, i);
    while (right < i + size && step(right, eu, ev) > 0) right++;
    top = Math.max(top, right);
    while (top < i + size && step(top, -ev, eu) > 0) top++;
    left = Math.max(left, top);
    while (left < i + size && step(left, eu, ev) < 0) left++;
    const [r, t, l] = [2 * rim[right % size], 2 * rim[top % size], 2 * rim[left % size]];
    const width = (plane[r] - plane[l]) * eu + (plane[r + 1] - plane[l + 1]) * ev;
    const height = (plane[t + 1] - plane[p + 1]) * eu - (plane[t] - plane[p]) * ev;
    if (width * height < least) {
      least = width * height;
      best = { u: eu, v: ev };
    }
  }
  return best;
}

/** The convex polygon, counter-clockwise (A. M. Andrew, 1979), to rounding; for points on a line, their two ends. */
function rimOf(plane: Float64Array): number[] {
  const order = Uint32Array.from({ length: plane.length / 2 }, (_, i) => i);
  order.sort((p, q) => plane[2 * p] - plane[2 * q] || plane[2 * p + 1] - plane[2 * q + 1]);
  const lower = chain(plane, order);
  const upper = chain(plane, order.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chain(plane: Float64Array, order: Uint32Array): number[] {
  const turns: number[] = [];
  for (const p of order) {
    while (turns.length > 1 && !isLeft(plane, turns[turns.length - 2], turns[turns.length - 1], p)) turns.pop();
    const last = turns[turns.length - 1];
    if (last === undefined || plane[2 * last] !== plane[2 * p] || plane[2 * last + 1] !== plane[2 * p + 1])
      turns.push(p);
  }
  return turns;
}

function isLeft(plane: Float64Array, a: number, b: number, c: number): boolean {
  const [u, v] = [plane[2 * a], plane[2 * a + 1]];
  return (plane[2 * b] - u) * (plane[2 * c + 1] - v) > (plane[2 * b + 1] - v) * (plane[2 * c] - u);
}
