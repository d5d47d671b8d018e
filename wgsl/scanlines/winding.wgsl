// A point and a closed, oriented body → whether the body's surface winds round the point, if one scanline decides: its
// crossings are added up.
//
// If f32 does not prove on which side of an edge the ray passes, exact integers decide it for the faces' rounded
// copies. The copies are the body moved by at most `margin` per coordinate as seen from the point, and a winding number
// changes only if a face reaches the point on the way. None does: a face that is skipped stays beyond the margin, for
// others rayCrossing has proved it, and the rest must be ahead by more than the margin (copyCrossing). What f32 proves
// about a crossing it proves about the copy too. So the copies' crossings are added up.
//
// Crossings of a line through a closed surface add up to 0, so those towards either end decide alike. The walk goes to
// the end of the body's box that is nearer: there is less of the body. Towards the low end everything is mirrored,
// which turns the faces' sense as well, so that the sum is −1 for 1.
//
// CPU twin: lib/index/scanlines/scanline-winding.ts, which is exact for the faces themselves.
//
// Goes with grid, scanlines, scene-bodies, span-search.access, ray-face and ray-copy. A kernel that uses it binds scene
// and defines, for a body in its own frame: indexAt(body, entry) -> vec4i, an entry of its index; faceAt(body, face)
// -> vec3u, the numbers of a face's corners; ownCorners(body, corners) -> array<vec3i, 3>.

// The crossing of a face by the ray from p, of which each coordinate is off by at most `margin` together with a
// corner's. turn: 1, but −1 along the ray if it runs down.
fn crossingOf(body: u32, face: u32, p: vec3i, axis: u32, margin: i32, turn: vec3i) -> i32 {
  let corners = ownCorners(body, faceAt(body, face));
  let q = p * turn;
  let a = corners[0] * turn;
  let b = corners[1] * turn;
  let c = corners[2] * turn;
  let crossing = rayCrossing(q, a, b, c, axis, f32(margin));
  if (crossing != RAY_UNDECIDED) {
    return crossing;
  }
  return copyCrossing(q, a, b, c, axis, margin);
}

// `p` is in the body's own frame, with an error of at most `error` units per coordinate. SIDE_OUTSIDE and SIDE_INSIDE
// are proved for the stored point and faces, and so is that the point is not on the surface. If a stored face meets the
// stored ray, its rounded copy lies within `margin` of p across the ray and at most `margin` behind p along it. So its
// span is visited, exactly once.
fn windingAt(body: u32, p: vec3i, error: i32) -> u32 {
  let margin = error + OWN_ERROR;
  let low = lowOf(scene, body);
  let high = highOf(scene, body);
  if (any(p < low - margin) || any(p > high + margin)) {
    return SIDE_OUTSIDE;
  }
  let firstSpan = cellsOf(scene, body);
  var winding = 0;
  for (var grid = scanlinesOf(scene, body); grid.levels != 0u; grid = coarser(grid)) {
    if (!holdsSpans(grid)) {
      continue;
    }
    let x = depthLast(p, grid.axis);
    let isDown = x.z - depthLast(low, grid.axis).z < depthLast(high, grid.axis).z - x.z;
    var turn = vec3i(1);
    turn[grid.axis] = select(1, -1, isDown);
    let first = cellOf(grid, x.xy - margin);
    let last = cellOf(grid, x.xy + margin);
    for (var j = first.y; j <= last.y; j++) {
      for (var i = first.x; i <= last.x; i++) {
        let cell = indexCellOf(indexAt(body, cellIndex(grid, vec2i(i, j))));
        let start = firstSpan + u32(cell.start);
        let count = u32(cell.count);
        let owned = ownedIn(vec2i(i, j), first);
        let bounds = boundsWithin(grid, vec2i(i, j), x.xy - margin, x.xy + margin);
        var s = 0u;
        if (!isDown) {
          s = firstSpanFrom(body, start, count, x.z - margin - cell.extent);
        }
        for (; s < count; s++) {
          let span = indexSpanOf(indexAt(body, start + s));
          if (isDown && span.near > x.z + margin) {
            break;
          }
          let isBehind = !isDown && span.far < x.z - margin;
          if (isBehind || (span.owner & owned) != owned || !boundsMeet(span.bounds, bounds)) {
            continue;
          }
          let crossing = crossingOf(body, span.owner & FACE_BITS, p, grid.axis, margin, turn);
          if (crossing == RAY_UNDECIDED) {
            return SIDE_UNDECIDED;
          }
          winding += crossing;
        }
      }
    }
  }
  return select(SIDE_OUTSIDE, SIDE_INSIDE, winding != 0);
}
