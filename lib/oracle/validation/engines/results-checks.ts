// A raw row of a results file → a checked answer, contact or stroke; or an error that names the place, the value, the
// limit and the next step.

import { FormatError, nearestName } from '#core';
import type { EngineAnswer, EngineContact, EngineStroke, EngineVerdict } from './engine-results.ts';
import { engineVerdicts, NORMAL_LIMIT, resultsSchema, strokeStatuses } from './results-schema.ts';

/** The ranges of the numbers in a results file. */
export interface ResultsLimits {
  /** How many poses there are. */
  readonly poses: number;
  /** How many strokes, and faces of the bodies; numbers are not checked against omitted limits. */
  readonly strokes?: number;
  readonly boneFaces?: number;
  readonly toolFaces?: number;
}

export type RawRow = Readonly<Record<string, unknown>>;

/** Checks the results file's rows by their parts, all from one source. */
export class ResultsChecks {
  readonly #source: string;
  readonly #limits: ResultsLimits;

  constructor(source: string, limits: ResultsLimits) {
    this.#source = source;
    this.#limits = limits;
  }

  refuse(code: string, line: number, found: string, next: string): never {
    throw new FormatError(code, `${this.#source}, line ${line}: ${found}; ${next}.`);
  }

  /** All but its contacts, which `contact` checks. */
  answer(row: RawRow, line: number): Omit<EngineAnswer, 'contacts'> {
    const { verdict, pairs } = row;
    if (verdict !== undefined && !(engineVerdicts as readonly unknown[]).includes(verdict))
      this.refuse('UNKNOWN_VERDICT', line, `verdict is ${shown(verdict)}`, `write ${listed(engineVerdicts)}`);
    return {
      pose: this.#index(row.pose, line, 'pose', this.#limits.poses, 'NO_SUCH_POSE'),
      ...(verdict === undefined ? {} : { verdict: verdict as EngineVerdict }),
      ...this.#lengths(row, line, ['distance', 'depth', 'milliseconds']),
      ...(pairs === undefined ? {} : { pairs: this.#pairs(pairs, line) }),
    };
  }

  contact(row: unknown, line: number, name: string): EngineContact {
    if (!isRecord(row)) this.#wrongType(line, name, row, 'an object with a point');
    this.checkNames(row, 'contact', line, name);
    const point = this.#vector(row.point, line, `${name}.point`);
    const normal = row.normal === undefined ? undefined : this.#vector(row.normal, line, `${name}.normal`);
    const faces: { boneFace?: number; toolFace?: number } = {};
    for (const body of ['bone', 'tool'] as const)
      if (row[`${body}Face`] !== undefined) faces[`${body}Face`] = this.face(row[`${body}Face`], line, body);
    if (normal !== undefined) this.#checkUnit(normal, line, name);
    return {
      point,
      ...(normal === undefined ? {} : { normal }),
      ...this.#lengths(row, line, ['depth'], name),
      ...faces,
    };
  }

  stroke(row: RawRow, line: number): EngineStroke {
    const { status } = row;
    const stroke = this.#index(row.stroke, line, 'stroke', this.#limits.strokes ?? Infinity, 'NO_SUCH_STROKE');
    if (!(strokeStatuses as readonly unknown[]).includes(status))
      this.refuse('UNKNOWN_STATUS', line, `status is ${shown(status)}`, `write ${listed(strokeStatuses)}`);
    const lengths = this.#lengths(row, line, ['time', 'milliseconds']);
    if ((lengths.time ?? 0) > 1)
      this.refuse('OUT_OF_RANGE', line, `time is ${lengths.time}, which is beyond 1`, 'give the share of the stroke');
    return { stroke, status: status as EngineStroke['status'], ...lengths };
  }

  face(value: unknown, line: number, body: 'bone' | 'tool'): number {
    const count = (body === 'bone' ? this.#limits.boneFaces : this.#limits.toolFaces) ?? Infinity;
    return this.#index(value, line, `${body} face`, count, 'INDEX_OUT_OF_RANGE');
  }

  /** @throws FormatError UNKNOWN_FIELD. */
  checkNames(row: RawRow, kind: 'answer' | 'contact' | 'stroke', line: number, name: string): void {
    const known = Object.keys(resultsSchema.$defs[kind].properties);
    for (const field of Object.keys(row))
      if (!known.includes(field)) {
        const near = nearestName(field, known);
        const next = near === null ? `the fields are ${listed(known)}` : `perhaps ${near} is meant`;
        this.refuse('UNKNOWN_FIELD', line, `${name} has a field ${shown(field)}`, next);
      }
  }

  #index(value: unknown, line: number, name: string, count: number, code: string): number {
    if (typeof value !== 'number') this.#wrongType(line, name, value, 'a whole number');
    if (Number.isInteger(value) && value >= 0 && value < count) return value;
    const there = count === Infinity ? 'a whole number from 0 on' : `a whole number from 0 to ${count - 1}`;
    return this.refuse(code, line, `${name} is ${value}, expected ${there}`, 'numbers begin at 0');
  }

  #pairs(value: unknown, line: number): readonly number[] {
    if (!Array.isArray(value)) this.#wrongType(line, 'pairs', value, 'a list of face numbers');
    if (value.length % 2 === 1)
      this.refuse(
        'ODD_PAIRS',
        line,
        `pairs holds ${value.length} numbers, expected an even count`,
        'write bone, tool, …',
      );
    return value.map((face, i) => this.face(face, line, i % 2 === 0 ? 'bone' : 'tool'));
  }

  #vector(value: unknown, line: number, name: string): readonly number[] {
    if (!Array.isArray(value) || value.length !== 3) this.#wrongType(line, name, value, 'three numbers');
    return value.map((entry) => this.#number(entry, line, name));
  }

  #number(value: unknown, line: number, name: string): number {
    if (typeof value !== 'number') this.#wrongType(line, name, value, 'a number');
    if (Number.isFinite(value)) return value;
    return this.refuse(
      'NON_FINITE',
      line,
      `${name} is ${value}, expected a finite number`,
      'leave out what is not known',
    );
  }

