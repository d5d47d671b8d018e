// Bytes ↔ base64 text (RFC 4648).

import { FormatError, isBlank } from '#core';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODE = new Int8Array(256).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) CODE[ALPHABET.charCodeAt(i)] = i;
const PAD = '='.charCodeAt(0);

/**
 * Decodes text[start … end − 1]. White space is skipped. After padding a new group begins, because VTK encodes a header
 * and its data one after the other. Decoding stops, without an error, at a group that `end` cuts short.
 * @throws FormatError BAD_TOKEN for any other character.
 */
export function decodeBase64(text: string, start: number, end: number, source: string, label: string): Uint8Array {
  const out = new Uint8Array(Math.ceil((3 * (end - start)) / 4));
  let length = 0;
  let group = 0;
  let characters = 0;
  let padding = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) continue;
    const code = CODE[unit] ?? -1;
    const pad = unit === PAD && characters >= 2;
    if ((code < 0 && !pad) || (padding > 0 && !pad))
      throw new FormatError(
        'BAD_TOKEN',
        `"${source}": ${label} has "${text[at]}" at byte ${at}, expected base64; fetch or export the file again.`,
      );
    if (pad) padding++;
    group = (group << 6) | (pad ? 0 : code);
    if (++characters < 4) continue;
    out[length++] = group >> 16;
    if (padding < 2) out[length++] = group >> 8;
    if (padding < 1) out[length++] = group;
    group = characters = padding = 0;
  }
  return out.subarray(0, length);
}

/** The base64 text of all bytes, padded, as ASCII. */
export function encodeBase64(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(PAD);
  for (let i = 0, at = 0; i < bytes.length; i += 3, at += 4) {
    const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const characters = Math.min(bytes.length - i, 3) + 1;
    for (let k = 0; k < characters; k++) out[at + k] = ALPHABET.charCodeAt((group >> (18 - 6 * k)) & 63);
  }
  return out;
}
