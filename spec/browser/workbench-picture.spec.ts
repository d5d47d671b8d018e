// The workbench's picture against rays: each pixel shows the sub-triangle that its ray meets first, in the colour of
// its signed distance, and elsewhere nothing. Needs dist/.

import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { colourOf } from '../../examples/workbench/src/colours.ts';
import { LAYERS } from '../../examples/workbench/src/picture-wire.ts';
import { createDetector } from '../../lib/index.ts';
import {
  bone,
  eventually,
  openWorkbench,
  options,
  path,
  type Shown,
  settled,
  shownAt,
} from '../harness/workbench-page.ts';

const { opened, close } = await openWorkbench();
afterAll(close);

type Vector = readonly number[];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector) =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
const minus = (a: Vector, b: Vector) => a.map((x, k) => x - b[k]);

interface Camera {
  readonly position: Vector;
  readonly direction: Vector;
  readonly up: Vector;
  readonly angle: number;
}

/** How far along a ray it meets a triangle; null: not at all. */
function meeting(origin: Vector, ray: Vector, corners: readonly number[]): number | null {
  const [a, b, c] = [0, 3, 6].map((at) => corners.slice(at, at + 3));
  const [e, f] = [minus(b, a), minus(c, a)];
  const p = cross(ray, f);
  const det = dot(e, p);
  if (det === 0) return null;
  const s = minus(origin, a);
  const u = dot(s, p) / det;
  const q = cross(s, e);
  const v = dot(ray, q) / det;
  return Math.min(u, v, 1 - u - v) < 0 ? null : dot(f, q) / det;
}

/** mm between two surfaces that a depth buffer of 24 bits tells apart at this distance with ease. */
const APART = 0.05;

/** What the camera sees of the sub-triangles, in a picture of that size. */
class Seen {
  readonly #camera: Camera;
  readonly #size: { readonly width: number; readonly height: number };
  readonly #right: Vector;
  readonly #up: Vector;
  readonly #low: Vector;
  readonly #high: Vector;
  readonly #triangles: readonly { readonly corners: number[]; readonly low: Vector; readonly high: Vector }[];

