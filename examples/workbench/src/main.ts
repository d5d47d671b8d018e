// The workbench: a skull, a saw in the hand, and where they touch, live.

import type { Penetration } from 'kerf';
import { cuttingPath } from 'kerf/datasets';
import { Chart } from './chart.ts';
import { legend } from './colours.ts';
import { DeviceHold } from './device-hold.ts';
import { element } from './element.ts';
import { download, motionOf, posesOf } from './files.ts';
import { GamepadWatch } from './gamepad-watch.ts';
import { KEYS, poseAfterKey } from './hold.ts';
import { chosenByPointer, ownsKey } from './key-target.ts';
import { layerBoxes } from './layer-boxes.ts';
import { mm, Numbers } from './numbers.ts';
import { Opening } from './opening.ts';
import type { Triple } from './picture-wire.ts';
import { holdByPointer } from './pointer-hold.ts';
import { Query } from './query.ts';
import { Replay } from './replay.ts';
import { Stage } from './stage.ts';
import type { Candidates, Choice, Chosen } from './wire.ts';

const PATH_POSES = 240;
const path = cuttingPath({ poses: PATH_POSES });
const poseOfPath = (i: number) => path.slice(16 * i, 16 * i + 16);

const $ = (id: string) => document.getElementById(id) as HTMLElement;
/** From the detector's thread to the picture's: what is to be drawn does not pass this one. */
const drawn = new MessageChannel();
const canvas = element('canvas');
$('picture').append(canvas);
let frames = 0;
const stage = new Stage(canvas, drawn.port2, {
  drawn(serial) {
    document.body.dataset.drawn = String(serial);
    document.body.dataset.frames = String(++frames);
  },
  failed: (textContent) => $('picture').append(element('p', { className: 'no-picture', role: 'alert', textContent })),
});
const numbers = new Numbers($('numbers'));
const chart = new Chart($('chart'));
const broken = $('through');
const status = $('status');
let pose: Float64Array = poseOfPath(Math.round(0.4 * PATH_POSES));
/** The newest pose that has a report. */
let answered = pose;
let recording: Float64Array[] | null = null;
let recorded: readonly Float64Array[] = Array.from({ length: PATH_POSES }, (_, i) => poseOfPath(i));
/**
 * Whether the bone pushes back, with the keys' hand: the tool is then where a haptic loop holds it, the hand where the
 * keys lead it.
 */
let feels = false;
/** Where a stroke begins, which ends at the pose; null: nowhere. */
let mark: Float64Array | null = null;
/** What the newest report says of that stroke. */
let strokeSays: string | null = null;
/** Of the bone: where its box is, and its longest edge, mm. */
let middle: Triple = [0, 0, 0];
let size = 1;

const query = new Query(drawn.port1, {
  opened({ name, faceCount, isBoneNew, extent, toolSource, backend, reason, chosen }) {
    showChosen(chosen);
    ({ middle, size } = extent);
    opening.opened(toolSource);
    status.textContent = `${name}, ${faceCount.toLocaleString('en')} faces; backend ${backend}: ${reason}`;
    status.className = '';
    document.body.dataset.state = 'ready';
    if (isBoneNew) lookAtTool();
    // Where the tool is far from it, the bone is what is looked for.
    if (isBoneNew && column(3).some((x, k) => Math.abs(x - middle[k]) > size))
      lookFrom(VIEWS[0].direction, VIEWS[0].up);
    hold(pose);
  },
  backend(backend, reason) {
    status.textContent = `backend ${backend}: ${reason}`;
    status.className = '';
  },
  refused: showChosen,
  progress(says, share) {
    opening.tell(share);
    document.body.dataset.state = 'busy';
    status.textContent = says;
    status.className = 'busy';
  },
  report(serial, summary, of, milliseconds, behind) {
    answered = of;
    numbers.show(summary, milliseconds, behind);
    strokeSays = summary.stroke;
    tellStroke();
    // Where the bone pushes back, reports are of a tool that is kept out of it: the hand tells how deep it has pushed.
    if (!feels && !device.isOn) tellPenetration(summary.penetration);
    Object.assign(document.body.dataset, { contact: summary.state, reported: String(serial) });
  },
  felt(felt) {
    const { state, force, proxyPose, devicePose, modelAge } = felt;
    if (!device.felt(felt)) return;
    if (device.isThere && devicePose.every(Number.isFinite)) {
      pose = devicePose;
      recording?.push(pose.slice());
    }
    // Of a hand that has not been anywhere there is no place.
    if (state !== 'disconnected' && (device.isThere || !device.isOn)) {
      stage.place(proxyPose);
      stage.placeHand(pose);
      query.ask(proxyPose, null);
    }
    numbers.felt(state, Math.hypot(...force), modelAge);
    tellPenetration(felt.penetration, Math.hypot(...force));
    document.body.dataset.felt = state;
  },
  unfelt(message) {
    letGo();
    fail(message);
  },
  failed(message, isOfPose) {
    fail(message);
    if (!isOfPose) return;
    // From what is no pose no key leads anywhere.
    replay.stop();
    pose = answered;
    stage.place(pose);
  },
});

