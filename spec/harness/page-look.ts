// An open page → how far it scrolls sideways, and its texts that stand out too little from what is behind them, by the
// Web Content Accessibility Guidelines 2.2, AA.

import type { Page } from 'playwright-core';

export interface PageLook {
  /** CSS pixels by which the page is wider than its window. */
  readonly sideways: number;
  /** Number of texts that were measured. */
  readonly texts: number;
  /** Those whose contrast is below 4.5, or 3 where they are large: text, ratio and colours. */
  readonly faint: readonly string[];
  /** The luminance of the page's own ground, 0 … 1. */
  readonly ground: number;
}

/** Canvases are left out: their texts have no style. */
export function lookOf(page: Page): Promise<PageLook> {
  return page.evaluate(() => {
    type Colour = readonly number[];
    /** Red, green, blue and opacity, of what a computed style holds. */
    const parsed = (text: string): Colour => {
      const [red, green, blue, opacity = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return text.startsWith('rgb') ? [red, green, blue, opacity] : [0, 0, 0, 0];
    };
    const over = (top: Colour, below: Colour): Colour => [
      ...[0, 1, 2].map((k) => top[3] * top[k] + (1 - top[3]) * below[k]),
      1,
    ];
    const luminance = (colour: Colour) => {
      const [red, green, blue] = colour.slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): Colour => {
      if (element === null) return [255, 255, 255, 1];
      const own = parsed(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, behind(element.parentElement));
    };
    const faint: string[] = [];
    let texts = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === '' || element.closest('script, style, noscript, title, option') !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      texts++;
      const style = getComputedStyle(element);
      const ground = behind(element);
      const ink = over(parsed(element instanceof SVGElement ? style.fill : style.color), ground);
      const [bright, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
      const ratio = (bright + 0.05) / (dark + 0.05);
      const size = Number.parseFloat(style.fontSize);
      // 18 points, or 14 in bold.
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5))
        faint.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}, ${ink.map(Math.round)} on ${ground.map(Math.round)}`);
    }
    const { scrollWidth } = document.scrollingElement!;
    return { sideways: scrollWidth - innerWidth, texts, faint, ground: luminance(behind(document.body)) };
  });
}
