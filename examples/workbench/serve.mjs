// Serves out/workbench/, or the folder that KERF_WORKBENCH names, on this machine, with the headers that let its
// threads share memory: npm run workbench [-- --port 8080].

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import sirv from 'sirv';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } });
const port = Number(values.port);
if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
  console.error(`--port is ${values.port}, expected a whole number from 0 to 65535; leave it out for 8080.`);
  process.exit(2);
}
const folder = process.env.KERF_WORKBENCH ?? 'out/workbench';
if (!existsSync(`${folder}/main.js`)) {
  console.error(`${folder} holds no workbench; build it with npm run workbench.`);
  process.exit(1);
}
const files = sirv(folder, {
  dev: true,
  setHeaders: (response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  },
});
const server = createServer(files);
server.on('error', (error) => {
  console.error(`The workbench cannot be served on port ${port}: ${error.message}; name another one with --port.`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => console.log(`kerf workbench: http://127.0.0.1:${server.address().port}/`));
