// Serves a folder on this machine, with the headers that let a page's threads share memory, as any server may; with
// --plain without them, as a static host: node spec/harness/serve-folder.mjs FOLDER [--port 8080] [--at /] [--plain].

import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import sirv from 'sirv';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '8080' },
    at: { type: 'string', default: '/' },
    plain: { type: 'boolean', default: false },
  },
});
const { at, plain } = values;
const files = sirv(positionals[0], {
  dev: true,
  setHeaders: (response) => {
    if (plain) return;
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  },
});
const server = createServer((request, response) => {
  if (request.url.startsWith(at)) {
    request.url = request.url.slice(at.length - 1);
    files(request, response);
  } else response.writeHead(404).end();
});
const say = () => console.log(`http://127.0.0.1:${server.address().port}${at}`);
server.listen(Number(values.port), '127.0.0.1', say);
