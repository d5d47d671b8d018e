// A folder with a page, one with the scripts that it shares with the package, and files of the user's → a server on
// this machine.
//
//   /                  page/index.html                    Only what is listed here is ever opened: a name is looked up,
//   /main.js …         page/…                             never joined to a path.
//   /haptic-worker.js  scripts/… (the package's own)
//   /given/skull.stl   the file of that name
//
// The headers isolate the page, so that its threads share memory. Requests that name another host are refused: a page
// of another site whose name leads to this machine (DNS rebinding) would read the files.

import { createReadStream, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

export interface ServedPage {
  readonly page: string;
  /** Its `.js` files are served where the page has none of that name. */
  readonly scripts: string;
  /** Paths by the name after `given/`. */
  readonly given: ReadonlyMap<string, string>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};
const HEADERS = {
  'Cache-Control': 'no-cache',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};
/** This machine, as a browser on it calls it. */
const HOSTS = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** A server that does not listen yet. */
export function pageServer(served: ServedPage): Server {
  const paths = servedPaths(served);
  return createServer((request, response) => {
    answer(request, response, paths).catch(() => response.destroy());
  });
}

/** Paths of files by the path of their address. */
function servedPaths({ page, scripts, given }: ServedPage): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const name of readdirSync(scripts)) if (extname(name) === '.js') paths.set(`/${name}`, join(scripts, name));
  for (const name of readdirSync(page)) paths.set(`/${name}`, join(page, name));
  paths.set('/', join(page, 'index.html'));
  for (const [name, path] of given) paths.set(`/given/${name}`, path);
  return paths;
}

async function answer(
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const refuse = (status: number, text: string, more: Readonly<Record<string, string>> = {}) => {
    response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', ...more });
    response.end(text);
  };
  if (!HOSTS.test(headers.host ?? '')) return refuse(421, 'This page is for this machine alone.\n');
  if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Files are only read.\n', { Allow: 'GET, HEAD' });
  const path = paths.get(decoded(url.split('?')[0]));
  if (path === undefined) return refuse(404, 'There is no such file.\n');
  const status = await stat(path).catch(() => null);
  if (status === null || !status.isFile()) return refuse(404, 'The file cannot be read any more.\n');
  response.writeHead(200, {
    ...HEADERS,
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Content-Length': status.size,
  });
  if (method === 'HEAD') {
    response.end();
    return undefined;
  }
  const bytes = createReadStream(path, { end: Math.max(0, status.size - 1) });
  // The length has been said: what cannot be read ends the connection, so that nobody takes a part for the whole.
  bytes.on('error', () => response.destroy());
  response.on('close', () => bytes.destroy());
  bytes.pipe(response);
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
