// A table of impacts → SHA-256 of its columns without its stats, in Node and in a page.

import type { ImpactTable } from '#kerf';

export async function tableHash({ kind, a, b, low, high, parameters }: ImpactTable): Promise<string> {
  const columns = [kind, a, b, low, high, parameters];
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of columns) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
