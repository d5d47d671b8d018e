// The workbench: a skull, a saw in the hand, and live contacts between them.

import { cuttingPath } from 'kerf/datasets';
import type { TaskPath } from '../../trainer/src/path.ts';
import { planIn } from '../../trainer/src/given-task.ts';
import { Trainer } from '../../trainer/src/trainer.ts';
import { actionButtons } from './actions.ts';
import { Besides } from './besides.ts';
import { Chart } from './chart.ts';
import { legend } from './colours.ts';
import { CutHold } from './cut-hold.ts';
import { Danger } from './danger.ts';
import { DeviceHold } from './device-hold.ts';
import { element } from './element.ts';
import { openFirst } from './given-files.ts';
import { takeHands } from './hands.ts';
import { Help } from './help.ts';
import { moved } from './hold.ts';
import { InStep } from './in-step.ts';
import { nameInset } from './name-inset.ts';
import { layerBoxes } from './layer-boxes.ts';
import { Motions } from './motions.ts';
import { Numbers, volumeWords } from './numbers.ts';
import { Opening } from './opening.ts';
import { actionsOf } from './page-actions.ts';
import type { Triple } from './picture-wire.ts';
import { Query } from './query.ts';
import { Settings } from './settings.ts';
import { slidingSheet } from './sheet.ts';
import { Signal } from './signal.ts';
import { Stage } from './stage.ts';
import { stageHooks } from './stage-hooks.ts';
import { closeUp, WHOLE } from './views.ts';
import { Waiting } from './waiting.ts';
import type { Chosen } from './wire.ts';

const PATH_POSES = 240;
const path = cuttingPath({ poses: PATH_POSES });
const poseOfPath = (i: number) => path.slice(16 * i, 16 * i + 16);

const $ = (id: string) => document.getElementById(id) as HTMLElement;
/** From the detector's thread to the picture's: data to draw bypasses this thread. */
const drawn = new MessageChannel();
const canvas = element('canvas');
$('picture').append(canvas);
let frames = 0;
/** Numbers wait for the picture of their pose. */
const inStep = new InStep();
const inset = $('inset') as HTMLButtonElement;
const stage = new Stage(canvas, inset, [$('thumbs')], drawn.port2, {
  drawn(shown) {
    inStep.drawn(shown.serial);
    nameInset(inset, shown.inset);
    pictured = shown.pose;
    document.body.dataset.drawn = String(shown.serial);
    document.body.dataset.frames = String(++frames);
  },
  failed: (textContent) => $('picture').append(element('p', { className: 'no-picture', role: 'alert', textContent })),
});
const numbers = new Numbers($('readout'), $('numbers'));
const danger = new Danger($('through'), $('ahead'), new Chart($('chart')), numbers);
const status = $('status');
/** mm, from the start of the path: beside the skull, clear of it. */
const BESIDE = [36, 63, -102] as const;
let pose: Float64Array = moved(poseOfPath(0), BESIDE);
/** Where the tool stands on the bone; null until a bone is open. */
let landing: Float64Array | null = null;
/** The newest pose that has a report. */
let answered = pose;
/** Bodies are open, or could not be opened. */
const opened = new Signal();
/** The poses of the newest frame, and of the numbers. */
let pictured = pose;
let numbered = pose;
/** The haptic loop's force, N; null: the bone does not push back. */
let force: number | null = null;
/**
 * Whether the bone pushes back while keys move the hand: the tool is then where a haptic loop holds it, and the hand
 * where the keys move it.
 */
