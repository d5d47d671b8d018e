// The workbench in a headless Chromium → how soon it starts, how fast it runs on, and what blocks the page's thread;
// out/bench-workbench.json.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeMesh } from '../../dist/index.js';
import { launchBrowser } from '../harness/browser.mjs';
import { scriptOptions } from '../harness/script-options.mjs';
import { serveWorkbench } from '../harness/workbench-server.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { machine } from './machine.mjs';
import { bone } from './meshes.mjs';
import { summary } from './timing.mjs';

/** ms. From 50 ms, a browser reports a task as long. */
const MOST = { start: 1000, task: 50 };
const OPENINGS = 5;

const { values, refuse } = scriptOptions(
  'npm run bench -- workbench [--seconds 30] [--faces 200000], from 1 s and 5,000 faces on.',
  { seconds: { type: 'string', default: '30' }, faces: { type: 'string', default: '200000' } },
);
const [seconds, faces] = [Number(values.seconds), Number(values.faces)];
if (!(seconds >= 1) || !(faces >= 5000)) refuse('So few seconds or faces show nothing.');

const server = await serveWorkbench();
const browser = await launchBrowser();
const starts = [];
let live;
for (let i = 0; i < OPENINGS; i++) {
  const page = await opened();
  starts.push(await page.evaluate(() => performance.now()));
  if (i === OPENINGS - 1) live = await sawn(page);
  await page.close();
}
await browser.close();
await server.close();
const described = { machine: machine([]), faces, seconds, start: summary(starts), live };
mkdirSync('out', { recursive: true });
writeFileSync('out/bench-workbench.json', `${JSON.stringify(described, null, 2)}\n`);
console.log(table(described));

/** A page that shows its first report. */
async function opened() {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
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

function table({ machine: { cpu, cores, node }, start, live: { opening, frames, reports, tasks } }) {
  const long = tasks.length === 0 ? 'none' : `${tasks.length}, the longest ${milliseconds(Math.max(...tasks))} ms`;
  const verdict = (isReached) => (isReached ? 'reached' : 'not reached');
  return [
    '### Workbench',
    '',
    `${cpu}, ${cores} cores, Node ${node}; headless Chromium, which draws on the CPU here; the phantom of 50,000 faces on opening, then one of ${count(faces)}, sawn for ${seconds} s.`,
    '',
    row(['', '', 'aim', '']),
    row([':--', '--:', ':--', ':--']),
    row([
      'address → first report drawn, ms (median of 5)',
      milliseconds(start.median),
      `< ${MOST.start}`,
      verdict(start.median < MOST.start),
    ]),
    row([`file of ${count(faces)} faces → its first report drawn, ms`, milliseconds(opening), '', '']),
    row(['reports a second', reports.toFixed(0), '', '']),
    row(['frames a second', frames.toFixed(0), '', '']),
    row([`tasks of over ${MOST.task} ms on the page’s thread`, long, 'none', verdict(tasks.length === 0)]),
  ].join('\n');
}
