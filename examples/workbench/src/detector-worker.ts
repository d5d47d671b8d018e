// The detector's thread: a bone's file, then poses → reports. The page's own thread never computes one.

import {
  type Backend,
  type ContactReport,
  createDetector,
  type Detector,
  type HapticLoop,
  KerfError,
  loadMesh,
  type MeshFormat,
  readMesh,
  startHapticLoop,
  type TriangleMesh,
} from 'kerf';
import { sawBlade } from 'kerf/datasets';
import { buffersOf, drawnMesh, drawnRegion, drawnReport } from './drawing.ts';
import type { Drawn, Triple } from './picture-wire.ts';
import { reportJson } from './report-json.ts';
import type { BoneFile, Reply, Request, Summary } from './wire.ts';

/** δ and h, mm. */
const CONTACT_DISTANCE = 0.2;
const RESOLUTION = 1;
/** Made when the page was built. */
const PHANTOM = new URL('./skull-phantom.ply', import.meta.url);

/** ms between two tellings of what is felt. */
const TELL = 16;

let drawn: MessagePort | null = null;
let detector: Detector | null = null;
let backend: Backend | 'auto' = 'auto';
/** The one that the page was told. */
let told = '';
let isRegionWanted = false;
let newest: { readonly report: ContactReport; readonly pose: Float64Array } | null = null;
let meshes: { readonly bone: TriangleMesh; readonly tool: TriangleMesh } | null = null;
let loop: HapticLoop | null = null;
/** The hand's newest pose, for a loop that is still being started. */
let hand: Float64Array | null = null;

async function open(file: BoneFile): Promise<void> {
  say({ kind: 'progress', says: `reading ${file === null ? 'the skull phantom' : file.name} …` });
  const bone = file === null ? await loadMesh(PHANTOM) : boneOf(file);
  const tool = sawBlade();
  say({ kind: 'progress', says: `indexing ${(bone.faces.length / 3).toLocaleString('en')} faces …` });
  await use({ bone, tool });
}

/** A detector for them takes the place of the last one, which stays where none can be made. */
async function use(bodies: NonNullable<typeof meshes>): Promise<void> {
  const made = await createDetector({
    ...bodies,
    ...{ contactDistance: CONTACT_DISTANCE, resolution: RESOLUTION, backend },
  });
  detector?.dispose();
  detector = made;
  meshes = bodies;
  newest = null;
  await feel(false);
  draw({ kind: 'bodies', bone: drawnMesh(bodies.bone), tool: drawnMesh(bodies.tool) });
  told = made.backend;
  say({
    ...{ kind: 'opened', name: bodies.bone.name, faceCount: bodies.bone.faces.length / 3, ...extentOf(bodies.bone) },
    ...{ backend: made.backend, reason: made.backendReason },
  });
}

function extentOf({ positions }: TriangleMesh): { readonly middle: Triple; readonly size: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const middle = (k: number) => (low[k] + high[k]) / 2;
  return { middle: [middle(0), middle(1), middle(2)], size: Math.max(...high.map((x, k) => x - low[k])) };
}

/** What the file's ending names; readMesh refuses an ending that it does not know. */
function boneOf({ name, bytes }: NonNullable<BoneFile>): TriangleMesh {
  return readMesh(bytes, (/[^.]*$/.exec(name)?.[0].toLowerCase() ?? '') as MeshFormat, { name });
}

async function answer(serial: number, pose: Float64Array): Promise<void> {
  if (detector === null) throw new Error('There is no bone yet; drop one on the page.');
  const started = performance.now();
  const report = await detector.detect(pose);
  const milliseconds = performance.now() - started;
  newest = { report, pose };
  draw(drawnReport(serial, report));
  drawRegion();
  say({ kind: 'report', serial, summary: summaryOf(report), milliseconds });
  const answered = report.stats.backend;
  if (answered === told) return;
  told = answered;
  say({ kind: 'backend', backend: answered, reason: detector.backendReason });
}

/** Of the newest report's pose. */
function drawRegion(): void {
  if (!isRegionWanted || detector === null || meshes === null || newest === null) return;
  draw(drawnRegion(detector.candidateRegion(newest.pose), meshes.bone));
}

function summaryOf({ state, contacts, patches, stats }: ContactReport): Summary {
  return {
    ...{ state, stats, contactCount: contacts.length, patchCount: patches.length },
    depth: patches.reduce((most, patch) => Math.max(most, patch.depth), 0),
    area: patches.reduce((sum, patch) => sum + patch.area, 0),
  };
}

async function feel(feels: boolean): Promise<void> {
  const last = loop;
  loop = null;
  await last?.stop();
  if (!feels || meshes === null) return;
  const started = await startHapticLoop(meshes);
  loop = started;
  if (hand !== null) started.move(hand);
  const telling = setInterval(() => {
    if (loop !== started) {
      clearInterval(telling);
      return;
    }
    const snapshot = started.snapshot();
    if (snapshot === null) return;
    const { state, force, proxyPose, modelAge } = snapshot;
    say({ kind: 'felt', state, force, proxyPose, modelAge });
  }, TELL);
}

function draw(what: Drawn): void {
  drawn?.postMessage(what, buffersOf(what));
}

function say(reply: Reply): void {
  postMessage(reply);
}

async function handle(data: Request): Promise<void> {
  try {
    if (data.kind === 'open') await open(data.file);
    else if (data.kind === 'pose') await answer(data.serial, data.pose);
    else if (data.kind === 'feel') await feel(data.feels);
    else if (data.kind === 'region') {
      isRegionWanted = data.isWanted;
      drawRegion();
    } else if (data.kind === 'save') say({ kind: 'saved', json: newest && reportJson(newest.report, newest.pose) });
    else if (data.kind === 'backend') {
      backend = data.backend;
      if (meshes !== null) await use(meshes);
    }
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const code = error instanceof KerfError ? error.code : '';
    say({ kind: 'failed', serial: data.kind === 'pose' ? data.serial : null, name, code, message });
  }
}

/** One after the other: a pose that comes while a bone is opened is answered for that bone. The hand alone waits for nobody. */
let last = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'begin') drawn = data.drawn;
  else if (data.kind === 'hand') {
    hand = data.pose;
    loop?.move(hand);
  } else last = last.then(() => handle(data));
});
