// The workbench's page → a film of a scripted cut, in fixed steps of its time however long a frame takes to draw, and a
// still. The page's own browser encodes it (WebCodecs, VP9).

import { scriptedCut } from './scripted-cut.mjs';
import { webm } from './webm.mjs';

/** Share of the film whose frame is the still: the saw in its slot. */
const STILL = 0.6;
/** mm: of the grid of cuts, in which a slot's walls look straight. */
export const CELL = 0.5;
/** mm: the tool is clear of the bone while that grid is made around it. */
const OVER = 10;
/** Frames from one key frame to the next. */
const KEYS = 50;

/**
 * @param browser of launchBrowser(). @param address of the workbench.
 * @param {{ seconds: number, rate: number, width: number, height: number, scale: number, bits: number }} asked `scale`:
 * drawn pixels per pixel of the film, along each side; `bits` a second.
 * @returns the film as WebM, and its still as WebP, in drawn pixels.
 */
export async function filmedCut(browser, address, { seconds, rate, width, height, scale, bits }) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await page.goto(address);
  await page.waitForFunction(() => document.body.dataset.contact !== undefined);
  // Only the picture, over the whole page.
  await page.addStyleTag({ content: '#picture { position: fixed; inset: 0; } #picture ~ * { display: none; }' });
  await page.evaluate(() => document.getElementById('show-inset').click());
  const start = await page.evaluate(holdOver, OVER);
  await switchOn(page);
  await page.evaluate(startEncoder, { width, height, rate, bits });
  const count = Math.round(seconds * rate);
  const stillAt = Math.round(STILL * (count - 1));
  for (let index = 0; index < count; index++)
    await page.evaluate(addFrame, {
      ...scriptedCut(start, index / (count - 1)),
      ...{ index, isKey: index % KEYS === 0, isStill: index === stillAt },
    });
  const { frames, still } = await page.evaluate(finish);
  await page.close();
  const bytes = frames.map(({ data, isKey }) => ({ data: Buffer.from(data, 'base64'), isKey }));
  return { film: webm(bytes, { width, height, rate }), still: Buffer.from(still, 'base64') };
}

/** Switches the tool on, with a grid of CELL around it. */
export async function switchOn(page) {
  await page.evaluate((cell) => {
    const cells = document.getElementById('cut-cell');
    cells.selectedIndex = [...cells.options].findIndex(({ text }) => text.startsWith(`${cell} mm`));
  }, CELL);
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.body.dataset.cutting === 'true');
}

/** Holds the tool over the place where it will cut. Runs in the page, as those below. @returns the place. */
function holdOver(over) {
  const { workbench } = globalThis;
  const pose = workbench.cutting(0.5);
  workbench.hold(pose.map((x, i) => (i >= 12 && i < 15 ? x + over * pose[i - 8] : x)));
  return pose;
}

function startEncoder({ width, height, rate, bits }) {
  const frames = [];
  const made = { frames, width, height, rate, still: null, failure: null };
  made.encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      frames.push({ data, isKey: chunk.type === 'key' });
    },
    error: (error) => (made.failure = error),
  });
  made.encoder.configure({ codec: 'vp09.00.31.08', width, height, framerate: rate, bitrate: bits });
  globalThis.film = made;
}

async function addFrame({ pose, view, index, isKey, isStill }) {
  const { workbench, film } = globalThis;
  const reported = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { attributeFilter: ['data-reported'] });
  });
  workbench.stand(view);
  workbench.hold(pose);
  await reported;
  // The report reaches the picture by another way than its request.
  const isShown = () => workbench.shown().picture.every((x, k) => x === pose[k]);
  let png;
  do png = await workbench.picture();
  while (!isShown());
  if (isStill) {
    const whole = await createImageBitmap(png);
    const canvas = new OffscreenCanvas(whole.width, whole.height);
    canvas.getContext('2d').drawImage(whole, 0, 0);
    film.still = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
  }
  const { width: resizeWidth, height: resizeHeight, rate } = film;
  const image = await createImageBitmap(png, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  const frame = new VideoFrame(image, {
    timestamp: Math.round((1e6 * index) / rate),
    duration: Math.round(1e6 / rate),
  });
  film.encoder.encode(frame, { keyFrame: isKey });
  frame.close();
  if (film.failure !== null) throw film.failure;
}

async function finish() {
  const { film } = globalThis;
  await film.encoder.flush();
  const base64 = (blob) =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.split(',')[1]);
      reader.readAsDataURL(blob);
    });
  const frames = [];
  for (const { data, isKey } of film.frames) frames.push({ data: await base64(new Blob([data])), isKey });
  return { frames, still: await base64(film.still) };
}
