// A body's reported sub-triangles → certified bounds of how far the reported contact region extends beyond the exact
// one.

import type { Bounds, BulkMesh } from '#reference';
import type { RegionDistance } from './judgement.ts';
import { PointSet, squaredDistance } from './point-set.ts';
import type { BodyNumber, PoseQuestion } from './pose-question.ts';

/** How often a sub-triangle on the rim is halved before it is bounded as a whole. */
const HALVINGS = 2;
/** A point of a triangle is at most its longest edge / √3 from the nearest corner. */
const COVER = 1 / Math.sqrt(3);

type Point = readonly [number, number, number];
interface Sample {
  readonly at: Point;
  /** Bounds of the signed distance to the other body, mm. */
  readonly bounds: Bounds;
}
type Piece = readonly [Sample, Sample, Sample];

/**
 * R is the union of the body's sub-triangles, E the part of its surface whose signed distance is ≤ δ.
 *
 * A piece lies in E if the largest signed distance at its corners, plus longest edge / √3, is ≤ δ (signed distance is
 * 1-Lipschitz). For a point x of any other piece, dist(x, E) ≤ the distance of a corner c to a point found in E, plus
 * ‖x − c‖; and dist(c, E) ≥ signed distance at c − δ.
 * @param atPoint bounds of the signed distance at each contact's `point`.
 * @param farthest see CompletenessJudgement.
 * @returns null if nothing was reported and no point of E was found.
 */
export function regionDistance(
  question: PoseQuestion,
  side: BodyNumber,
  atPoint: readonly Bounds[],
  farthest: number | null,
): RegionDistance | null {
  const { report, bodies, options } = question;
  const { contacts } = report;
  const delta = options.contactDistance;
  const found: Point[] = [];
  const rim: Piece[] = [];
  let reported = 0;
  for (let row = 0; row < contacts.length; row++) {
    if (contacts.body[row] !== side) continue;
    reported++;
    if (atPoint[row][1] <= delta) found.push(pointAt(contacts.point, 3 * row));
    const corner = (k: number) => sampleAt(bodies[1 - side], pointAt(contacts.corners, 9 * row + 3 * k));
    if (atPoint[row][1] + extentAbout(contacts.corners, contacts.point, row) > delta)
      collectRim([corner(0), corner(1), corner(2)], bodies[1 - side], delta, HALVINGS, rim, found);
  }
  if (reported === 0)
    return farthest === 0 ? null : { reportedToExact: { low: 0, high: 0 }, exactToReported: farthest };
  const exact = new PointSet(found);
  let [low, high] = [0, 0];
  for (const piece of rim) {
    for (const { bounds } of piece) low = Math.max(low, bounds[0] - delta);
    const nearest = Math.max(...piece.map(({ at, bounds }) => (bounds[1] <= delta ? 0 : exact.distanceTo(at))));
    high = Math.max(high, nearest + COVER * longestEdge(piece));
  }
  return { reportedToExact: { low, high: high === Infinity ? null : high }, exactToReported: farthest };
}

/** The parts of a piece that are not known to lie in E, and the corners that do. */
function collectRim(
  piece: Piece,
  other: BulkMesh,
  delta: number,
  halvings: number,
  rim: Piece[],
  found: Point[],
): void {
  const cover = COVER * longestEdge(piece);
  const greatest = Math.max(...piece.map(({ bounds }) => bounds[1]));
  for (const { at, bounds } of piece) if (bounds[1] <= delta) found.push(at);
  if (greatest + cover <= delta) return;
  const least = Math.min(...piece.map(({ bounds }) => bounds[0]));
  if (halvings === 0 || least - cover > delta) {
    rim.push(piece);
    return;
  }
  const [a, b, c] = piece;
  const middle = ({ at: p }: Sample, { at: q }: Sample) =>
    sampleAt(other, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2]);
  const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
  for (const part of [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [bc, ca, ab],
  ] as const)
    collectRim(part, other, delta, halvings - 1, rim, found);
}

function sampleAt(other: BulkMesh, at: Point): Sample {
  return { at, bounds: other.signedDistanceBounds(at) };
}

/** Distance of a contact's farthest corner from its `point`. */
function extentAbout(corners: Float64Array, points: Float64Array, row: number): number {
  const point = pointAt(points, 3 * row);
  return Math.sqrt(Math.max(...[0, 3, 6].map((k) => squaredDistance(pointAt(corners, 9 * row + k), point))));
}

function longestEdge([a, b, c]: Piece): number {
  return Math.sqrt(Math.max(squaredDistance(a.at, b.at), squaredDistance(b.at, c.at), squaredDistance(c.at, a.at)));
}

function pointAt(values: Float64Array, i: number): Point {
  return [values[i], values[i + 1], values[i + 2]];
}
