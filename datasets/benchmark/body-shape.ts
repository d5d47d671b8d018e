// A mesh → its vertices as points: the farthest along a direction, a point on a face, a bounding sphere.

import { cross, dot } from '#core';
import type { TriangleMesh } from '#mesh';
import { combine, length, unit, type Vector } from './vectors.ts';

interface Spot {
  readonly point: Vector;
  /** Unit, outward. */
  readonly normal: Vector;
}

export class BodyShape {
  readonly #mesh: TriangleMesh;
  readonly #vertices: readonly Vector[];
  readonly low: Vector;
  readonly high: Vector;
  /** The middle of the bounding box, and the radius of a sphere about it that contains the body. */
  readonly center: Vector;
  readonly radius: number;

  constructor(mesh: TriangleMesh) {
    this.#mesh = mesh;
    this.#vertices = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => this.#vertex(vertex));
    const most = (side: number, k: number) =>
      this.#vertices.reduce((best, vertex) => Math.max(best, side * vertex[k]), -Infinity);
    this.low = [-most(-1, 0), -most(-1, 1), -most(-1, 2)];
    this.high = [most(1, 0), most(1, 1), most(1, 2)];
    this.center = combine(0.5, this.low, 0.5, this.high);
    this.radius = this.#vertices.reduce((best, v) => Math.max(best, length(combine(1, v, -1, this.center))), 0);
  }

  /** The first of the vertices that are farthest along a direction. */
  farthest(along: Vector): Vector {
    return this.#vertices.reduce((best, vertex) => (dot(vertex, along) > dot(best, along) ? vertex : best));
  }

  some(test: (vertex: Vector) => boolean): boolean {
    return this.#vertices.some(test);
  }

  /** All vertices whose coordinate is that value. */
  inPlane(axis: number, value: number): readonly Vector[] {
    return this.#vertices.filter((vertex) => vertex[axis] === value);
  }

  /** The coordinate along an axis that most vertices have; the lowest if there are several. */
  fullestPlane(axis: number): number {
    const counts = new Map<number, number>();
    for (const vertex of this.#vertices) counts.set(vertex[axis], (counts.get(vertex[axis]) ?? 0) + 1);
    return [...counts].reduce((best, now) =>
      now[1] > best[1] || (now[1] === best[1] && now[0] < best[0]) ? now : best,
    )[0];
  }

  /** A point on a face of nonzero area; every such face is equally likely. */
  spot(random: () => number): Spot {
    const { faces } = this.#mesh;
    for (;;) {
      const face = Math.floor((random() * faces.length) / 3);
      const [a, b, c] = [0, 1, 2].map((k) => this.#vertices[faces[3 * face + k]]);
      const normal = cross(combine(1, b, -1, a), combine(1, c, -1, a));
      const [r, s] = [Math.sqrt(random()), random()];
      if (dot(normal, normal) > 0)
        return { point: combine(1 - r, a, 1, combine(r * (1 - s), b, r * s, c)), normal: unit(normal) };
    }
  }

  /** A place in the bounding box, widened. */
  placeAbout(margin: number, random: () => number): Vector {
    const along = (k: number) => this.low[k] - margin + (this.high[k] - this.low[k] + 2 * margin) * random();
    return [along(0), along(1), along(2)];
  }

  #vertex(vertex: number): Vector {
    const { positions } = this.#mesh;
    return [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
  }
}
