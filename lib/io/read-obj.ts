// Wavefront OBJ bytes → a TriangleMesh.

import { FormatError, isBlank, stopIfUnwanted } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { nonFinite } from './check-finite.ts';
import { GrowingFloat64 } from './growing-array.ts';
import { PolygonList } from './polygon-list.ts';
import { decimal, latin1Text, TextScanner } from './text-scanner.ts';

/** Statements with only numbers, which are not kept: texture, normals, parameters. */
const VECTORS = new Set(['vt', 'vn', 'vp']);
/** Statements that carry no surface: points, lines, groups, materials, display. */
const PASSED_OVER = new Set(
  'p l g s o mg usemtl usemap mtllib maplib shadow_obj trace_obj bevel c_interp d_interp lod'.split(' '),
);

/** The numbers of a vertex, a texture vertex and a normal. */
const CORNER = /^([+-]?\d+)(?:\/(?:[+-]?\d+)?){0,2}$/;
const [NEWLINE, RETURN, BLANK, BACKSLASH, HASH] = Array.from('\n\r \\#', (character) => character.charCodeAt(0));

/**
 * Reads v (its first three numbers, f64) and f (the vertex index of each corner; negative ones count back from the last
 * v above); polygons are triangulated. Lines of numbers before the first statement of OBJ are skipped, since some
 * writers put counts there. Any other statement is refused, including free-form surfaces, since it might be damage.
 * @throws FormatError TRUNCATED, BAD_TOKEN, MISSING_ARRAY (no v), BAD_COUNT, NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE,
 * TOO_LARGE, UNSUPPORTED; MeshError EMPTY_MESH (no f).
 */
export function readObj(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  const text = latin1Text(continued(bytes), source);
  const scanner = new TextScanner(text, source);
  const positions = new GrowingFloat64(`"${source}": the coordinates`);
  const polygons = new PolygonList(source, 0);
  let unknown: FormatError | undefined;
  let begun = false;
  let lines = 0;
  for (; scanner.offset < text.length; scanner.restOfLine()) {
    if (++lines % 1024 === 0) stopIfUnwanted();
    const word = scanner.nextInLine();
    if (word === '' || word.startsWith('#')) continue;
    if (word === 'v') readVertex(scanner, source, positions);
    else if (word === 'f') readFace(scanner, source, positions.length / 3, polygons);
    else if (VECTORS.has(word)) expectNumbers(scanner, source, `a line ${word}`);
    else if (!PASSED_OVER.has(word)) {
      if (!begun && Number.isFinite(decimal(word))) continue;
      unknown ??= badStatement(source, word, scanner.tokenOffset);
      if (!begun) continue;
    }
    begun = true;
    if (unknown !== undefined) throw unknown;
  }
  if (positions.length === 0)
    throw new FormatError(
      bytes.length === 0 ? 'TRUNCATED' : 'MISSING_ARRAY',
      `"${source}": ${bytes.length} bytes hold no vertex (line "v x y z"); fetch or export the file again.`,
    );
  const vertices = positions.toArray();
  return createMesh(vertices, polygons.triangles(vertices), { name });
}

/**
 * Replaces each backslash that continues a line, and the line end after it, by blanks, so that byte offsets stay
 * true. A comment, from a word that begins with #, ends with its line. Each byte is looked at once: a line may go on
 * millions of times.
 */
function continued(bytes: Uint8Array): Uint8Array {
  let plain = bytes;
  let isComment = false;
  let seen = 0;
  for (let at = bytes.indexOf(BACKSLASH); at >= 0; at = bytes.indexOf(BACKSLASH, at + 1)) {
    for (; seen < at; seen++) {
      if (plain[seen] === NEWLINE || plain[seen] === RETURN) isComment = false;
      else if (plain[seen] === HASH && (seen === 0 || isBlank(plain[seen - 1]))) isComment = true;
    }
    const end = bytes[at + 1] === RETURN && bytes[at + 2] === NEWLINE ? at + 2 : at + 1;
    if ((bytes[end] !== NEWLINE && bytes[end] !== RETURN) || isComment) continue;
    if (plain === bytes) plain = bytes.slice();
    plain.fill(BLANK, at, end + 1);
  }
  return plain;
}

function badStatement(source: string, word: string, offset: number): FormatError {
  return new FormatError(
    'BAD_TOKEN',
    `"${source}": found "${word.slice(0, 40)}" at byte ${offset}, expected an OBJ statement such as v or f; repair that line.`,
  );
}

/** The coordinates may be followed by a weight or a colour. */
function readVertex(scanner: TextScanner, source: string, positions: GrowingFloat64): void {
  const vertex = positions.length / 3;
  for (let axis = 0; axis < 3; axis++) {
    const token = scanner.nextInLine();
    if (token === '')
      throw new FormatError(
        'TRUNCATED',
        `"${source}": vertex ${vertex} has ${axis} coordinates at byte ${scanner.tokenOffset}, expected 3; repair that line.`,
      );
    const value = decimal(token);
    if (!Number.isFinite(value))
      throw nonFinite(source, `vertex ${vertex}, at byte ${scanner.tokenOffset},`, axis, token);
    positions.push(value);
  }
  expectNumbers(scanner, source, `vertex ${vertex}`);
}

/** Skips to the line's end, or to a comment. */
function expectNumbers(scanner: TextScanner, source: string, what: string): void {
  for (let token = scanner.nextInLine(); token !== '' && token[0] !== '#'; token = scanner.nextInLine())
    if (Number.isNaN(decimal(token)) && !/^[+-]?(?:nan|inf|\d+\.#)/i.test(token))
      throw new FormatError(
        'BAD_TOKEN',
        `"${source}": ${what} has "${token.slice(0, 40)}" at byte ${scanner.tokenOffset}, expected numbers alone; repair that line.`,
      );
}

function readFace(scanner: TextScanner, source: string, vertexCount: number, polygons: PolygonList): void {
  let form: string | undefined;
  for (let token = scanner.nextInLine(); token !== '' && token[0] !== '#'; token = scanner.nextInLine()) {
    const corner = CORNER.exec(token);
    const index = Number(corner?.[1] ?? Number.NaN);
    // All corners of a face must have one form: "1/ 1" might be a corner 1//1 that lost a byte.
    form ??= formOf(token);
    if (corner === null || formOf(token) !== form)
      throw new FormatError(
        'BAD_TOKEN',
        `"${source}": face ${polygons.length} has the corner "${token.slice(0, 40)}" at byte ${scanner.tokenOffset}, expected a vertex number${corner === null ? '' : ' in the form of the others'}; repair that line.`,
      );
    if (index === 0 || index < -vertexCount)
      throw new FormatError(
        'INDEX_OUT_OF_RANGE',
        `"${source}": face ${polygons.length} names vertex ${index} at byte ${scanner.tokenOffset}, expected 1 and up or −${vertexCount} to −1; repair that line.`,
      );
    polygons.corner(index > 0 ? index - 1 : vertexCount + index);
  }
  polygons.close();
}

/** A corner's slashes and the numbers after them: '/n' for 1/2, '//n' for 1//2, '/n/n' for 1/2/3. */
function formOf(corner: string): string {
  return corner.replace(/^[^/]*/, '').replace(/[^/]+/g, 'n');
}
