// The workbench in a headless Chromium → a film of a scripted cut, and a still of it.
// npm run film -- --into folder; without one, the film goes to out/film, the still beside the workbench's other
// pictures. Needs dist/.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.mjs';
import { filmedCut } from './film.mjs';
import { scriptOptions } from './script-options.mjs';
import { serveWorkbench } from './workbench-server.mjs';

/** More pixels are drawn than the film has, so that edges are smooth when a CPU draws. */
const FILM = { rate: 20, width: 800, height: 500, scale: 1.5, bits: 2_000_000 };

const { values, refuse } = scriptOptions('npm run film -- [--into FOLDER] [--seconds 10], of 1 to 60 s.', {
  into: { type: 'string' },
  seconds: { type: 'string', default: '10' },
});
const seconds = Number(values.seconds);
if (!(seconds >= 1 && seconds <= 60)) refuse(`A film of ${values.seconds} s is not made.`);
const folder = values.into;
const server = await serveWorkbench();
const browser = await launchBrowser();
const { film, still } = await filmedCut(browser, server.address, { ...FILM, seconds });
await browser.close();
await server.close();
for (const [into, name, bytes] of [
  [folder ?? 'out/film', 'cut.webm', film],
  [folder ?? 'examples/workbench', 'film.webp', still],
]) {
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, name), bytes);
  console.log(`${join(into, name)}: ${Math.ceil(bytes.length / 1000).toLocaleString('en')} kB`);
}
