// The detector's thread: bodies to open, then poses → reports. The page's own thread never computes one.

import {
  type ContactReport,
  type CutEdit,
  createDetector,
  type Detector,
  type HapticLoop,
  type MeshFormat,
  type RigidMotion,
  startHapticLoop,
  writeMesh,
} from 'kerf';
import { drawnTask } from '../../trainer/src/drawn-task.ts';
import { TaskBench } from '../../trainer/src/task-bench.ts';
import { AtRest } from './at-rest.ts';
import { Bodies, type Held } from './bodies.ts';
import { boneInTool } from './bone-in-tool.ts';
import { type BoneCut, Cutting } from './cutting.ts';
import { buffersOf, drawnMesh, drawnRegion, drawnReport, nothingDrawn } from './drawing.ts';
import { extentOf } from './extent.ts';
import { MOST_FORCE } from './force.ts';
import { landing } from './landing.ts';
import { MoreBodies } from './more-bodies.ts';
import type { Drawn } from './picture-wire.ts';
import { reportJson } from './report-json.ts';
import { strokeBetween } from './stroke.ts';
import { summaryOf } from './summary.ts';
import { FEED, SAW_STROKE, strokeOf } from './tools.ts';
import type { Chosen, Feel, Reply, Request } from './wire.ts';

/** δ and h, mm. */
const CONTACT_DISTANCE = 0.2;
const RESOLUTION = 1;

/** mm: a cut bone has small faces, so a loop's model contains only those nearby. */
const NEAR = { motion: 0.5, reach: 2 };
/** N: the default is that of a worn blade; a sharp one needs only a light hand. */
const CUTTING = { ploughing: 1.5, axis: SAW_STROKE.axis, stroke: SAW_STROKE.stroke };
const NO_BONE = 'There is no bone yet; drop one on the page.';
/** Faces that cuts may retire before the bone is renumbered without them. */
const MOST_RETIRED = 500_000;
/** Drawn if there are no other bodies. */
const NOTHING = { positions: new Float64Array(), faces: new Uint32Array(), name: '' };
/** ms between two messages about what is felt. */
const TELL = 16;

let drawn: MessagePort | null = null;
const bodies = new Bodies(
  (says, share) => say({ kind: 'progress', says, share }),
  () => task.burr,
);
let detector: Detector | null = null;
let chosen: Chosen = { backend: 'auto', candidates: 'scanlines', areOthersThere: false };
let others: MoreBodies | null = null;
/** How far the jaw is open. */
let degrees = 0;
/** The backend last reported to the page. */
let told = '';
let isRegionWanted = false;
/** A report of null is computed on request. */
let newest: { readonly serial: number; readonly report: ContactReport | null; readonly pose: Float64Array } | null =
  null;
/** Whether the page has the volume of bone in the tool at `newest`, for the bone as it is now. */
let isVolumeTold = false;
let held: Held | null = null;
/** Set from when the tool is first switched on until another bone is opened. */
let cutting: Cutting | null = null;
/** mm: the cell that was asked for it, if any. */
let cutCell: number | null = null;
/** Faces that cuts have retired since the bone was last numbered. */
let retired = 0;
let loop: HapticLoop | null = null;
/** The latest request to the loop. */
let wish: Feel = { kind: 'feel', run: 0, feels: false, inverse: null };
/** The hand's newest pose, for a loop that is still being started. */
let hand: Float64Array | null = null;
const task = new TaskBench({
  held: () => held,
  cutting: () => cutting,
  force: () => (loop === null ? null : Math.hypot(...(loop.snapshot()?.force ?? [0]))),
  async reset() {
    cutting = null;
    if (held !== null) await use(held);
  },
  drawTask: (surfaces) => draw(drawnTask(surfaces)),
  redraw: () => use(held as Held),
  drawBone: (bone) => draw({ kind: 'bodies', bone: drawnMesh(bone), tool: drawnMesh((held as Held).tool) }),
  progress: (says, share) => say({ kind: 'progress', says, share }),
});

/**
 * Replaces the detector by one for these bodies. The old one stays if none can be made; a running loop starts again.
 */
