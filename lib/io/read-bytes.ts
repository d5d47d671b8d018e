// A path (Node) or URL → its bytes.

import { FormatError } from '../core/index.ts';

/**
 * Reads a whole file. Strings with a scheme of two letters or more (http:, file:, data:, …) are URLs; any other string is a
 * path in Node and a URL relative to the page in a browser.
 * @throws FormatError UNREADABLE: missing, no permission, a folder, no network, or an HTTP status that is not 2xx.
 */
export async function readBytes(source: string | URL): Promise<Uint8Array> {
  const text = String(source);
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1].toLowerCase();
  const node = typeof process !== 'undefined' && process.versions?.node !== undefined;
  try {
    if (node && (scheme === undefined || scheme === 'file')) {
      // A specifier in a variable: bundlers for browsers must not try to resolve it.
      const specifier = 'node:fs/promises';
      const fs = (await import(specifier)) as typeof import('node:fs/promises');
      const file = await fs.readFile(scheme === 'file' ? new URL(text) : text);
      return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    }
    const response = await fetch(text);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FormatError('UNREADABLE', `"${text}" cannot be read (${reason}); check the name and the permissions.`, {
      cause,
    });
  }
}
