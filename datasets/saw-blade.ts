// Teeth, length and a face count → an oscillating saw's segment blade, closed and oriented.
//
// Frame (mm): the blade's middle plane is z = 0, and its thickness is along z. The origin is the middle of the arc of
// tooth tips. +y runs along the blade from the teeth to the hub, so −y is the feed into the bone; x is the direction of
// oscillation. The hub's axis is the line x = 0, y = length: the blade swings about it, and it is the centre of the arc
// of tips. The hub has a round mounting hole, so the surface has genus 1.

import { checkOptionNames, type OptionNames } from '../lib/core/index.ts';
import { bisectEdges } from './bisect-edges.ts';
import { checkAreNumbers, checkFits } from './check-option.ts';
import { extrude, type PlanarMesh } from './extrude.ts';
import { fedTool, type ToolMesh } from './fed-tool.ts';
import { sineCosine } from './sine-cosine.ts';

export interface SawBladeOptions {
  /** Whole number from 2 to 64. Default 16. */
  readonly teeth?: number;
  /** mm from one tooth tip to the next. Default 1.4. */
  readonly pitch?: number;
  /** mm from valley to tip. Default 1.2. */
  readonly toothHeight?: number;
  /** mm from the tips to the hub's axis, from 40 to 10,000. Default 80. */
  readonly length?: number;
  /** mm. Default 0.6. */
  readonly thickness?: number;
  /** mm: how far the tooth tips stand out of the blade's plane, alternately to either side. Default 0.1. */
  readonly set?: number;
  /**
   * Default 8,000. The blade of default shape has at least 1,000 or so. The result has the wanted count, or one more if
   * that is odd.
   */
  readonly targetFaces?: number;
}

const SAW_BLADE_OPTIONS: OptionNames<SawBladeOptions> = {
  teeth: true,
  pitch: true,
  toothHeight: true,
  length: true,
  thickness: true,
  set: true,
  targetFaces: true,
};

const hubRadius = 10;
/**
 * mm. A limit, because rows of cells, of at most 64 each, stand at least 0.1 mm apart: 6.4 million cells at this
 * length.
 */
const longest = 10_000;
const holeRadius = 4;
/** rad: half of the hub's rim that the shank covers. */
const shankHalfAngle = 0.7;
/** The fan narrows to the shank over this share of the way from the teeth to the hub. */
const fanShare = 0.55;
const hubRings = 2;

/**
 * The blade as a closed, oriented 2-manifold: teeth, a fan-shaped body that narrows to a shank, and a hub. It is fed
 * along −y, and its shank is the hub's far side.
 * @throws OptionError BAD_SAW_BLADE when a size is out of range, WRONG_TYPE, UNKNOWN_OPTION.
 */
export function sawBlade(options: SawBladeOptions = {}): ToolMesh {
  checkOptionNames(options, SAW_BLADE_OPTIONS, 'sawBlade');
  const { teeth = 16, pitch = 1.4, toothHeight = 1.2, length = 80, thickness = 0.6, set = 0.1 } = options;
  const { targetFaces = 8_000 } = options;
  checkAreNumbers('Saw blade', { teeth, pitch, toothHeight, length, thickness, set, targetFaces });
  check('teeth', teeth, Number.isInteger(teeth) && teeth >= 2 && teeth <= 64, 'a whole number from 2 to 64');
  check('pitch', pitch, pitch > 0 && pitch * teeth < length, 'more than 0 and teeth × pitch below length');
  check('length', length, length >= 4 * hubRadius && length <= longest, `from ${4 * hubRadius} to ${longest} mm`);
  check('toothHeight', toothHeight, toothHeight > 0 && toothHeight <= length / 8, 'more than 0 and at most length / 8');
  check('thickness', thickness, thickness > 0 && thickness < Infinity, 'more than 0 mm');
  check('set', set, set >= 0 && set <= thickness, 'from 0 mm to the thickness');
  check('targetFaces', targetFaces, targetFaces > 0 && targetFaces <= 4_000_000, 'from 1 to 4000000');
  const outline = bladePlane(teeth, pitch, toothHeight, length, set);
  return fedTool(bisectEdges(extrude(outline, thickness, 'saw-blade'), targetFaces), [0, -1, 0]);
}

function check(option: string, value: number, fits: boolean, expected: string): void {
  checkFits('BAD_SAW_BLADE', `Saw blade: ${option}`, value, fits, expected);
}