async function use(next: Held): Promise<void> {
  const { bone, index, tool, toolSource } = next;
  const { backend, candidates, areOthersThere } = chosen;
  const options = { contactDistance: CONTACT_DISTANCE, resolution: RESOLUTION, backend, candidates };
  say({ kind: 'progress', says: 'preparing the detector …', share: undefined });
  const isBoneNew = bone !== held?.bone;
  // Anything that a loop cuts meanwhile would be lost.
  if (cutting !== null) await stopLoop();
  const cuts = isBoneNew ? null : ((await cutting?.renewed(tool, strokeOf(toolSource))) ?? null);
  if (areOthersThere && cuts?.hasCuts)
    throw new Error('Many bodies are not reported for a bone that is cut; undo the cuts, or open the bone again.');
  const beside = areOthersThere ? new MoreBodies(bone, next.isPhantom) : null;
  const whole = cuts === null || beside !== null ? { bone, index } : { bone: cuts.surface };
  const own = beside === null ? whole : { bone: beside.skull };
  const made = await createDetector({ ...own, tool, feed: FEED, ...options });
  try {
    await beside?.begin(tool, FEED, options);
  } catch (error) {
    made.dispose();
    throw error;
  }
  detector?.dispose();
  others?.dispose();
  detector = made;
  others = beside;
  held = next;
  cutting = beside === null ? cuts : null;
  retired = 0;
  newest = null;
  say({ kind: 'progress', says: `drawing ${(bone.faces.length / 3).toLocaleString('en')} faces …`, share: undefined });
  draw({ kind: 'bodies', bone: drawnMesh(own.bone), tool: drawnMesh(tool) });
  drawOthers();
  told = made.backend;
  say({
    ...{ kind: 'opened', name: bone.name, faceCount: bone.faces.length / 3, extent: extentOf(bone.positions) },
    ...{ isBoneNew, toolSource, backend: made.backend, reason: made.backendReason, chosen },
    landing: landing(made, own.bone, tool),
  });
  tellCuts();
  await feel(wish);
}

/** The same, but informs the page if a loop that should run is gone. */
async function useOrTell(next: Held): Promise<void> {
  try {
    await use(next);
  } catch (error) {
    if (wish.feels && loop === null) say({ kind: 'unfelt', run: wish.run, message: (error as Error).message });
    throw error;
  }
}

/** @param mark where a stroke that ends at the pose begins. */
async function answer(serial: number, pose: Float64Array, mark: Float64Array | null): Promise<void> {
  if (detector === null) throw new Error(NO_BONE);
  // With a loop the bone is cut where the loop holds the tool.
  if (loop === null) carryOut(cutting?.moveTo(pose) ?? null);
  const started = performance.now();
  // A cutting tool touches the walls of its slot all around, so its report is that of the bone as it was.
  const before = cutting?.reportBefore(pose) ?? null;
  if (before?.penetration && cutting?.isOn) task.log?.reached(before.penetration);
  const isCutting = before !== null && cutting?.isOn === true;
  const found = await others?.detect(pose, degrees);
  const report = isCutting ? before : (found?.own ?? (await detector.detect(pose)));
  const milliseconds = performance.now() - started;
  const touching = found?.others ?? [];
  // With many bodies, no detector knows all of them.
  const stroke = mark === null || others !== null || isCutting ? null : strokeBetween(detector, mark, pose);
  newest = { serial, report: isCutting ? null : report, pose };
  isVolumeTold = false;
  draw(isCutting ? nothingDrawn(serial, pose) : drawnReport(serial, pose, report, touching, stroke?.touch ?? null));
  drawRegion();
  const summary = summaryOf(report, touching, stroke?.says ?? null);
  const cut = cutting === null ? {} : { cut: cutting.summary, penetration: before?.penetration ?? null };
  say({ kind: 'report', serial, summary: { ...summary, ...cut }, milliseconds });
  const answered = report.stats.backend;
  if (answered === told) return;
  told = answered;
  say({ kind: 'backend', backend: told, reason: detector.backendReason });
}

