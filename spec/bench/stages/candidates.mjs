// Every stage 1 beside three-mesh-bvh → times by kind of pose, candidate pairs, tests made, build, bytes per face.

import { scriptOptions } from '../../harness/script-options.mjs';
import { count, milliseconds, row, times } from '../cells.mjs';
import { machine } from '../machine.mjs';
import { detectorBytes } from '../memory.mjs';
import { bone, saw } from '../meshes.mjs';
import { detectorOf } from '../peers/kerf.mjs';
import { threeMeshBvh } from '../peers/three-mesh-bvh.mjs';
import { APPROACH, strokes } from '../poses.mjs';
import { FOLDER, meshOf, missingFiles, SERIES, toolOf } from '../real-bodies.mjs';
import { surfaceStrokes } from '../surface-poses.mjs';
import { interleave, median, timed } from '../timing.mjs';
import { countingDetector } from './count-tests.mjs';

const SEED = 20_260;
const METHODS = ['scanlines', 'bvh', 'bvh-front', 'image'];
const BUILDS = 5;
const QUERIES = [
  {
    name: 'all intersecting pairs',
    rounds: 9,
    own: 'pairs',
    run: ({ detector, out }, pose) => detector.intersectingFacesInto(pose, out),
  },
  {
    name: 'boolean state',
    rounds: 9,
    own: 'intersects',
    run: ({ detector }, pose) => Number(detector.intersects(pose)),
  },
  {
    name: 'full report, h 0.5',
    rounds: 3,
    own: null,
    run: ({ detector }, pose) => detector.detectSync(pose).contacts.length,
  },
];
const AIMS = { 'all intersecting pairs': { cut: [5, 10] }, 'boolean state': { far: [2], clear: [2] } };
const PEER = threeMeshBvh.name;
const BYTES = 40;

