// Pairs of triangles → kerf's verdict on each against the oracle's, counted by family and by the stage that decided it.

import { createDetector } from '#detector';
import { createMesh } from '#mesh';
import { trianglesSharePoint } from '#reference';

interface TrianglePair {
  readonly family: string;
  /** Nine coordinates of the one, nine of the other, mm. */
  readonly coordinates: Float64Array;
}

export interface FamilyTally {
  readonly family: string;
  readonly pairs: number;
  /** Pairs that share a point, by the oracle. */
  readonly sharing: number;
  /** Pairs that share a point, although kerf reports none. */
  readonly missed: number;
  /** Pairs that share no point, although kerf reports one. */
  readonly extra: number;
  /** Pairs whose state does not follow from the oracle's verdict. */
  readonly wrongStates: number;
  /**
   * The stage that decided kerf's verdict: coordinates compared (never a candidate pair), f64 signs with a proven
   * bound, adaptive exact predicates.
   */
  readonly decided: { readonly compared: number; readonly f64: number; readonly adaptive: number };
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const oneFace = [0, 1, 2];

/**
 * Judges the CPU's exact predicates, through the public interface: each pair is a bone and a tool of one face, with δ =
 * 0 and h large enough that nothing is subdivided. Families are in order of first appearance.
 */
export async function judgeTrianglePairs(pairs: Iterable<TrianglePair>): Promise<FamilyTally[]> {
  const tallies = new Map<string, Writable<FamilyTally>>();
  for (const { family, coordinates } of pairs) {
    let tally = tallies.get(family);
    if (tally === undefined) {
      tally = emptyTally(family);
      tallies.set(family, tally);
    }
    const [a, b] = [coordinates.subarray(0, 9), coordinates.subarray(9, 18)];
    const shares = trianglesSharePoint(a, b);
    const detector = await createDetector({
      bone: createMesh(a, oneFace),
      tool: createMesh(b, oneFace),
      contactDistance: 0,
      resolution: wholeFace(coordinates),
      backend: 'cpu',
    });
    const { state, intersectingFaces, stats } = detector.detectSync(identity);
    detector.dispose();
    const says = intersectingFaces.length > 0;
    tally.pairs++;
    if (shares) tally.sharing++;
    if (shares && !says) tally.missed++;
    if (says && !shares) tally.extra++;
    if (state !== (shares ? 'intersecting' : 'separated')) tally.wrongStates++;
    tally.decided[stats.candidatePairs === 0 ? 'compared' : stats.escalatedPairs === 0 ? 'f64' : 'adaptive']++;
  }
  return [...tallies.values()];
}

/** Adds up the tallies of parts of a corpus. */
export function addTallies(parts: readonly (readonly FamilyTally[])[]): FamilyTally[] {
  const sums = new Map<string, Writable<FamilyTally>>();
  for (const part of parts.flat()) {
    let sum = sums.get(part.family);
    if (sum === undefined) {
      sum = emptyTally(part.family);
      sums.set(part.family, sum);
    }
    for (const key of ['pairs', 'sharing', 'missed', 'extra', 'wrongStates'] as const) sum[key] += part[key];
    for (const key of ['compared', 'f64', 'adaptive'] as const) sum.decided[key] += part.decided[key];
  }
  return [...sums.values()];
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends object ? Writable<T[K]> : T[K] };

function emptyTally(family: string): Writable<FamilyTally> {
  const decided = { compared: 0, f64: 0, adaptive: 0 };
  return { family, pairs: 0, sharing: 0, missed: 0, extra: 0, wrongStates: 0, decided };
}

/** No edge is longer than twice the sum of all magnitudes, so nothing is subdivided. */
function wholeFace(coordinates: Float64Array): number {
  return 4 * coordinates.reduce((sum, value) => sum + Math.abs(value), 0) || 1;
}
