// Two segments → the positions of their nearest points along them.

// m, n in [0, 1] and the square of |w + m·u − n·v|, the distance of the points, in widths; w: from the start of the
// second segment, along v, to that of the first, along u. If the two are parallel, some nearest points of the lines
// that lie in one of them are clamped into both. (Ericson 2005, 5.1.9, with the determinants as products of cross
// products, which lose half as much near parallel.)
fn nearestFractions(w: vec3f, u: vec3f, v: vec3f) -> vec3f {
  let uu = dot(u, u);
  let vv = dot(v, v);
  let uv = dot(u, v);
  let across = cross(u, v);
  let start = clampedRatio(dot(across, cross(v, w)), dot(across, across));
  let n = clampedRatio(uv * start + dot(v, w), vv);
  let m = clampedRatio(uv * n - dot(u, w), uu);
  let x = w + m * u - n * v;
  return vec3f(m, n, dot(x, x));
}
