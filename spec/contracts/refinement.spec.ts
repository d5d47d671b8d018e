// Depth does not depend on refinement: two overlapping spheres, true depth 0.996 mm, meshes of 320 to 81,920 faces, h
// from 4 to 0.25 mm.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { type ContactReport, createDetector, type TriangleMesh } from '#kerf';
import { pointTriangleBounds } from '#reference';
import { longRun, partOf } from '#harness/long-run.ts';
import { PlainSolid, plainSlack } from '#harness/plain-solid.ts';
import { mulberry32 } from '#harness/random.ts';

const { abs, hypot, max, min, sqrt } = Math;

const RADIUS = 10;
const DEPTH = 0.996;
const APART = 2 * RADIUS - DEPTH;
/** Neither along an axis nor through a corner or an edge of the icosahedron. */
const DIRECTION = [0.48, 0.6, 0.64];
const RESOLUTIONS = [4, 2, 1, 0.5, 0.25];
const SEED = 20260;
/** Contacts of a report that are checked by brute force. */
const JUDGED = longRun(60, 20);
const CORNERS = [
  [0, 0],
  [1, 0],
  [0, 1],
];

/** The most that the mesh's faces lie below the sphere: the mesh is between these two spheres. */
function sagitta({ positions, faces }: TriangleMesh): number {
  let least = RADIUS;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f], faces[f + 1], faces[f + 2]].map((v) => positions.subarray(3 * v, 3 * v + 3));
    const [ux, uy, uz, vx, vy, vz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2], c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    least = min(least, abs(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / hypot(n[0], n[1], n[2]));
  }
  return RADIUS - least;
}

const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...DIRECTION.map((x) => x * APART), 1];

function posed(mesh: TriangleMesh): TriangleMesh {
  return { ...mesh, positions: Float64Array.from(mesh.positions, (x, i) => x + pose[12 + (i % 3)]) };
}

describe.each([
  { subdivisions: 2, faceCount: 320, resolutions: partOf(RESOLUTIONS, 2, 0) },
  { subdivisions: 4, faceCount: 5120, resolutions: partOf(RESOLUTIONS, 2, 1) },
  { subdivisions: longRun(6, 5), faceCount: longRun(81920, 20480), resolutions: partOf(RESOLUTIONS, 4, 0) },
])('two spheres of $faceCount faces', ({ subdivisions, faceCount, resolutions }) => {
  const mesh = sphere({ radius: RADIUS, subdivisions });
  const below = sagitta(mesh);
  const middle = DIRECTION.map((x) => (x * APART) / 2);
  // The lens is 2·√(r² − (d/2)²) wide; every point in it has its nearest face within this ball.
  const ball = sqrt(RADIUS ** 2 - (APART / 2) ** 2) + DEPTH + 4;
  const solids = [posed(mesh), mesh].map((body) => new PlainSolid(body).near(middle[0], middle[1], middle[2], ball));
  const centers = [DIRECTION.map((x) => x * APART), [0, 0, 0]];

  test.each(resolutions)('h = %s mm: every interval holds, and the deepest one holds the true depth', async (h) => {
    expect(mesh.faces.length / 3).toBe(faceCount);
    const detector = await createDetector({ bone: mesh, tool: mesh, contactDistance: 0.1, resolution: h });
    const report = detector.detectSync(pose);
    detector.dispose();
    expect(report.state).toBe('intersecting');
    judgeByClosedForm(report);
    judge(report, h);
    for (const body of [0, 1]) {
      const rows = [...report.contacts.distance.keys()].filter((row) => report.contacts.body[row] === body);
      const low = min(...rows.map((row) => report.contacts.low[row]));
      const high = min(...rows.map((row) => report.contacts.high[row]));
      // The mesh of either sphere lies up to `below` inside it, so its depth is the sphere's up to twice that.
      expect(low).toBeLessThanOrEqual(-DEPTH + 2 * below);
      expect(high).toBeGreaterThanOrEqual(-DEPTH - 2 * below);
      expect(high - low).toBeLessThanOrEqual(h / sqrt(3) + plainSlack(2 * RADIUS));
      const depth = max(...report.patches.filter((p) => p.body === (body === 0 ? 'bone' : 'tool')).map((p) => p.depth));
      expect(depth).toBeLessThanOrEqual(-low);
      expect(depth).toBeGreaterThanOrEqual(-high - plainSlack(2 * RADIUS));
    }
  });

  /**
   * Every contact: the sphere's signed distance is smallest where the sub-triangle is nearest the centre; the mesh's is
   * larger by at most `below`.
   */
  function judgeByClosedForm({ contacts }: ContactReport): void {
    const slack = plainSlack(2 * RADIUS);
    const wrong: number[] = [];
    for (let row = 0; row < contacts.length; row++) {
      const corners = contacts.corners.subarray(9 * row, 9 * row + 9);
      const [least, most] = pointTriangleBounds(centers[contacts.body[row]], corners);
      if (contacts.low[row] > most - RADIUS + below + slack || contacts.high[row] < least - RADIUS - slack)
        wrong.push(row);
    }
    expect(wrong).toEqual([]);
  }

  /** A seeded share: distances at reported points, corners and random points compared with a plain loop over faces. */
  function judge({ contacts }: ContactReport, h: number): void {
    const random = mulberry32(SEED);
    const slack = plainSlack(2 * RADIUS);
    let inside = 0;
    let judged = 0;
    const share = min(1, JUDGED / contacts.length);
    for (let row = 0; row < contacts.length; row++) {
      if (random() > share) continue;
      judged++;
      const solid = solids[contacts.body[row]];
      const center = centers[contacts.body[row]];
      const signed = (at: ArrayLike<number>, i: number): number => {
        const distance = solid.distance(at[i], at[i + 1], at[i + 2]);
        const radius = hypot(at[i] - center[0], at[i + 1] - center[1], at[i + 2] - center[2]);
        // Between mesh and sphere the radius does not decide the side; the contact's sign does.
        const within = radius < RADIUS - below ? true : radius > RADIUS ? false : contacts.distance[row] < 0;
        return within ? -distance : distance;
      };
      const at = signed(contacts.point, 3 * row);
      expect(abs(at - contacts.distance[row])).toBeLessThanOrEqual(slack);
      expect(at).toBeGreaterThanOrEqual(contacts.low[row] - slack);
      expect(contacts.distance[row]).toBeLessThanOrEqual(contacts.high[row]);
      expect(contacts.high[row] - contacts.low[row]).toBeLessThanOrEqual(h / sqrt(3) + slack);
      // The three corners, then points drawn at random.
      for (let k = 0; k < 9; k++) {
        const [u, v] = [random(), random()];
        const [s, t] = k < 3 ? CORNERS[k] : u + v > 1 ? [1 - u, 1 - v] : [u, v];
        const c = contacts.corners.subarray(9 * row, 9 * row + 9);
        const p = [0, 1, 2].map((i) => c[i] + s * (c[3 + i] - c[i]) + t * (c[6 + i] - c[i]));
        expect(signed(p, 0)).toBeGreaterThanOrEqual(
          contacts.low[row] - slack - (abs(signed(p, 0)) <= below ? 2 * below : 0),
        );
      }
      if (at < -slack) inside++;
    }
    // Representative: enough rows, with both sides of the surface among them (seed 20260).
    expect(judged).toBeGreaterThanOrEqual(min(longRun(20, 10), contacts.length));
    expect(inside).toBeGreaterThan(0);
  }
});