const { values } = scriptOptions('npm run bench -- candidates [--sizes 10k,200k,800k] [--poses 60] [--real]', {
  sizes: { type: 'string', default: '10k,200k,800k' },
  poses: { type: 'string', default: '60' },
  real: { type: 'boolean', default: false },
});
const poseCount = Number(values.poses);
const missing = values.real ? missingFiles(SERIES) : [];
if (missing.length > 0) {
  console.error(`Missing in ${FOLDER}: ${missing.join(', ')}; set KERF_DATA to the folder that holds them.`);
  process.exit(1);
}
const createCounting = await countingDetector();
const { cpu, cores, memoryGiB, system, node, packages } = machine([PEER]);
console.log(
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${PEER} ${packages[PEER]}. ${poseCount} poses, seed ${SEED}.`,
);
console.log('Medians of one interleaved run, milliseconds; behind each its multiple: the peer’s time over it.\n');
console.log(row(['query', values.real ? 'bone and tool' : 'bone faces', 'poses', ...METHODS, PEER]));
console.log(row([':--', '--:', ':--', ...METHODS.map(() => '--:'), '--:']));
const aims = [];
for await (const asked of values.real ? realBodies() : phantoms()) await measure(asked);
console.log('');
for (const line of aims) console.log(line);

/** The saw on the phantom, at the requested sizes. */
function* phantoms() {
  const path = strokes(SEED, poseCount, APPROACH);
  for (const size of values.sizes.split(',')) {
    const mesh = bone(1000 * Number(size.replace(/k$/, '')));
    yield { mesh, tool: saw(), path, name: count(mesh.faces.length / 3), aimed: `${size} faces` };
  }
}

/** The finest bone of each series of `bench -- real`. */
async function* realBodies() {
  for (const { title, bones, tool: given } of SERIES) {
    const [mesh, tool] = [meshOf(bones.at(-1)), toolOf(given)];
    const path = await surfaceStrokes(SEED, poseCount, mesh, bones.at(-1).up, tool);
    const name = `${title} (${count(mesh.faces.length / 3)}), ${given.title}`;
    yield { mesh, tool, path, name, aimed: name };
  }
}

async function measure({ mesh, tool, path, name: bodies, aimed }) {
  const held = await Promise.all(
    METHODS.map(async (candidates) => ({
      detector: await detectorOf(mesh, tool, 0.5, { candidates }),
      out: new Uint32Array(1 << 20),
    })),
  );
  const peer = threeMeshBvh.prepare(mesh, tool)();
  for (const { name, rounds, own, run } of QUERIES) {
    const runners = held.map((one) => ({ run: (pose) => run(one, pose) }));
    if (own !== null) runners.push({ run: peer[own] });
    const taken = interleave(runners, path.matrices, rounds).map((poses) => poses.map(median));
    for (const kind of [...new Set(path.kinds)]) {
      const of = (own) => median(own.filter((_, i) => path.kinds[i] === kind));
      const cells = taken.map(of);
      const theirs = own === null ? null : cells.at(-1);
      const shown = cells.map((ms, i) =>
        theirs === null || i >= METHODS.length ? milliseconds(ms) : `${milliseconds(ms)} ${times(theirs / ms)}`,
      );
      console.log(row([name, bodies, kind, ...shown, ...(own === null ? ['cannot'] : [])]));
      for (const least of AIMS[name]?.[kind] ?? []) {
        const ratio = theirs / Math.min(...cells.slice(0, METHODS.length));
        const verdict = ratio >= least ? 'reached' : 'not reached';
        aims.push(`- ${name}, ${kind}, ${aimed}, best stage: ≥ ${least} × ${PEER}: ${times(ratio)}, ${verdict}`);
      }
    }
  }
  const pairs = held.map(({ detector }) => path.matrices.map((pose) => detector.detectSync(pose).stats.candidatePairs));
  for (const kind of [...new Set(path.kinds)]) {
    const of = (own) => median(own.filter((_, i) => path.kinds[i] === kind));
    console.log(row(['candidate pairs of a report', bodies, kind, ...pairs.map((own) => count(of(own))), 'cannot']));
  }
  for (const { detector } of held) detector.dispose();
  await countTests({ mesh, tool, path, bodies });
  await builds({ mesh, tool, path, bodies, aimed });
}

/** Counts tests of boxes and spans when all intersecting pairs are found. */
async function countTests({ mesh, tool, path, bodies }) {
  const counts = [];
  for (const candidates of METHODS) {
    const options = { bone: mesh, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu', candidates };
    const detector = await createCounting(options);
    counts.push(
      path.matrices.map((pose) => {
        globalThis.kerfTests = 0;
        detector.intersectingFaces(pose);
        return globalThis.kerfTests;
      }),
    );
    detector.dispose();
  }
  for (const kind of [...new Set(path.kinds)]) {
    const of = (own) => median(own.filter((_, i) => path.kinds[i] === kind));
    console.log(row(['tests of boxes and spans', bodies, kind, ...counts.map((own) => count(of(own))), '']));
  }
}

/** Build: a detector and its first answer; bytes: what it keeps beyond the caller's mesh. */
async function builds({ mesh, tool, path, bodies, aimed }) {
  const built = METHODS.map(() => []);
  for (let round = 0; round <= BUILDS; round++)
    for (const [k, candidates] of METHODS.entries()) {
      globalThis.gc();
      const [detector, ms] = await timed(async () => {
        const made = await detectorOf(mesh, tool, 0.5, { candidates });
        made.intersects(path.matrices[0]);
        return made;
      });
      detector.dispose();
      if (round > 0) built[k].push(ms);
    }
  console.log(row(['build and first state', bodies, '', ...built.map((own) => milliseconds(median(own))), '']));
  const bytes = [];
  for (const candidates of METHODS)
    bytes.push(await detectorBytes(mesh, tool, path.matrices[0], path.matrices.slice(0, 2), { candidates }));
  console.log(
    row(['bytes a bone face beyond the mesh', bodies, '', ...bytes.map(({ aFace }) => aFace.toFixed(0)), '']),
  );
  const least = Math.min(...bytes.map(({ aFace }) => aFace));
  aims.push(
    `- bytes a face beyond the mesh, ${aimed}: ≤ ${BYTES} by 'bvh': ${least.toFixed(0)} (${bytes[0].copy.toFixed(0)} of them kerf's own copy), ${least <= BYTES ? 'reached' : 'not reached'}`,
  );
}
