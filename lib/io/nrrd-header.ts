// The head of NRRD bytes → its fields, and the frame of its voxels.
//
// Gordon Kindlmann, "Definition of NRRD file format" (teem.sourceforge.net/nrrd/format.html), magics NRRD0001 to
// NRRD0005.

import { FormatError, withoutBlanks, wordsOf } from '#core';
import type { AnatomicalFrame } from '#mesh';
import { dataFileNames } from './data-files.ts';
import { decimal, refuseControls } from './text-scanner.ts';

export interface NrrdHeader {
  /** Names are in lower case. The key/value pairs of the header are left out. */
  readonly fields: ReadonlyMap<string, string>;
  /** The files that hold the voxels; absent if the voxels follow the header. */
  readonly dataFiles?: readonly string[];
  /** Byte offset of the data. */
  readonly bodyOffset: number;
}

const LONGEST_HEADER = 2 ** 20;
/** Alternative names of a field in the definition. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['datafile', 'data file'],
  ['byteskip', 'byte skip'],
  ['lineskip', 'line skip'],
]);
/** mm in each unit of length. */
const MILLIMETRES: ReadonlyMap<string, number> = new Map([
  ['mm', 1],
  ['millimeters', 1],
  ['millimetres', 1],
  ['cm', 10],
  ['m', 1000],
  ['um', 0.001],
]);
/** For world axes in RAS or LPS: the frame, and whether x is reversed in the file. */
const SPACES: ReadonlyMap<string, { readonly frame: AnatomicalFrame; readonly mirror: boolean }> = new Map([
  ['right-anterior-superior', { frame: 'RAS', mirror: false }],
  ['ras', { frame: 'RAS', mirror: false }],
  ['left-anterior-superior', { frame: 'RAS', mirror: true }],
  ['las', { frame: 'RAS', mirror: true }],
  ['left-posterior-superior', { frame: 'LPS', mirror: false }],
  ['lps', { frame: 'LPS', mirror: false }],
]);
/** World axes that say nothing about the patient. */
const OTHER_SPACES = ['scanner-xyz', '3d-right-handed', '3d-left-handed'];

/** @throws FormatError BAD_HEADER, TRUNCATED (no empty line ends it). */
export function readNrrdHeader(bytes: Uint8Array, source: string): NrrdHeader {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, LONGEST_HEADER));
  const magic = /^NRRD000[1-5]\r?\n/.exec(text);
  if (magic === null)
    throw nrrdError(source, 'BAD_HEADER', `it begins with ${JSON.stringify(text.slice(0, 8))}`, 'NRRD0001 to NRRD0005');
  const fields = new Map<string, string>();
  const isList = () => /^LIST\b/.test(fields.get('data file') ?? '');
  for (let at = magic[0].length; ; ) {
    let end = text.indexOf('\n', at);
    // A header with its voxels elsewhere may end with the file.
    if (end < 0 && !fields.has('data file') && !/^data ?file:/i.test(text.slice(at)))
      throw nrrdError(source, 'TRUNCATED', 'no empty line ends the header', 'one before the voxels');
    if (end < 0) end = text.length;
    refuseControls(text, at, end, source);
    const line = text.slice(at, end).replace(/\r$/, '');
    at = end + 1;
    if (line === '') return { fields, dataFiles: dataFiles(fields, [], source), bodyOffset: at };
    if (line.startsWith('#') || /^[^:]*:=/.test(line)) continue;
    const field = /^([^:]+): *(.*)$/.exec(line);
    if (field === null)
      throw nrrdError(source, 'BAD_HEADER', `a line is ${JSON.stringify(line.slice(0, 60))}`, '"field: value"');
    const name = withoutBlanks(field[1]).toLowerCase();
    fields.set(SAME.get(name) ?? name, withoutBlanks(field[2]));
    if (isList()) {
      const names = text
        .slice(at)
        .split(/\r?\n/)
        .filter((file) => file.trim() !== '');
      return { fields, dataFiles: dataFiles(fields, names, source), bodyOffset: text.length };
    }
  }
}

