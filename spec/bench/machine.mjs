// This machine and the packages compared → a description in words.

import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type, release } from 'node:os';

const PACKAGES = ['three-mesh-bvh', '@kitware/vtk.js', '@dimforge/rapier3d-compat'];

export function machine() {
  const cores = cpus();
  return {
    cpu: cores[0].model.trim(),
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('.').slice(0, 2).join('.')} ${arch()}`,
    node: process.version,
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
  };
}

function versionOf(name) {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
