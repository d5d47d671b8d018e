// A surface and a seed → sphere sweeps of all kinds about it, 7 numbers each.

import { createMesh, inspectMesh, type SphereImpact, type TriangleMesh } from '#kerf';
import { unitVector } from './random-geometry.ts';

type Random = () => number;

/** The same surface, larger, elsewhere. */
export function movedMesh(mesh: TriangleMesh, scale: number, offset: number): TriangleMesh {
  const positions = Float64Array.from(mesh.positions, (x) => scale * x + offset);
  return createMesh(positions, mesh.faces, { name: `${mesh.name}, scale ${scale}, offset ${offset}` });
}

export const kindOf = (impact: SphereImpact | null): 'free' | 'initial' | 'contact' =>
  impact === null ? 'free' : impact.time.high === 0 ? 'initial' : 'contact';

/**
 * Sweeps that start outside, inside and on the surface, and go toward it, past it, along a face at the radius, or not
 * at all. The spheres are points, burrs and balls; some come from far away, and some are larger than the surface.
 */
export function sweepsAround(mesh: TriangleMesh, random: Random, count: number): Float64Array {
  const { positions, faces } = mesh;
  const { min: low, max: high } = inspectMesh(mesh).bounds;
  const size = Math.max(...high.map((x, k) => x - low[k]));
  const sweeps = new Float64Array(7 * count);
  for (let i = 0; i < count; i++) {
    const face = Math.floor((random() * faces.length) / 3);
    const corners = [0, 1, 2].map((k) =>
      Array.from(positions.subarray(3 * faces[3 * face + k], 3 * faces[3 * face + k] + 3)),
    );
    const anywhere = () => low.map((x, k) => x + (1.4 * random() - 0.2) * (high[k] - x));
    const onFace = () => {
      const [s, t] = [random(), random()];
      const r = Math.sqrt(s);
      return corners[0].map((x, k) => (1 - r) * x + r * (1 - t) * corners[1][k] + r * t * corners[2][k]);
    };
    const radius = size * [0, 1e-7, 1e-4, 0.012, 0.03][i % 5] * (1 + random());
    const direction = unitVector(random);
    const along = (from: readonly number[], by: number) => from.map((x, k) => x + by * direction[k]);
    let [from, to] = [anywhere(), anywhere()];
    const kind = Math.floor(random() * 10);
    if (kind === 0) to = from;
    // From a point of a face, at a corner, on the face or a radius away: sweeps that begin in contact or graze.
    else if (kind === 1) [from, to] = [onFace(), anywhere()];
    else if (kind === 2) [from, to] = [along(corners[i % 3], radius), along(corners[(i + 1) % 3], radius)];
    else if (kind === 3) [from, to] = [along(onFace(), radius + size * 1e-3 * random()), onFace()];
    else if (kind === 4) [from, to] = [along(onFace(), size), corners[i % 3]];
    else if (kind === 5) to = along(from, size * 10 ** (-4 * random()));
    else if (kind === 6) from = along(onFace(), size * 10 ** (3 * random()));
    sweeps.set([...from, ...to, kind === 7 && i % 8 === 0 ? size * (1 + 4 * random()) : radius], 7 * i);
  }
  return sweeps;
}
