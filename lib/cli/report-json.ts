// A finished run → report.json, one line per pose.

import type { AnatomicalFrame } from '#mesh';
import type { PoseRecord } from './pose-record.ts';
import type { DetectionQuestion } from './toolkit.ts';

export interface BodySource {
  readonly file: string;
  readonly vertices: number;
  readonly faces: number;
  /** The frame of the mesh's coordinates; poses lead from the tool's frame to the bone's. */
  readonly frame: AnatomicalFrame | 'unknown';
}

export interface RunHeader {
  readonly format: 'kerf-report';
  readonly formatVersion: 1;
  readonly kerf: string;
  /** time is the computing time; poseTime is the poses' own time; volume is left out if it was not requested. */
  readonly units: {
    readonly length: 'mm';
    readonly area: 'mm²';
    readonly volume?: 'mm³';
    readonly time: 'ms';
    readonly poseTime: 's';
  };
  readonly bone: BodySource;
  readonly tool: BodySource;
  readonly options: DetectionQuestion;
  readonly backend: string;
  readonly backendReason: string;
  /** Whether the distances of the bone's sub-triangles, and of the tool's, carry a sign. */
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
  /**
   * What must be known before reading the results: a body without an inside, units and frames that do not seem to
   * match.
   */
  readonly notices: readonly string[];
  readonly verdict: string;
  /**
   * The poses whose sub-triangles are in contacts.vtp and report.html: all of them, or a selection that keeps these
   * files small and includes the deepest.
   */
  readonly posesWithContacts: readonly number[];
}

export function reportJson(header: RunHeader, records: readonly PoseRecord[]): string {
  return headAndRows(header, 'poses', records);
}

/** A JSON object: the header's entries, then an array with one line per element. */
export function headAndRows(header: object, name: string, rows: Iterable<object>): string {
  return [...headAndRowLines(header, name, rows)].join('');
}

/** The same in parts, one per row, for rows that may be too many for one string. */
export function* headAndRowLines(header: object, name: string, rows: Iterable<object>): Generator<string> {
  const head = JSON.stringify(header, null, 2).replace(/\n}$/, '');
  yield `${head},\n  "${name}": [\n    `;
  let between = '';
  for (const row of rows) {
    yield between + JSON.stringify(row);
    between = ',\n    ';
  }
  yield '\n  ]\n}\n';
}
