// The detector's thread: what is to be opened, then poses → reports. The page's own thread never computes one.

import { type ContactReport, createDetector, type Detector, type HapticLoop, startHapticLoop } from 'kerf';
import { Bodies, type Held } from './bodies.ts';
import { buffersOf, drawnMesh, drawnRegion, drawnReport } from './drawing.ts';
import { extentOf } from './extent.ts';
import { landing } from './landing.ts';
import { MoreBodies, type Touching } from './more-bodies.ts';
import type { Drawn } from './picture-wire.ts';
import { reportJson } from './report-json.ts';
import { strokeBetween } from './stroke.ts';
import type { Chosen, Feel, Reply, Request, Summary } from './wire.ts';

/** δ and h, mm. */
const CONTACT_DISTANCE = 0.2;
const RESOLUTION = 1;
/** Every tool is held upright: its −y goes into the bone. */
const FEED = [0, -1, 0];

/** What is drawn where no others are. */
const NOTHING = { positions: new Float64Array(), faces: new Uint32Array(), name: '' };
/** ms between two tellings of what is felt. */
const TELL = 16;

let drawn: MessagePort | null = null;
const bodies = new Bodies((says, share) => say({ kind: 'progress', says, share }));
let detector: Detector | null = null;
let chosen: Chosen = { backend: 'auto', candidates: 'scanlines', areOthersThere: false };
let others: MoreBodies | null = null;
/** By which the jaw is open. */
let degrees = 0;
/** The one that the page was told. */
let told = '';
let isRegionWanted = false;
let newest: { readonly report: ContactReport; readonly pose: Float64Array } | null = null;
let held: Held | null = null;
let loop: HapticLoop | null = null;
/** What was asked of it last. */
let wish: Feel = { kind: 'feel', run: 0, feels: false, inverse: null };
/** The hand's newest pose, for a loop that is still being started. */
let hand: Float64Array | null = null;

/**
 * A detector for them takes the place of the last one, which stays where none can be made; a loop that was running
 * begins again.
 */
async function use(next: Held): Promise<void> {
  const { bone, index, tool, toolSource } = next;
  const { backend, candidates, areOthersThere } = chosen;
  const options = { contactDistance: CONTACT_DISTANCE, resolution: RESOLUTION, backend, candidates };
  say({ kind: 'progress', says: 'preparing the detector …', share: undefined });
  const beside = areOthersThere ? new MoreBodies(bone, next.isPhantom) : null;
  const own = beside === null ? { bone, index } : { bone: beside.skull };
  const made = await createDetector({ ...own, tool, feed: FEED, ...options });
  try {
    await beside?.begin(tool, FEED, options);
  } catch (error) {
    made.dispose();
    throw error;
  }
  const isBoneNew = bone !== held?.bone;
  detector?.dispose();
  others?.dispose();
  detector = made;
  others = beside;
  held = next;
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
  await feel(wish);
}

/** @param mark where a stroke to the pose begins. */
async function answer(serial: number, pose: Float64Array, mark: Float64Array | null): Promise<void> {
  if (detector === null) throw new Error('There is no bone yet; drop one on the page.');
  const started = performance.now();
  const found = await others?.detect(pose, degrees);
  const report = found?.own ?? (await detector.detect(pose));
  const milliseconds = performance.now() - started;
  const touching = found?.others ?? [];
  // Of many bodies no detector knows all.
  const stroke = mark === null || others !== null ? null : strokeBetween(detector, mark, pose);
  newest = { report, pose };
  draw(drawnReport(serial, report, touching, stroke?.touch ?? null));
  drawRegion();
  say({ kind: 'report', serial, summary: summaryOf(report, touching, stroke?.says ?? null), milliseconds });
  const answered = report.stats.backend;
  if (answered === told) return;
  told = answered;
  say({ kind: 'backend', backend: told, reason: detector.backendReason });
}

/** What cannot be had is not chosen: what was before stays. */
async function choose(next: Chosen): Promise<void> {
  const before = chosen;
  chosen = next;
  try {
    if (held !== null) await use(held);
  } catch (error) {
    chosen = before;
    say({ kind: 'refused', chosen });
    throw error;
  }
}

/** The newest report as a file's content; null where there is none, or it is too long for one. */
function saved(): Blob | null {
  try {
    return newest && reportJson(newest.report, newest.pose);
  } catch (error) {
    say(failureOf(error, null));
    return null;
  }
}

/** Of the newest report's pose. Only scanlines have a region. */
function drawRegion(): void {
  if (!isRegionWanted || chosen.candidates !== 'scanlines' || detector === null || held === null || newest === null)
    return;
  draw(drawnRegion(detector.candidateRegion(newest.pose), others?.skull ?? held.bone));
}

function drawOthers(): void {
  draw({ kind: 'others', others: drawnMesh(others?.surface(degrees) ?? NOTHING) });
}

function summaryOf(
  { state, contacts, patches, penetration, stats }: ContactReport,
  touching: readonly Touching[],
  stroke: string | null,
): Summary {
  return {
    ...{ state, stats, penetration, contactCount: contacts.length, patchCount: patches.length },
    inside: patches.reduce((most, patch) => Math.max(most, patch.depth), 0),
    area: patches.reduce((sum, patch) => sum + patch.area, 0),
    stroke,
    others: touching.map(({ bone, tool, report }) => `${bone}–${tool} ${report.state}`),
  };
}

async function feel(wanted: Feel): Promise<void> {
  wish = wanted;
  const { run } = wanted;
  let started: HapticLoop | null;
  try {
    started = await restarted(wanted);
  } catch (error) {
    say({ kind: 'unfelt', run, message: (error as Error).message });
    return;
  }
  if (started === null) return;
  loop = started;
  if (hand !== null) started.move(hand);
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

/** In place of the last loop; null where none is wanted. */
async function restarted({ feels, inverse }: Feel): Promise<HapticLoop | null> {
  const last = loop;
  loop = null;
  await last?.stop();
  if (!feels || held === null) return null;
  const { index, tool } = held;
  // Of many bodies the skull is felt.
  const own = others === null ? { bone: held.bone, index } : { bone: others.skull };
  return startHapticLoop({ ...own, tool, feed: FEED, ...(inverse === null ? {} : { inverse }) });
}

function draw(what: Drawn): void {
  drawn?.postMessage(what, buffersOf(what));
}

function say(reply: Reply): void {
  postMessage(reply);
}

async function handle(data: Request): Promise<void> {
  try {
    if (data.kind === 'open') await bodies.open(data.asked, use);
    else if (data.kind === 'pose') await answer(data.serial, data.pose, data.mark);
    else if (data.kind === 'feel') await feel(data);
    else if (data.kind === 'region') {
      isRegionWanted = data.isWanted;
      drawRegion();
    } else if (data.kind === 'save') say({ kind: 'saved', json: saved() });
    else if (data.kind === 'choose') await choose(data.chosen);
    else if (data.kind === 'jaw') {
      degrees = data.degrees;
      drawOthers();
    }
  } catch (error) {
    say(failureOf(error, data.kind === 'pose' ? data.serial : null));
  }
}

function failureOf(error: unknown, serial: number | null): Reply {
  return { kind: 'failed', serial, message: error instanceof Error ? error.message : String(error) };
}

/**
 * One after the other: a pose that comes while a bone is opened is answered for that bone. The hand alone waits for
 * nobody.
 */
let last = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'begin') drawn = data.drawn;
  else if (data.kind === 'hand') {
    hand = data.pose;
    loop?.move(hand);
  } else last = last.then(() => handle(data));
});
