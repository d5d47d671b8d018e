// The workbench in a headless Chromium → how soon it starts, how fast it runs on, and what blocks the page's thread;
// out/bench-workbench.json.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeMesh } from '../../dist/index.js';
import { launchBrowser } from '../harness/browser.mjs';
import { scriptOptions } from '../harness/script-options.mjs';
import { CELL, switchOn } from '../harness/film.mjs';
import { scriptedCut } from '../harness/scripted-cut.mjs';
import { serveWorkbench } from '../harness/workbench-server.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone } from './meshes.mjs';
import { percentile, summary } from './timing.mjs';
import { cutWaits, frameRate, inputWaits, keepLog } from './workbench-log.mjs';

/** ms; frames a second. From 50 ms, a browser reports a task as long. */
const AIMS = { start: 2000, task: 50, input: 100, cut: 50, frames: 20 };
const OPENINGS = 5;
/** s that the tool is moved, and that it cuts. */
const DRIVEN = 8;
/** Share of the scripted cut at which the saw is in the bone. */
const CUTS_FROM = 0.25;
/** ms between two inputs, about: no frame is in step with them. */
const INPUTS = 37;

const { values, refuse } = scriptOptions(
  'npm run bench -- workbench [--seconds 30] [--faces 200000], from 1 s and 5,000 faces on.',
  { seconds: { type: 'string', default: '30' }, faces: { type: 'string', default: '200000' } },
);
const [seconds, faces] = [Number(values.seconds), Number(values.faces)];
if (!(seconds >= 1) || !(faces >= 5000)) refuse('So few seconds or faces show nothing.');

/** Programs that wanted a core, over the minute before. */
const [load] = loadavg();
const server = await serveWorkbench();
const browser = await launchBrowser();
const starts = [];
let moved;
let cut;
let live;
for (let i = 0; i < OPENINGS; i++) {
  const page = await opened();
  starts.push(await page.evaluate(() => performance.now()));
  if (i === OPENINGS - 1) {
    moved = await driven(page, false);
    cut = await driven(page, true);
    live = await sawn(page);
  }
  await page.close();
}
await browser.close();
await server.close();
const described = { machine: machine([]), load, faces, seconds, start: summary(starts), moved, cut, live };
mkdirSync('out', { recursive: true });
writeFileSync('out/bench-workbench.json', `${JSON.stringify(described, null, 2)}\n`);
console.log(table(described));

/** A page that shows its first report. */
async function opened() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.addInitScript(keepLog);
  await page.goto(server.address);
  await shown(page);
  return page;
}

function shown(page) {
  return page.waitForFunction(() => {
    const { state, drawn, reported } = document.body.dataset;
    return state === 'ready' && reported !== undefined && drawn === reported;
  });
}

/**
 * Looks close and moves the saw to and fro for DRIVEN seconds, by keys and pointer as a hand does: over the bone, or
 * through it while the saw is on.
 */
async function driven(page, isOn) {
  const start = await page.evaluate(() => globalThis.workbench.cutting(0.5));
  const { pose } = scriptedCut(start, isOn ? CUTS_FROM : 0);
  await page.evaluate((held) => globalThis.workbench.hold(held), pose);
  await page.keyboard.press('c');
  if (isOn) {
    await switchOn(page);
  }
  await shown(page);
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    for (const list of Object.values(globalThis.kept)) list.length = 0;
  });
  await (isOn ? saw(page) : drag(page));
  const log = await page.evaluate(() => globalThis.kept);
  if (isOn) await page.keyboard.press('k');
  await shown(page);
  return { inputs: inputWaits(log), cuts: cutWaits(log), frames: frameRate(log) };
}

