// Pairs of items whose k-DOPs meet → the features of theirs that may meet, and their number.
//
// One thread: one pair, and its features one after another: the corners of the first with the second, those of the
// second with the first, sides with sides. Features that k-DOPs separate, that another pair tests, or that never
// meet are ruled out. Writes the bits of the rest to the pair, and their number to featureStarts, which a prefix
// sum turns into places; adds up what was tested, and what reached the last test. CPU twin: FeatureTests
// (lib/questions/motion/deforming/feature-tests.ts).

var<private> brought: u32;
var<private> met: u32;

struct SeenItem {
  item: u32,
  leaf: u32,
  corners: vec3u,
  points: array<MovingPoint, 3>,
}

fn seenItem(leaf: u32) -> SeenItem {
  let item = itemOfLeaf(leaf);
  let corners = cornersOf(item);
  let points = array<MovingPoint, 3>(movingPoint(corners.x), movingPoint(corners.y), movingPoint(corners.z));
  return SeenItem(item, leaf, corners, points);
}

fn mayMeet(p: FeaturePoints, isFace: bool) -> bool {
  let isNever = areNeverCoplanar(movingVector(p.a, p.b), movingVector(p.c, p.d), movingVector(p.a, p.x), DIFFERENCE_ERROR);
  return !isNever && !areNeverMeeting(p, isFace);
}

fn mayCornerMeet(seen: SeenItem, k: u32, face: SeenItem) -> bool {
  let vertex = seen.corners[k];
  // A corner equal to an earlier one is tested there.
  if ((k > 0u && vertex == seen.corners.x) || (k > 1u && vertex == seen.corners.y)) {
    return false;
  }
  brought++;
  let p = seen.points[k];
  if (areDopsApart(withPoint(noDop(), p), nodeDop(firstLeaf() + face.leaf))) {
    return false;
  }
  if (!ownsVertexFace(vertex, seen.item, face.corners)) {
    return false;
  }
  met++;
  let a = face.points[0];
  return mayMeet(FeaturePoints(a, face.points[1], a, face.points[2], p), true);
}

fn cornerBits(seen: SeenItem, face: SeenItem, shift: u32) -> u32 {
  var bits = 0u;
  if (face.item < impactStep.faceCount) {
    for (var k = 0u; k < 3u; k++) {
      if (mayCornerMeet(seen, k, face)) {
        bits |= 1u << (shift + k);
      }
    }
  }
  return bits;
}

fn sideOf(item: u32, k: u32) -> u32 {
  return topology[impactStep.sidesAt + 3u * item + k];
}

fn nextCorner(k: u32) -> u32 {
  return select(k + 1u, 0u, k == 2u);
}

fn sideBits(first: SeenItem, second: SeenItem, shift: u32) -> u32 {
  var bits = 0u;
  for (var i = 0u; i < 3u; i++) {
    let edge = sideOf(first.item, i);
    if (edge == NO_FACE) {
      continue;
    }
    let a = first.points[i];
    let b = first.points[nextCorner(i)];
    let dop = withPoint(withPoint(noDop(), a), b);
    for (var j = 0u; j < 3u; j++) {
      let other = sideOf(second.item, j);
      if (other == NO_FACE) {
        continue;
      }
      brought++;
      let c = second.points[j];
      let d = second.points[nextCorner(j)];
      if (areDopsApart(dop, withPoint(withPoint(noDop(), c), d))) {
        continue;
      }
      // Pairs are ordered by the faces of the lesser edge first.
      var owns: bool;
      if (edge < other) {
        owns = ownsEdges(edge, first.item, other, second.item);
      } else {
        owns = ownsEdges(other, second.item, edge, first.item);
      }
      if (!owns) {
        continue;
      }
      met++;
      if (mayMeet(FeaturePoints(a, b, c, d, c), false)) {
        bits |= 1u << (shift + 3u * i + j);
      }
    }
  }
  return bits;
}

fn itemCount() -> u32 {
  return min(atomicLoad(&counters[IMPACT_COUNTS_ITEMS]), impactStep.itemCapacity);
}

fn takeItem(i: u32) {
  brought = 0u;
  met = 0u;
  let first = seenItem(itemPairs[i].first);
  let second = seenItem(itemPairs[i].second);
  let corners = cornerBits(first, second, 0u) | cornerBits(second, first, SECOND_CORNERS);
  let left = corners | sideBits(first, second, SIDES);
  itemPairs[i].left = left;
  featureStarts[i] = countOneBits(left);
  atomicAdd(&counters[IMPACT_COUNTS_BROUGHT], brought);
  if (met > 0u) {
    atomicAdd(&counters[IMPACT_COUNTS_MET], met);
  }
}
