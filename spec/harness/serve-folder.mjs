// Serves a folder on this machine, with the headers that let a page's threads share memory, as any server may:
// node spec/harness/serve-folder.mjs FOLDER [--port 8080].

import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import sirv from 'sirv';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '8080' } },
});
const files = sirv(positionals[0], {
  dev: true,
  setHeaders: (response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  },
});
const server = createServer(files);
server.listen(Number(values.port), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