let feels = false;
const query = new Query(drawn.port1, {
  opened({ name, faceCount, isBoneNew, extent, toolSource, backend, reason, chosen, landing: onBone }) {
    showChosen(chosen);
    const isFirst = landing === null;
    landing = onBone;
    opening.opened(toolSource);
    if (isBoneNew && trainer.isOn) void trainer.leave();
    says(`${name}, ${faceCount.toLocaleString('en')} faces`);
    help.tellBackend(backend, reason);
    document.body.dataset.state = 'ready';
    // Placed at the previous bone, the tool may be far away from this one.
    const isFar = column(3).some((x, k) => Math.abs(x - extent.middle[k]) > extent.size);
    if (isBoneNew && !isFirst && isFar) place();
    else {
      hold(pose);
      if (isBoneNew) lookAtAll();
    }
    opened.give();
  },
  backend(backend, reason) {
    says(`backend ${backend}`);
    help.tellBackend(backend, reason);
  },
  refused: showChosen,
  progress(what, share) {
    opening.tell(share);
    document.body.dataset.state = 'busy';
    status.textContent = what;
    status.className = 'busy';
    waiting.tell(what, share);
  },
  report(serial, summary, of, milliseconds, behind) {
    answered = of;
    besides.renew();
    document.body.dataset.reported = String(serial);
    inStep.add(serial, () => {
      numbered = of;
      numbers.show(summary, milliseconds, behind);
      besides.stroke(summary.stroke);
      // If the bone pushes back, reports are of a tool that is kept out of it, so the hand gives the depth; but in a
      // bone that is cut, the tool gives its depth in the bone as it was.
      cuts.tell(summary.cut);
      if (cuts.isCut || (!feels && !device.isOn)) danger.tell(summary.penetration, force, cuts);
      document.body.dataset.contact = summary.state;
    });
    if (stage.isBroken || document.hidden) inStep.flush();
  },
  boneInTool(volume) {
    besides.volume(volumeWords(volume));
    inStep.afterLast(() => besides.show());
  },
  cut: (reply) => cuts.heard(reply),
  felt(felt) {
    const { state, proxyPose, devicePose, modelAge } = felt;
    if (!device.felt(felt)) return;
    if (device.isThere && devicePose.every(Number.isFinite)) {
      pose = devicePose;
      motions.add(pose);
    }
    force = Math.hypot(...felt.force);
    hands.felt(force);
    // A hand that has not reported yet has no place.
    if (state !== 'disconnected' && (device.isThere || !device.isOn)) {
      stage.place(proxyPose);
      stage.placeHand(pose);
      query.ask(proxyPose, null);
    }
    numbers.felt(state, force, modelAge);
    if (!cuts.isCut) danger.tell(felt.penetration, force, cuts);
    document.body.dataset.felt = state;
  },
  unfelt(message) {
    letGo();
    fail(message);
  },
  failed(message, isOfPose) {
    fail(message);
    if (!isOfPose) return;
    // Keys cannot move a pose that is invalid.
    motions.stop();
    pose = answered;
    stage.place(pose);
  },
});

const waiting = new Waiting($('waiting'));
const opening = new Opening($('open'), $('progress') as HTMLProgressElement, {
  bodies: (asked) => query.open(asked),
  motion: (file) => void openMotion(file),
});

/** A motion, or the plan of a task. */
async function openMotion(file: File): Promise<void> {
  try {
    const plan = await planIn(file);
    if (plan === null) await motions.open(file);
    else await trainer.begin(plan);
  } catch (error) {
    fail((error as Error).message);
  }
}

function fail(message: string): void {
  opening.end();
  opened.give();
  says(message, true);
  document.body.dataset.state = 'failed';
}

const device = new DeviceHold($('device'), {
  pose: () => pose,
  changed: () => feel(),
  says,
});
const motions = new Motions(
  Array.from({ length: PATH_POSES }, (_, i) => poseOfPath(i)),
  {
    hold: (next) => hold(next),
    byHand: (next) => byHand(next),
    says,
    recording(isOn) {
      document.body.dataset.recording = String(isOn);
      press('r', isOn);
    },
  },
);
const besides = new Besides(numbers, {
  why() {
    if (feels || device.isOn) return 'not computed while the bone is felt';
    return settings.areOthersThere ? 'not computed with many bodies' : null;
  },
  marked: () => query.ask(pose, besides.from),
  allow(isAllowed) {
    for (const key of ['b', 'escape']) Object.assign(buttons.get(key) ?? {}, { disabled: !isAllowed });
  },
});
const cuts = new CutHold(numbers, {
  switch: (isOn) => query.cut(isOn, settings.cutCell),
  plan: (at) => stage.plan(at),
  says,
  changed: showCuts,
});

const trainer = new Trainer($('task'), {
  async ask(request) {
    const reply = await query.task(request);
    opening.end();
    document.body.dataset.state = reply.what === 'failed' ? 'failed' : 'ready';
    return reply;
  },
  pose: () => pose,
  look: (from) => (from === undefined ? lookAtTool() : stage.look('all', from.direction, from.up)),
  says,
  async take(tool) {
    opening.open({ tool });
    await opened.next();
  },
  switch: (isOn) => cuts.set(isOn),
  hold: byHand,
  isAnswered: () => query.isIdle,
});

function says(text: string, isBad = false): void {
  status.textContent = text;
  status.className = isBad ? 'bad' : '';
}

function press(key: string, isOn: boolean): void {
  buttons.get(key)?.setAttribute('aria-pressed', String(isOn));
}

function showCuts(): void {
  document.body.dataset.cutting = String(cuts.isOn);
  press('k', cuts.isOn);
  press('n', cuts.isPlanned);
  hands.cut();
  Object.assign(buttons.get('z') ?? {}, { disabled: !cuts.canUndo });
  Object.assign(buttons.get('y') ?? {}, { disabled: !cuts.canRedo });
}

