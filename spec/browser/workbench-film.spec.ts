// A film that the workbench's page makes of itself: a browser plays it, for as long as was asked, and it shows motion.

import { afterAll, expect, test } from '@jest/globals';
import { filmedCut } from '#harness/film.mjs';
import { openWorkbench } from '#harness/workbench-page.ts';

const { browser, address, close } = await openWorkbench();
afterAll(close);

const ASKED = { seconds: 2, rate: 4, width: 320, height: 200, scale: 1, bits: 300_000 };

test('the film has the asked duration and size, each of its frames differs, and its still is one of the page', async () => {
  const { film, still } = await filmedCut(browser, address, ASKED);
  const page = await browser.newPage();
  const seen = await page.evaluate(
    async ([video, image, count]) => {
      const blobOf = async (type: string, data: string) => (await fetch(`data:${type};base64,${data}`)).blob();
      const player = document.createElement('video');
      player.src = URL.createObjectURL(await blobOf('video/webm', video));
      await new Promise((resolve, reject) => {
        player.onloadeddata = resolve;
        player.onerror = () => reject(new Error(player.error?.message));
      });
      const { duration, videoWidth, videoHeight } = player;
      const context = new OffscreenCanvas(videoWidth, videoHeight).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D;
      const frames: number[][] = [];
      for (let i = 0; i < count; i++) {
        player.currentTime = ((i + 0.5) * duration) / count;
        await new Promise((resolve) => (player.onseeked = resolve));
        // A busy machine may show the frame that was sought a little later than it says so.
        for (let tries = 0; tries < 100; tries++) {
          context.drawImage(player, 0, 0);
          const { data } = context.getImageData(0, 0, videoWidth, videoHeight);
          const red = Array.from({ length: data.length / 4 }, (_, pixel) => data[4 * pixel]);
          frames[i] = red;
          if (i === 0 || red.some((x, k) => x !== frames[i - 1][k])) break;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
      const picture = await createImageBitmap(await blobOf('image/webp', image));
      const changed = frames.slice(1).map((frame, i) => frame.filter((x, k) => Math.abs(x - frames[i][k]) > 16).length);
      return { duration, width: videoWidth, height: videoHeight, changed, still: [picture.width, picture.height] };
    },
    [film.toString('base64'), still.toString('base64'), ASKED.seconds * ASKED.rate] as const,
  );
  expect(seen.duration).toBeCloseTo(ASKED.seconds, 2);
  expect([seen.width, seen.height]).toEqual([ASKED.width, ASKED.height]);
  expect(seen.still).toEqual([ASKED.width, ASKED.height]);
  // The camera never rests, so many pixels differ.
  for (const changed of seen.changed) expect(changed).toBeGreaterThan((ASKED.width * ASKED.height) / 200);
});
