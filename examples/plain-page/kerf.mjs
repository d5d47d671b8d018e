// What the page takes of kerf: a bundler makes one script of it, which any server can serve.

export { createDetector, KerfError, readMesh } from 'kerf';
export { box, sphere } from 'kerf/datasets';
