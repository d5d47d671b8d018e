// A PNG → the same picture as WebP, a fifth of its bytes, by the browser's own encoder: pictures that README shows are
// in the package.

const QUALITY = 0.85;

/** @param browser Playwright's. @param png its bytes. */
export async function webpOf(browser, png) {
  const page = await browser.newPage();
  const text = await page.evaluate(
    async ([base64, quality]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d').drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary);
    },
    [png.toString('base64'), QUALITY],
  );
  await page.close();
  return Buffer.from(text, 'base64');
}
