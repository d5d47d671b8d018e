// three-mesh-bvh, on which two published ways of sliding a sphere are built → the corners of the centre's path.
//
// collideAndSlide: K. Fauerby, "Improved collision detection and response", 2003. A triangle is tested by its plane,
// corners and edges; the sphere stops `veryCloseDistance`, 0.005 radii, before contact; what is left is projected onto
// the plane of the contact, at most 5 times. His triangles have one side, these have two, as kerf's have.
//
// pushOut: the way of three-mesh-bvh's own example of a character that moves: the motion in 5 steps, after each of
// which the sphere is pushed out of each triangle that it has entered, less 1e-5.

import { Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { geometryOf } from '../../../examples/engines/three-mesh-bvh.mjs';

const VERY_CLOSE = 0.005;
const MOST_SLIDES = 5;
const STEPS = 5;
const KEPT = 1e-5;

const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const along = (a, t, b) => [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const lengthOf = (a) => Math.sqrt(dot(a, a));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function bvhOf(mesh) {
  return new MeshBVH(geometryOf(mesh), { indirect: true });
}

export function collideAndSlide(bvh, { from, to, radius }) {
  const path = [from];
  const veryClose = VERY_CLOSE * radius;
  let position = from;
  let velocity = minus(to, from);
  for (let slide = 0; slide <= MOST_SLIDES; slide++) {
    const hit = firstHit(bvh, position, velocity, radius);
    if (hit === null) {
      path.push(along(position, 1, velocity));
      return path;
    }
    const length = lengthOf(velocity);
    const destination = along(position, 1, velocity);
    let { point } = hit;
    if (hit.t * length >= veryClose) {
      position = along(position, hit.t - veryClose / length, velocity);
      point = along(point, -veryClose / length, velocity);
      path.push(position);
    }
    const away = minus(position, point);
    const normal = away.map((x) => x / lengthOf(away));
    const projected = along(destination, -dot(minus(destination, point), normal), normal);
    velocity = minus(projected, point);
    if (lengthOf(velocity) < veryClose) break;
  }
  return path;
}

/** The earliest time at which the sphere meets a triangle, in f64 as published. */
function firstHit(bvh, from, way, radius) {
  const low = from.map((x, k) => Math.min(x, x + way[k]) - radius);
  const high = from.map((x, k) => Math.max(x, x + way[k]) + radius);
  let found = null;
  bvh.shapecast({
    intersectsBounds: ({ min, max }) =>
      min.x <= high[0] && max.x >= low[0] && min.y <= high[1] && max.y >= low[1] && min.z <= high[2] && max.z >= low[2],
    intersectsTriangle: ({ a, b, c }) => {
      const hit = hitOf([a, b, c].map(({ x, y, z }) => [x, y, z]), from, way, radius); // biome-ignore format: one call
      if (hit !== null && (found === null || hit.t < found.t)) found = hit;
      return false;
    },
  });
  return found;
}

function hitOf(corners, from, way, radius) {
  const [a, b, c] = corners;
  const across = cross(minus(b, a), minus(c, a));
  const size = lengthOf(across);
  if (size === 0) return null;
  let normal = across.map((x) => x / size);
  if (dot(normal, minus(from, a)) < 0) normal = normal.map((x) => -x);
  const distance = dot(normal, minus(from, a));
  const speed = dot(normal, way);
  // When it enters and leaves the plane's slab of its own radius.
  let enters = 0;
  if (speed === 0) {
    if (distance >= radius) return null;
  } else {
    const times = [(radius - distance) / speed, (-radius - distance) / speed].sort((s, t) => s - t);
    if (times[0] > 1 || times[1] < 0) return null;
    enters = Math.max(0, times[0]);
    const point = along(along(from, enters, way), -radius, normal);
    if (isInside(point, corners)) return { t: enters, point };
  }
  let best = null;
  const take = (t, point) => {
    if (t !== null && (best === null || t < best.t)) best = { t, point };
  };
  const square = dot(way, way);
  for (let i = 0; i < 3; i++) {
    const [p, q] = [corners[i], corners[(i + 1) % 3]];
    const toCorner = minus(p, from);
    take(leastRoot(square, -2 * dot(way, toCorner), dot(toCorner, toCorner) - radius * radius), p);
    const edge = minus(q, p);
    const [ee, ev, eb] = [dot(edge, edge), dot(edge, way), dot(edge, toCorner)];
    const t = leastRoot(
      -ee * square + ev * ev,
      2 * ee * dot(way, toCorner) - 2 * ev * eb,
      ee * (radius * radius - dot(toCorner, toCorner)) + eb * eb,
    );
    if (t === null) continue;
    const f = (ev * t - eb) / ee;
    if (f >= 0 && f <= 1) take(t, along(p, f, edge));
  }
  return best;
}

function isInside(p, [a, b, c]) {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const [uu, uv, vv, wu, wv] = [dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)];
  const over = uv * uv - uu * vv;
  const s = (uv * wv - vv * wu) / over;
  const t = (uv * wu - uu * wv) / over;
  return s >= 0 && t >= 0 && s + t <= 1;
}

/** In [0, 1]; null if there is none. */
function leastRoot(a, b, c) {
  const square = b * b - 4 * a * c;
  if (square < 0 || a === 0) return null;
  const root = Math.sqrt(square);
  const times = [(-b - root) / (2 * a), (-b + root) / (2 * a)].sort((s, t) => s - t);
  return times.find((t) => t >= 0 && t <= 1) ?? null;
}

export function pushOut(bvh, { from, to, radius }) {
  const path = [from];
  const way = minus(to, from);
  const centre = new Vector3(...from);
  const before = new Vector3();
  const nearest = new Vector3();
  for (let step = 0; step < STEPS; step++) {
    centre.x += way[0] / STEPS;
    centre.y += way[1] / STEPS;
    centre.z += way[2] / STEPS;
    before.copy(centre);
    bvh.shapecast({
      intersectsBounds: (box) => box.distanceToPoint(centre) < radius,
      intersectsTriangle: (triangle) => {
        triangle.closestPointToPoint(centre, nearest);
        const distance = nearest.distanceTo(centre);
        if (distance < radius) centre.addScaledVector(nearest.sub(centre).normalize(), distance - radius);
        return false;
      },
    });
    const pushed = centre.clone().sub(before);
    const length = Math.max(0, pushed.length() - KEPT);
    centre.copy(before).addScaledVector(pushed.normalize(), length);
    path.push([centre.x, centre.y, centre.z]);
  }
  return path;
}
