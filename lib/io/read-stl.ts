// STL bytes (binary or ASCII) → a TriangleMesh with its equal corners welded.

import { controlCharacter, FormatError, stopIfUnwanted, wordsOf } from '#core';
import { createMesh, type TriangleMesh } from '#mesh';
import { checkFinite, nonFinite } from './check-finite.ts';
import { GrowingFloat64 } from './growing-array.ts';
import { decimal, latin1Text, TextScanner } from './text-scanner.ts';
import { weldCorners } from './weld-corners.ts';

const HEADER_BYTES = 84;
const FACET_BYTES = 50;
const NORMAL_BYTES = 12;

/**
 * The bytes are binary STL if their length is exactly 84 + 50·(count at byte 80); otherwise ASCII if they begin with
 * "solid" and their head is text; otherwise a damaged binary STL. Coordinates are taken as stored (a SPACE= note in a
 * binary header moves nothing): f32 from binary, f64 from ASCII. Stored normals and attributes are not read: the order
 * of a face's corners decides which side is outside.
 * @throws FormatError TRUNCATED, BAD_COUNT, BAD_HEADER, BAD_TOKEN, NON_FINITE_VERTEX, TOO_LARGE; MeshError EMPTY_MESH.
 */
export function readStl(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  if (isBinaryStl(bytes)) return readBinary(bytes, source, name);
  if (isAscii(bytes)) return readAscii(latin1Text(bytes, source), source, name);
  throw wrongLength(bytes, source);
}

function facetCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

/** An ASCII file cannot have this length by chance: four text characters at byte 80 would mean more than 7 GB. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_BYTES && bytes.length === HEADER_BYTES + FACET_BYTES * facetCount(bytes);
}

/** The header of a binary STL may also begin with "solid", but then has NUL bytes or no word of a facet. */
function isAscii(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const isText = !start.slice(0, HEADER_BYTES).includes('\0') || /\b(?:facet|outer|loop|vertex)\b/i.test(start);
  return /^[\t-\r ]*solid\b/i.test(start) && isText;
}

function wrongLength(bytes: Uint8Array, source: string): FormatError {
  if (bytes.length < HEADER_BYTES)
    return new FormatError(
      'TRUNCATED',
      `"${source}" has ${bytes.length} bytes, a binary STL has at least ${HEADER_BYTES}; fetch or export the file again.`,
    );
  const head = latin1Text(bytes.subarray(0, HEADER_BYTES), source);
  if (controlCharacter(head) < 0)
    return new FormatError(
      'BAD_HEADER',
      `"${source}" is text that begins with "${wordsOf(head)[0]?.slice(0, 20) ?? ''}", expected "solid", or a binary STL; check its format.`,
    );
  const count = facetCount(bytes);
  const expected = HEADER_BYTES + FACET_BYTES * count;
  return new FormatError(
    bytes.length < expected ? 'TRUNCATED' : 'BAD_COUNT',
    `"${source}": the count at byte 80 says ${count} facets, which take ${expected} bytes, but the file has ${bytes.length}; fetch or export the file again.`,
  );
}

/** A facet is its normal, which is not read, three corners of three f32, and two bytes of attributes; little-endian. */
function readBinary(bytes: Uint8Array, source: string, name: string): TriangleMesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float32Array(9 * facetCount(bytes));
  for (let i = 0; i < corners.length; i++) {
    if (i % 65_536 === 0) stopIfUnwanted();
    const facet = Math.floor(i / 9);
    corners[i] = view.getFloat32(HEADER_BYTES + FACET_BYTES * facet + NORMAL_BYTES + 4 * (i - 9 * facet), true);
  }
  checkFinite(corners, source, cornerName);
  const { positions, faces } = weldCorners(corners);
  return createMesh(positions, faces, { name });
}

function readAscii(text: string, source: string, name: string): TriangleMesh {
  const scanner = new TextScanner(text, source);
  const corners = new GrowingFloat64(`"${source}": the coordinates`);
  let word = nextWord(scanner);
  while (word !== '') {
    if (word !== 'solid') throw badToken(scanner, source, word, 'solid');
    scanner.restOfLine();
    for (word = nextWord(scanner); word === 'facet'; word = nextWord(scanner)) {
      if (corners.length % 9216 === 0) stopIfUnwanted();
      expectWords(scanner, source, ['normal', '', '', '', 'outer', 'loop']);
      for (let i = 0; i < 3; i++) {
        expectWords(scanner, source, ['vertex']);
        for (let axis = 0; axis < 3; axis++) corners.push(coordinate(scanner, source, corners.length));
      }
      expectWords(scanner, source, ['endloop', 'endfacet']);
    }
    if (word !== 'endsolid') throw badToken(scanner, source, word, 'facet or endsolid');
    scanner.restOfLine();
    word = nextWord(scanner);
  }
  const { positions, faces } = weldCorners(corners.toArray());
  return createMesh(positions, faces, { name });
}

function cornerName(corner: number): string {
  return `facet ${Math.floor(corner / 3)}, corner ${corner % 3}`;
}

/** The next word in lower case. Some writers put a blank after "end": "end loop". */
function nextWord(scanner: TextScanner): string {
  const word = scanner.next().toLowerCase();
  return word === 'end' ? word + scanner.nextInLine().toLowerCase() : word;
}

/** Skips the given words, and refuses others; '' stands for any word. */
function expectWords(scanner: TextScanner, source: string, words: readonly string[]): void {
  for (const expected of words) {
    const found = nextWord(scanner);
    if (found === '' || (expected !== '' && found !== expected))
      throw badToken(scanner, source, found, expected === '' ? "a normal's component" : expected);
  }
}

/** @param index the number of coordinates read before this one. */
function coordinate(scanner: TextScanner, source: string, index: number): number {
  const token = scanner.next();
  if (token === '') throw badToken(scanner, source, token, 'a coordinate');
  const value = decimal(token);
  if (!Number.isFinite(value)) {
    const element = `${cornerName(Math.floor(index / 3))}, at byte ${scanner.tokenOffset},`;
    throw nonFinite(source, element, index % 3, token);
  }
  return value;
}

function badToken(scanner: TextScanner, source: string, found: string, expected: string): FormatError {
  const code = found === '' ? 'TRUNCATED' : 'BAD_TOKEN';
  const what = found === '' ? 'the file ends' : `found "${found.slice(0, 40)}"`;
  return new FormatError(
    code,
    `"${source}": ${what} at byte ${scanner.tokenOffset}, expected ${expected}; fetch or export the file again.`,
  );
}
