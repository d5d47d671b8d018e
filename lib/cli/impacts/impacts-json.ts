// A step's impacts → impacts.json and impacts.csv, one line per impact, in pieces, since a step may have millions; and
// the points of impacts.vtp.

import type { PointPolyData } from '#io';
import { type BodySource, headAndRowLines } from '../report-json.ts';
import { type FoundImpacts, impactRecords, recordImpact } from './impact-record.ts';

/** What kerf impacts reports about a step besides its impacts. */
export interface ImpactsHeader {
  readonly format: 'kerf-impacts';
  readonly formatVersion: 1;
  readonly kerf: string;
  /** time runs from 0 at the start to 1 at the end. */
  readonly units: { readonly length: 'mm'; readonly time: 'part of the step' };
  readonly start: BodySource;
  readonly end: BodySource;
  /** How many vertices move, and the longest distance that one moves, mm. */
  readonly motion: { readonly vertices: number; readonly longest: number };
  /** What must be known before reading the results. */
  readonly notices: readonly string[];
  readonly verdict: string;
  readonly freeUntil: number;
  readonly counts: ImpactCounts;
}

export interface ImpactCounts {
  readonly impacts: number;
  readonly vertexFace: number;
  readonly edgeEdge: number;
  /** Those that already touch at the start. */
  readonly atStart: number;
}

export function impactsJson(header: ImpactsHeader, found: FoundImpacts): Iterable<string> {
  return pieces(headAndRowLines(header, 'impacts', impactRecords(found)));
}

const COLUMNS = [
  ...['kind', 'a', 'b', 'vertex0', 'vertex1', 'vertex2', 'vertex3'],
  ...['time_low', 'time_high', 'parameter0', 'parameter1', 'x_mm', 'y_mm', 'z_mm'],
];

export function impactsCsv(found: FoundImpacts): Iterable<string> {
  return pieces(csvLines(found));
}

function* csvLines(found: FoundImpacts): Generator<string> {
  yield `${COLUMNS.join(',')}\n`;
  for (const { kind, a, b, vertices, low, high, parameters, point } of impactRecords(found))
    yield `${[kind, a, b, ...vertices, low, high, ...parameters, ...point].join(',')}\n`;
}

/** Characters per piece; each piece is written by one system call. */
const PIECE = 2 ** 18;

/** A sequence of texts → the same characters in fewer texts, none too long for memory. */
function* pieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * The points at which they meet, on the surface at that time, mm. The point data are kind (0 a vertex and a face, 1 two
 * edges); a and b, the numbers of these; low and high, parts of the step; parameters, two per point.
 */
export function impactPoints(found: FoundImpacts): PointPolyData {
  const { length, kind, a, b, low, high, parameters } = found.table;
  const positions = new Float64Array(3 * length);
  for (let row = 0; row < length; row++) positions.set(recordImpact(found, row).point, 3 * row);
  const columns = { kind, a: Int32Array.from(a), b: Int32Array.from(b), low, high };
  return {
    positions,
    pointData: [
      ...Object.entries(columns).map(([name, values]) => ({ name, numberOfComponents: 1, values })),
      { name: 'parameters', numberOfComponents: 2, values: parameters },
    ],
    frame: found.start.mesh.frame,
  };
}
