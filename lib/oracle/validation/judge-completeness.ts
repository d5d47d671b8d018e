// Sampled points of both surfaces → whether each that lies within δ of the other body is in a reported sub-triangle
// (G1).

import {
  type BulkMesh,
  type ExactNumber,
  exactFraction,
  inflated,
  pointTriangleBounds,
  roundedFraction,
} from '#reference';
import type { Tally } from './judgement.ts';
import { type BodyNumber, bothBodies, Counter, ownCorners, type PoseQuestion } from './pose-question.ts';
import { coverage, exactPoint } from './sub-triangles.ts';

interface CompletenessJudgement {
  readonly tally: Tally;
  /** How many sampled points lie within δ. */
  readonly within: number;
  /**
   * By body: the largest distance, mm, of a point within δ from the reported region; null if nothing of that body was
   * reported.
   */
  readonly farthest: readonly [bone: number | null, tool: number | null];
}

/**
 * Weights are odd multiples of 2^-STEPS, two of them then shifted by half a step. So no sample lies on a line through
 * points whose weights are multiples of a greater power of two, if the line is parallel to an edge; hardly any lies on
 * another split line.
 */
const STEPS = 20;

export function judgeCompleteness(question: PoseQuestion): CompletenessJudgement {
  const { report, bodies, meshes, options } = question;
  const counter = new Counter();
  const farthest: [number, number] = [0, 0];
  let within = 0;
  for (const side of bothBodies) {
    const ownOf = (face: number) => ownCorners(meshes[side], face);
    const isCovered = coverage(report.contacts, side, ownOf, options.resolution);
    const surface = bodies[side].surface;
    for (const face of sampledFaces(question, side)) {
      const weights = randomWeights(question.random);
      const point = exactPoint(surface.cornersOf(face), weights, 2 ** (STEPS + 1));
      if (!isWithin(bodies[1 - side], point, options.contactDistance)) {
        counter.count('holds');
        continue;
      }
      within++;
      const covered = isCovered(
        face,
        weights.map((weight) => weight / 2 ** (STEPS + 1)),
      );
      counter.count(covered ? 'holds' : 'broken');
      if (!covered) farthest[side] = Math.max(farthest[side], distanceToRegion(question, side, rounded(point)));
    }
  }
  const finite = (distance: number) => (distance === Infinity ? null : distance);
  return { tally: counter.tally, within, farthest: [finite(farthest[0]), finite(farthest[1])] };
}

/**
 * Draws `samples` faces, in turn from three sets: those that carry a contact; those whose box comes within δ of a face
 * of the other body; those whose box meets the other body's box, inflated by δ.
 */
function sampledFaces({ report, bodies, options, random }: PoseQuestion, side: BodyNumber): number[] {
  const [own, other] = [bodies[side], bodies[1 - side]];
  const delta = options.contactDistance;
  const about = own.facesMeeting(inflated(boundsOf(other), delta));
  if (about.length === 0) return [];
  const near = about.filter(
    (face) => other.facesMeeting(inflated(own.surface.boxes.subarray(6 * face, 6 * face + 6), delta)).length > 0,
  );
  const reported = new Set<number>();
  const { contacts } = report;
  for (let row = 0; row < contacts.length; row++) if (contacts.body[row] === side) reported.add(contacts.face[row]);
  const strata = [[...reported], near, about].filter((faces) => faces.length > 0);
  return Array.from({ length: options.samples }, (_, i) => {
    const faces = strata[i % strata.length];
    return faces[Math.floor(random() * faces.length)];
  });
}

/** Three integers above 0 that sum to 2^(STEPS + 1). */
function randomWeights(random: () => number): readonly [number, number, number] {
  const total = 2 ** (STEPS + 1);
  for (;;) {
    const [u, v] = [0, 0].map(() => 2 * (2 * Math.floor(random() * 2 ** (STEPS - 1)) + 1));
    const w = total - (u + 1) - v;
    if (w > 0) return [u + 1, v, w];
  }
}

/**
 * Whether a point lies within δ of the other body. The rounded point decides if its bounds clear δ by more than
 * rounding moved it (2^-53 of each coordinate); else exact arithmetic decides.
 */
function isWithin(other: BulkMesh, point: ExactNumber[], delta: number): boolean {
  const near = rounded(point);
  const off = near.reduce((sum, value) => sum + Math.abs(value), 0) * 2 ** -51;
  const [low, high] = other.signedDistanceBounds(near);
  if (high + off < delta) return true;
  if (low - off > delta) return false;
  const { sign, squared } = other.exactSignedDistance(point);
  return sign <= 0 || squared.lte(exactFraction(delta).mul(exactFraction(delta)));
}

function rounded(point: ExactNumber[]): number[] {
  return point.map((value) => (typeof value === 'number' ? value : roundedFraction(value)));
}

function distanceToRegion({ report }: PoseQuestion, side: BodyNumber, point: readonly number[]): number {
  const { contacts } = report;
  let least = Infinity;
  for (let row = 0; row < contacts.length; row++)
    if (contacts.body[row] === side)
      least = Math.min(least, pointTriangleBounds(point, contacts.corners.subarray(9 * row, 9 * row + 9))[1]);
  return least;
}

function boundsOf({ surface }: BulkMesh): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < surface.boxes.length; i++) {
    const k = i % 6;
    bounds[k] = k < 3 ? Math.min(bounds[k], surface.boxes[i]) : Math.max(bounds[k], surface.boxes[i]);
  }
  return bounds;
}
