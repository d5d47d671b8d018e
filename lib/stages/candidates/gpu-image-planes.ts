// Poses in the grid → the planes of their images: IMAGE records, and their total number of pixels.
//
// CPU twin: ImagePlane (image-plane.ts), which says why an image looks along the axis on which the overlap is thinnest.
// Here coordinates are whole units already. A pixel is usually as wide as a face, and wide enough that an image has at
// most MOST_IMAGE_PIXELS.

import { IMAGE, MOST_IMAGE_PIXELS, POSE, wordOffsets, wordsOf } from '#records';

const AT = wordOffsets(IMAGE);
const POSE_AT = wordOffsets(POSE);
const POSE_WORDS = wordsOf(POSE);
export const IMAGE_WORDS = wordsOf(IMAGE);

/** In units. */
interface ImageAim {
  /** The bone's box: low x, y, z, high x, y, z. */
  readonly bounds: Int32Array;
  /** The greatest distance of faces along an axis. */
  readonly reach: number;
  /** The wanted edge of a pixel. */
  readonly pixel: number;
}

/**
 * @param poses POSE records.
 * @param out receives an IMAGE record per pose, with no pixels if the boxes do not overlap.
 * @returns the number of pixels of all images.
 */
export function imagePlanes({ bounds, reach, pixel }: ImageAim, poses: Int32Array, out: Int32Array): number {
  let pixels = 0;
  for (let pose = 0, at = 0; pose < poses.length; pose += POSE_WORDS, at += IMAGE_WORDS) {
    const lowOf = (k: number) => Math.max(bounds[k], poses[pose + POSE_AT.lowX + k] - reach);
    const sizeOf = (k: number) => Math.min(bounds[3 + k], poses[pose + POSE_AT.highX + k] + reach) - lowOf(k);
    const axis = [0, 1, 2].reduce((thinnest, k) => (sizeOf(k) < sizeOf(thinnest) ? k : thinnest));
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const isEmpty = sizeOf(axis) < 0;
    const [width, height] = [Math.max(0, sizeOf(u)), Math.max(0, sizeOf(v))];
    let edge = Math.max(1, Math.min(Math.ceil(pixel), Math.max(width, height)));
    const across = (size: number) => Math.floor(size / edge) + 1;
    while (across(width) * across(height) > MOST_IMAGE_PIXELS) edge = Math.ceil(1.25 * edge);
    const [columns, rows] = isEmpty ? [0, 0] : [across(width), across(height)];
    out[at + AT.axis] = axis;
    out[at + AT.u0] = lowOf(u);
    out[at + AT.v0] = lowOf(v);
    out[at + AT.pixel] = edge;
    out[at + AT.columns] = columns;
    out[at + AT.rows] = rows;
    out[at + AT.firstPixel] = pixels;
    out[at + AT.reach] = reach;
    pixels += columns * rows;
  }
  return pixels;
}
