// Sampled contacts of a report → whether the exact minimum over each sub-triangle lies where the report certifies it
// (G2, G4).

import type { ContactTable } from '#records';
import { type BulkMesh, type ExactNumber, exactFraction, type MinimumSignedDistance } from '#reference';
import type { ContactSample, Tally, WorstContact } from './judgement.ts';
import { Counter, ownCorners, type PoseQuestion } from './pose-question.ts';
import { isAtMost } from './signed-at-most.ts';
import { exactLeaf } from './sub-triangles.ts';

interface MinimaJudgement {
  readonly sound: Tally;
  readonly certified: Tally;
  readonly samples: readonly ContactSample[];
  readonly worst: WorstContact | null;
}

type Answer = 'holds' | 'broken' | 'undecided';

/**
 * The widths of the oracle's bracket, as shares of h, tried in turn until the question is decided; 0 requests the
 * narrowest the oracle can find.
 */
const WIDTHS = [2 ** -8, 2 ** -16, 2 ** -24, 0];

export function judgeMinima(question: PoseQuestion): MinimaJudgement {
  const { report, bodies, meshes, options, random } = question;
  const { contacts } = report;
  const sound = new Counter();
  const certified = new Counter();
  const samples: ContactSample[] = [];
  let worst: WorstContact | null = null;
  for (const row of sampledRows(contacts, options.samples, random)) {
    const body = contacts.body[row];
    const [face, level, path] = [contacts.face[row], contacts.level[row], contacts.path[row]];
    const own = ownCorners(meshes[body], face);
    const leaf = exactLeaf(bodies[body].surface.cornersOf(face), own, options.resolution, level, path);
    const judged = judgeRow(question, row, leaf, bodies[1 - body]);
    sound.count(judged.sound);
    certified.count(judged.certified);
    const { low: exactLow, high: exactHigh, status } = judged.minimum;
    if (status !== 'bounded') continue;
    const [distance, low, high] = [contacts.distance[row], contacts.low[row], contacts.high[row]];
    const exact = (exactLow + exactHigh) / 2;
    const error = distance - exact;
    samples.push({ exact, error, width: high - low });
    if (worst !== null && error <= worst.error) continue;
    const points = (column: Float64Array, count: number) => [...column.subarray(count * row, count * row + count)];
    worst = {
      body: body === 0 ? 'bone' : 'tool',
      face: contacts.face[row],
      oppositeFace: contacts.oppositeFace[row],
      corners: points(contacts.corners, 9),
      point: points(contacts.point, 3),
      opposite: points(contacts.opposite, 3),
      ...{ distance, low, high, exactLow, exactHigh, error },
    };
  }
  return { sound: sound.tally, certified: certified.tally, samples, worst };
}

/** The deepest contact, the one with the widest interval, and others drawn at random; ascending. */
function sampledRows({ length, distance, low, high }: ContactTable, count: number, random: () => number): number[] {
  if (length <= count) return Array.from({ length }, (_, row) => row);
  const rows = new Set<number>();
  const greatest = (value: (row: number) => number) => {
    let best = 0;
    for (let row = 1; row < length; row++) if (value(row) > value(best)) best = row;
    return best;
  };
  rows.add(greatest((row) => -distance[row]));
  if (count > 1) rows.add(greatest((row) => high[row] - low[row]));
  while (rows.size < count) rows.add(Math.floor(random() * length));
  return [...rows].sort((a, b) => a - b);
}

interface RowJudgement {
  readonly minimum: MinimumSignedDistance;
  readonly sound: Answer;
  readonly certified: Answer;
}

function judgeRow(question: PoseQuestion, row: number, leaf: ExactNumber[], other: BulkMesh): RowJudgement {
  const { report, options, allowance } = question;
  const [low, high] = [report.contacts.low[row], report.contacts.high[row]];
  const { resolution: h, contactDistance, oracleLimit: splitLimit } = options;
  const limit = exactFraction(contactDistance).add(exactFraction(high)).sub(exactFraction(low));
  const narrow = high - low <= h / Math.sqrt(3) + allowance;
  // The minimum is no higher than the signed distance at any corner: exact, for when the bracket's own rounding leaves
  // it undecided.
  const cornerWithin = remembered(() => [0, 1, 2].some((k) => isAtMost(other, leaf.slice(3 * k, 3 * k + 3), high)));
  let judged: RowJudgement | undefined;
  for (const share of WIDTHS) {
    const minimum = other.minimumSignedDistance(leaf, { width: share * h, splitLimit });
    const above = minimum.low >= low;
    const below = minimum.high <= high || (minimum.low <= high && cornerWithin());
    const outside = minimum.high < low || minimum.low > high;
    const certified: Answer = outside || !narrow ? 'broken' : above && below ? 'holds' : 'undecided';
    const sound: Answer = exactFraction(minimum.high).lte(limit)
      ? 'holds'
      : exactFraction(minimum.low).gt(limit)
        ? 'broken'
        : certified === 'holds' && high <= contactDistance
          ? 'holds'
          : 'undecided';
    judged = {
      minimum: judged === undefined || minimum.status === 'bounded' ? minimum : judged.minimum,
      certified: settled(judged?.certified, certified),
      sound: settled(judged?.sound, sound),
    };
    if (judged.certified !== 'undecided' && judged.sound !== 'undecided') break;
  }
  return judged!;
}

/** An answer given by one bracket stands: brackets of other widths hold as well, and may decide more. */
function settled(before: Answer | undefined, now: Answer): Answer {
  return before === undefined || before === 'undecided' ? now : before;
}

function remembered<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
