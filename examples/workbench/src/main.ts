// The workbench: a skull, a saw in the hand, and where they touch, live.

import { cuttingPath } from 'kerf/datasets';
import { legend } from './colours.ts';
import { element } from './element.ts';
import { download, motionOf, posesOf } from './files.ts';
import { KEYS, moved, poseAfterKey } from './hold.ts';
import { Numbers } from './numbers.ts';
import { Query } from './query.ts';
import { LAYERS, Stage } from './stage.ts';
import { StripChart } from './strip-chart.ts';
import type { BoneFile, WireReport } from './wire.ts';

const PATH_POSES = 240;
/** ms from pose to pose of a replay. */
const STEP = 1000 / 60;
const path = cuttingPath({ poses: PATH_POSES });
const poseOfPath = (i: number) => path.slice(16 * i, 16 * i + 16);

const $ = (id: string) => document.getElementById(id) as HTMLElement;
const stage = new Stage($('picture'));
const numbers = new Numbers($('numbers'));
const chart = new StripChart($('chart'));
const status = $('status');
let pose: Float64Array = poseOfPath(Math.round(0.4 * PATH_POSES));
let newest: { readonly report: WireReport; readonly pose: Float64Array } | null = null;
let recording: Float64Array[] | null = null;
let recorded: readonly Float64Array[] = Array.from({ length: PATH_POSES }, (_, i) => poseOfPath(i));
let replay = 0;
/** Whether the bone pushes back: the tool is then where a haptic loop holds it, the hand where the keys lead it. */
let feels = false;
/** Of the bone: where its box is, and its longest edge, mm. */
let middle: readonly number[] = [0, 0, 0];
let size = 1;

const query = new Query({
  opened({ bone, tool, backend, reason }) {
    stage.show(bone, tool);
    ({ middle, size } = extentOf(bone.positions));
    status.textContent = `${bone.name}, ${(bone.faces.length / 3).toLocaleString('en')} faces; backend ${backend}: ${reason}`;
    status.className = '';
    document.body.dataset.state = 'ready';
    lookAtTool();
    hold(pose);
  },
  progress(says) {
    document.body.dataset.state = 'busy';
    status.textContent = says;
    status.className = 'busy';
  },
  report(report, of, milliseconds, behind) {
    newest = { report, pose: of };
    stage.report(report);
    numbers.show(report, milliseconds, behind);
    chart.add(Math.max(0, ...report.patches.map((patch) => patch.depth)), null);
    document.body.dataset.contact = report.state;
  },
  felt({ state, force, proxyPose, modelAge }) {
    if (!feels) return;
    stage.place(proxyPose);
    stage.placeHand(pose);
    query.ask(proxyPose);
    numbers.felt(state, Math.hypot(...force), modelAge);
    chart.add(null, Math.hypot(...force));
    document.body.dataset.felt = state;
  },
  failed({ message }) {
    status.textContent = message;
    status.className = 'bad';
    document.body.dataset.state = 'failed';
  },
});

/** The hand is here now. */
function hold(next: Float64Array): void {
  pose = next;
  recording?.push(pose.slice());
  if (feels) {
    query.hand(pose);
    return;
  }
  stage.place(pose);
  query.ask(pose);
}

function lookAtTool(): void {
  const tip = [pose[12], pose[13], pose[14]];
  const side = [pose[8], pose[9], pose[10]];
  const up = [pose[4], pose[5], pose[6]];
  const direction = [0, 1, 2].map((k) => -0.9 * side[k] - 0.44 * up[k]);
  stage.look(tip, direction, up, 90);
}

/** Along the bone's own axes, which a file may name as it likes. */
const VIEWS = [
  { key: '1', says: 'along y', direction: [0, 1, 0], up: [0, 0, 1] },
  { key: '2', says: 'along x', direction: [1, 0, 0], up: [0, 0, 1] },
  { key: '3', says: 'from above, against z', direction: [0, 0, -1], up: [0, 1, 0] },
];

/** The whole bone. */
function lookFrom(direction: readonly number[], up: readonly number[]): void {
  stage.look(middle, direction, up, 3 * size);
}

function open(file: BoneFile): void {
  query.open(file);
}

async function openFile(file: File): Promise<void> {
  if (/\.json$/i.test(file.name)) {
    try {
      recorded = posesOf(await file.text());
      hold(recorded[0]);
      status.textContent = `${recorded.length} poses of ${file.name}`;
      status.className = '';
    } catch (error) {
      status.textContent = `${file.name}: ${(error as Error).message}`;
      status.className = 'bad';
    }
  } else open({ name: file.name, bytes: await file.arrayBuffer() });
}

function toggleFeeling(): void {
  feels = !feels;
  query.feel(feels);
  stage.showHand(feels);
  numbers.felt('–', 0, 0);
  document.body.dataset.felt = feels ? 'starting' : '';
  hold(pose);
}

