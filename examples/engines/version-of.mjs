// The name of an installed package → its version, which is written beside an engine's answers.

import { existsSync, readFileSync } from 'node:fs';

/** Reads the package.json nearest to the package's entry, since not every package lets it be imported. */
export function versionOf(name) {
  let file = new URL('package.json', import.meta.resolve(name));
  while (!existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).name !== name) {
    const above = new URL('../package.json', file);
    if (above.href === file.href) throw new Error(`${name} has no package.json`);
    file = above;
  }
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
