// A picture → the same with the legend of its colours, as the content of a file.

import { cssOf, LEGEND_MARKS, LEGEND_STOPS, LEGEND_TITLE, OVERLAP_SAYS, PAINT } from './colours.ts';

/** Pixels, at a scale of one: the bar, the margin around it, the text. */
const BAR = { width: 200, height: 12 };
const SPACE = 8;
const TEXT = 13;
const SWATCH = 18;

/**
 * @param scale picture pixels per page pixel. @param hasOverlap whether the bone in the tool is shown.
 * @returns PNG.
 */
export async function captioned(picture: OffscreenCanvas, scale: number, hasOverlap: boolean): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(picture, 0, 0);
  context.scale(scale, scale);
  const height = BAR.height + 2 * TEXT + 4 * SPACE + (hasOverlap ? TEXT + SPACE : 0);
  const [x, y] = [2 * SPACE, picture.height / scale - height - SPACE];
  context.fillStyle = '#14181ecc';
  context.fillRect(x - SPACE, y, BAR.width + 2 * SPACE, height);
  const bar = context.createLinearGradient(x, 0, x + BAR.width, 0);
  for (const { at, colour } of LEGEND_STOPS) bar.addColorStop(at, colour);
  context.fillStyle = bar;
  context.fillRect(x, y + TEXT + 2 * SPACE, BAR.width, BAR.height);
  context.fillStyle = '#e8ebef';
  context.font = `${TEXT}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  context.fillText(LEGEND_TITLE, x, y + SPACE);
  for (const [i, mark] of LEGEND_MARKS.entries()) {
    const share = i / (LEGEND_MARKS.length - 1);
    const { width } = context.measureText(mark);
    context.fillText(mark, x + share * (BAR.width - width), y + TEXT + BAR.height + 3 * SPACE);
  }
  if (hasOverlap) {
    const top = y + 2 * TEXT + BAR.height + 4 * SPACE;
    context.fillText(OVERLAP_SAYS, x + SWATCH + SPACE, top);
    context.fillStyle = cssOf(PAINT.overlap);
    context.fillRect(x, top, SWATCH, BAR.height);
  }
  return canvas.convertToBlob();
}
