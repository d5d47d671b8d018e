// A finished validation → the data in validation.html: with its histogram of errors, and each pose's faults in words.

import type { TriangleMesh } from '#mesh';
import type { ContactSample, PoseJudgement, RegionDistance, Tally, ValidationSummary } from '#validation';
import { cropSurface, emptyBox, growBox, pack } from '../report/pack.ts';
import { intoTool, type PackedSurface } from '../report/payload.ts';
import type {
  Histogram,
  ListedPose,
  PackedPoses,
  PackedRegion,
  PackedSamples,
  ValidationPayload,
  WorstCase,
} from './payload.ts';
import type { ValidationHeader } from './validation-header.ts';

interface ValidationSource {
  readonly header: ValidationHeader;
  readonly summary: ValidationSummary;
  readonly judgements: readonly PoseJudgement[];
  /** s, one per pose. */
  readonly times: Float64Array | null;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

/** The most faces that the page holds, which keeps it below about 12 MB. */
const FACES_SHOWN = { bone: 250_000, tool: 150_000 };
const SAMPLES_SHOWN = 20_000;
const POSES_SHOWN = 20_000;
const POSES_LISTED = 300;

export function validationPayload(source: ValidationSource): ValidationPayload {
  const { header, summary, judgements, times, bone, tool } = source;
  const samples = judgements.flatMap((judgement) => judgement.samples);
  const matrices = new Map(judgements.map(({ pose, matrix }) => [pose, matrix]));
  const cases = summary.worst.map(({ pose, contact }) => ({ pose, matrix: matrices.get(pose)!, contact }));
  return {
    header,
    summary,
    ...cropBodies(bone, tool, cases, judgements[0]?.matrix),
    cases,
    samples: packSamples(samples),
    histogram: errorHistogram(samples.map(({ error }) => error)),
    series: packPoses(evenly(judgements, POSES_SHOWN), times),
    listed: listPoses(judgements),
  };
}

/** The surroundings of every case, in each body's frame; if there are no cases, those of the tool at the first pose. */
function cropBodies(
  bone: TriangleMesh,
  tool: TriangleMesh,
  cases: readonly WorstCase[],
  firstPose: readonly number[] | undefined,
): { bone: PackedSurface; tool: PackedSurface } {
  const origin = firstPose ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const places =
    cases.length > 0
      ? cases.map(({ matrix, contact }) => ({ matrix, points: [contact.point, contact.opposite] }))
      : [{ matrix: origin, points: [origin.slice(12, 15)] }];
  const boxes = places.map(({ matrix, points }) => {
    const box = { bone: emptyBox(), tool: emptyBox() };
    for (const [x, y, z] of points) {
      growBox(box.bone, x, y, z);
      growBox(box.tool, ...intoTool(matrix, [x, y, z]));
    }
    return box;
  });
  const crop = (body: 'bone' | 'tool', mesh: TriangleMesh) =>
    cropSurface(mesh, Float64Array.from(boxes.flatMap((box) => [...box[body]])), FACES_SHOWN[body]);
  return { bone: crop('bone', bone), tool: crop('tool', tool) };
}

function packSamples(samples: readonly ContactSample[]): PackedSamples {
  const greatest = samples.reduce((best, { error }, i) => (error > samples[best].error ? i : best), 0);
  const shown = evenly(samples, SAMPLES_SHOWN);
  if (samples.length > 0 && !shown.includes(samples[greatest])) shown[shown.length - 1] = samples[greatest];
  const column = (key: keyof ContactSample) =>
    pack(
      'f32',
      Float32Array.from(shown, (sample) => sample[key]),
    );
  return { total: samples.length, exact: column('exact'), error: column('error'), width: column('width') };
}

function packPoses(judgements: readonly PoseJudgement[], times: Float64Array | null): PackedPoses {
  const numbers = (value: (judgement: PoseJudgement) => number | null | undefined) =>
    pack(
      'f32',
      Float32Array.from(judgements, (judgement) => value(judgement) ?? Number.NaN),
    );
  const counts = (value: (judgement: PoseJudgement) => number) => pack('u32', Uint32Array.from(judgements, value));
  const region = (of: (judgement: PoseJudgement) => RegionDistance | null): PackedRegion => ({
    reportedToExact: numbers((judgement) => of(judgement)?.reportedToExact.high),
    exactToReported: numbers((judgement) => of(judgement)?.exactToReported),
  });
  return {
    pose: counts(({ pose }) => pose),
    ...(times === null
      ? {}
      : {
          time: pack(
            'f64',
            Float64Array.from(judgements, ({ pose }) => times[pose]),
          ),
        }),
    faces: counts(({ faces }) => faces),
    kerf: numbers(({ milliseconds }) => milliseconds.kerf),
    oracle: numbers(({ milliseconds }) => milliseconds.oracle),
    region: { bone: region((judgement) => judgement.region.bone), tool: region((judgement) => judgement.region.tool) },
  };
}

function listPoses(judgements: readonly PoseJudgement[]): ListedPose[] {
  const rank = (pose: ListedPose) => (pose.broken ? 2 : pose.faults !== '' ? 1 : 0);
  const error = (pose: ListedPose) => pose.error ?? Number.NEGATIVE_INFINITY;
  return judgements
    .map((judgement): ListedPose => {
      const { words, broken } = poseFaults(judgement);
      const { pose, state, contacts, faces, insideDistance, region, milliseconds } = judgement;
      return {
        ...{ pose, state, contacts, faces, insideDistance, region, milliseconds, broken },
        faults: words,
        pairs: judgement.pairs.exact,
        error: judgement.worst?.error ?? null,
        width: judgement.width.max,
      };
    })
    .sort((a, b) => rank(b) - rank(a) || (error(a) === error(b) ? a.pose - b.pose : error(b) - error(a)))
    .slice(0, POSES_LISTED);
}

/** At most `limit` of the items, at even steps from the first, in order. */
function evenly<Item>(items: readonly Item[], limit: number): Item[] {
  const step = Math.max(1, items.length / limit);
  const count = Math.min(items.length, limit);
  return Array.from({ length: count }, (_, i) => items[Math.floor(i * step)]);
}

/** The approximate number of bins; at most two and a half times as many are made. */
const BINS = 40;

/** A bin's middle is a multiple of the step, so that rounding errors on either side of 0 fall into one bin. */
export function errorHistogram(errors: readonly number[]): Histogram {
  let [least, most] = [0, 0];
  for (const error of errors) {
    least = Math.min(least, error);
    most = Math.max(most, error);
  }
  const step = roundStep((most - least) / BINS);
  const bin = (error: number) => Math.round(error / step);
  const first = bin(least);
  const counts = new Array<number>(bin(most) - first + 1).fill(0);
  for (const error of errors) counts[bin(error) - first]++;
  return { step, first, counts };
}

/** The largest of 1, 2, 5 · 10^k that is at most `width`; 1 if `width` is 0. */
function roundStep(width: number): number {
  if (!(width > 0)) return 1;
  const ten = 10 ** Math.floor(Math.log10(width));
  const factor = [5, 2, 1].find((multiple) => multiple * ten <= width) ?? 1;
  return factor * ten;
}

interface PoseFaults {
  /** Words such as "pairs missed: 2; G1: 3 broken"; empty if nothing is broken or undecided. */
  readonly words: string;
  readonly broken: boolean;
}

function poseFaults(judgement: PoseJudgement): PoseFaults {
  const { state, pairs, stable } = judgement;
  const tallies: readonly (readonly [name: string, tally: Tally])[] = [
    ['G1', judgement.complete],
    ['G2', judgement.sound],
    ['G3', judgement.local],
    ['G4', judgement.certified],
    ['distance', judgement.distance],
  ];
  const broken = [
    state.kerf === state.exact ? '' : `state: kerf says ${state.kerf}`,
    pairs.missed > 0 ? `pairs missed: ${pairs.missed}` : '',
    pairs.extra > 0 ? `pairs extra: ${pairs.extra}` : '',
    ...tallies.map(([name, tally]) => (tally.broken > 0 ? `${name}: ${tally.broken} broken` : '')),
    stable.repeats ? '' : 'not the same when asked again',
  ].filter(Boolean);
  const undecided = tallies.flatMap(([name, tally]) =>
    tally.undecided > 0 ? [`${name}: ${tally.undecided} undecided`] : [],
  );
  return { words: [...broken, ...undecided].join('; '), broken: broken.length > 0 };
}