const opening = new Opening($('open'), $('progress') as HTMLProgressElement, {
  bodies: (asked) => query.open(asked),
  motion: (file) => void openMotion(file),
});

/** @param force N, where the bone pushes back. */
function tellPenetration(found: Penetration | null, force: number | null = null): void {
  numbers.penetration(found);
  chart.add(found?.insertion?.high ?? null, finite(found?.wallAhead?.low), force);
  const isThrough = found?.through === true;
  document.body.dataset.through = String(isThrough);
  broken.hidden = !isThrough;
  if (isThrough) broken.textContent = `Through the bone: ${mm(found.protrusion)} out`;
}

const finite = (value: number | undefined) => (value !== undefined && value < Number.POSITIVE_INFINITY ? value : null);

function fail(message: string): void {
  opening.end();
  status.textContent = message;
  status.className = 'bad';
  document.body.dataset.state = 'failed';
}

const device = new DeviceHold($('device'), {
  pose: () => pose,
  changed: () => feel(),
  says(text, isBad) {
    status.textContent = text;
    status.className = isBad ? 'bad' : '';
  },
});
const replay = new Replay((next) => hold(next));

/** The hand is here now, unless a device holds it. */
function hold(next: Float64Array): void {
  if (device.isOn) return;
  pose = next;
  recording?.push(pose.slice());
  if (feels) {
    query.hand(pose);
    return;
  }
  stage.place(pose);
  query.ask(pose, noStroke() === null ? mark : null);
}

function lookAtTool(): void {
  const [side, up] = [column(2), column(1)];
  const along = (k: number) => -0.9 * side[k] - 0.44 * up[k];
  stage.look(column(3), [along(0), along(1), along(2)], up, 90);
}

/** Of the pose: 0, 1 and 2 the tool's own axes, 3 its origin, in the bone's frame. */
function column(k: 0 | 1 | 2 | 3): Triple {
  return [pose[4 * k], pose[4 * k + 1], pose[4 * k + 2]];
}

/** Along the bone's own axes, which a file may name as it likes. */
const VIEWS = [
  { key: '1', says: 'along y', direction: [0, 1, 0], up: [0, 0, 1] },
  { key: '2', says: 'along x', direction: [1, 0, 0], up: [0, 0, 1] },
  { key: '3', says: 'from above, against z', direction: [0, 0, -1], up: [0, 1, 0] },
] as const;

/** The whole bone. */
function lookFrom(direction: Triple, up: Triple): void {
  stage.look(middle, direction, up, 3 * size);
}

async function openMotion(file: File): Promise<void> {
  try {
    recorded = posesOf(await file.text());
    byHand(recorded[0]);
    status.textContent = `${recorded.length} poses of ${file.name}`;
    status.className = '';
  } catch (error) {
    status.textContent = `${file.name}: ${(error as Error).message}`;
    status.className = 'bad';
  }
}

function toggleFeeling(): void {
  if (feels || device.isOn) {
    letGo();
    return;
  }
  feels = true;
  feel();
}

/** No bone pushes back any more, and the keys hold the saw. */
function letGo(): void {
  feels = false;
  if (device.isOn) device.release();
  else feel();
}

/** Why no stroke can be told now; null: it can. */
function noStroke(): string | null {
  if (feels || device.isOn) return 'not told while the bone is felt';
  return others.checked ? 'not told with many bodies' : null;
}

/** And whether a stroke can be marked. */
function tellStroke(): void {
  const why = noStroke();
  numbers.stroke(why ?? strokeSays ?? '–');
  for (const button of strokeButtons) Object.assign(button, { disabled: why !== null, title: why ?? '' });
}

/** A stroke begins there; null: there is none any more. */
function markStroke(at: Float64Array | null): void {
  if (noStroke() !== null) return;
  mark = at;
  query.ask(pose, mark);
}

/** Asks for the haptic loop that there should be now, or none. */
function feel(): void {
  const isOn = device.isOn ? device.options !== null : feels;
  query.feel(isOn, device.options);
  stage.placeHand(isOn ? pose : null);
  numbers.felt('–', 0, 0);
  tellStroke();
  document.body.dataset.felt = isOn ? 'starting' : '';
  hold(pose);
}

function showChosen({ backend, candidates, areOthersThere }: Chosen): void {
  backends.value = backend;
  methods.value = candidates;
  others.checked = areOthersThere;
  jaw.disabled = !areOthersThere;
  tellStroke();
}

function choiceOf(id: string, names: readonly string[]): HTMLSelectElement {
  const made = element('select', { id }, ...names.map((textContent) => element('option', { textContent })));
  chosenByPointer(made);
  return made;
}

