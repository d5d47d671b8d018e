// The sizes of a saw blade → its middle plane, triangulated in rows from the teeth to the hub.
//
//      teeth    ╱╲╱╲╱╲╱╲     2 columns per tooth, along the valleys and tips
//      fan      ├┼┼┼┼┼┼┤     halved from row to row while their number is even, then constant; the width narrows to
//               ├─┼─┼─┼┤     that of the shank
//      shank     ├─┼─┼┤
//      hub       ( ◯ )       rings of points; the first columns + 1 of the rim are the shank's last row

import type { PlanarMesh } from './extrude.ts';
import { sineCosine } from './sine-cosine.ts';

export interface BladeSizes {
  readonly teeth: number;
  readonly pitch: number;
  readonly toothHeight: number;
  readonly length: number;
  readonly set: number;
}

export const HUB_RADIUS = 10;
const HOLE_RADIUS = 4;
/** rad: half of the hub's rim that the shank covers. */
const SHANK_HALF_ANGLE = 0.7;
/** The fan narrows to the shank over this fraction of the way from the teeth to the hub. */
const FAN_SHARE = 0.55;
const HUB_RINGS = 2;

/** Rows of vertices, and the triangles between them. */
class Rows implements PlanarMesh {
  readonly points: number[] = [];
  readonly lift: number[] = [];
  readonly triangles: number[] = [];

  addPoint(x: number, y: number, z = 0): number {
    this.points.push(x, y);
    this.lift.push(z);
    return this.lift.length - 1;
  }

  /**
   * Adds two triangles for each quadrilateral between rows of equal length. The near row is on the teeth's side. The
   * diagonals lean to the middle.
   */
  joinEqual(near: readonly number[], far: readonly number[]): void {
    for (let k = 0; k + 1 < near.length; k++) {
      const [a, b, c, d] = [near[k], near[k + 1], far[k + 1], far[k]];
      if (2 * k + 1 < near.length) this.triangles.push(a, b, c, a, c, d);
      else this.triangles.push(a, b, d, b, c, d);
    }
  }

  /** Adds three triangles between two columns of the near row and one column of the far row. */
  joinHalved(near: readonly number[], far: readonly number[]): void {
    for (let k = 0; k + 1 < far.length; k++) {
      const [a, b, c] = [near[2 * k], near[2 * k + 1], near[2 * k + 2]];
      this.triangles.push(a, b, far[k], b, far[k + 1], far[k], b, c, far[k + 1]);
    }
  }
}

/** In the frame of sawBlade. */
export function bladePlane(sizes: BladeSizes): PlanarMesh {
  const rows = new Rows();
  const shank = addFan(rows, sizes, addTeeth(rows, sizes));
  addHub(rows, sizes.length, shank);
  return rows;
}

/** The row of tips and valleys. */
function addTeeth(rows: Rows, { teeth, pitch, toothHeight, length, set }: BladeSizes): number[] {
  const columns = 2 * teeth;
  return Array.from({ length: columns + 1 }, (_, k) => {
    const x = (k / columns - 0.5) * teeth * pitch;
    const isTip = k % 2 === 1;
    const rho = isTip ? length : length - toothHeight;
    return rows.addPoint(x, length - Math.sqrt(rho * rho - x * x), isTip ? (k % 4 === 1 ? set : -set) : 0);
  });
}

/** From the teeth down to the shank. @returns the last row before the hub. */
function addFan(rows: Rows, { teeth, pitch, toothHeight, length }: BladeSizes, edge: readonly number[]): number[] {
  const cuttingHalfWidth = (teeth * pitch) / 2;
  const shankHalfWidth = HUB_RADIUS * sineCosine(SHANK_HALF_ANGLE)[0];
  const rootRadius = length - toothHeight - pitch / 2;

  /** A row of columns + 1 points at the distance rho from the hub's axis. */
  const addRow = (columns: number, rho: number): number[] => {
    const t = Math.min(1, (rootRadius - rho) / (rootRadius - HUB_RADIUS) / FAN_SHARE);
    const halfWidth = cuttingHalfWidth + (shankHalfWidth - cuttingHalfWidth) * t * t * (3 - 2 * t);
    return Array.from({ length: columns + 1 }, (_, k) => {
      const x = ((2 * k) / columns - 1) * halfWidth;
      return rows.addPoint(x, length - Math.sqrt(rho * rho - x * x));
    });
  };

  let columns = 2 * teeth;
  let rho = rootRadius;
  let row = addRow(columns, rho);
  rows.joinEqual(edge, row);
  while (columns % 2 === 0 && columns > 4) {
    columns /= 2;
    rho -= (2 * cuttingHalfWidth) / columns;
    const halved = addRow(columns, rho);
    rows.joinHalved(row, halved);
    row = halved;
  }
  const cell = (shankHalfWidth + cuttingHalfWidth) / columns;
  const count = Math.max(2, Math.round((rho - HUB_RADIUS) / cell));
  const start = rho;
  for (let j = 1; j < count; j++) {
    const following = addRow(columns, start + ((HUB_RADIUS - start) * j) / count);
    rows.joinEqual(row, following);
    row = following;
  }
  return row;
}

/** Rings from the rim to the hole, from the shank's left edge counter-clockwise. */
function addHub(rows: Rows, length: number, shank: readonly number[]): void {
  const columns = shank.length - 1;
  const around =
    columns + Math.max(8, Math.round(((Math.PI - SHANK_HALF_ANGLE) / SHANK_HALF_ANGLE) * Math.max(4, columns)));
  const addRing = (radius: number): number[] =>
    Array.from({ length: around }, (_, k) => {
      const angle =
        k <= columns
          ? ((2 * k) / columns - 1) * SHANK_HALF_ANGLE
          : SHANK_HALF_ANGLE + ((2 * Math.PI - 2 * SHANK_HALF_ANGLE) * (k - columns)) / (around - columns);
      const [s, c] = sineCosine(angle);
      return rows.addPoint(radius * s, length - radius * c);
    });
  let ring = addRing(HUB_RADIUS);
  rows.joinEqual(shank, ring.slice(0, columns + 1));
  for (let j = 1; j <= HUB_RINGS; j++) {
    const inner = addRing(HUB_RADIUS + ((HOLE_RADIUS - HUB_RADIUS) * j) / HUB_RINGS);
    rows.joinEqual([...ring, ring[0]], [...inner, inner[0]]);
    ring = inner;
  }
}