function play(): void {
  const run = ++replay;
  const started = performance.now();
  const step = (): void => {
    if (run !== replay) return;
    const i = Math.min(recorded.length - 1, Math.floor((performance.now() - started) / STEP));
    hold(recorded[i]);
    if (i < recorded.length - 1) requestAnimationFrame(step);
  };
  step();
}

const ACTIONS: readonly { readonly key: string; readonly says: string; readonly run: () => void }[] = [
  { key: 'p', says: 'play the motion', run: play },
  {
    key: 'r',
    says: 'record a motion, and end it',
    run: () => {
      if (recording === null) recording = [pose.slice()];
      else {
        recorded = recording;
        recording = null;
      }
      document.body.dataset.recording = String(recording !== null);
    },
  },
  { key: 'f', says: 'feel the bone: it pushes back, and the tool stays out', run: toggleFeeling },
  { key: 'c', says: 'look at the contact', run: lookAtTool },
  ...VIEWS.map(({ key, says, direction, up }) => ({ key, says, run: () => lookFrom(direction, up) })),
  {
    key: 'x',
    says: 'save the report',
    run: () => newest && download('kerf-report.json', JSON.stringify(reportOf(newest))),
  },
  { key: 'm', says: 'save the motion', run: () => download('kerf-motion.json', motionOf(recorded)) },
  { key: 'i', says: 'save the picture', run: async () => download('kerf-picture.png', await stage.picture()) },
];

function extentOf(positions: Float64Array): { middle: number[]; size: number } {
  const low = [0, 1, 2].map((k) => positions.reduce((least, x, i) => (i % 3 === k && x < least ? x : least), Infinity));
  const high = [0, 1, 2].map((k) => positions.reduce((most, x, i) => (i % 3 === k && x > most ? x : most), -Infinity));
  return { middle: low.map((x, k) => (x + high[k]) / 2), size: Math.max(...high.map((x, k) => x - low[k])) };
}

/** Plain numbers, with the pose that they are of. */
function reportOf({ report, pose: of }: NonNullable<typeof newest>): unknown {
  const arrays = Object.entries(report).map(([key, value]) => [
    key,
    ArrayBuffer.isView(value) ? Array.from(value as never) : value,
  ]);
  return { units: 'mm', pose: Array.from(of), ...Object.fromEntries(arrays) };
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  const after = poseAfterKey(pose, event.key, event.shiftKey);
  const action = ACTIONS.find(({ key }) => key === event.key.toLowerCase());
  if (after === null && action === undefined) return;
  event.preventDefault();
  replay++;
  if (after !== null) hold(after);
  else action?.run();
});

/** Shift and drag: the saw goes with the pointer, in the picture's plane. Without Shift vtk.js turns the picture. */
let dragged = false;
const picture = $('picture');
picture.addEventListener('pointerdown', (event) => (dragged = event.shiftKey), { capture: true });
addEventListener('pointerup', () => (dragged = false));
for (const name of ['pointerdown', 'pointermove', 'mousedown', 'mousemove'] as const)
  picture.addEventListener(
    name,
    (event) => {
      if (!dragged) return;
      event.stopImmediatePropagation();
      if (name !== 'pointermove') return;
      const { scale, right, up } = stage.plane([pose[12], pose[13], pose[14]]);
      hold(
        moved(
          pose,
          [0, 1, 2].map((k) => scale * (event.movementX * right[k] - event.movementY * up[k])),
        ),
      );
    },
    { capture: true },
  );
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) void openFile(file);
});

for (const layer of LAYERS) {
  const box = element('input', { type: 'checkbox', checked: true, id: `show-${layer}` });
  box.addEventListener('change', () => stage.setVisible(layer, box.checked));
  $('layers').append(element('label', {}, box, ` ${layer}`));
}
for (const { key, says, run } of ACTIONS) {
  const button = element('button', { type: 'button', textContent: `${says} (${key})` });
  button.addEventListener('click', run);
  $('actions').append(button);
}
const glass = element('input', { type: 'checkbox', checked: true, id: 'see-through' });
glass.addEventListener('change', () => stage.seeThrough(glass.checked));
stage.seeThrough(true);
$('layers').append(element('label', {}, glass, ' see through the bone'));
const chooser = element('input', { type: 'file' });
chooser.setAttribute('aria-label', 'A bone or a motion');
chooser.addEventListener('change', () => chooser.files?.[0] && void openFile(chooser.files[0]));
$('actions').append(chooser);
for (const [key, { says }] of Object.entries(KEYS))
  $('keys').append(element('dt', { textContent: key.replace('Arrow', '') }), element('dd', { textContent: says }));
$('picture').append(legend());

/** For whoever drives the page: a test, or its user's console. */
Object.assign(globalThis, {
  workbench: {
    hold: (next: ArrayLike<number>) => hold(Float64Array.from(next)),
    pose: () => Array.from(pose),
    newest: () => newest && reportOf(newest),
  },
});
open(null);
