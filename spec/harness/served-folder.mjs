// A folder → its files on a free port of this machine, by a process of its own (serve-folder.mjs).

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @param options of serve-folder.mjs. */
export async function servedFolder(folder, ...options) {
  const server = spawn(process.execPath, ['spec/harness/serve-folder.mjs', folder, '--port', '0', ...options], {
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
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.removeAllListeners('exit');
      server.kill();
      await once(server, 'exit');
    },
  };
}
