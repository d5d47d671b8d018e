// A finished assessment → assess.json and assess.csv, one line per pose.

import type { Plane } from '#assessment';
import type { Interval } from '#records';
import type { Range } from '../pose-record.ts';
import { type BodySource, headAndRows } from '../report-json.ts';
import type { AssessRecord, AssessResults } from './assess-record.ts';
import type { LabelFacts } from './cut-outputs.ts';

export interface AssessHeader {
  readonly format: 'kerf-assessment';
  readonly formatVersion: 1;
  readonly kerf: string;
  readonly units: {
    readonly length: 'mm';
    readonly area: 'mm²';
    readonly volume: 'mm³';
    readonly poseTime: 's';
    readonly force: 'N';
  };
  readonly bone: BodySource;
  readonly tool: BodySource;
  readonly path: { readonly file: string; readonly poses: number };
  readonly structures: readonly (BodySource & { readonly name: string })[];
  readonly region: BodySource | null;
  /** If labels or times were written. */
  readonly labels?: LabelFacts;
  readonly forces: { readonly file: string; readonly samples: number } | null;
  readonly options: {
    /** mm: as requested, and as used. */
    readonly cell: { readonly asked: number; readonly used: number };
    readonly planes: readonly Plane[];
    readonly feed: readonly number[] | null;
    readonly shank: number | null;
    /** N. */
    readonly forceLimit: number | null;
  };
  /** What must be known before reading the results. */
  readonly notices: readonly string[];
  readonly verdict: string;
  readonly results: AssessResults;
}

export function assessJson(header: AssessHeader, records: readonly AssessRecord[]): string {
  return headAndRows(header, 'poses', records);
}

/** A field is empty if its number is unknown or was not requested. */
export function assessCsv({ structures }: AssessHeader, records: readonly AssessRecord[]): string {
  const heads = [
    ...['pose', 'time_s', 'through', 'plunge_low_mm', 'plunge_high_mm', 'wall_ahead_low_mm', 'wall_ahead_high_mm'],
    ...['removed', 'removed_inside', 'removed_outside'].flatMap((name) => [
      `${name}_mm3`,
      `${name}_low_mm3`,
      `${name}_high_mm3`,
    ]),
    ...structures.flatMap(({ name }) => [`${name}_distance_mm`, `${name}_depth_low_mm`, `${name}_depth_high_mm`]),
  ];
  const rows = records.map(({ pose, time, plunge, removed, structures }) => [
    pose,
    time ?? '',
    plunge?.through ?? '',
    ...ends(plunge?.depth),
    ...ends(plunge?.wallAhead),
    ...[removed.all, removed.inside, removed.outside].flatMap((volume) => [volume?.surface ?? '', ...ends(volume)]),
    ...structures.flatMap(({ distance, depth }) => [distance, ...ends(depth)]),
  ]);
  return `${[heads, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

function ends(range: Range | Interval | null | undefined): (number | '')[] {
  return [range?.low ?? '', range?.high ?? ''];
}