/** @param list the names after "LIST". */
function dataFiles(
  fields: ReadonlyMap<string, string>,
  list: readonly string[],
  source: string,
): readonly string[] | undefined {
  const text = fields.get('data file');
  if (text === undefined) return undefined;
  const names = dataFileNames(text, list);
  if (names === null)
    throw nrrdError(
      source,
      'BAD_HEADER',
      `the data file is "${text}"`,
      'a name, a pattern with its numbers, or a LIST',
    );
  return names;
}

/**
 * The map from voxel (i, j, k) to mm, row-major 3×4, and the world's axes.
 * @throws FormatError BAD_HEADER, UNSUPPORTED (a unit that is not a length, another dimension of space).
 */
export function nrrdFrame({ fields }: NrrdHeader, source: string): { indexToWorld: number[]; frame?: AnatomicalFrame } {
  const directions = fields.get('space directions');
  if (directions === undefined) return { indexToWorld: plainFrame(fields, source) };
  const space = fields.get('space')?.toLowerCase();
  const known = space === undefined ? undefined : SPACES.get(space);
  if (
    space === undefined ? fields.get('space dimension') !== '3' : known === undefined && !OTHER_SPACES.includes(space)
  )
    throw nrrdError(
      source,
      'UNSUPPORTED',
      `the space is "${space ?? fields.get('space dimension') ?? ''}"`,
      `${[...SPACES.keys()].join(', ')}, ${OTHER_SPACES.join(', ')} or a space dimension of 3`,
    );
  const axes = vectors(directions, 3, 'space directions', source);
  const [origin] = vectors(fields.get('space origin') ?? '(0,0,0)', 1, 'space origin', source);
  const units = fields.get('space units');
  const unit = units === undefined ? 1 : unitOf(quoted(units), source);
  const indexToWorld = [0, 1, 2].flatMap((row) => {
    const sign = row === 0 && known?.mirror ? -unit : unit;
    return [...axes.map((axis) => sign * axis[row]), sign * origin[row]];
  });
  return { indexToWorld, ...(known === undefined ? {} : { frame: known.frame }) };
}

/** The error for a faulty NRRD file, in one sentence. */
export function nrrdError(source: string, code: string, found: string, expected: string): FormatError {
  return new FormatError(code, `"${source}": ${found}, expected ${expected}; save the volume again, as one NRRD file.`);
}

/** The map for a file without a space: it has only spacings, counted from the origin. */
function plainFrame(fields: ReadonlyMap<string, string>, source: string): number[] {
  const text = fields.get('spacings') ?? '1 1 1';
  const spacings = wordsOf(text).map(decimal);
  if (spacings.length !== 3 || !spacings.every(Number.isFinite))
    throw nrrdError(source, 'BAD_HEADER', `spacings are "${text}"`, 'three finite numbers');
  const units = fields.get('units');
  const unit = units === undefined ? 1 : unitOf(quoted(units), source);
  return [unit * spacings[0], 0, 0, 0, 0, unit * spacings[1], 0, 0, 0, 0, unit * spacings[2], 0];
}

/** Reads "(x,y,z) (x,y,z) …", with blanks anywhere. */
function vectors(text: string, count: number, field: string, source: string): number[][] {
  const found = [...text.matchAll(/\(([^()]*)\)/g)].map((match) =>
    match[1].split(',').map((entry) => decimal(withoutBlanks(entry))),
  );
  const rest = withoutBlanks(text.replace(/\([^()]*\)/g, ''));
  if (
    rest !== '' ||
    found.length !== count ||
    found.some((vector) => vector.length !== 3 || !vector.every(Number.isFinite))
  )
    throw nrrdError(source, 'BAD_HEADER', `${field} is "${text.slice(0, 80)}"`, `${count} of (x,y,z), finite`);
  return found;
}

function quoted(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"/g)].map((match) => withoutBlanks(match[1]).toLowerCase());
}

function unitOf(units: readonly string[], source: string): number {
  const millimetres = units.every((unit) => unit === units[0]) ? MILLIMETRES.get(units[0]) : undefined;
  if (millimetres === undefined)
    throw nrrdError(
      source,
      'UNSUPPORTED',
      `the units are ${JSON.stringify(units.join(' '))}`,
      `one of ${[...MILLIMETRES.keys()].join(', ')} for all axes`,
    );
  return millimetres;
}
