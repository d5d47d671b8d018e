// Triangles and a point → signed distance by a plain loop over all faces, in f64: the judge if exact arithmetic would
// take too long.
//
// It shares no code with lib/geometry/triangles and lib/index/proximity. The nearest point is the foot on the plane if
// that lies between the three edges, otherwise it is on the nearest edge. The sign comes from the sum of the faces'
// solid angles (van Oosterom & Strackee 1983); the detector instead counts crossings of a ray.

import type { TriangleMesh } from '#mesh';

const { sqrt, atan2, round, abs, max, min } = Math;

/**
 * |distance − exact| ≤ plainSlack(M), mm, for coordinates of magnitude ≤ M and faces whose heights are above 2^-6 of
 * their longest edge L. A coordinate difference is off by u·M (u = 2^-53); the foot's weights by about 2^3·u·M·2^6,
 * hence its distance by ≤ 2^-44·M; a nearest point on an edge has no such quotient. If the sign of a point nearer than
 * that to the surface is wrong, the error doubles to 2^-43·M; 2^-40·M is taken.
 */
export function plainSlack(magnitude: number): number {
  return 2 ** -40 * magnitude;
}

export class PlainSolid {
  readonly faceCount: number;
  /** Nine coordinates per face, mm. */
  readonly corners: Float64Array;
  readonly magnitude: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Whether distances are negative inside, as the caller, who knows the body, decides. */
  readonly signed: boolean;

  constructor(mesh: Pick<TriangleMesh, 'positions' | 'faces'>, signed = true) {
    const { positions, faces } = mesh;
    this.signed = signed;
    this.faceCount = faces.length / 3;
    this.corners = new Float64Array(3 * faces.length);
    for (let i = 0; i < faces.length; i++)
      for (let k = 0; k < 3; k++) this.corners[3 * i + k] = positions[3 * faces[i] + k];
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    this.corners.forEach((value, i) => {
      low[i % 3] = min(low[i % 3], value);
      high[i % 3] = max(high[i % 3], value);
    });
    this.low = low;
    this.high = high;
    this.magnitude = max(...low.map(abs), ...high.map(abs));
  }

  /**
   * Only the faces whose boxes come within `radius` of a point: enough if points and distances stay within that ball.
   */
  near(x: number, y: number, z: number, radius: number): PlainSolid {
    const faces: number[] = [];
    const center = [x, y, z];
    for (let face = 0; face < this.faceCount; face++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const [a, b, c] = [0, 3, 6].map((corner) => this.corners[9 * face + corner + k]);
        squared += max(0, min(a, b, c) - center[k], center[k] - max(a, b, c)) ** 2;
      }
      if (squared <= radius * radius) faces.push(3 * (3 * face), 3 * (3 * face + 1), 3 * (3 * face + 2));
    }
    return new PlainSolid(
      { positions: this.corners, faces: Uint32Array.from(faces, (offset) => offset / 3) },
      this.signed,
    );
  }

  /** Distance to the surface, mm, ≥ 0. */
  distance(x: number, y: number, z: number): number {
    const c = this.corners;
    let best = Infinity;
    for (let i = 0; i < c.length; i += 9) {
      const squared = squaredDistance(x, y, z, c, i);
      if (squared < best) best = squared;
    }
    return sqrt(best);
  }

  /** The winding number of a point off the surface. */
  winding(x: number, y: number, z: number): number {
    const c = this.corners;
    let angle = 0;
    for (let i = 0; i < c.length; i += 9) {
      const [ax, ay, az] = [c[i] - x, c[i + 1] - y, c[i + 2] - z];
      const [bx, by, bz] = [c[i + 3] - x, c[i + 4] - y, c[i + 5] - z];
      const [dx, dy, dz] = [c[i + 6] - x, c[i + 7] - y, c[i + 8] - z];
      const a = sqrt(ax * ax + ay * ay + az * az);
      const b = sqrt(bx * bx + by * by + bz * bz);
      const d = sqrt(dx * dx + dy * dy + dz * dz);
      const volume = ax * (by * dz - bz * dy) + ay * (bz * dx - bx * dz) + az * (bx * dy - by * dx);
      const ab = ax * bx + ay * by + az * bz;
      const bd = bx * dx + by * dy + bz * dz;
      const da = dx * ax + dy * ay + dz * az;
      angle += 2 * atan2(volume, a * b * d + ab * d + bd * a + da * b);
    }
    return round(angle / (4 * Math.PI));
  }

  isInside(x: number, y: number, z: number): boolean {
    const [low, high] = [this.low, this.high];
    if (!this.signed || x < low[0] || x > high[0] || y < low[1] || y > high[1] || z < low[2] || z > high[2])
      return false;
    return this.winding(x, y, z) !== 0;
  }

  signedDistance(x: number, y: number, z: number): number {
    const distance = this.distance(x, y, z);
    return this.isInside(x, y, z) ? -distance : distance;
  }
}

/** Squared distance from a point to the closed triangle at offset i. */
function squaredDistance(x: number, y: number, z: number, c: Float64Array, i: number): number {
  const [ax, ay, az] = [c[i], c[i + 1], c[i + 2]];
  const [bx, by, bz] = [c[i + 3], c[i + 4], c[i + 5]];
  const [dx, dy, dz] = [c[i + 6], c[i + 7], c[i + 8]];
  const nx = (by - ay) * (dz - az) - (bz - az) * (dy - ay);
  const ny = (bz - az) * (dx - ax) - (bx - ax) * (dz - az);
  const nz = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  if (
    leftOf(x, y, z, ax, ay, az, bx, by, bz, nx, ny, nz) &&
    leftOf(x, y, z, bx, by, bz, dx, dy, dz, nx, ny, nz) &&
    leftOf(x, y, z, dx, dy, dz, ax, ay, az, nx, ny, nz)
  ) {
    const height = nx * (x - ax) + ny * (y - ay) + nz * (z - az);
    const square = nx * nx + ny * ny + nz * nz;
    if (square > 0) return (height * height) / square;
  }
  return min(
    toSegment(x, y, z, ax, ay, az, bx, by, bz),
    toSegment(x, y, z, bx, by, bz, dx, dy, dz),
    toSegment(x, y, z, dx, dy, dz, ax, ay, az),
  );
}

/** Whether the point lies on the inner side of the plane through the edge pq along the normal n. */
function leftOf(
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
  nx: number,
  ny: number,
  nz: number,
): boolean {
  const [ex, ey, ez] = [qx - px, qy - py, qz - pz];
  const [wx, wy, wz] = [x - px, y - py, z - pz];
  return nx * (ey * wz - ez * wy) + ny * (ez * wx - ex * wz) + nz * (ex * wy - ey * wx) >= 0;
}

function toSegment(
  x: number,
  y: number,
  z: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): number {
  const [ex, ey, ez] = [qx - px, qy - py, qz - pz];
  const [wx, wy, wz] = [x - px, y - py, z - pz];
  const square = ex * ex + ey * ey + ez * ez;
  const t = square > 0 ? min(1, max(0, (ex * wx + ey * wy + ez * wz) / square)) : 0;
  return (wx - t * ex) ** 2 + (wy - t * ey) ** 2 + (wz - t * ez) ** 2;
}
