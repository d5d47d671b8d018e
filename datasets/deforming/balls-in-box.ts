// A face count → balls that bounce in a closed box and hit one another.
//
// Balls have equal mass and bounce without loss, when their inscribed spheres touch each other or a wall: their
// surfaces have met by then. Each path is stored at fixed steps, and is straight between them.

import { mulberry32 } from '#core';
import { box } from '../box.ts';
import { sineCosine } from '../sine-cosine.ts';
import { sphere } from '../sphere.ts';
import { type BodyMotion, joinFaces } from './body-motion.ts';

/** mm. */
const RADIUS = 5;
/** Steps of the whole motion. */
const STEPS = 400;
/** mm per step along each axis, at most, at the start. */
const SPEED = 0.13;
/** rad in the whole motion, at most, in either direction. */
const SPIN = 5;
/** Diameters between neighbouring balls' centres in the starting lattice. */
const SPACING = 1.15;
const BOX_FACES = 12;
const SEED = 2010;

/** Balls of 20 faces below 2,000 faces, of 80 below 10,000, of 320 above. Last comes the box. */
export function ballsInBox(targetFaces: number): BodyMotion {
  const subdivisions = targetFaces < 2_000 ? 0 : targetFaces < 10_000 ? 1 : 2;
  const ball = sphere({ radius: RADIUS, subdivisions });
  const corners = ball.positions.length / 3;
  const count = Math.max(2, Math.round((targetFaces - BOX_FACES) / (ball.faces.length / 3)));
  let row = 1;
  while (row ** 3 < count) row++;
  const half = row * SPACING * RADIUS;
  const walls = box({ size: 2 * half });
  const ways = bounce(count, row, half, inscribedRadius(ball));
  const vertexCount = count * corners + walls.positions.length / 3;
  const balls = Array.from({ length: count }, () => ({ vertexCount: corners, faces: ball.faces }));
  return {
    vertexCount,
    faces: joinFaces([...balls, { vertexCount: walls.positions.length / 3, faces: walls.faces }]),
    positionsAt(time) {
      const out = new Float64Array(3 * vertexCount);
      const step = Math.min(STEPS - 1, Math.floor(time * STEPS));
      const part = time * STEPS - step;
      for (let n = 0; n < count; n++) {
        const from = 3 * (step * count + n);
        const to = from + 3 * count;
        const [s, c] = sineCosine(ways.spins[n] * time);
        for (let i = 0; i < 3 * corners; i += 3) {
          const turned = turnedAbout(n % 3, s, c, ball.positions.subarray(i, i + 3));
          for (let k = 0; k < 3; k++)
            out[3 * n * corners + i + k] =
              (1 - part) * ways.centres[from + k] + part * ways.centres[to + k] + turned[k];
        }
      }
      out.set(walls.positions, 3 * count * corners);
      return out;
    },
  };
}

/** mm: radius of the greatest sphere about the ball's centre that is inside all planes of its faces. */
function inscribedRadius({ positions, faces }: { positions: ArrayLike<number>; faces: ArrayLike<number> }): number {
  let least = Infinity;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [3 * faces[i], 3 * faces[i + 1], 3 * faces[i + 2]];
    let [squared, volume] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      const normal =
        (positions[b + u] - positions[a + u]) * (positions[c + v] - positions[a + v]) -
        (positions[b + v] - positions[a + v]) * (positions[c + u] - positions[a + u]);
      squared += normal * normal;
      volume += normal * positions[a + k];
    }
    least = Math.min(least, volume / Math.sqrt(squared));
  }
  return least;
}

function turnedAbout(axis: number, s: number, c: number, p: ArrayLike<number>): number[] {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const turned = [0, 0, 0];
  turned[axis] = p[axis];
  turned[u] = c * p[u] - s * p[v];
  turned[v] = s * p[u] + c * p[v];
  return turned;
}

/** centres: xyz of each ball at each of STEPS + 1 steps. */
function bounce(count: number, row: number, half: number, inscribed: number) {
  const random = mulberry32(SEED);
  const centres = new Float64Array(3 * count * (STEPS + 1));
  const speeds = Float64Array.from({ length: 3 * count }, () => SPEED * (2 * random() - 1));
  const spins = Float64Array.from({ length: count }, () => SPIN * (2 * random() - 1));
  for (let n = 0; n < count; n++)
    for (const [k, place] of [n % row, Math.floor(n / row) % row, Math.floor(n / row / row)].entries())
      centres[3 * n + k] = -half + (2 * half * (place + 0.5)) / row;
  for (let step = 1; step <= STEPS; step++) {
    const now = centres.subarray(3 * count * (step - 1), 3 * count * step);
    for (let i = 0; i < 3 * count; i++)
      if (Math.abs(now[i]) > half - inscribed && now[i] * speeds[i] > 0) speeds[i] = -speeds[i];
    for (let a = 0; a < 3 * count; a += 3)
      for (let b = a + 3; b < 3 * count; b += 3) exchange(now, speeds, a, b, 2 * inscribed);
    for (let i = 0; i < 3 * count; i++) centres[3 * count * step + i] = now[i] + speeds[i];
  }
  return { centres, spins };
}

/** Two balls nearer than `near` that are approaching exchange their speeds along the line of their centres. */
function exchange(now: Float64Array, speeds: Float64Array, a: number, b: number, near: number): void {
  let [squared, closing] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const gap = now[b + k] - now[a + k];
    squared += gap * gap;
    closing += gap * (speeds[b + k] - speeds[a + k]);
  }
  if (squared >= near * near || closing >= 0) return;
  for (let k = 0; k < 3; k++) {
    const change = (closing / squared) * (now[b + k] - now[a + k]);
    speeds[a + k] += change;
    speeds[b + k] -= change;
  }
}
