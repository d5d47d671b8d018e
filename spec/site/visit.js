// A visit of any page of the site → the site is kept for use offline (data-offline is then 'kept' on the root element).
// The page is loaded once more
// - if its script element has data-isolate and its threads cannot share memory yet: on a first visit, the service
//   worker that adds the headers for it comes too late for the page itself;
// - if there is a newer site, and no other page of the old one is open.

(() => {
  const { src, dataset } = document.currentScript;
  const root = new URL('./', src);
  const workers = navigator.serviceWorker;
  /** Set while a page has been loaded once more and may still not be isolated: it is then left as it is. */
  const AGAIN = 'kerf: loaded once more';

  async function visit() {
    workers.addEventListener('message', ({ data }) => {
      if (data === 'kept') document.documentElement.dataset.offline = 'kept';
    });
    // Only while a page is being loaded does another worker take over from the one that it came from.
    if (workers.controller !== null) workers.addEventListener('controllerchange', () => location.reload());
    const registration = await workers.register(new URL('service-worker.js', root), {
      scope: root.pathname,
      updateViaCache: 'none',
    });
    registration.waiting?.postMessage('take over');
    if ('isolate' in dataset) await isolate();
    // What the page itself needs comes first.
    if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }));
    (await workers.ready).active.postMessage('keep');
  }

  async function isolate() {
    if (crossOriginIsolated) sessionStorage.removeItem(AGAIN);
    else if (sessionStorage.getItem(AGAIN) === null) {
      if (workers.controller === null)
        await new Promise((done) => workers.addEventListener('controllerchange', done, { once: true }));
      sessionStorage.setItem(AGAIN, 'yes');
      location.reload();
    }
  }

  // A page from disk or of a host without TLS, and one of a browser that keeps nothing, does without.
  if (workers !== undefined) visit().catch((error) => console.info(`This site is not kept for offline: ${error}`));
})();
