// The site's files → kept in the browser, so that it works without its host, with the headers that let threads share
// memory, which many static hosts cannot send. seal.mjs puts FILES before it: path → SHA-256, in Base64. A file that
// changes changes this script, so that the browser sees that there is a new site.
//
// A new site takes over as a whole. A file is kept under its path and hash, so that two sites lie side by side. The
// worker of the new site fetches all its files, then waits until no page of the old one is open, or only one that is
// just being loaded, which visit.js then loads once more.

const ROOT = self.registration.scope;
/** Other sites of the same host have caches too. */
const NAME = `kerf ${ROOT}`;
const ISOLATING = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
/** More would take the connection from the page, which is still loading. */
const AT_ONCE = 6;

const keyOf = (path) => `${ROOT}${encodeURI(path)}?${encodeURIComponent(FILES[path])}`;

/** The first site is at work at once, since its pages wait for its headers; they ask it later to keep the files. */
self.addEventListener('install', (event) => {
  if (self.registration.active !== null) event.waitUntil(keepAll());
});

self.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOverFor(event.source));
  if (event.data === 'keep') event.waitUntil(keepAll().then(() => event.source.postMessage('kept')));
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(ROOT)) event.respondWith(answer(event.request));
});

async function answer(request) {
  const path = decodeURI(new URL(request.url).pathname.slice(new URL(ROOT).pathname.length));
  if (`${path}/index.html` in FILES) return Response.redirect(`${ROOT}${path}/`);
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  const kept = file in FILES ? await (await caches.open(NAME)).match(keyOf(file)) : undefined;
  return kept ?? isolated(await fetch(request));
}

/** @param page has just been loaded: what it shows may be replaced, but not what another page shows. */
async function takeOverFor(page) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true });
  if (pages.every(({ id, url }) => id === page.id || !url.startsWith(ROOT))) await self.skipWaiting();
}

/** A redirection is passed on as it is: the browser alone may follow it. */
function isolated(response) {
  if (response.type !== 'basic') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATING)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

let keeping;

/** Rejects if a file is missing or is not that of this site, as while a host is changing it; what is kept stays. */
function keepAll() {
  keeping ??= keepMissing().finally(() => {
    keeping = undefined;
  });
  return keeping;
}

async function keepMissing() {
  const cache = await caches.open(NAME);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(FILES).filter((path) => !there.has(keyOf(path)));
  const keepNext = async () => {
    for (let path = missing.pop(); path !== undefined; path = missing.pop()) {
      const response = await fetch(`${ROOT}${encodeURI(path)}`, {
        cache: 'no-cache',
        integrity: `sha256-${FILES[path]}`,
      });
      if (!response.ok) throw new Error(`${path}: status ${response.status}`);
      await cache.put(keyOf(path), isolated(response));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

async function forgetOthers() {
  const cache = await caches.open(NAME);
  const mine = new Set(Object.keys(FILES).map(keyOf));
  const others = (await cache.keys()).filter(({ url }) => !mine.has(url));
  await Promise.all(others.map((request) => cache.delete(request)));
}
