// A build of kerf in a process of its own: runs what versus.mjs asks for, and only then → times, or answers.
//
// A message is a name of ASKED and an argument, and gets one message back. Between them nothing runs here, so that the
// other build's process has the machine to itself.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bone, saw } from './meshes.mjs';
import { APPROACH, strokes } from './poses.mjs';
import { sink, timed } from './timing.mjs';

const OPTIONS = { contactDistance: 0.2, resolution: 0.5, backend: 'cpu' };
const COARSE = 1;
/** The compiler goes by how often code has run: until then, and in tens of milliseconds, queries are warmed up. */
const WARM_CALLS = 4000;
const WARM_MILLISECONDS = 1000;
/** ms: what takes less is timed several calls at a time. */
const LEAST_TIMED = 0.02;
/** Building from few faces is fully compiled after some twenty. */
const WARM_BUILDS = 20;

/** Patches may be computed when they are read. */
const rowsOf = ({ contacts, patches }) => contacts.length + patches.length;
const QUERIES = {
  intersectingFacesInto: ({ detector, out }, pose) => detector.intersectingFacesInto(pose, out),
  intersects: ({ detector }, pose) => Number(detector.intersects(pose)),
  minimumDistanceInto({ detector, nearest }, pose) {
    detector.minimumDistanceInto(pose, nearest);
    return nearest.distance;
  },
  'detectSync, h 0.5': ({ detector }, pose) => rowsOf(detector.detectSync(pose)),
  'detectSync, h 1': ({ coarse }, pose) => rowsOf(coarse.detectSync(pose)),
};

const [folder, seed, poses, faces] = process.argv.slice(2);
const { createDetector } = await import(pathToFileURL(resolve(folder, 'index.js')).href);
const { matrices, kinds } = strokes(Number(seed), Number(poses), APPROACH);
const meshes = { bone: bone(Number(faces)), tool: saw() };
const held = { detector: await createDetector({ ...meshes, ...OPTIONS }), out: new Uint32Array(1 << 20) };
held.coarse = await createDetector({ ...meshes, ...OPTIONS, resolution: COARSE });
held.nearest = held.detector.minimumDistance(matrices[0]);

const ASKED = {
  warmBuilds: async () => {
    for (let i = 0; i < WARM_BUILDS; i++) await ASKED.build();
    return null;
  },
  /** @returns milliseconds until a new detector has answered once. */
  build: async () => {
    globalThis.gc();
    const [detector, taken] = await timed(async () => {
      const made = await createDetector({ ...meshes, ...OPTIONS });
      sink.sum += made.intersectingFaces(matrices[0]).length;
      return made;
    });
    detector.dispose();
    return taken;
  },
  /** @returns what the query answers at each pose. */
  warmQuery: (name) => {
    const started = performance.now();
    for (let calls = 0; calls < WARM_CALLS && performance.now() - started < WARM_MILLISECONDS; calls += matrices.length)
      ASKED.query(name);
    return matrices.map((pose) => QUERIES[name](held, pose));
  },
  /** @returns milliseconds at each pose. */
  query: (name) => {
    const run = QUERIES[name];
    const taken = (pose, calls) => {
      const started = performance.now();
      for (let call = 0; call < calls; call++) sink.sum += run(held, pose);
      return (performance.now() - started) / calls;
    };
    return matrices.map((pose) => {
      const once = taken(pose, 1);
      // The clock ticks every 10 ns, which is much of a query of 250.
      return once < LEAST_TIMED ? taken(pose, Math.ceil(LEAST_TIMED / Math.max(once, 1e-4))) : once;
    });
  },
};

process.on('message', async ([name, argument]) => process.send(await ASKED[name](argument)));
process.send({ queries: Object.keys(QUERIES), kinds });
