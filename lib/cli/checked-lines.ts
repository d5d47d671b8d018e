// A value that JSON can hold ↔ a line of text whose checksum reveals damage.

import { sha256 } from './hash.ts';

/** 16 of the 64 digits of SHA-256. A damaged line passes once in 2^64. */
const CHECKSUM_DIGITS = 16;

/** `{"checksum": …, "content": …}` and a line end; the checksum is of the content's JSON. */
export function checkedLine(json: string): string {
  return `{"checksum":"${checksum(json)}","content":${json}}\n`;
}

/** @param line without its line end. @returns undefined if the line is not what was written. */
export function lineContent(line: string): unknown {
  try {
    const { checksum: written, content } = JSON.parse(line);
    return written === checksum(JSON.stringify(content)) ? content : undefined;
  } catch {
    return undefined;
  }
}

function checksum(json: string): string {
  return sha256(json).slice(0, CHECKSUM_DIGITS);
}
