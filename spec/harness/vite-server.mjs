// A folder with index.html → served by Vite as a project in development; prints its address, and its warnings on
// standard error.

import { createServer } from 'vite';

const warn = (message) => console.error(message);
const logger = {
  info() {},
  clearScreen() {},
  hasErrorLogged: () => false,
  hasWarned: false,
  warn,
  warnOnce: warn,
  error: warn,
};
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const server = await createServer({
  root: process.argv[2],
  configFile: false,
  customLogger: logger,
  server: { host: '127.0.0.1', port: 0, headers, fs: { strict: false } },
});
await server.listen();
console.log(server.resolvedUrls.local[0]);