/** Whoever takes the saw in hand ends the replay. */
function byHand(next: Float64Array): void {
  replay.stop();
  hold(next);
}

/** Of a key. */
function act(key: string): void {
  ACTIONS.find((action) => action.key === key)?.run();
}

const ACTIONS: readonly { readonly key: string; readonly says: string; readonly run: () => void }[] = [
  { key: 'p', says: 'play the motion, sixty poses a second', run: () => replay.play(recorded) },
  {
    key: 'r',
    says: 'record a motion, and end it',
    run: () => {
      if (recording === null) {
        recording = [pose.slice()];
        status.textContent = '● recording; r ends it';
      } else {
        recorded = recording;
        recording = null;
        status.textContent = `${recorded.length} poses recorded; p plays them`;
      }
      status.className = '';
      document.body.dataset.recording = String(recording !== null);
    },
  },
  { key: 'f', says: 'feel the bone, from outside of it: it pushes back, and the tool stays out', run: toggleFeeling },
  {
    key: 'b',
    says: 'mark where a stroke begins; the first contact on the way from there is told',
    run: () => markStroke(pose),
  },
  { key: 'escape', says: 'let go of the stroke', run: () => markStroke(null) },
  { key: 'c', says: 'look at the tool', run: lookAtTool },
  ...VIEWS.map(({ key, says, direction, up }) => ({ key, says, run: () => lookFrom(direction, up) })),
  {
    key: 'x',
    says: 'save the report',
    run: async () => {
      const report = await query.report();
      if (report !== null) download('kerf-report.json', report);
    },
  },
  { key: 'm', says: 'save the motion', run: () => download('kerf-motion.json', motionOf(recording ?? recorded)) },
  {
    key: 'i',
    says: 'save the picture',
    run: () => stage.picture().then((png) => download('kerf-picture.png', png), fail),
  },
];

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ownsKey(event.target, event.key)) return;
  const after = poseAfterKey(pose, event.key, event.shiftKey);
  const key = event.key.toLowerCase();
  if (after === null && !ACTIONS.some((action) => action.key === key)) return;
  event.preventDefault();
  if (after !== null) byHand(after);
  // A key that is held down acts once.
  else if (!event.repeat) act(key);
});

holdByPointer(canvas, { pose: () => pose, plane: (at) => stage.plane(at), hold: byHand });
layerBoxes($('layers'), {
  setVisible: (layer, isVisible) => stage.setVisible(layer, isVisible),
  seeThrough: (isGlass) => stage.seeThrough(isGlass),
  drawRegion: (isWanted) => query.drawRegion(isWanted),
});
const strokeButtons: HTMLButtonElement[] = [];
for (const { key, says, run } of ACTIONS) {
  const button = element('button', { type: 'button', textContent: `${says} (${key})` });
  button.addEventListener('click', run);
  $('actions').append(button);
  if (key === 'b' || key === 'escape') strokeButtons.push(button);
}
const others = element('input', { type: 'checkbox', id: 'others' });
const jaw = element('input', {
  type: 'range',
  id: 'jaw',
  min: '0',
  max: '16',
  step: '0.5',
  value: '0',
  disabled: true,
});
jaw.addEventListener('input', () => {
  query.openJaw(jaw.valueAsNumber);
  hold(pose);
});
const backends = choiceOf('backend', ['auto', 'cpu', 'webgpu']);
const methods = choiceOf('candidates', ['scanlines', 'bvh', 'bvh-front']);
for (const choice of [backends, methods, others])
  choice.addEventListener('change', () =>
    query.choose({
      backend: backends.value as Choice,
      candidates: methods.value as Candidates,
      areOthersThere: others.checked,
    }),
  );
$('actions').append(
  element('label', {}, 'backend ', backends),
  element('label', {}, 'candidate pairs by ', methods),
  element('label', {}, others, ' many bodies: the jaw by itself, a burr and a retractor'),
  element('label', {}, 'the jaw is open by 0–16° ', jaw),
);
for (const [key, { says }] of Object.entries(KEYS))
  $('keys').append(element('dt', { textContent: key.replace('Arrow', '') }), element('dd', { textContent: says }));
$('picture').append(legend());
new GamepadWatch($('pad'), $('pad-keys'), {
  pose: () => pose,
  hold: byHand,
  says: (key) => ACTIONS.find((action) => action.key === key)?.says ?? '',
  run: act,
});

/** For whoever drives the page: a test, or its user's console. */
Object.assign(globalThis, {
  workbench: {
    hold: (next: ArrayLike<number>) => hold(Float64Array.from(next)),
    pose: () => Array.from(pose),
    camera: () => stage.camera,
    frame: () => stage.frame(),
    newest: async () => JSON.parse((await (await query.report())?.text()) ?? 'null'),
  },
});
opening.open({ bone: 'phantom', tool: 'saw' });
