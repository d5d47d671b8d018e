// dist/ and package.json → kerf as a new user gets it: packed, and installed in an empty folder.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.ts';
import { onceInRun } from './spec-run.mjs';

const root = join(import.meta.dirname, '../..');

export interface InstalledPackage {
  /** A private package of ES modules; its node_modules holds kerf and kerf's dependencies. */
  readonly folder: string;
  /** As `npm pack` reports it; bytes. */
  readonly packed: {
    readonly files: readonly { readonly path: string; readonly size: number }[];
    readonly size: number;
    readonly unpackedSize: number;
  };
  remove(): void;
}

/** Packed and installed once per run; each spec gets a writable copy. Needs dist/, which `npm test` builds first. */
export function installPackage(): InstalledPackage {
  const made = onceInRun('installed', install);
  const folder = mkdtempSync(join(tmpdir(), 'kerf-pack-'));
  // The links of node_modules/.bin are relative and stay so.
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
  const packed = JSON.parse(readFileSync(join(folder, 'packed.json'), 'utf8'));
  return { folder, packed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function install(folder: string): void {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing; run npm run build first');
  // --ignore-scripts: a build here would replace dist/ under the specs that run at the same time.
  const listed = run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [packed] = Object.values(JSON.parse(listed) as Record<string, { filename: string }>);
  writeFileSync(join(folder, 'packed.json'), JSON.stringify(packed));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, packed.filename));
}
