// A view of surfaces → a picture with its caption, for a page; and the views that a page uses.

import { measureBounds, type TriangleMesh } from '#mesh';
import type { Picture } from './figure.ts';
import { type Marks, picture, type Shown, type View } from './picture.ts';
import { png } from './png.ts';

/** Pixels. */
export const PICTURE_SIZE = { width: 600, height: 460 };

export function drawn(caption: string, view: View, shown: readonly Shown[], marks?: Marks): Picture {
  const { width, height } = view;
  const pixels = picture(view, shown, marks);
  return { caption, width, height, source: `data:image/png;base64,${png(pixels, width, height).toString('base64')}` };
}

/** A ball around the marked faces, or around all of them. */
export function ballAround(
  { positions, faces }: Pick<TriangleMesh, 'positions' | 'faces'>,
  isMarked?: Uint8Array,
): { centre: number[]; radius: number } {
  const chosen = isMarked ? faces.filter((_, n) => isMarked[Math.floor(n / 3)] === 1) : faces;
  const { min, max } = measureBounds(positions, chosen);
  return {
    centre: min.map((low, k) => (low + max[k]) / 2),
    radius: Math.hypot(...max.map((high, k) => (high - min[k]) / 2)),
  };
}

/** A direction tilted by `share` towards the side and above, so that walls along `way` are visible. */
export function aslant(way: readonly number[], share: number): number[] {
  return unit(way.map((x, k) => x + share * ASIDE[k]));
}

/** Unit vector; along no axis. */
const ASIDE = [0.56, 0.72, -0.41];

/** The unit vector along `way`; downwards if that is 0. */
export function unit(way: readonly number[]): number[] {
  const length = Math.hypot(...way);
  return length > 0 ? way.map((x) => x / length) : [0, 0, -1];
}
