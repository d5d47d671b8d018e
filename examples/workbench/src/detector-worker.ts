// The detector's thread: a bone's file, then poses → reports. The page's own thread never computes one.

import {
  createDetector,
  type Detector,
  type HapticLoop,
  KerfError,
  type MeshFormat,
  readMesh,
  startHapticLoop,
  type TriangleMesh,
} from 'kerf';
import { sawBlade, skullPhantom } from 'kerf/datasets';
import type { BoneFile, Reply, Request, WireMesh, WireReport } from './wire.ts';

/** δ and h, mm. */
const CONTACT_DISTANCE = 0.2;
const RESOLUTION = 1;
const PHANTOM_FACES = 50_000;

/** ms between two tellings of what is felt. */
const TELL = 16;

let detector: Detector | null = null;
let meshes: { readonly bone: TriangleMesh; readonly tool: TriangleMesh } | null = null;
let loop: HapticLoop | null = null;
/** The hand's newest pose, for a loop that is still being started. */
let hand: Float64Array | null = null;

async function open(file: BoneFile): Promise<void> {
  say({ kind: 'progress', says: file === null ? 'making the skull phantom …' : `reading ${file.name} …` });
  const bone = file === null ? skullPhantom({ targetFaces: PHANTOM_FACES }) : boneOf(file);
  const tool = sawBlade();
  say({ kind: 'progress', says: `indexing ${(bone.faces.length / 3).toLocaleString('en')} faces …` });
  const made = await createDetector({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution: RESOLUTION });
  detector?.dispose();
  detector = made;
  meshes = { bone, tool };
  await feel(false);
  say({ kind: 'opened', bone: wired(bone), tool: wired(tool), backend: made.backend, reason: made.backendReason });
}

/** What the file's ending names; readMesh refuses an ending that it does not know. */
function boneOf({ name, bytes }: NonNullable<BoneFile>): TriangleMesh {
  return readMesh(bytes, (/[^.]*$/.exec(name)?.[0].toLowerCase() ?? '') as MeshFormat, { name });
}

async function answer(serial: number, pose: Float64Array): Promise<void> {
  if (detector === null) throw new Error('There is no bone yet; drop one on the page.');
  const started = performance.now();
  const { state, signed, contacts, intersectionSegments, patches, stats } = await detector.detect(pose);
  const { body, corners, distance, low, high, patch } = contacts;
  const report: WireReport = {
    ...{ state, signed, body, corners, distance, low, high, patch, patches, stats },
    segments: intersectionSegments,
  };
  say({ kind: 'report', serial, report, milliseconds: performance.now() - started });
}

async function feel(feels: boolean): Promise<void> {
  const last = loop;
  loop = null;
  await last?.stop();
  if (!feels || meshes === null) return;
  const started = await startHapticLoop(meshes);
  loop = started;
  if (hand !== null) started.move(hand);
  const told = setInterval(() => {
    if (loop !== started) {
      clearInterval(told);
      return;
    }
    const snapshot = started.snapshot();
    if (snapshot === null) return;
    const { state, force, proxyPose, modelAge } = snapshot;
    say({ kind: 'felt', state, force, proxyPose, modelAge });
  }, TELL);
}

function wired({ name, positions, faces }: TriangleMesh): WireMesh {
  return { name, positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

function say(reply: Reply): void {
  postMessage(reply);
}

async function handle(data: Request): Promise<void> {
  try {
    if (data.kind === 'open') await open(data.file);
    else if (data.kind === 'pose') await answer(data.serial, data.pose);
    else if (data.kind === 'feel') await feel(data.feels);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const code = error instanceof KerfError ? error.code : '';
    say({ kind: 'failed', serial: data.kind === 'pose' ? data.serial : null, name, code, message });
  }
}

/** One after the other: a pose that comes while a bone is opened is answered for that bone. The hand alone waits for nobody. */
let last = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'hand') {
    hand = data.pose;
    loop?.move(hand);
  } else last = last.then(() => handle(data));
});