function bladePlane(teeth: number, pitch: number, toothHeight: number, length: number, set: number): PlanarMesh {
  const points: number[] = [];
  const lift: number[] = [];
  const triangles: number[] = [];

  function addPoint(x: number, y: number, z = 0): number {
    points.push(x, y);
    lift.push(z);
    return lift.length - 1;
  }

  /** A row of columns + 1 points at the distance rho from the hub's axis. */
  function addRow(columns: number, halfWidth: number, rho: number): number[] {
    return Array.from({ length: columns + 1 }, (_, k) => {
      const x = ((2 * k) / columns - 1) * halfWidth;
      return addPoint(x, length - Math.sqrt(rho * rho - x * x));
    });
  }

  /**
   * Adds two triangles for each quadrilateral between rows of equal length. The near row is on the teeth's side. The
   * diagonals lean to the middle.
   */
  function joinEqual(near: readonly number[], far: readonly number[]): void {
    for (let k = 0; k + 1 < near.length; k++) {
      if (2 * k + 1 < near.length) triangles.push(near[k], near[k + 1], far[k + 1], near[k], far[k + 1], far[k]);
      else triangles.push(near[k], near[k + 1], far[k], near[k + 1], far[k + 1], far[k]);
    }
  }

  /** Adds three triangles between two columns of the near row and one column of the far row. */
  function joinHalved(near: readonly number[], far: readonly number[]): void {
    for (let k = 0; k + 1 < far.length; k++) {
      const [a, b, c] = [near[2 * k], near[2 * k + 1], near[2 * k + 2]];
      triangles.push(a, b, far[k], b, far[k + 1], far[k], b, c, far[k + 1]);
    }
  }

  const cuttingHalfWidth = (teeth * pitch) / 2;
  const [shankSine] = sineCosine(shankHalfAngle);
  const rootRadius = length - toothHeight - pitch / 2;
  function halfWidth(rho: number): number {
    const t = Math.min(1, (rootRadius - rho) / (rootRadius - hubRadius) / fanShare);
    return cuttingHalfWidth + (hubRadius * shankSine - cuttingHalfWidth) * t * t * (3 - 2 * t);
  }

  let columns = 2 * teeth;
  const edge = Array.from({ length: columns + 1 }, (_, k) => {
    const x = (k / columns - 0.5) * 2 * cuttingHalfWidth;
    const isTip = k % 2 === 1;
    const rho = isTip ? length : length - toothHeight;
    return addPoint(x, length - Math.sqrt(rho * rho - x * x), isTip ? (k % 4 === 1 ? set : -set) : 0);
  });
  let row = addRow(columns, cuttingHalfWidth, rootRadius);
  joinEqual(edge, row);
  let rho = rootRadius;
  while (columns % 2 === 0 && columns > 4) {
    columns /= 2;
    rho -= (2 * cuttingHalfWidth) / columns;
    const halved = addRow(columns, halfWidth(rho), rho);
    joinHalved(row, halved);
    row = halved;
  }
  const cell = (hubRadius * shankSine + cuttingHalfWidth) / columns;
  const rows = Math.max(2, Math.round((rho - hubRadius) / cell));
  const start = rho;
  for (let j = 1; j < rows; j++) {
    rho = start + ((hubRadius - start) * j) / rows;
    const following = addRow(columns, halfWidth(rho), rho);
    joinEqual(row, following);
    row = following;
  }

  // The hub is rings of points that begin at the shank's left edge and run counter-clockwise. The first columns + 1
  // points of the rim are on the shank.
  const around =
    columns + Math.max(8, Math.round(((Math.PI - shankHalfAngle) / shankHalfAngle) * Math.max(4, columns)));
  let ring = addRing(hubRadius);
  joinEqual(row, ring.slice(0, columns + 1));
  for (let j = 1; j <= hubRings; j++) {
    const inner = addRing(hubRadius + ((holeRadius - hubRadius) * j) / hubRings);
    joinEqual([...ring, ring[0]], [...inner, inner[0]]);
    ring = inner;
  }

  function addRing(radius: number): number[] {
    return Array.from({ length: around }, (_, k) => {
      const onShank = k <= columns;
      const angle = onShank
        ? ((2 * k) / columns - 1) * shankHalfAngle
        : shankHalfAngle + ((2 * Math.PI - 2 * shankHalfAngle) * (k - columns)) / (around - columns);
      const [s, c] = sineCosine(angle);
      return addPoint(radius * s, length - radius * c);
    });
  }

  return { points, lift, triangles };
}
