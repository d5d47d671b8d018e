// A folder of finished pages → its service worker, which names every file with its SHA-256.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'service-worker.js';

/** @returns how many files it names, and their bytes. Call it again after any change of a file. */
export function seal(folder) {
  const files = {};
  let bytes = 0;
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (path === NAME || !statSync(join(folder, path)).isFile()) continue;
    const content = readFileSync(join(folder, path));
    files[path.replaceAll('\\', '/')] = createHash('sha256').update(content).digest('base64');
    bytes += content.length;
  }
  const worker = readFileSync(join(import.meta.dirname, NAME), 'utf8');
  writeFileSync(join(folder, NAME), `const FILES = ${JSON.stringify(files, null, 1)};\n\n${worker}`);
  return { count: Object.keys(files).length, bytes };
}
