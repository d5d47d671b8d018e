// One object of a plan's JSON → its members, each of the type and in the range that a plan has.

import { FormatError } from 'kerf';
import type { Point } from './plan.ts';

/** mm: scanners and trackers keep their frames within this. */
const FARTHEST = 10_000;
/** Names stand on one line of the page. */
const LONGEST_NAME = 100;
/** Longest piece of a value that a sentence shows. */
const SHOWN = 40;

type Members = Readonly<Record<string, unknown>>;

export class PlanFields {
  readonly #members: Members;
  /** The way to this object: 'burrHole.', or '' for the whole. */
  readonly #path: string;

  constructor(value: unknown, path: string) {
    this.#path = path;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      badPlan(`The plan${path && `'s ${path.slice(0, -1)}`} is ${shown(value)}, expected an object; correct the file.`);
    this.#members = value as Members;
  }

  header(version: number): void {
    const { kerf, version: found } = this.#members;
    const isPlan = kerf === 'plan';
    if (isPlan && found === version) return;
    const next = 'choose a plan that this page has saved';
    throw isPlan
      ? new FormatError('UNKNOWN_VERSION', `The plan's version is ${shown(found)}, expected ${version}; ${next}.`)
      : new FormatError('UNKNOWN_FORMAT', `The file's member kerf is ${shown(kerf)}, expected "plan"; ${next}.`);
  }

  /** Members that a reader would drop are refused. */
  only(...names: readonly string[]): this {
    const other = Object.keys(this.#members).find((name) => !names.includes(name));
    if (other === undefined) return this;
    const allowed = names.join(', ');
    const whole = this.#path === '' ? 'The plan' : `The plan's ${this.#path.slice(0, -1)}`;
    return badPlan(`${whole} has an unknown field ${shown(other)}, its fields are ${allowed}; take it out.`);
  }

  isNull(name: string): boolean {
    return this.#value(name) === null;
  }

  /** @param name of a member, or of an element of one: 'structures[2]'. */
  record(name: string, ...fields: readonly string[]): PlanFields {
    return new PlanFields(this.#value(name), `${this.#path}${name}.`).only(...fields);
  }

  list(name: string, least: number, most: number, what: string): readonly unknown[] {
    const value = this.#value(name);
    if (!Array.isArray(value)) return this.#bad(name, value, 'an array');
    if (value.length < least || value.length > most)
      badPlan(
        `The plan's ${this.#path}${name} has ${value.length} ${what}, expected ${least} to ${most}; add some or leave some out.`,
      );
    return value;
  }

  /** No two neighbours are the same. */
  points(name: string, least: number, most: number): readonly Point[] {
    const points = this.list(name, least, most, 'points').map((_, n) => this.point(`${name}[${n}]`));
    const twice = points.findIndex((p, n) => n > 0 && p.every((x, k) => x === points[n - 1][k]));
    if (twice > 0)
      badPlan(
        `The plan's ${this.#path}${name}[${twice}] is the same point as the one before, [${points[twice]}]; leave one out.`,
      );
    return points;
  }

  point(name: string): Point {
    const value = this.#value(name);
    const isPoint = Array.isArray(value) && value.length === 3 && value.every((x) => isWithin(x, -FARTHEST, FARTHEST));
    if (!isPoint) return this.#bad(name, value, `three numbers from −${FARTHEST} to ${FARTHEST}`);
    return [value[0], value[1], value[2]];
  }

  /** mm: more than 0, or from `least` on if that is given. */
  length(name: string, most: number, least?: number): number {
    const value = this.#value(name);
    if (isWithin(value, least ?? 0, most) && (least !== undefined || value > 0)) return value;
    return this.#bad(name, value, least === undefined ? `mm above 0, up to ${most}` : `${least} to ${most} mm`);
  }

  count(name: string): number {
    const value = this.#value(name);
    if (isWithin(value, 1, 2 ** 32) && Number.isInteger(value)) return value;
    return this.#bad(name, value, 'a whole number from 1 on');
  }

  name(name: string): string {
    const value = this.#value(name);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with one would not stand on one line.
    if (typeof value === 'string' && /^(?=.*\S)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/u.test(value))
      if (value.length <= LONGEST_NAME) return value;
    return this.#bad(name, value, `a line of 1 to ${LONGEST_NAME} characters`);
  }

  /** A member, or an element of one. */
  #value(name: string): unknown {
    const [, member, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(name) as RegExpExecArray;
    const value = Object.hasOwn(this.#members, member) ? this.#members[member] : undefined;
    return index === undefined ? value : (value as readonly unknown[])[Number(index)];
  }

  #bad(name: string, value: unknown, expected: string): never {
    const what = value === undefined ? 'missing' : shown(value);
    return badPlan(`The plan's ${this.#path}${name} is ${what}, expected ${expected}; correct the file.`);
  }
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}

function shown(value: unknown): string {
  // JSON has no word for a number that is too large for f64.
  const text =
    JSON.stringify(value, (_, x) => (typeof x === 'number' && !Number.isFinite(x) ? String(x) : x)) ?? 'missing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

export function badPlan(sentence: string): never {
  throw new FormatError('BAD_PLAN', sentence);
}
