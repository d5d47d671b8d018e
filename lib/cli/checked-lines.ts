// Bytes or text → SHA-256; a value that JSON can hold ↔ a line of text whose checksum reveals damage.

import { createHash } from 'node:crypto';

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

/** The hash of all parts, in order. */
export function sha256(...parts: readonly (ArrayBufferView | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part as NodeJS.ArrayBufferView);
  return hash.digest('hex');
}
