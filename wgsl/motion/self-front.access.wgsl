// A pair of nodes of a front → where a descent from it ends: pairs that are apart and pairs of leaves, for the next
// front, and the reported ones of the latter. Depth first; the higher node is split.
//
// A descent that has used up its number of tests stops: what it has not reached goes unchanged into the next front,
// from which the descent resumes. So no thread keeps all others waiting, and no sum of all threads' counts overflows.
//
// A kernel that uses it binds impactStep, topology and dops, and defines keepPair(at, first, second) and
// tellPair(at, first, second). CPU twin: SelfFront (lib/index/bvh/self-front.ts).

// A pair leaves two in its place, with one node a level lower. 25 levels for each node.
const MOST_DESCENDED: u32 = 52u;

struct Descent {
  kept: u32,
  told: u32,
  tests: u32,
  isStopped: bool,
}

// @param keptAt, toldAt the first places for the results.
fn descend(first: u32, second: u32, keptAt: u32, toldAt: u32) -> Descent {
  let leaf = firstLeaf();
  var kept = keptAt;
  var told = toldAt;
  var tests = 0u;
  var waiting: array<vec2u, MOST_DESCENDED>;
  waiting[0] = vec2u(first, second);
  var height = 1u;
  while (height > 0u && tests < impactStep.mostTests) {
    height--;
    let pair = waiting[height];
    if (min(pair.x, pair.y) >= leaf) {
      let corners = cornersOf(itemOfLeaf(pair.x - leaf));
      if (!areNeighbours(corners, cornersOf(itemOfLeaf(pair.y - leaf)))) {
        keepPair(kept, pair.x, pair.y);
        kept++;
        tellPair(told, pair.x, pair.y);
        told++;
      }
      continue;
    }
    let isFirst = pair.x < pair.y;
    let whole = max(pair.x, pair.y);
    for (var k = 1u; k < 3u; k++) {
      let child = 2u * min(pair.x, pair.y) + k;
      if (isEmptyNode(child)) {
        continue;
      }
      let next = select(vec2u(whole, child), vec2u(child, whole), isFirst);
      tests++;
      if (areNodesApart(next.x, next.y)) {
        keepPair(kept, next.x, next.y);
        kept++;
      } else {
        waiting[height] = next;
        height++;
      }
    }
  }
  for (var i = 0u; i < height; i++) {
    keepPair(kept, waiting[i].x, waiting[i].y);
    kept++;
  }
  return Descent(kept - keptAt, told - toldAt, tests, height > 0u);
}
