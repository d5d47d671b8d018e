// A path (Node) or URL → its bytes; a folder (Node) → the bytes of its files.

import { FormatError, importInNode } from '#core';

const isNode = (): boolean => typeof process !== 'undefined' && process.versions?.node !== undefined;

async function fileSystem(): Promise<typeof import('node:fs/promises')> {
  return (await importInNode('node:fs/promises')) as typeof import('node:fs/promises');
}

/** http:, file:, data:, … in lower case; undefined for a path. */
function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1].toLowerCase();
}

/**
 * Reads a whole file. Strings with a scheme of two letters or more (http:, file:, data:, …) are URLs; any other string
 * is a path in Node and a URL relative to the page in a browser.
 * @throws FormatError UNREADABLE: missing, no permission, a folder, no network, or an HTTP status other than 2xx.
 */
export async function readBytes(source: string | URL): Promise<Uint8Array> {
  const text = String(source);
  const scheme = schemeOf(text);
  try {
    if (isNode() && (scheme === undefined || scheme === 'file')) {
      const file = await (await fileSystem()).readFile(scheme === 'file' ? new URL(text) : text);
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

/**
 * The address of a file that another file names: a path from that file's folder, or an absolute one; for a URL, one
 * below its folder.
 * @throws FormatError UNREADABLE for a name that leads to another server or scheme.
 */
export function addressBeside(source: string | URL, name: string): string | URL {
  const text = String(source);
  if (schemeOf(text) === undefined) return /^([\\/]|[a-z]:)/i.test(name) ? name : text.replace(/[^\\/]*$/, '') + name;
  const encoded = name.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const base = URL.canParse(text) ? new URL(text) : null;
  const url = base !== null && URL.canParse(encoded, text) ? new URL(encoded, text) : null;
  if (base === null || url === null || url.protocol !== base.protocol || url.host !== base.host)
    throw new FormatError(
      'UNREADABLE',
      `"${text}" names "${name}", expected a file beside it; put both in one folder.`,
    );
  return url;
}

interface Folder {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The names of the files that were not wanted. */
  readonly passedOver: readonly string[];
}

/**
 * The files of a folder, sorted by name, that isWanted accepts by their first `headBytes` bytes; files of subfolders
 * are left out. The result is null if `source` is not a folder, or outside Node.
 * @throws FormatError UNREADABLE for a file in it.
 */
export async function readFolder(
  source: string | URL,
  headBytes: number,
  isWanted: (head: Uint8Array, name: string) => boolean,
): Promise<Folder | null> {
  const text = String(source);
  const scheme = schemeOf(text);
  if (!isNode() || (scheme !== undefined && scheme !== 'file')) return null;
  const fs = await fileSystem();
  const folder = scheme === 'file' ? new URL(text.replace(/\/*$/, '/')) : text;
  const names = await fs.readdir(folder).catch(() => null);
  if (names === null) return null;
  const files: { name: string; bytes: Uint8Array }[] = [];
  const passedOver: string[] = [];
  for (const name of names.sort()) {
    const path = folder instanceof URL ? new URL(encodeURIComponent(name), folder) : `${folder}/${name}`;
    // Links are followed. A link to nowhere is left to readBytes, which reports it; pipes and devices are no files.
    const kind = await fs.stat(path).catch(() => null);
    if (kind?.isDirectory()) continue;
    if (kind !== null && !kind.isFile()) {
      passedOver.push(name);
      continue;
    }
    const handle = await fs.open(path).catch(() => null);
    const head = new Uint8Array(headBytes);
    const read = handle === null ? null : await handle.read(head, 0, headBytes).finally(() => handle.close());
    // A file that cannot be opened is left to readBytes, which reports that.
    if (read === null || isWanted(head.subarray(0, read.bytesRead), name))
      files.push({ name, bytes: await readBytes(path) });
    else passedOver.push(name);
  }
  return { files, passedOver };
}
