// Closed meshes → their solids, hulls and unions by another library, and how far one surface lies from another.

import load, { type Manifold } from 'manifold-3d';
import { BoneBody } from '#bodies';
import { createMesh, type Pose, type RigidMotion, type TriangleMesh } from '#kerf';
import { checkMotion, Stroke } from '#motion';
import { NearestFace } from '#proximity';
import { movedMesh } from './contact-cases.ts';

type Random = () => number;

const wasm = await load();
wasm.setup();

/** manifold-3d's solid, with coordinates rounded to f32; free it with `delete`. */
export function solidOf({ positions, faces }: TriangleMesh): Manifold {
  const mesh = new wasm.Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(positions),
    triVerts: Uint32Array.from(faces),
  });
  const solid = new wasm.Manifold(mesh);
  if (solid.isEmpty()) throw new Error(`manifold-3d takes the mesh for no solid: ${solid.status()}`);
  return solid;
}

const posed = (mesh: TriangleMesh, pose: Pose) => movedMesh(mesh, Float64Array.from(pose));

/** The swept volume of a convex tool in a linear motion: the hull of the tool at both ends. */
export function sweptHull(tool: TriangleMesh, from: Pose, to: Pose): Manifold {
  const points = [from, to].flatMap((pose) => {
    const { positions } = posed(tool, pose);
    return Array.from({ length: positions.length / 3 }, (_, v): [number, number, number] => [
      positions[3 * v],
      positions[3 * v + 1],
      positions[3 * v + 2],
    ]);
  });
  return wasm.Manifold.hull(points);
}

/**
 * What convex parts sweep: of a turn, that of `steps` short linear motions.
 * @returns off: how far the exact solid's surface may be from this one, mm. An arc is off its chord by at most its path
 * times its angle, over 8; and an edge that turns about its middle sweeps a V, which the hull fills by a quarter of its
 * length, at most half of `reach`, times the angle. @param reach no point of the tool is farther from its origin.
 */
export function sweptSolid(parts: readonly TriangleMesh[], motion: RigidMotion, reach: number, steps: number) {
  const stroke = new Stroke(checkMotion(motion), reach, 0);
  const count = motion.motion === 'linear' ? 1 : steps;
  const poses = Array.from({ length: count + 1 }, (_, i) => {
    stroke.moveTo(i / count);
    return Float64Array.from(stroke.pose.matrix);
  });
  const solid = unionOf(parts.flatMap((part) => poses.slice(1).map((pose, i) => sweptHull(part, poses[i], pose))));
  const turn = stroke.angle / count;
  return { solid, off: ((stroke.farthest / count) * turn) / 8 + (turn * reach) / 2 };
}

export const hullOf = (points: readonly (readonly [number, number, number])[]): Manifold =>
  wasm.Manifold.hull(points.map(([x, y, z]): [number, number, number] => [x, y, z]));

export const unionOf = (solids: readonly Manifold[]): Manifold => wasm.Manifold.union([...solids]);

export function meshOf(solid: Manifold): TriangleMesh {
  const { numProp, vertProperties, triVerts } = solid.getMesh();
  const positions = Array.from({ length: (3 * vertProperties.length) / numProp }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return vertProperties[numProp * vertex + (i % 3)];
  });
  return createMesh(positions, triVerts);
}

/** Points on a surface, uniform by area: xyz per point. */
export function surfacePoints({ positions, faces }: TriangleMesh, count: number, random: Random): Float64Array {
  const sums = new Float64Array(faces.length / 3);
  let total = 0;
  const corner = (face: number, n: number, k: number) => positions[3 * faces[3 * face + n] + k];
  for (let face = 0; face < sums.length; face++) {
    const [u, v] = [1, 2].map((n) => [0, 1, 2].map((k) => corner(face, n, k) - corner(face, 0, k)));
    total += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    sums[face] = total;
  }
  const points = new Float64Array(3 * count);
  for (let n = 0; n < count; n++) {
    const wanted = total * random();
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    let [s, t] = [random(), random()];
    if (s + t > 1) [s, t] = [1 - s, 1 - t];
    for (let k = 0; k < 3; k++)
      points[3 * n + k] = (1 - s - t) * corner(low, 0, k) + s * corner(low, 1, k) + t * corner(low, 2, k);
  }
  return points;
}

/** Each point's distance to a surface, mm. */
export function distancesTo(surface: TriangleMesh, points: Float64Array): Float64Array {
  const nearest = new NearestFace(new BoneBody(surface));
  return Float64Array.from({ length: points.length / 3 }, (_, n) => {
    nearest.find(points[3 * n], points[3 * n + 1], points[3 * n + 2], -1);
    return Math.sqrt(nearest.squared);
  });
}
