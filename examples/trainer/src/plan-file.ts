// A plan ↔ its file: JSON, { "kerf": "plan", "version": 1, … }, with the members of Plan and no others.

import { FormatError } from 'kerf';
import { lineCrossing } from './line-crossing.ts';
import type { Plan, Point } from './plan.ts';
import { badPlan, PlanFields } from './plan-fields.ts';
import { tightPiece } from './tube.ts';
import { dot, length, minus, scaled } from './vectors.ts';

const VERSION = 1;
/** Every two pieces of the line are compared. With so many points a border of 400 mm has one every 0.8 mm. */
const MOST_POINTS = 500;
/** More than this in one picture is no plan that a trainee could follow. */
const MOST_STRUCTURES = 16;
/** mm: longer than any bone, also for a tube's radius and a burr. */
const LONGEST = 1000;
/**
 * How far the sum of the squares of a unit vector may be from 1. A component that was divided by its length has a
 * relative error of 3.5 u, u = 2⁻⁵³: 3 u of the sum of squares count half in the root, which adds u, as does the
 * division. Squared, that is 7 u, and the sum of squares here adds 3 u: 10 u, and terms in u² that 6 u more than cover.
 */
const UNIT_LIMIT = 16 * 2 ** -53;

/** @throws FormatError for a plan that readPlan refuses. */
export function planText(plan: Plan): string {
  const { name, bone, line, outward, margin, burrHole, structures, dura } = plan;
  const fields = { kerf: 'plan', version: VERSION, name, bone, line, outward, margin, burrHole, structures, dura };
  const lines = Object.entries(fields).map(([field, value]) => `  "${field}": ${JSON.stringify(value)}`);
  const text = `{\n${lines.join(',\n')}\n}\n`;
  readPlan(text);
  return text;
}

/** @throws FormatError UNKNOWN_FORMAT, UNKNOWN_VERSION, BAD_PLAN: one sentence with what to do. */
export function readPlan(text: string): Plan {
  const file = new PlanFields(parsed(text), '');
  file.header(VERSION);
  file.only('kerf', 'version', 'name', 'bone', 'line', 'outward', 'margin', 'burrHole', 'structures', 'dura');
  const plan: Plan = {
    name: file.name('name'),
    bone: file.isNull('bone') ? null : boneOf(file.record('bone', 'name', 'faceCount')),
    line: file.points('line', 3, MOST_POINTS),
    outward: file.point('outward'),
    margin: file.length('margin', LONGEST),
    burrHole: burrHoleOf(file.record('burrHole', 'at', 'diameter')),
    structures: file
      .list('structures', 0, MOST_STRUCTURES, 'structures')
      .map((_, n) => structureOf(file.record(`structures[${n}]`, 'name', 'line', 'radius'))),
    dura: file.length('dura', LONGEST, 0),
  };
  checkOutward(plan);
  checkLine(plan);
  checkBurrHole(plan);
  for (const n of plan.structures.keys()) checkBends(plan, n);
  return plan;
}

function parsed(text: string): unknown {
  let kept = 0;
  try {
    const value: unknown = JSON.parse(text, function (this: unknown, _name, member) {
      if (!Array.isArray(this)) kept++;
      return member;
    });
    // Of two members with one name JSON.parse keeps the last; it counts the whole as one member of its own.
    const written = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g), ([, colon]) => colon.length);
    if (written.reduce((sum, n) => sum + n, 1) === kept) return value;
  } catch (error) {
    const why = (error as Error).message;
    throw new FormatError('UNKNOWN_FORMAT', `The plan is not JSON (${why}); choose a file that the page has saved.`);
  }
  return badPlan('The plan has a field twice; take one of the two out.');
}

function boneOf(bone: PlanFields): NonNullable<Plan['bone']> {
  return { name: bone.name('name'), faceCount: bone.count('faceCount') };
}

function burrHoleOf(burrHole: PlanFields): Plan['burrHole'] {
  return { at: burrHole.point('at'), diameter: burrHole.length('diameter', LONGEST) };
}

function structureOf(structure: PlanFields): Plan['structures'][number] {
  return {
    name: structure.name('name'),
    line: structure.points('line', 2, MOST_POINTS),
    radius: structure.length('radius', LONGEST),
  };
}

function checkOutward({ outward }: Plan): void {
  const square = dot(outward, outward);
  if (!(Math.abs(square - 1) <= UNIT_LIMIT))
    badPlan(
      `The plan's outward has length ${Math.sqrt(square)}, expected 1 within rounding; divide its components by their length.`,
    );
}

function checkLine({ line, outward }: Plan): void {
  const crossing = lineCrossing(line, outward);
  if (crossing === null) return;
  const { coincide, first, second } = crossing;
  const next = (n: number) => (n + 1) % line.length;
  badPlan(
    coincide
      ? `The plan's line[${first}] and line[${second}], seen along outward, are one point; leave one of them out.`
      : `The plan's line, seen along outward, meets itself where the piece from point ${first} to ${next(first)} comes to that from ` +
          `${second} to ${next(second)}; draw it without a crossing.`,
  );
}

function checkBurrHole({ line, margin, burrHole }: Plan): void {
  const far = Math.min(...line.map((a, n) => pointToPiece(burrHole.at, a, line[(n + 1) % line.length])));
  const limit = margin + burrHole.diameter / 2;
  if (!(far <= limit))
    badPlan(
      `The plan's burrHole.at lies ${far.toFixed(2)} mm from the line, at most ${limit} mm (margin + diameter / 2) are allowed; ` +
        'move it to the line.',
    );
}

function checkBends({ structures }: Plan, n: number): void {
  const { line, radius } = structures[n];
  const tight = tightPiece(line, radius);
  if (tight !== null)
    badPlan(
      `The plan's structures[${n}] has radius ${radius} mm, too much for the bends of its line from point ${tight} to ` +
        `${tight + 1}; leave a point out, or take a smaller radius.`,
    );
}

/** mm from p to the straight piece from a to b. */
function pointToPiece(p: Point, a: Point, b: Point): number {
  const way = minus(b, a);
  const from = minus(p, a);
  const square = dot(way, way);
  // 0 where the points are so close that the square underflows.
  const t = square > 0 ? Math.min(1, Math.max(0, dot(way, from) / square)) : 0;
  return length(minus(from, scaled(way, t)));
}
