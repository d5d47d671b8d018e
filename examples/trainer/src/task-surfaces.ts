// A plan and its bone → the surfaces that show it: the line and the hole laid on the bone, the structures, the dura.

import { createSurface, type SurfaceQueries, type TriangleMesh } from 'kerf';
import { frameOf, halfWidth } from './corridor.ts';
import { joined } from './joined.ts';
import type { Plan, Point } from './plan.ts';
import { tubeMesh } from './tube.ts';
import { scaled, sum } from './vectors.ts';

/** mm: half the width of what is drawn on the bone. */
const THICK = 0.4;
/** mm from point to point of what is laid on the bone, and of the dura's grid. */
const STEP = 1;
const GRID = 2;
/** mm above the line from which the bone is looked for, and around it to which the dura is drawn. */
const ABOVE = 60;
const AROUND = 6;
const SIDES = 8;
const HOLE_POINTS = 48;

export interface TaskSurfaces {
  readonly line: TriangleMesh;
  readonly hole: TriangleMesh;
  readonly structures: TriangleMesh;
  readonly dura: TriangleMesh;
}

export function taskSurfaces(plan: Plan, bone: TriangleMesh): TaskSurfaces {
  const surface = createSurface(bone);
  const { burrHole, outward, structures } = plan;
  const { u, v } = frameOf(outward);
  const radius = burrHole.diameter / 2;
  const circle = Array.from({ length: HOLE_POINTS }, (_, n): Point => {
    const angle = (2 * Math.PI * n) / HOLE_POINTS;
    return sum(burrHole.at, sum(scaled(u, radius * Math.cos(angle)), scaled(v, radius * Math.sin(angle))));
  });
  return {
    line: ring(
      plan.line.flatMap((from, n) => piece(from, plan.line[(n + 1) % plan.line.length])),
      plan,
      surface,
    ),
    hole: ring(circle, plan, surface),
    structures: joined(structures.map((one) => tubeMesh(one.line, one.radius))),
    dura: dura(plan, surface),
  };
}

/** A tube along a closed way, laid on the bone where there is bone below or above it. */
function ring(way: readonly Point[], { outward }: Plan, surface: SurfaceQueries): TriangleMesh {
  const laid = way.map((point) => {
    const hit = surface.raycast(sum(point, scaled(outward, ABOVE)), scaled(outward, -1));
    return hit === null ? point : (Array.from(hit.point) as never as Point);
  });
  return tubeMesh([...laid, laid[0]], THICK, SIDES);
}

/** Points a step apart, without the last one. */
function piece(from: Point, to: Point): Point[] {
  const count = Math.max(1, Math.ceil(Math.hypot(...from.map((x, k) => to[k] - x)) / STEP));
  return Array.from({ length: count }, (_, n): Point => {
    const at = (k: 0 | 1 | 2) => from[k] + ((to[k] - from[k]) * n) / count;
    return [at(0), at(1), at(2)];
  });
}

/**
 * Below the flap and a little around it: rays inward along a grid leave the bone at its inner surface, and the dura is
 * drawn the plan's distance farther on. It is a picture; what is measured is the distance from the inner surface.
 */
function dura(plan: Plan, surface: SurfaceQueries): TriangleMesh {
  const { line, outward } = plan;
  const { u, v } = frameOf(outward);
  const middle = line[0].map((_, k) => line.reduce((sum, point) => sum + point[k], 0) / line.length) as never as Point;
  const away = Math.max(...line.map((point) => Math.hypot(...point.map((x, k) => x - middle[k]))));
  const half = Math.ceil((away + AROUND + halfWidth(plan)) / GRID);
  const size = 2 * half + 1;
  const rows = new Int32Array(size * size).fill(-1);
  const positions: number[] = [];
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      if (Math.hypot(i - half, j - half) > half) continue;
      const from = sum(
        sum(middle, scaled(outward, ABOVE)),
        sum(scaled(u, (i - half) * GRID), scaled(v, (j - half) * GRID)),
      );
      const out = surface.raycastAll(from, scaled(outward, -1))[1];
      if (out === undefined) continue;
      rows[i * size + j] = positions.length / 3;
      positions.push(...sum(Array.from(out.point) as never as Point, scaled(outward, -plan.dura)));
    }
  const faces: number[] = [];
  for (let i = 0; i + 1 < size; i++)
    for (let j = 0; j + 1 < size; j++) {
      const [a, b, c, d] = [i * size + j, (i + 1) * size + j, (i + 1) * size + j + 1, i * size + j + 1].map(
        (at) => rows[at],
      );
      if (Math.min(a, b, c, d) >= 0) faces.push(a, b, c, a, c, d);
    }
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces), name: 'dura' };
}