  constructor(camera: Camera, size: { readonly width: number; readonly height: number }, { corners, distance }: Shown) {
    this.#camera = camera;
    this.#size = size;
    const right = cross(camera.direction, camera.up);
    this.#right = right.map((x) => x / Math.hypot(...right));
    this.#up = cross(this.#right, camera.direction);
    this.#triangles = distance.map((_, row) => {
      const own = corners.slice(9 * row, 9 * row + 9);
      const at = [0, 3, 6].map((c) => this.pixelOf(own.slice(c, c + 3)));
      const bound = (of: (...values: number[]) => number) => [0, 1].map((k) => of(...at.map((pixel) => pixel[k])));
      return { corners: own, low: bound(Math.min), high: bound(Math.max) };
    });
    this.#low = [0, 1].map((k) => Math.min(...this.#triangles.map(({ low }) => low[k])));
    this.#high = [0, 1].map((k) => Math.max(...this.#triangles.map(({ high }) => high[k])));
  }

  /** Whether a point lies in the box of all sub-triangles. */
  #isNear(x: number, y: number): boolean {
    return x >= this.#low[0] && x <= this.#high[0] && y >= this.#low[1] && y <= this.#high[1];
  }

  /**
   * The row seen through a point of the picture; null: none; undefined: two that lie too close one behind the other to
   * tell.
   */
  through(x: number, y: number): number | null | undefined {
    const { width, height } = this.#size;
    if (!this.#isNear(x, y)) return null;
    const half = Math.tan((this.#camera.angle * Math.PI) / 360);
    const across = ((2 * x) / width - 1) * half * (width / height);
    const upward = (1 - (2 * y) / height) * half;
    const ray = this.#camera.direction.map((value, k) => value + across * this.#right[k] + upward * this.#up[k]);
    const hits: { row: number; away: number }[] = [];
    for (const [row, { corners, low, high }] of this.#triangles.entries()) {
      if (x < low[0] || x > high[0] || y < low[1] || y > high[1]) continue;
      const away = meeting(this.#camera.position, ray, corners);
      if (away !== null) hits.push({ row, away });
    }
    const [first, second] = hits.sort((one, other) => one.away - other.away);
    if (first === undefined) return null;
    return second === undefined || second.away - first.away > APART ? first.row : undefined;
  }

  /** The same for a whole pixel and half of each of its neighbours, so that no smoothing of edges reaches in. */
  at(x: number, y: number): number | null | undefined {
    const middle = this.through(x + 0.5, y + 0.5);
    const around = [-0.5, 1.5].flatMap((dx) => [-0.5, 0.5, 1.5].map((dy) => this.through(x + dx, y + dy)));
    return around.every((row) => row === middle) ? middle : undefined;
  }

  /** Where a point is seen. */
  pixelOf(point: Vector): Vector {
    const { width, height } = this.#size;
    const from = minus(point, this.#camera.position);
    const scale = height / 2 / Math.tan((this.#camera.angle * Math.PI) / 360) / dot(from, this.#camera.direction);
    return [width / 2 + scale * dot(from, this.#right), height / 2 - scale * dot(from, this.#up)];
  }
}

async function cameraOf(page: Page): Promise<Camera> {
  return page.evaluate(() => (globalThis as never as { workbench: { camera(): Camera } }).workbench.camera());
}

async function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  return (await page.locator('#picture canvas').boundingBox()) as never;
}

/** Leaves one layer shown. */
async function showOnly(page: Page, wanted: (typeof LAYERS)[number]): Promise<void> {
  for (const layer of LAYERS) await page.setChecked(`#show-${layer}`, layer === wanted);
  await settled(page);
}

/** RGB at each of some places of the picture. */
async function coloursAt(page: Page, places: readonly (readonly [number, number])[]): Promise<number[][]> {
  const png = (await page.locator('#picture canvas').screenshot()).toString('base64');
  // As text: the browser's driver checks a list number by number.
  const colours = await page.evaluate(
    async ([data, at]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext(
        '2d',
      ) as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const colour = ([x, y]: number[]) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)];
      return JSON.stringify(JSON.parse(at).map(colour));
    },
    [png, JSON.stringify(places)],
  );
  return JSON.parse(colours);
}

/** Pixels from one that is looked at to the next. */
const STEP = 5;
const BACKGROUND = [0.96, 0.97, 0.98].map((value) => Math.round(255 * value));

test('a pixel in the contact region has the colour of its signed distance, one outside the background’s', async () => {
  const { page, said } = await opened();
  await showOnly(page, 'contacts');
  const size = await sizeOf(page);
  for (const i of [100, 150]) {
    const shown = await shownAt(page, path.subarray(16 * i, 16 * i + 16));
    await page.keyboard.press('c');
    await settled(page);
    const camera = await cameraOf(page);
    const inside: [number, number, number][] = [];
    const outside: [number, number][] = [];
    const seen = new Seen(camera, size, shown);
    // Above the legend.
    for (let y = STEP; y < 0.85 * size.height; y += STEP)
      for (let x = STEP; x < size.width; x += STEP) {
        const row = seen.at(x, y);
        if (typeof row === 'number') inside.push([x, y, row]);
        else if (row === null) outside.push([x, y]);
      }
    expect(inside.length).toBeGreaterThan(50);
    expect(outside.length).toBeGreaterThan(1000);
    await eventually(async () => {
      const colours = await coloursAt(page, [...inside.map(([x, y]) => [x, y] as const), ...outside]);
      for (const [n, [x, y, row]] of inside.entries()) {
        // A byte of a colour may be rounded on its way.
        const off = Math.max(...colourOf(shown.distance[row]).map((value, k) => Math.abs(value - colours[n][k])));
        const what = `pixel ${x}, ${y}, row ${row}, ${shown.distance[row]} mm: ${colours[n]}`;
        expect({ what, isIts: off <= 1 }).toEqual({ what, isIts: true });
      }
      const others = colours.slice(inside.length);
      for (const [n, colour] of others.entries())
        expect({ at: outside[n], colour }).toEqual({ at: outside[n], colour: BACKGROUND });
    });
  }
  expect(said).toEqual([]);
  await page.close();
});

test('candidate faces and their scanlines are drawn where candidateRegion has them, and only when asked for', async () => {
  const { page, said } = await opened();
  const detector = await createDetector({ ...options, bone });
  const pose = path.subarray(16 * 120, 16 * 121);
  const shown = await shownAt(page, pose);
  await page.keyboard.press('c');
  const { boneFaces, scanlines } = detector.candidateRegion(pose);
  const corner = (c: number) => Array.from(bone.positions.subarray(3 * c, 3 * c + 3));
  const middle = (a: Vector, b: Vector) => a.map((x, k) => (x + b[k]) / 2);
  const middles = {
    region: Array.from(boneFaces, (f) => middle(corner(bone.faces[3 * f]), corner(bone.faces[3 * f + 1]))),
    scanlines: Array.from({ length: scanlines.length / 6 }, (_, i) =>
      middle(Array.from(scanlines.subarray(6 * i, 6 * i + 3)), Array.from(scanlines.subarray(6 * i + 3, 6 * i + 6))),
    ),
  };
  for (const layer of ['region', 'scanlines'] as const) {
    await showOnly(page, layer);
    const size = await sizeOf(page);
    const seen = new Seen(await cameraOf(page), size, shown);
    const pixels = middles[layer]
      .map((point) => seen.pixelOf(point).map(Math.floor))
      .filter(([x, y]) => x > 1 && y > 1 && x < size.width - 1 && y < 0.85 * size.height);
    expect(pixels.length).toBeGreaterThan(middles[layer].length / 2);
    expect(pixels.length).toBeGreaterThan(3);
    const around = pixels.flatMap(([x, y]) =>
      [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [x + dx, y + dy] as const)),
    );
    const isDrawn = async () => {
      const colours = await coloursAt(page, around);
      return pixels.map((_, i) => colours.slice(9 * i, 9 * i + 9).some((rgb) => rgb.join() !== BACKGROUND.join()));
    };
    await eventually(async () => expect(await isDrawn()).toEqual(pixels.map(() => true)));
    await page.uncheck(`#show-${layer}`);
    await settled(page);
    await eventually(async () => expect(await isDrawn()).toEqual(pixels.map(() => false)));
  }
  expect(said).toEqual([]);
  await page.close();
});
