// The workbench, built into a folder and served from it, on a free port. Needs dist/.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { servedFolder } from './served-folder.mjs';
import { onceInRun } from './spec-run.mjs';

/** @param folder where it is built. */
export async function serveWorkbench(folder = 'out/workbench') {
  build(folder);
  return servedFolder(folder);
}

/**
 * The same for a spec: built by the first spec of a run that needs it, and served to each by a server of its own.
 * @param ply bytes of the page's first bone.
 */
export async function serveSpecWorkbench(ply) {
  const folder = onceInRun('workbench', (into) => {
    writeFileSync(join(into, 'skull-phantom.ply'), ply);
    build(into);
  });
  return servedFolder(folder);
}

function build(folder) {
  execFileSync(process.execPath, ['examples/workbench/build.mjs'], { env: { ...process.env, KERF_WORKBENCH: folder } });
}
