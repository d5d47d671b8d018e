// A proposed step → a step in which nothing meets anything, proved by the impact detector.
//
// After R. Bridson, R. Fedkiw, J. Anderson, "Robust treatment of collisions, contact and friction for cloth animation",
// ACM TOG 21(3), 2002: each impact is answered by impulses between its four vertices. These may cause other impacts, so
// there are several rounds. The vertices of impacts left after these are held where they were. This ends, since each
// round holds a vertex that moved, and what does not move at all touches only what it touched before.
//
// Resting contact: parts that would meet are not just stopped, but put GAP apart at the end of the step, along the
// impact's normal. So the next step does not start at distance 0, where there is no time to move; later steps may use
// up that gap, until there is an impact again. Velocities do not include the push: they lose only their component into
// the contact.

/** mm. */
const GAP = 0.3;
const FRICTION = 0.4;
/** Rounds of impulses before the vertices of the remaining impacts are held. */
const ROUNDS = 10;

/**
 * @param options.detector of all vertices, including the bone's. @param options.faces the detector's faces.
 * @param options.inverseMass of each vertex, 1/g; 0 for those that nothing pushes.
 * @param options.start mm, all positions: free of contact. @param options.end as proposed; modified in place.
 * @param options.velocities mm/ms, of all vertices; modified in place.
 * @returns the proposal's table of impacts, and the time up to which it was free; rounds; number of held vertices.
 */
export async function settleImpacts({ detector, faces, inverseMass, start, end, velocities }) {
  const impacts = await detector.impacts(start, end);
  const free = impacts.length === 0 ? 1 : await detector.freeUntil(start, end);
  const held = new Set();
  let table = impacts;
  let rounds = 0;
  for (; table.length > 0; rounds++) {
    for (let row = 0; row < table.length; row++) {
      const impact = impactOf(table, row, detector.edges, faces);
      if (rounds < ROUNDS) push(impact, { inverseMass, start, end, velocities });
      else for (const vertex of impact.vertices) hold(vertex, { start, end, velocities, held });
    }
    table = await detector.impacts(start, end);
  }
  return { impacts, free, rounds, held: held.size };
}

/** The four vertices of an impact: vertex and face, or edge and edge. */
export function verticesOf({ kind, a, b }, row, edges, faces) {
  if (kind[row] === 0) return [a[row], ...faces.subarray(3 * b[row], 3 * b[row] + 3)];
  return [...edges.subarray(2 * a[row], 2 * a[row] + 2), ...edges.subarray(2 * b[row], 2 * b[row] + 2)];
}

/** An impact with weights that subtract one point from the other: of positions, they give the vector between them. */
function impactOf(table, row, edges, faces) {
  const isEdges = table.kind[row] === 1;
  const [u, v] = table.parameters.subarray(2 * row, 2 * row + 2);
  const weights = isEdges ? [1 - u, u, v - 1, -v] : [1, u + v - 1, -u, -v];
  return { isEdges, time: table.low[row], vertices: verticesOf(table, row, edges, faces), weights };
}

function push(impact, { inverseMass, start, end, velocities }) {
  const { vertices, weights } = impact;
  const normal = normalOf(impact, start, end);
  const yielding = vertices.reduce((sum, vertex, i) => sum + weights[i] ** 2 * inverseMass[vertex], 0);
  if (normal === null || yielding === 0) return;
  const between = (of) => [0, 1, 2].map((k) => vertices.reduce((sum, v, i) => sum + weights[i] * of[3 * v + k], 0));
  const give = (to, way, size) => {
    for (const [i, vertex] of vertices.entries())
      for (let k = 0; k < 3; k++) to[3 * vertex + k] += (size / yielding) * weights[i] * inverseMass[vertex] * way[k];
  };
  const before = between(start);
  // Toward the side where it was at the start.
  const out = dot(normal, before) < 0 ? normal.map((x) => -x) : normal;
  const lacking = GAP - dot(out, between(end));
  if (lacking > 0) {
    give(end, out, lacking);
    slow(
      give,
      end,
      out,
      between(end).map((x, k) => x - before[k]),
      lacking,
    );
  }
  const velocity = between(velocities);
  const closing = -dot(out, velocity);
  if (closing > 0) {
    give(velocities, out, closing);
    slow(give, velocities, out, velocity, closing);
  }
}

/** Coulomb friction: reduces the motion along the surface by as much as the push across it allows. */
function slow(give, to, out, motion, pushed) {
  const along = dot(out, motion);
  const slide = motion.map((x, k) => x - along * out[k]);
  const size = Math.hypot(...slide);
  if (size > 0) give(to, slide, -Math.min(1, (FRICTION * pushed) / size));
}

/** A unit normal of the face, or of both edges, when they meet; null if they have none. */
function normalOf({ isEdges, time, vertices }, start, end) {
  const [a, b, c, d] = vertices.map((vertex) =>
    [0, 1, 2].map((k) => start[3 * vertex + k] + time * (end[3 * vertex + k] - start[3 * vertex + k])),
  );
  const [u, v] = isEdges ? [minus(b, a), minus(d, c)] : [minus(c, b), minus(d, b)];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal);
  // Edges within a degree of parallel have no meaningful normal, but other impacts there do.
  return length > 0.02 * Math.hypot(...u) * Math.hypot(...v) ? normal.map((x) => x / length) : null;
}

function hold(vertex, { start, end, velocities, held }) {
  if ([0, 1, 2].every((k) => end[3 * vertex + k] === start[3 * vertex + k])) return;
  held.add(vertex);
  for (let i = 3 * vertex; i < 3 * vertex + 3; i++) {
    end[i] = start[i];
    velocities[i] = 0;
  }
}

const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const minus = (u, v) => u.map((x, k) => x - v[k]);
