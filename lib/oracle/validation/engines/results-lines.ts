// The text of a results file in JSON Lines → its rows, checked, in the order of the file.

import type { EngineName } from './engine-results.ts';
import type { ReadRows } from './read-results.ts';
import { isRecord, type RawRow, type ResultsChecks, shown } from './results-checks.ts';
import { RESULTS_FORMAT, RESULTS_VERSION, resultsSchema } from './results-schema.ts';

/** NaN and infinities as programs in other languages write them into JSON, which has no word for them. */
const NON_FINITE = /"(\w+)"\s*:\s*(?:\[[^\]{}"]*?)?([+-]?(?:nan|inf(?:inity)?))\b/i;

export function jsonLines(lines: readonly string[], checks: ResultsChecks): ReadRows {
  const rows: ReadRows = { engine: null, answers: [], strokes: [] };
  const last = lines.findLastIndex((line) => line.trim() !== '');
  let isFirst = true;
  for (const [i, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = i + 1;
    const row = parsed(text, line, i === last, checks);
    if ('format' in row) {
      if (!isFirst)
        checks.refuse('SECOND_HEADER', line, 'this is a first line again', 'keep the results of two runs in two files');
      rows.engine = engineOf(row, line, checks);
    } else if ('stroke' in row) {
      checks.checkNames(row, 'stroke', line, 'the stroke');
      rows.strokes.push({ line, stroke: checks.stroke(row, line) });
    } else {
      checks.checkNames(row, 'answer', line, 'the answer');
      const contacts = contactsOf(row, line, checks);
      rows.answers.push({ line, answer: { ...checks.answer(row, line), ...(contacts && { contacts }) } });
    }
    isFirst = false;
  }
  return rows;
}

function parsed(text: string, line: number, isLast: boolean, checks: ResultsChecks): RawRow {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (error) {
    if (isLast && isCut(text))
      checks.refuse(
        'TRUNCATED',
        line,
        `the last line is cut after ${shown(text.trim().slice(-20))}, so the run that wrote it was cut off`,
        'run the engine again, or take that line out to judge the others',
      );
    const [, name, value] = NON_FINITE.exec(text) ?? [];
    if (name !== undefined)
      checks.refuse('NON_FINITE', line, `${name} is ${value}, expected a finite number`, 'leave out what is not known');
    checks.refuse('NOT_JSON', line, `this is no JSON (${(error as Error).message})`, 'write one JSON object a line');
  }
  if (!isRecord(row)) checks.refuse('NOT_JSON', line, `this is ${shown(row)}`, 'write one JSON object a line');
  return row;
}

/** Whether a line ends within a text, a list or an object. */
function isCut(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  return bare.includes('"') || (bare.match(/[[{]/g)?.length ?? 0) > (bare.match(/[\]}]/g)?.length ?? 0);
}

function contactsOf(row: RawRow, line: number, checks: ResultsChecks) {
  const { contacts } = row;
  if (contacts === undefined) return undefined;
  if (!Array.isArray(contacts))
    checks.refuse('WRONG_TYPE', line, `contacts is ${shown(contacts)}`, 'write a list of contacts');
  return contacts.map((contact, i) => checks.contact(contact, line, `contacts[${i}]`));
}

function engineOf(row: RawRow, line: number, checks: ResultsChecks): EngineName | null {
  const { format, formatVersion, engine } = row;
  if (format !== RESULTS_FORMAT)
    checks.refuse(
      'BAD_HEADER',
      line,
      `format is ${shown(format)}, expected "${RESULTS_FORMAT}"`,
      'give a results file',
    );
  if (formatVersion !== RESULTS_VERSION)
    checks.refuse(
      'WRONG_VERSION',
      line,
      `formatVersion is ${shown(formatVersion)}, and this kerf reads version ${RESULTS_VERSION}`,
      'write that version, or take another kerf',
    );
  if (engine === undefined) return null;
  if (!isRecord(engine) || typeof engine.name !== 'string' || engine.name === '')
    checks.refuse('BAD_HEADER', line, `engine is ${shown(engine)}, which has no name`, 'give it a name');
  const known = Object.keys(resultsSchema.$defs.header.properties.engine.properties);
  for (const [field, value] of Object.entries(engine))
    if (!known.includes(field) || typeof value !== 'string')
      checks.refuse(
        'BAD_HEADER',
        line,
        `engine has ${shown(field)}: ${shown(value)}`,
        'write its name, version and machine as texts',
      );
  return engine as unknown as EngineName;
}
