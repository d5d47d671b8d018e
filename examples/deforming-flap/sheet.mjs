// A square of skin → masses and springs, and where they would go in a step with nothing in their way.
//
// Units are mm, g and ms, hence N for forces and N/mm for springs. A vertex has springs to its neighbours, across the
// squares and, against bending, to the vertices two squares away.

/** mm; g/mm³. */
const THICKNESS = 2;
const DENSITY = 1.1e-3;
/** N/mm: Young's modulus × thickness of soft skin, and the springs against bending. */
const STRETCH = 0.1;
const BEND = 0.004;
/** A factor of a spring's √(stiffness × mass); and the share of its velocity that a vertex loses in a millisecond. */
const DAMPING = 0.25;
const DRAG = 0.01;
/** mm/ms², along −z. */
const GRAVITY = 9.81e-3;
/** A vertex's springs: one square right and up, both diagonals of a square, two squares right and up. */
const SPRINGS = [
  { right: 1, up: 0, stiffness: STRETCH },
  { right: 0, up: 1, stiffness: STRETCH },
  { right: 1, up: 1, stiffness: STRETCH / 2 },
  { right: 1, up: -1, stiffness: STRETCH / 2 },
  { right: 2, up: 0, stiffness: BEND },
  { right: 0, up: 2, stiffness: BEND },
];

/**
 * @param options.cells squares along a side, two faces each. @param options.size mm: length of a side.
 * @param options.place mm to the right and up from the middle → x, y, z, mm, where all springs are at rest.
 */
export function makeSheet({ cells, size, place }) {
  const side = cells + 1;
  const vertexCount = side * side;
  const positions = new Float64Array(3 * vertexCount);
  const [faces, springs] = [[], []];
  const at = (i, j) => i + side * j;
  for (let n = 0; n < vertexCount; n++) {
    const [i, j] = [n % side, Math.floor(n / side)];
    positions.set(place((i / cells - 0.5) * size, (j / cells - 0.5) * size), 3 * n);
    for (const { right, up, stiffness } of SPRINGS)
      if (i + right < side && j + up >= 0 && j + up < side) springs.push({ a: n, b: at(i + right, j + up), stiffness });
    if (i === cells || j === cells) continue;
    const [a, b, c, d] = [n, at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
    faces.push(...((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
  }
  const mass = (THICKNESS * DENSITY * size ** 2) / vertexCount;
  for (const spring of springs) {
    const [a, b] = [3 * spring.a, 3 * spring.b];
    spring.rest = Math.hypot(...[0, 1, 2].map((k) => positions[b + k] - positions[a + k]));
    spring.damping = DAMPING * Math.sqrt(spring.stiffness * mass);
  }
  return { side, vertexCount, positions, faces: Uint32Array.from(faces), springs, mass };
}

/**
 * Advances positions and velocities by semi-implicit Euler, in as many parts as the springs require.
 * @param hook its vertices are displaced from their start by `hook.shift(part)`, x, y, z, at that part of the step.
 */
export function advance({ springs, mass, vertexCount }, positions, velocities, milliseconds, hook) {
  // A vertex oscillates at about √(8 stiffness / mass), and the method is stable for steps shorter than 2 / that.
  const parts = Math.ceil(4 * milliseconds * Math.sqrt(STRETCH / mass));
  const dt = milliseconds / parts;
  const start = positions.slice();
  const forces = new Float64Array(3 * vertexCount);
  for (let part = 1; part <= parts; part++) {
    for (let i = 0; i < forces.length; i++)
      forces[i] = (i % 3 === 2 ? -mass * GRAVITY : 0) - mass * DRAG * velocities[i];
    for (const spring of springs) addForce(spring, positions, velocities, forces);
    for (let i = 0; i < forces.length; i++) {
      velocities[i] += (forces[i] / mass) * dt;
      positions[i] += velocities[i] * dt;
    }
    const shift = hook.shift(part / parts);
    for (const vertex of hook.vertices)
      for (let k = 0; k < 3; k++) {
        const to = start[3 * vertex + k] + shift[k];
        velocities[3 * vertex + k] = shift[k] / (part * dt);
        positions[3 * vertex + k] = to;
      }
  }
}

function addForce({ a, b, rest, stiffness, damping }, positions, velocities, forces) {
  const [p, q] = [3 * a, 3 * b];
  const x = positions[q] - positions[p];
  const y = positions[q + 1] - positions[p + 1];
  const z = positions[q + 2] - positions[p + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  const away =
    x * (velocities[q] - velocities[p]) +
    y * (velocities[q + 1] - velocities[p + 1]) +
    z * (velocities[q + 2] - velocities[p + 2]);
  const pull = (stiffness * (length - rest) + (damping * away) / length) / length;
  forces[p] += pull * x;
  forces[p + 1] += pull * y;
  forces[p + 2] += pull * z;
  forces[q] -= pull * x;
  forces[q + 1] -= pull * y;
  forces[q + 2] -= pull * z;
}