/** A choice that fails is dropped, and the one before stays. */
async function choose(next: Chosen): Promise<void> {
  const before = chosen;
  chosen = next;
  try {
    if (held !== null) await useOrTell(held);
  } catch (error) {
    chosen = before;
    say({ kind: 'refused', chosen });
    throw error;
  }
}

/** Switches the tool on or off. The first time, the bone, or its part near the tool, is rebuilt to be cut. */
async function cut(isOn: boolean, cell: number | null): Promise<void> {
  if (held === null) throw new Error(NO_BONE);
  if (others !== null) throw new Error('Many bodies are not cut; untick them in the settings.');
  if (isOn && cutting?.hasCuts !== true && (cutting === null || cell !== cutCell)) {
    const { bone, tool } = held;
    const pose = newest?.pose ?? null;
    say({ kind: 'progress', says: 'making a bone that can be cut …', share: undefined });
    const near = task.near ?? (cell === null || pose === null ? null : { cell, pose });
    cutting = await Cutting.begin(bone, extentOf(bone.positions).size, tool, near, strokeOf(held.toolSource));
    cutting.log = task.log;
    cutCell = cell;
    try {
      await use(held);
    } catch (error) {
      cutting = null;
      throw error;
    }
  }
  cutting?.switch(isOn);
  loop?.cut(isOn);
  if (!isOn && retired > MOST_RETIRED && loop === null) await compact();
  tellCuts(isOn ? null : (cutting?.pieces() ?? null));
}

/** Renumbers the bone's faces, without removed ones. */
async function compact(): Promise<void> {
  const renumbering = await (detector as Detector).compactBone();
  cutting?.renumber(renumbering);
  draw({ kind: 'renumber', ...renumbering });
  retired = 0;
}

async function step(isUndo: boolean): Promise<void> {
  for (const made of cutting?.step(isUndo) ?? []) {
    carryOut(made);
    await loop?.editBone(made.edit);
  }
  tellCuts();
}

/** Passes an edit to everything that holds the bone, except the loop. */
function carryOut(cut: BoneCut | null): void {
  if (cut === null) return;
  const { edit, own } = cut;
  detector?.editBone(edit);
  retired += edit.remove.length;
  isVolumeTold = false;
  const { remove, positions, faces } = edit;
  draw({ kind: 'edit', remove, positions: Float32Array.from(positions), faces, own });
}

/** Not for many bodies, which no detector knows all, nor with a loop, which keeps its tool out of bone or moves it. */
async function tellBoneInTool(): Promise<void> {
  if (isVolumeTold || newest === null || detector === null || others !== null || loop !== null) return;
  isVolumeTold = true;
  try {
    say({ kind: 'bone in tool', serial: newest.serial, volume: await boneInTool(detector, newest.pose) });
  } catch (error) {
    say(failureOf(error, null));
  }
}

function tellCuts(pieces: readonly number[] | null = null): void {
  say({ kind: 'cut', isOn: cutting?.isOn === true, cut: cutting?.summary ?? null, pieces });
}

/** A file's content; null if there is nothing to save, or it is too long for a file. */
function saved(what: 'report' | MeshFormat): Blob | null {
  try {
    if (what === 'report') {
      if (newest === null || detector === null) return null;
      return reportJson(newest.report ?? detector.detectSync(newest.pose), newest.pose);
    }
    const bone = cutting?.surface ?? held?.bone;
    return bone === undefined ? null : new Blob([writeMesh(bone, what) as Uint8Array<ArrayBuffer>]);
  } catch (error) {
    say(failureOf(error, null));
    return null;
  }
}

/** Draws the region at the newest report's pose. Only scanlines have one. */
function drawRegion(): void {
  if (!isRegionWanted || chosen.candidates !== 'scanlines' || detector === null || held === null || newest === null)
    return;
  const region = detector.candidateRegion(newest.pose);
  // The faces of a cut bone are numbered by the cuts, not by the rows of its surface.
  if (cutting?.hasCuts !== true) draw(drawnRegion(region, others?.skull ?? cutting?.surface ?? held.bone));
}

