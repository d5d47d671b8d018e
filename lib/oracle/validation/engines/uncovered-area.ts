// A body's surface and the points of an engine's contacts → the area of its contact region, and of the part that no
// point comes near, as intervals.
//
// The contact region R: every point of the surface whose signed distance to the other body is ≤ ε, the tolerance.
// Uncovered: every point of R that is farther than r, the radius, from all reported points.
//
//        other body              R, of the lower body's surface: within ε of the other, or inside it
//      ─ ─┌──────┐─ ─ ε          Covered: within r of the point •
//   ───━━━╪━━━━━━╪━━━───         Uncovered: the rest of R, here at its right end
//      (   •   r )uncovered
//
// Both functions, signed distance and distance to the nearest point, are 1-Lipschitz: with the value v at the middle of
// a piece of radius ρ, the whole piece has v − ρ ≤ value ≤ v + ρ. So a piece is in R, out of it, or unknown; covered,
// uncovered, or unknown. Unknown pieces are split in four, the largest first, until the unknown area is a small share
// of R, or the limit on splits is reached: the intervals are then as wide as that leaves them.

import type { BulkMesh } from '#reference';
import type { PointSet } from '../point-set.ts';
import type { JudgeOptions, Uncovered } from './engine-judgement.ts';
import { type Piece, quartersOf } from './surface-pieces.ts';

/** Unknown pieces are split until they are at most this share of the area known to be in R. */
const SHARE = 2 ** -6;

type Known = 'yes' | 'no' | 'unknown';

/**
 * Areas are sums of rounded areas.
 * @param pieces the whole surface, or all of it that may be in R.
 * @returns null if R has no area.
 */
export function uncoveredArea(
  pieces: readonly Piece[],
  other: BulkMesh,
  points: PointSet,
  { tolerance, radius, oracleLimit }: Pick<JudgeOptions, 'tolerance' | 'radius' | 'oracleLimit'>,
): Uncovered | null {
  const region: [number, number] = [0, 0];
  const uncovered: [number, number] = [0, 0];
  const add = (sum: [number, number], area: number, known: Known) => {
    if (known === 'yes') sum[0] += area;
    if (known !== 'no') sum[1] += area;
  };
  const levels: Piece[][] = [];
  let unknown = 0;
  const settle = ({ area }: Piece, isIn: Known, isLeft: Known) => {
    add(region, area, isIn);
    add(
      uncovered,
      area,
      isIn === 'no' || isLeft === 'no' ? 'no' : isIn === 'yes' && isLeft === 'yes' ? 'yes' : 'unknown',
    );
  };
  const isIn = ({ bounds, radius: rho }: Piece) => compared(bounds[0] - rho, bounds[1] + rho, tolerance);
  const isLeft = ({ middle, radius: rho }: Piece) => {
    const nearest = points.distanceTo(middle);
    return opposite(compared(nearest - rho, nearest + rho, radius));
  };
  const take = (piece: Piece, level: number) => {
    const [inside, left] = [isIn(piece), isLeft(piece)];
    if (inside !== 'unknown' && (inside === 'no' || left !== 'unknown')) settle(piece, inside, left);
    else {
      levels[level] ??= [];
      levels[level].push(piece);
      unknown += piece.area;
    }
  };
  const largest = pieces.reduce((most, { area }) => Math.max(most, area), 0);
  for (const piece of pieces) if (piece.area > 0) take(piece, Math.floor(Math.log2(largest / piece.area) / 2));
  let splits = 0;
  for (let level = 0; level < levels.length; level++)
    for (let piece = levels[level]?.pop(); piece !== undefined; piece = levels[level].pop()) {
      if (splits >= oracleLimit || unknown <= SHARE * region[0]) settle(piece, isIn(piece), isLeft(piece));
      else {
        splits++;
        unknown -= piece.area;
        for (const part of quartersOf(piece, other)) take(part, level + 1);
      }
    }
  if (region[1] === 0) return null;
  return {
    area: { low: region[0], high: region[1] },
    uncovered: { low: uncovered[0], high: uncovered[1] },
  };
}

/** Whether a value from low to high is at most a limit. */
function compared(low: number, high: number, limit: number): Known {
  return high <= limit ? 'yes' : low > limit ? 'no' : 'unknown';
}

function opposite(known: Known): Known {
  return known === 'yes' ? 'no' : known === 'no' ? 'yes' : 'unknown';
}
