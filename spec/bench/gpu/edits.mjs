// A bone that is cut, and one that outgrows its room → the work and the times of an edit and of the query behind it.

import { createDetector } from '../../../dist/index.js';
import { median, timed } from '../timing.mjs';

/**
 * Cuts at consecutive poses, at most; the first is for warming up. A software adapter's are only counted, and take
 * seconds each.
 */
const CUTS = { timed: 6, counted: 1 };
/**
 * More new vertices than the room that kerf keeps for edits, as a share of the bone's: all of it is made anew on the
 * GPU.
 */
const OUTGROWING = 0.3;

/** @returns { cut, rebuild }: medians of both backends, and the median work of WebGPU's. */
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

/** The query at a pose at which it has been asked before. */
async function steady(webgpu, pose, takeWork) {
  await webgpu.detect(pose);
  takeWork();
  const [, milliseconds] = await timed(() => webgpu.detect(pose));
  return { milliseconds, ...takeWork() };
}

/**
 * Retires the bone's faces that the tool crosses and appends them anew, with the same corners: the surface stays, the
 * numbers do not.
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
  // Passes on the index, whose labels begin with the body's name.
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