  /** Numbers ≥ 0; those that are present. */
  #lengths<N extends string>(row: RawRow, line: number, names: readonly N[], of = ''): Partial<Record<N, number>> {
    const found: Partial<Record<N, number>> = {};
    for (const field of names) {
      if (row[field] === undefined) continue;
      const name = of === '' ? field : `${of}.${field}`;
      const value = this.#number(row[field], line, name);
      if (value < 0) this.refuse('NEGATIVE', line, `${name} is ${value}, expected a number >= 0`, wayOut(field));
      found[field] = value;
    }
    return found;
  }

  #checkUnit(normal: readonly number[], line: number, name: string): void {
    const length = Math.hypot(...normal);
    const off = Math.abs(length - 1);
    if (off <= NORMAL_LIMIT) return;
    this.refuse(
      'NOT_UNIT',
      line,
      `${name}.normal has length ${Number(length.toPrecision(6))}, which is ${Number(off.toPrecision(3))} off 1, ` +
        `beyond the limit of ${NORMAL_LIMIT}`,
      'divide it by its length',
    );
  }

  #wrongType(line: number, name: string, value: unknown, expected: string): never {
    const found = value === undefined ? 'is missing' : `is ${shown(value)}`;
    return this.refuse('WRONG_TYPE', line, `${name} ${found}, expected ${expected}`, 'correct that row');
  }
}

export function isRecord(value: unknown): value is RawRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** A value as shown in a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function wayOut(field: string): string {
  return field === 'distance'
    ? 'an engine with signed distances writes the negative part as depth, without its sign'
    : field === 'depth'
      ? 'write how deep the bodies overlap without a sign, and nothing where they do not'
      : 'correct that number';
}
