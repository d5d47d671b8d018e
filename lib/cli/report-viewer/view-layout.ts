// The width of a stage → where its two pictures lie: side by side, or one above the other where it is narrow.

/** Left, bottom, right, top: fractions of the stage, y up. */
export type Viewport = readonly [number, number, number, number];

export interface Layout {
  readonly isStacked: boolean;
  readonly whole: Viewport;
  readonly close: Viewport;
}

/** The share of the first picture, the left or the upper one; the page's style has it too, for the captions. */
const FIRST = 0.45;
/** CSS pixels: a narrower stage would leave each of two pictures side by side less than a thumb's reach. */
const NARROW = 600;

export function layoutOf(width: number): Layout {
  return width < NARROW
    ? { isStacked: true, whole: [0, 1 - FIRST, 1, 1], close: [0, 0, 1, 1 - FIRST] }
    : { isStacked: false, whole: [0, 0, FIRST, 1], close: [FIRST, 0, 1, 1] };
}

/** Width over height of a picture. */
export function aspectOf([left, bottom, right, top]: Viewport, width: number, height: number): number {
  return ((right - left) * width) / ((top - bottom) * height);
}
