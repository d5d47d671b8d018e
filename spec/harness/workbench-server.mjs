// The workbench, built into a folder and served from it, on a free port. Needs dist/.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onceInRun } from './spec-run.mjs';

/** @param folder where it is built. */
export async function serveWorkbench(folder = 'out/workbench') {
  build(folder);
  return serve(folder);
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
  return serve(folder);
}

function build(folder) {
  execFileSync(process.execPath, ['examples/workbench/build.mjs'], { env: { ...process.env, KERF_WORKBENCH: folder } });
}

async function serve(folder) {
  const server = spawn(process.execPath, ['spec/harness/serve-folder.mjs', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const found = /http:\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    address,
    async close() {
      server.removeAllListeners('exit');
      server.kill();
      await once(server, 'exit');
    },
  };
}
