// dist/ and package.json → kerf as a stranger gets it: packed, and installed in an empty folder.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.ts';

const root = join(import.meta.dirname, '../..');

export interface InstalledPackage {
  /** Its node_modules holds kerf and what kerf depends on; a private package of ES modules itself. */
  readonly folder: string;
  readonly tarball: string;
  /** As `npm pack` tells of it; bytes. */
  readonly packed: {
    readonly files: readonly { readonly path: string; readonly size: number }[];
    readonly size: number;
    readonly unpackedSize: number;
  };
  remove(): void;
}

/** Needs dist/, which `npm test` builds first. */
export function installPackage(): InstalledPackage {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is missing; run npm run build first');
  const folder = mkdtempSync(join(tmpdir(), 'kerf-pack-'));
  // --ignore-scripts: a build here would pull dist/ from under the specs that run beside this one.
  const listed = run(root, 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [packed] = Object.values(JSON.parse(listed) as Record<string, InstalledPackage['packed']>);
  const tarball = join(folder, (packed as unknown as { filename: string }).filename);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball);
  return { folder, tarball, packed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