/** Shift and the pointer, to and fro by 80 pixels. */
async function drag(page) {
  await page.keyboard.down('Shift');
  await page.mouse.move(400, 400);
  await page.mouse.down();
  for (let n = 0, end = performance.now() + 1000 * DRIVEN; performance.now() < end; n++) {
    await page.mouse.move(400 + 80 * Math.sin(n / 12), 400);
    await page.waitForTimeout(INPUTS);
  }
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

/** Keys: along the cut and back, every second time deeper, and all the while up and down by taps. */
async function saw(page) {
  const way = (1000 * DRIVEN) / 4;
  for (const key of ['d', 'a', 'd', 'a']) {
    await page.keyboard.down(key);
    for (let n = 0, end = performance.now() + way; performance.now() < end; n++) {
      await page.keyboard.press(n % 5 < 3 ? 's' : 'w');
      await page.waitForTimeout(4 * INPUTS);
    }
    await page.keyboard.up(key);
  }
}

/** Drops the large bone, then plays its cut repeatedly. */
async function sawn(page) {
  await page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
    }).observe({ type: 'longtask' });
    globalThis.reports = 0;
    new MutationObserver(() => globalThis.reports++).observe(document.body, { attributeFilter: ['data-reported'] });
  });
  // By its path: a buffer would be decoded on the page's thread.
  const file = join(mkdtempSync(join(tmpdir(), 'kerf-')), 'bone.ply');
  writeFileSync(file, writeMesh(bone(faces), 'ply'));
  const began = performance.now();
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('bone.ply,'));
  await shown(page);
  const opening = performance.now() - began;
  const [framesBefore, reportsBefore] = await counts(page);
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) {
    await page.keyboard.press('p');
    await page.waitForTimeout(Math.min(4000, Math.max(0, end - performance.now())));
  }
  const [frames, reports] = await counts(page);
  const tasks = await page.evaluate(() => globalThis.tasks);
  rmSync(dirname(file), { recursive: true });
  return { opening, frames: (frames - framesBefore) / seconds, reports: (reports - reportsBefore) / seconds, tasks };
}

function counts(page) {
  return page.evaluate(() => [Number(document.body.dataset.frames), globalThis.reports]);
}

function table({ machine: { cpu, cores, node }, load, start, moved, cut, live: { opening, frames, reports, tasks } }) {
  const long = tasks.length === 0 ? 'none' : `${tasks.length}, the longest ${milliseconds(Math.max(...tasks))} ms`;
  const verdict = (isReached) => (isReached ? 'reached' : 'not reached');
  const least = (says, rate) => row([says, rate.toFixed(0), `≥ ${AIMS.frames}`, verdict(rate >= AIMS.frames)]);
  const waits = (says, values, most) => {
    const [middle, tail] = [50, 95].map((p) => percentile(values, p) ?? Infinity);
    const found = values.length === 0 ? 'none seen' : `${milliseconds(middle)}; ${milliseconds(tail)}`;
    return row([`${says}, ms (median; 95 % of ${values.length})`, found, `≤ ${most} at 95 %`, verdict(tail <= most)]);
  };
  return [
    '### Workbench',
    '',
    `${cpu}, ${cores} cores (load ${load.toFixed(1)} before), Node ${node}; headless Chromium, which draws on the CPU here; the phantom of 50,000 faces on opening, moved over and then sawn in cells of ${CELL} mm for ${DRIVEN} s each, then one of ${count(faces)}, sawn for ${seconds} s.`,
    '',
    row(['', '', 'aim', '']),
    row([':--', '--:', ':--', ':--']),
    row([
      'address → first report drawn, ms (median of 5)',
      milliseconds(start.median),
      `≤ ${AIMS.start}`,
      verdict(start.median <= AIMS.start),
    ]),
    waits('tool moved: pointer → its picture', moved.inputs, AIMS.input),
    waits('tool sawing: key → its picture', cut.inputs, AIMS.input),
    waits('cut answered → seen', cut.cuts, AIMS.cut),
    least('frames a second, tool moved', moved.frames),
    least('frames a second, tool sawing', cut.frames),
    row([`file of ${count(faces)} faces → its first report drawn, ms`, milliseconds(opening), '', '']),
    row([`its reports a second`, reports.toFixed(0), '', '']),
    row([`its frames a second`, frames.toFixed(0), '', '']),
    row([`tasks of over ${AIMS.task} ms on the page’s thread`, long, 'none', verdict(tasks.length === 0)]),
  ].join('\n');
}
