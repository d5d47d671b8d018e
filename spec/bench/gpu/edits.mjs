// A bone that is cut, and one that outgrows its buffers → the work and times of an edit and of the query after it.

import { createDetector } from '../../../dist/index.js';
import { median, timed } from '../timing.mjs';

/**
 * Cuts at consecutive poses, at most; the first is a warm-up. On a software adapter they are only counted; each takes
 * seconds.
 */
const CUTS = { timed: 6, counted: 1 };
/**
 * New vertices as a share of the bone's, more than the room that kerf reserves for edits: everything is rebuilt on the
 * GPU.
 */
const OUTGROWING = 0.3;

/** @returns { cut, rebuild }: medians of both backends, and the median of WebGPU's work. */
export async function measureEdits(given, matrices, { device, takeWork, passTimes }) {
  const cpu = await createDetector({ ...given, backend: 'cpu' });
  const webgpu = await createDetector({ ...given, backend: 'webgpu', device });
  const state = { retired: new Set(), corners: Array.from(given.bone.faces) };
  const poses = matrices
    .filter((pose) => cpu.intersectingFaces(pose).length > 0)
    .slice(passTimes === null ? -CUTS.counted : -CUTS.timed);
  const cuts = [];
  for (const pose of poses) {
    const before = await steady(webgpu, pose, takeWork);
    const edit = cutAt(cpu, pose, state);
    const after = await editedQuery({ cpu, webgpu }, edit, pose, { takeWork, passTimes });
    cuts.push({ ...after, steady: before, faces: edit.remove.length });
  }
  const pose = poses.at(-1);
  const before = await steady(webgpu, pose, takeWork);
  const positions = given.bone.positions.slice(0, 3 * Math.ceil((OUTGROWING * given.bone.positions.length) / 3));
  const rebuild = await editedQuery({ cpu, webgpu }, { remove: [], positions }, pose, { takeWork, passTimes });
  cpu.dispose();
  webgpu.dispose();
  return {
    cut: medians(cuts.length > 1 ? cuts.slice(1) : cuts),
    rebuild: medians([{ ...rebuild, steady: before, faces: 0 }]),
  };
}

/** A query at a pose that was queried before. */
async function steady(webgpu, pose, takeWork) {
  await webgpu.detect(pose);
  takeWork();
  const [, milliseconds] = await timed(() => webgpu.detect(pose));
  return { milliseconds, ...takeWork() };
}

/**
 * Retires the bone's faces that the tool crosses and appends them again with the same corners: the surface stays, the
 * face numbers change.
 */
function cutAt(cpu, pose, { retired, corners }) {
  const pairs = cpu.intersectingFaces(pose);
  const remove = [...new Set(pairs.filter((_, i) => i % 2 === 0))].filter((face) => !retired.has(face));
  const faces = remove.flatMap((face) => corners.slice(3 * face, 3 * face + 3));
  for (const face of remove) retired.add(face);
  corners.push(...faces);
  return { remove, faces };
}

async function editedQuery({ cpu, webgpu }, edit, pose, { takeWork, passTimes }) {
  const [, cpuMilliseconds] = await timed(() => {
    cpu.editBone(edit);
    return cpu.detectSync(pose);
  });
  takeWork();
  passTimes?.begin();
  const [, editMilliseconds] = await timed(() => webgpu.editBone(edit));
  const [, queryMilliseconds] = await timed(() => webgpu.detect(pose));
  const passes = await passTimes?.end();
  const work = takeWork();
  // Passes on the index: their labels begin with the body's name.
  const index = Object.entries(passes ?? {}).filter(([label]) => label.startsWith('bone'));
  const indexMilliseconds = index.reduce((sum, [, time]) => sum + time, 0);
  return { cpuMilliseconds, editMilliseconds, queryMilliseconds, indexMilliseconds, ...work };
}

function medians(rows) {
  const steadyRows = rows.map((row) => row.steady);
  const over = (list) =>
    Object.fromEntries(
      Object.keys(list[0])
        .filter((key) => key !== 'steady')
        .map((key) => [key, median(list.map((row) => row[key]))]),
    );
  return { ...over(rows), steady: over(steadyRows), count: rows.length };
}
