// Bytes → whether they are a DICOM file, and the same file with a preamble if it lacks one.
//
//   128 bytes │ "DICM" │ group 0002, explicit little endian: transfer syntax … │ data set in that syntax
//
// Some programs write only the data set, or group 0002 and the data set. A data set begins with tags of group 0008.

import { joinedBytes } from './joined-bytes.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const BIG = '1.2.840.10008.1.2.2';

const MARK = [68, 73, 67, 77];
const PREAMBLE = 132;

/** Number of bytes at the head of a file that show whether it is, or was, a DICOM file. */
export const DICOM_HEAD = 138;

/** Whether bytes are a DICOM file, with or without the preamble. */
export function isDicom(bytes: Uint8Array): boolean {
  return hasPreamble(bytes) || bareSyntax(bytes) !== null;
}

/**
 * Whether bytes are not a DICOM file but the remains of one: they end within an empty preamble, or have most of "DICM",
 * or the first tag of group 0002 after it.
 */
export function wasDicom(bytes: Uint8Array): boolean {
  if (isDicom(bytes) || bytes.length === 0) return false;
  if (bytes.length < PREAMBLE) return bytes.every((byte) => byte === 0);
  const letters = MARK.filter((letter, i) => bytes[128 + i] === letter).length;
  return letters >= 3 || [2, 0, 0, 0, 85, 76].every((byte, i) => bytes[PREAMBLE + i] === byte);
}

/** Whether "DICM" comes after 128 other bytes (PS3.10, 7.1). */
function hasPreamble(bytes: Uint8Array): boolean {
  return MARK.every((letter, i) => bytes[128 + i] === letter);
}

/**
 * @returns the file with a preamble, and with the transfer syntax of its first tag if no group 0002 names one
 * (`guessed`); null for bytes that are not a DICOM file.
 */
export function withPreamble(bytes: Uint8Array): { bytes: Uint8Array; guessed: string | null } | null {
  if (hasPreamble(bytes)) return { bytes, guessed: null };
  const syntax = bareSyntax(bytes);
  if (syntax === null) return null;
  const preamble = new Uint8Array(PREAMBLE);
  preamble.set(MARK, 128);
  if (syntax === 'told') return { bytes: joinedBytes([preamble, bytes]), guessed: null };
  const uid = Uint8Array.from(syntax.padEnd(syntax.length + (syntax.length % 2), '\0'), (c) => c.charCodeAt(0));
  // (0002,0000) UL, the length of the group; (0002,0010) UI, the transfer syntax.
  const group = Uint8Array.from([2, 0, 0, 0, 85, 76, 4, 0, 8 + uid.length, 0, 0, 0]);
  const head = Uint8Array.from([2, 0, 16, 0, 85, 73, uid.length, 0]);
  return { bytes: joinedBytes([preamble, group, head, uid, bytes]), guessed: syntax };
}

/** The syntax in which bytes begin with two tags of groups 0002 or 0008; 'told' if group 0002 names it. */
function bareSyntax(bytes: Uint8Array): string | null {
  if (groupAt(bytes, 0, true) === 2 && second(bytes, true, true) >= 2) return 'told';
  for (const [syntax, isExplicit, isLittle] of [
    [EXPLICIT, true, true],
    [IMPLICIT, false, true],
    [BIG, true, false],
  ] as const)
    if (groupAt(bytes, 0, isLittle) === 8 && second(bytes, isExplicit, isLittle) >= 8) return syntax;
  return null;
}

function groupAt(bytes: Uint8Array, at: number, isLittle: boolean): number {
  return isLittle ? bytes[at] | (bytes[at + 1] << 8) : (bytes[at] << 8) | bytes[at + 1];
}

/** The group of the second tag, which is not below the first tag's group; −1 if the first one is no tag. */
function second(bytes: Uint8Array, isExplicit: boolean, isLittle: boolean): number {
  if (bytes.length < 16) return -1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isExplicit && !/^(AE|CS|DA|DT|LO|SH|TM|UI|UL)$/.test(String.fromCharCode(bytes[4], bytes[5]))) return -1;
  const length = isExplicit ? view.getUint16(6, isLittle) : view.getUint32(4, isLittle);
  if (length % 2 !== 0 || length > 1024) return -1;
  const at = 8 + length;
  // Beyond the head, the first tag must suffice.
  if (at + 4 > Math.min(bytes.length, DICOM_HEAD)) return groupAt(bytes, 0, isLittle);
  const [element, next] = [groupAt(bytes, 2, isLittle), groupAt(bytes, at + 2, isLittle)];
  const [group, later] = [groupAt(bytes, 0, isLittle), groupAt(bytes, at, isLittle)];
  return later < group || later > 0x20 || (later === group && next <= element) ? -1 : later;
}
