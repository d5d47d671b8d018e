// A value that JSON can hold ↔ a line of text that tells when it was damaged.

import { sha256 } from './hash.ts';

/** 16 of the 64 digits of SHA-256. A damaged line passes once in 2^64. */
const CHECKSUM_DIGITS = 16;

/** `{"checksum": …, "content": …}` and its end, where the checksum is that of the content's JSON. */
export function checkedLine(json: string): string {
  return `{"checksum":"${checksum(json)}","content":${json}}\n`;
}

/** @param line without its end. @returns undefined if the line is not what was written. */
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