/** Sets the hand's pose, unless a device holds it. */
function hold(next: Float64Array): void {
  if (device.isOn) return;
  pose = next;
  motions.add(pose);
  cuts.at(pose);
  if (feels) {
    query.hand(pose);
    return;
  }
  stage.place(pose);
  query.ask(pose, besides.from);
}

function lookAtTool(): void {
  const { direction, up } = closeUp(pose);
  stage.look('tip', direction, up);
}

function lookAtAll(): void {
  stage.look('all', WHOLE.direction, WHOLE.up);
}

/** Places the tool on the bone, and shows both. */
function place(): void {
  if (landing === null || device.isOn) return;
  byHand(landing);
  // The loop begins again from here, and not from where the tool was pressed.
  if (feels) feel();
  lookAtAll();
}

/** The pose's column: 0, 1 and 2 the tool's own axes, 3 its origin, in the bone's frame. */
function column(k: 0 | 1 | 2 | 3): Triple {
  return [pose[4 * k], pose[4 * k + 1], pose[4 * k + 2]];
}

function toggleFeeling(): void {
  if (feels || device.isOn) {
    letGo();
    return;
  }
  feels = true;
  feel();
}

/** Stops the bone from pushing back; the keys hold the saw. */
function letGo(): void {
  feels = false;
  if (device.isOn) device.release();
  else feel();
}

/** Requests the haptic loop that should run now, or none. */
function feel(): void {
  const isOn = device.isOn ? device.options !== null : feels;
  query.feel(isOn, device.options);
  force = null;
  hands.felt(null);
  stage.placeHand(isOn ? pose : null);
  numbers.felt('–', 0, 0);
  besides.show();
  document.body.dataset.felt = isOn ? 'starting' : '';
  hold(pose);
}

function showChosen(chosen: Chosen): void {
  settings.show(chosen);
  besides.show();
}

/** Moves the saw by hand, which ends the replay. */
function byHand(next: Float64Array): void {
  motions.stop();
  hold(next);
}

const ACTIONS = actionsOf({
  ...{ place, toggleFeeling, lookAtAll, lookAtTool, cuts, motions, stage, query },
  markStroke: (at) => besides.mark(at),
  pose: () => pose,
  boneFormat: () => settings.boneFormat,
  openHelp: () => help.open(),
  fail,
});
const buttons = actionButtons($('first-actions'), $('actions'), ACTIONS);
const settings = new Settings($('settings'), {
  choose: (chosen) => query.choose(chosen),
  openJaw(degrees) {
    query.openJaw(degrees);
    hold(pose);
  },
});
const help = new Help($('help') as HTMLDialogElement, ACTIONS);
inset.addEventListener('click', () => (inset.dataset.shows === 'all' ? lookAtAll() : lookAtTool()));
$('open-help').addEventListener('click', () => help.open());
const hands = takeHands({
  ...{ canvas, actions: ACTIONS, stage, cuts, help, place, says, part: $ },
  pose: () => pose,
  hold: byHand,
});
slidingSheet($('panel'), $('grip') as HTMLButtonElement, $('sheet'));
$('picture').append(legend());
layerBoxes($('layers'), {
  setVisible(layer, isVisible) {
    stage.setVisible(layer, isVisible);
    if (layer === 'overlap') $('legend-overlap').hidden = !isVisible;
  },
  seeThrough: (isGlass) => stage.seeThrough(isGlass),
  setInset: (isShown) => stage.setInset(isShown),
  drawRegion: (isWanted) => query.drawRegion(isWanted),
});

/** For code that drives the page: a test, or the user's console. */
Object.assign(globalThis, {
  workbench: {
    hold: (next: ArrayLike<number>) => hold(Float64Array.from(next)),
    pose: () => Array.from(pose),
    /** The pose at a share of the page's initial motion. */
    cutting: (share: number) => Array.from(poseOfPath(Math.round(share * PATH_POSES))),
    /** The poses of the newest frame and of the numbers. */
    shown: () => ({ picture: Array.from(pictured), numbers: Array.from(numbered) }),
    ...stageHooks(stage),
    /** Does a path of the task, pose by pose; the guide's without one. */
    play: (path?: TaskPath) => trainer.play(path),
    newest: async () => JSON.parse((await (await query.file('report'))?.text()) ?? 'null'),
  },
});
showCuts();
await openFirst({
  async open(parts) {
    opening.open(parts);
    await opened.next();
    return document.body.dataset.state !== 'failed';
  },
  ...{ play: openMotion, fail, task: (task) => trainer.open(task) },
});