function drawOthers(): void {
  draw({ kind: 'others', others: drawnMesh(others?.surface(degrees) ?? NOTHING) });
}

async function feel(wanted: Feel): Promise<void> {
  wish = wanted;
  const { run } = wanted;
  let started: HapticLoop | null;
  try {
    await stopLoop();
    // A loop needs face numbers that are rows: a cut bone is renumbered, and then felt.
    if (wanted.feels && cutting?.isFresh === false) {
      await use(held as Held);
      return;
    }
    started = await loopOf(wanted);
  } catch (error) {
    say({ kind: 'unfelt', run, message: (error as Error).message });
    return;
  }
  if (started === null) return;
  loop = started;
  if (hand !== null) started.move(hand);
  if (cutting !== null) started.cut(cutting.isOn);
  const telling = setInterval(() => {
    if (loop !== started) {
      clearInterval(telling);
      return;
    }
    const snapshot = started.snapshot();
    if (snapshot === null) return;
    const { state, force, proxyPose, devicePose, refusal, modelAge, penetration } = snapshot;
    say({ kind: 'felt', run, state, force, proxyPose, devicePose, refusal, modelAge, penetration });
  }, TELL);
}

async function stopLoop(): Promise<void> {
  const last = loop;
  loop = null;
  await last?.stop();
}

/** null if none is wanted. */
async function loopOf({ feels, inverse }: Feel): Promise<HapticLoop | null> {
  if (!feels || held === null) return null;
  const { bone, index, tool } = held;
  const given = { tool, feed: FEED, mostForce: MOST_FORCE, ...(inverse === null ? {} : { inverse }) };
  const cuts = cutting;
  if (cuts === null)
    // With many bodies, the skull is felt.
    return startHapticLoop({ ...(others === null ? { bone, index } : { bone: others.skull }), ...given });
  const cutter = {
    cut(motion: RigidMotion): CutEdit | null {
      const made = cuts.cut(motion);
      carryOut(made);
      return made?.edit ?? null;
    },
  };
  return startHapticLoop({ bone: cuts.surface, ...given, ...NEAR, cutting: CUTTING, cutter });
}

function draw(what: Drawn): void {
  drawn?.postMessage(what, buffersOf(what));
}

function say(reply: Reply): void {
  postMessage(reply);
}

async function handle(data: Request): Promise<void> {
  try {
    if (data.kind === 'open' || data.kind === 'cut' || data.kind === 'step') await task.putBack();
    if (data.kind === 'open') await bodies.open(data.asked, useOrTell);
    else if (data.kind === 'pose') await answer(data.serial, data.pose, data.mark);
    else if (data.kind === 'feel') await feel(data);
    else if (data.kind === 'region') {
      isRegionWanted = data.isWanted;
      drawRegion();
    } else if (data.kind === 'save') say({ kind: 'saved', file: saved(data.what) });
    else if (data.kind === 'cut') await cut(data.isOn, data.cell);
    else if (data.kind === 'step') await step(data.isUndo);
    else if (data.kind === 'choose') await choose(data.chosen);
    else if (data.kind === 'task') say({ kind: 'task', reply: await task.handle(data.task) });
    else if (data.kind === 'jaw') {
      degrees = data.degrees;
      drawOthers();
    }
  } catch (error) {
    say(failureOf(error, data.kind === 'pose' ? data.serial : null));
    if (data.kind === 'cut') tellCuts();
  }
}

function failureOf(error: unknown, serial: number | null): Reply {
  return { kind: 'failed', serial, message: error instanceof Error ? error.message : String(error) };
}

/**
 * Handles requests one after the other: a pose that comes while a bone is being opened is answered for that bone. Only
 * the hand's poses do not wait.
 */
let last = Promise.resolve();
const rest = new AtRest(() => {
  last = last.then(tellBoneInTool);
});
addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'begin') drawn = data.drawn;
  else if (data.kind === 'hand') {
    hand = data.pose;
    loop?.move(hand);
  } else {
    rest.begin();
    last = last.then(() => handle(data)).then(() => rest.end());
  }
});
