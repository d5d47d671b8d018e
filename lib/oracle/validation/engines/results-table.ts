// The text of a results file in CSV → its rows, checked, in the order of the file.

import { withoutBlanks } from '#core';
import type { EngineContact, EngineName } from './engine-results.ts';
import type { ReadRows } from './read-results.ts';
import { listed, type RawRow, type ResultsChecks, shown } from './results-checks.ts';

/** The columns of each kind of row, besides `kind`. */
const columnsOf = {
  pose: ['pose', 'verdict', 'distance', 'depth', 'milliseconds'],
  contact: ['pose', 'x', 'y', 'z', 'nx', 'ny', 'nz', 'depth', 'bone_face', 'tool_face'],
  pair: ['pose', 'bone_face', 'tool_face'],
  stroke: ['stroke', 'status', 'time', 'milliseconds'],
} as const;
type Kind = keyof typeof columnsOf;
const kinds = Object.keys(columnsOf) as Kind[];
const known = [...new Set(['kind', ...Object.values(columnsOf).flat()])];
/** Cells that are words; the others are numbers. */
const words = ['kind', 'verdict', 'status'];

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NON_FINITE = /^[+-]?(nan|inf(inity)?)$/i;
const NAME = /^#\s*(engine|version|machine)\s*:\s*(.*\S)/;

/** An answer whose contacts and pairs may follow on other lines. */
interface OpenAnswer {
  readonly line: number;
  readonly answer: ReadRows['answers'][number]['answer'];
  readonly contacts: EngineContact[];
  readonly pairs: number[];
}

export function tableRows(lines: readonly string[], checks: ResultsChecks): ReadRows {
  const rows: ReadRows = { engine: engineOf(lines), answers: [], strokes: [] };
  const open: OpenAnswer[] = [];
  const lastOfPose = new Map<number, OpenAnswer>();
  const seen = new Set<Kind>();
  const last = lines.findLastIndex((line) => line.trim() !== '');
  let header: readonly string[] | undefined;
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue;
    const line = i + 1;
    const cells = text.split(',').map(withoutBlanks);
    if (header === undefined) {
      header = checkedHeader(cells, line, checks);
      continue;
    }
    if (cells.length !== header.length) refuseLength(cells, header, line, i === last && i === lines.length - 1, checks);
    const { kind, row } = rowOf(cells, header, line, checks);
    seen.add(kind);
    if (kind === 'stroke') rows.strokes.push({ line, stroke: checks.stroke(row, line) });
    else if (kind === 'pose') {
      const answer = { line, answer: checks.answer(row, line), contacts: [], pairs: [] };
      open.push(answer);
      lastOfPose.set(answer.answer.pose, answer);
    } else {
      const { pose } = checks.answer({ pose: row.pose }, line);
      const owner = lastOfPose.get(pose);
      if (owner === undefined)
        checks.refuse(
          'MISPLACED_ROW',
          line,
          `no row of kind pose of pose ${pose} is before this ${kind}`,
          'write it first',
        );
      if (kind === 'contact') owner.contacts.push(checks.contact(contactOf(row), line, 'the contact'));
      else owner.pairs.push(checks.face(row.bone_face, line, 'bone'), checks.face(row.tool_face, line, 'tool'));
    }
  }
  for (const { line, answer, contacts, pairs } of open)
    rows.answers.push({
      line,
      answer: { ...answer, ...(seen.has('contact') && { contacts }), ...(seen.has('pair') && { pairs }) },
    });
  return rows;
}

function engineOf(lines: readonly string[]): EngineName | null {
  const named: Record<string, string> = {};
  for (const line of lines) {
    if (line.trim() !== '' && !line.startsWith('#')) break;
    const [, key, value] = NAME.exec(line) ?? [];
    if (key !== undefined) named[key === 'engine' ? 'name' : key] = value;
  }
  return named.name === undefined ? null : (named as unknown as EngineName);
}

function checkedHeader(cells: readonly string[], line: number, checks: ResultsChecks): readonly string[] {
  for (const [i, cell] of cells.entries()) {
    if (!known.includes(cell))
      checks.refuse(
        'UNKNOWN_FIELD',
        line,
        `the header names a column ${shown(cell)}`,
        `the columns are ${listed(known)}`,
      );
    if (cells.indexOf(cell) < i)
      checks.refuse('BAD_HEADER', line, `the header names ${shown(cell)} twice`, 'name each column once');
  }
  if (!cells.includes('pose') && !cells.includes('stroke'))
    checks.refuse('BAD_HEADER', line, 'the header names neither pose nor stroke', 'name the column of the numbers');
  return cells;
}

function refuseLength(
  cells: readonly string[],
  header: readonly string[],
  line: number,
  endsFile: boolean,
  checks: ResultsChecks,
): never {
  if (endsFile && cells.length < header.length)
    checks.refuse(
      'TRUNCATED',
      line,
      `the last line is cut after ${cells.length} of ${header.length} cells, so the run that wrote it was cut off`,
      'run the engine again, or take that line out to judge the others',
    );
  return checks.refuse(
    'BAD_LENGTH',
    line,
    `this row has ${cells.length} cells, expected ${header.length}, one a column`,
    'leave the cells of absent values empty',
  );
}

/** The cells that are not empty, by name. */
function rowOf(cells: readonly string[], header: readonly string[], line: number, checks: ResultsChecks) {
  const filled = header.map((name, i) => [name, cells[i]] as const).filter(([, cell]) => cell !== '');
  const named = filled.find(([name]) => name === 'kind')?.[1];
  const kind = (named ?? (header.includes('pose') ? 'pose' : 'stroke')) as Kind;
  if (!kinds.includes(kind)) checks.refuse('UNKNOWN_KIND', line, `kind is ${shown(kind)}`, `write ${listed(kinds)}`);
  const row: Record<string, unknown> = {};
  for (const [name, cell] of filled) {
    if (name === 'kind') continue;
    if (!(columnsOf[kind] as readonly string[]).includes(name))
      checks.refuse('UNKNOWN_FIELD', line, `a row of kind ${kind} has ${name} ${shown(cell)}`, 'leave that cell empty');
    row[name] = words.includes(name) ? cell : numberOf(name, cell, line, checks);
  }
  return { kind, row };
}

function numberOf(name: string, cell: string, line: number, checks: ResultsChecks): number {
  if (NUMBER.test(cell)) return Number(cell);
  if (NON_FINITE.test(cell))
    checks.refuse('NON_FINITE', line, `${name} is ${cell}, expected a finite number`, 'leave that cell empty');
  return checks.refuse('NOT_A_NUMBER', line, `${name} is ${shown(cell)}, expected a number`, 'correct that cell');
}

/** Cells x, y, z, nx, … as the fields of a contact. A point or normal that is present in part must be complete. */
function contactOf(row: RawRow): RawRow {
  const vector = (names: readonly string[]) =>
    names.some((name) => row[name] !== undefined) ? names.map((name) => row[name]) : undefined;
  const fields = {
    point: vector(['x', 'y', 'z']),
    normal: vector(['nx', 'ny', 'nz']),
    depth: row.depth,
    boneFace: row.bone_face,
    toolFace: row.tool_face,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
