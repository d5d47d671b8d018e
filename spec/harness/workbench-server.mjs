// The workbench, built and served as `npm run workbench` does it, on a free port. Needs dist/.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

export async function serveWorkbench(folder) {
  const env = folder === undefined ? process.env : { ...process.env, KERF_WORKBENCH: folder };
  const config = 'examples/workbench/rollup.config.mjs';
  execFileSync(process.execPath, ['node_modules/rollup/dist/bin/rollup', '-c', config, '--silent'], { env });
  const server = spawn(process.execPath, ['examples/workbench/serve.mjs', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
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
