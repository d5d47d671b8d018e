// This machine and the packages compared → a description in words.

import { readFileSync } from 'node:fs';
import { arch, cpus, release, totalmem, type } from 'node:os';

/** @param packages names of the packages compared. */
export function machine(packages) {
  const cores = cpus();
  return {
    cpu: cores[0].model.trim(),
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('.').slice(0, 2).join('.')} ${arch()}`,
    node: process.version,
    packages: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
  };
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
