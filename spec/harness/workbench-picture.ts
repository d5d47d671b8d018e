// What the workbench's picture shows: where a point appears, along which ray, and the colours there.

import type { Page } from 'playwright-core';
import { backdropColour } from '../../examples/workbench/src/colours.ts';
import { LAYERS } from '../../examples/workbench/src/picture-wire.ts';
import { settled } from './workbench-page.ts';

export type Vector = readonly number[];
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
export const minus = (a: Vector, b: Vector) => a.map((x, k) => x - b[k]);

export interface Camera {
  readonly position: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  readonly angle: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A camera and its picture's size. */
export class View {
  readonly camera: Camera;
  readonly #size: Size;
  readonly #right: Vector;
  readonly #up: Vector;

  constructor(camera: Camera, size: Size) {
    this.camera = camera;
    this.#size = size;
    const right = cross(camera.direction, camera.up);
    this.#right = right.map((x) => x / Math.hypot(...right));
    this.#up = cross(this.#right, camera.direction);
  }

  /** The ray's direction at this pixel, with component 1 along the camera's direction. */
  rayThrough(x: number, y: number): Vector {
    const { width, height } = this.#size;
    const half = Math.tan((this.camera.angle * Math.PI) / 360);
    const across = ((2 * x) / width - 1) * half * (width / height);
    const upward = (1 - (2 * y) / height) * half;
    return this.camera.direction.map((value, k) => value + across * this.#right[k] + upward * this.#up[k]);
  }

  /** Where a point appears. */
  pixelOf(point: Vector): Vector {
    const { width, height } = this.#size;
    const from = minus(point, this.camera.position);
    const scale = height / 2 / Math.tan((this.camera.angle * Math.PI) / 360) / dot(from, this.camera.direction);
    return [width / 2 + scale * dot(from, this.#right), height / 2 - scale * dot(from, this.#up)];
  }
}

export async function cameraOf(page: Page): Promise<Camera> {
  return page.evaluate(() => (globalThis as never as { workbench: { camera(): Camera } }).workbench.camera());
}

export async function sizeOf(page: Page): Promise<Size> {
  return (await page.locator('#picture canvas').boundingBox()) as never;
}

/** Shows only one layer. */
export async function showOnly(page: Page, wanted: (typeof LAYERS)[number]): Promise<void> {
  // This also works if the layer's box is hidden.
  await page.evaluate(
    ([layers, one]) => {
      for (const layer of layers) {
        const box = document.getElementById(`show-${layer}`) as HTMLInputElement;
        if (box.checked !== (layer === one)) box.click();
      }
    },
    [LAYERS, wanted] as const,
  );
  await settled(page);
}

/** RGB at some places of the picture. */
export async function coloursAt(page: Page, places: readonly (readonly [number, number])[]): Promise<number[][]> {
  const png = (await page.locator('#picture canvas').screenshot()).toString('base64');
  // As text, since the browser's driver checks a list number by number.
  const colours = await page.evaluate(
    async ([data, at]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      // All at once, since each read waits for everything drawn.
      const { data: rgba } = context.getImageData(0, 0, image.width, image.height);
      const colour = ([x, y]: number[]) => [0, 1, 2].map((k) => rgba[4 * (y * image.width + x) + k]);
      return JSON.stringify(JSON.parse(at).map(colour));
    },
    [png, JSON.stringify(places)],
  );
  return JSON.parse(colours);
}

/** The colour at a pixel where nothing is drawn. */
export function backdropAt({ width, height }: Size, [x, y]: readonly number[]): readonly number[] {
  return backdropColour((2 * (x + 0.5)) / width - 1, 1 - (2 * (y + 0.5)) / height).map(Math.round);
}

/** Whether two colours are equal up to rounding of each byte. */
export function isSame(colour: readonly number[], other: readonly number[]): boolean {
  return colour.every((value, k) => Math.abs(value - other[k]) <= 1);
}
