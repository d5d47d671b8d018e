// The workbench's picture compared with rays: each pixel shows the sub-triangle that its ray meets first, in the colour
// of its signed distance, and other pixels show nothing. Needs dist/.

import { afterAll, expect, test } from '@jest/globals';
import { colourOf, PAINT } from '../../examples/workbench/src/colours.ts';
import { drawnReport } from '../../examples/workbench/src/drawing.ts';
import { createDetector } from '#kerf';
import { longRun } from '#harness/long-run.ts';
import { inLong } from '#harness/sets.ts';
import {
  bone,
  eventually,
  openWorkbench,
  options,
  path,
  type Shown,
  settled,
  shownAt,
} from '#harness/workbench-page.ts';
import {
  backdropAt,
  cameraOf,
  coloursAt,
  cross,
  dot,
  isSame,
  minus,
  showOnly,
  sizeOf,
  type Vector,
  View,
} from '#harness/workbench-picture.ts';

const { opened, close } = await openWorkbench(1);
afterAll(close);
/** Large enough for many of the pixels that are compared. */
const { page, said } = await opened((fresh) => fresh.setViewportSize({ width: 1000, height: 560 }));

/** How far along a ray it meets a triangle; null if it does not. */
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

/** Whether a triangle in the picture meets a square, given by its middle and half its side: no axis separates them. */
function meetsSquare(corners: readonly Vector[], x: number, y: number, half: number): boolean {
  const sides = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % 3];
    return [ay - by, bx - ax];
  });
  return [[1, 0], [0, 1], ...sides].every(([u, v]) => {
    const along = corners.map((corner) => u * (corner[0] - x) + v * (corner[1] - y));
    const reach = half * (Math.abs(u) + Math.abs(v));
    return Math.min(...along) <= reach && Math.max(...along) >= -reach;
  });
}

/** mm between two surfaces that a 24-bit depth buffer easily distinguishes at this distance. */
const APART = 0.05;

interface SeenTriangle {
  readonly row: number;
  readonly corners: number[];
  /** Its corners in the picture. */
  readonly at: readonly Vector[];
  readonly low: Vector;
  readonly high: Vector;
}

/** The sub-triangles as the camera sees them. */
class Seen {
  readonly #view: View;
  readonly #low: Vector;
  readonly #high: Vector;
  /** For each line of pixels, the triangles in it or within a pixel of it. */
  readonly #lines = new Map<number, SeenTriangle[]>();

  constructor(view: View, { corners, distance }: Shown) {
    this.#view = view;
    const triangles = distance.map((_, row): SeenTriangle => {
      const own = corners.slice(9 * row, 9 * row + 9);
      const at = [0, 3, 6].map((c) => view.pixelOf(own.slice(c, c + 3)));
      const bound = (of: (...values: number[]) => number) => [0, 1].map((k) => of(...at.map((pixel) => pixel[k])));
      return { row, corners: own, at, low: bound(Math.min), high: bound(Math.max) };
    });
    this.#low = [0, 1].map((k) => Math.min(...triangles.map(({ low }) => low[k])));
    this.#high = [0, 1].map((k) => Math.max(...triangles.map(({ high }) => high[k])));
    for (const one of triangles)
      for (let y = Math.floor(one.low[1]) - 1; y <= Math.floor(one.high[1]) + 1; y++) {
        const line = this.#lines.get(y) ?? [];
        this.#lines.set(y, line);
        line.push(one);
      }
  }

  /** Whether a point lies in the box of all sub-triangles. */
  #isNear(x: number, y: number): boolean {
    return x >= this.#low[0] && x <= this.#high[0] && y >= this.#low[1] && y <= this.#high[1];
  }

  /**
   * The row seen at a point of the picture; null: none; undefined: the two nearest are too close in depth to decide.
   */
  through(x: number, y: number): number | null | undefined {
    if (!this.#isNear(x, y)) return null;
    const ray = this.#view.rayThrough(x, y);
    const hits: { row: number; away: number }[] = [];
    for (const { row, corners, low, high } of this.#lines.get(Math.floor(y)) ?? []) {
      if (x < low[0] || x > high[0] || y < low[1] || y > high[1]) continue;
      const away = meeting(this.#view.camera.position, ray, corners);
      if (away !== null) hits.push({ row, away });
    }
    const [first, second] = hits.sort((one, other) => one.away - other.away);
    if (first === undefined) return null;
    return second === undefined || second.away - first.away > APART ? first.row : undefined;
  }

  /** The same for a whole pixel and half of each neighbour, so that no antialiasing of edges affects it. */
  at(x: number, y: number): number | null | undefined {
    const middle = this.through(x + 0.5, y + 0.5);
    const around = [-0.5, 1.5].flatMap((dx) => [-0.5, 0.5, 1.5].map((dy) => this.through(x + dx, y + dy)));
    if (!around.every((row) => row === middle)) return undefined;
    // A tip finer than the rays' spacing is antialiased into the pixel too.
    const line = middle === null ? (this.#lines.get(y) ?? []) : [];
    const isBy = line.some((one) => meetsSquare(one.at, x + 0.5, y + 0.5, 1));
    return isBy ? undefined : middle;
  }
}

/** Pixels between two that are compared. */
const STEP = 5;

test('a pixel in the contact region has the colour of its signed distance, one outside the background’s', async () => {
  await showOnly(page, 'contacts');
  const size = await sizeOf(page);
  for (const i of [100, 150].slice(longRun(0, 1))) {
    const shown = await shownAt(page, path.subarray(16 * i, 16 * i + 16));
    await page.keyboard.press('c');
    await settled(page);
    const inside: [number, number, number][] = [];
    const outside: [number, number][] = [];
    const seen = new Seen(new View(await cameraOf(page), size), shown);
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
        // A colour's byte may be off by one through rounding.
        const off = Math.max(...colourOf(shown.distance[row]).map((value, k) => Math.abs(value - colours[n][k])));
        const what = `pixel ${x}, ${y}, row ${row}, ${shown.distance[row]} mm: ${colours[n]}`;
        expect({ what, isIts: off <= 1 }).toEqual({ what, isIts: true });
      }
      const others = colours.slice(inside.length);
      for (const [n, colour] of others.entries()) {
        const what = `pixel ${outside[n]}: ${colour}, of the backdrop ${backdropAt(size, outside[n])}`;
        expect({ what, isBackdrop: isSame(colour, backdropAt(size, outside[n])) }).toEqual({ what, isBackdrop: true });
      }
    });
  }
  expect(said).toEqual([]);
});

inLong(() => {
  test('the bone in the tool is bounded by the rows inside the other body: these are drawn in its colour, no other', async () => {
    await showOnly(page, 'overlap');
    expect(await page.isVisible('#legend-overlap')).toBe(true);
    const size = await sizeOf(page);
    const shown = await shownAt(page, path.subarray(16 * 150, 16 * 151));
    await page.keyboard.press('c');
    await settled(page);
    const rows = Array.from(shown.distance.keys()).filter((row) => shown.distance[row] < 0);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.length).toBeLessThan(shown.distance.length);
    const report = (await createDetector({ ...options, bone })).detectSync(shown.pose);
    const drawn = drawnReport(0, Float64Array.from(shown.pose), report, [], null);
    expect('inside' in drawn && Array.from(drawn.inside)).toEqual(rows);
    const twice = drawnReport(
      0,
      Float64Array.from(shown.pose),
      report,
      [{ bone: 'jaw', tool: 'burr', report, bonePose: shown.pose }],
      null,
    );
    const after = rows.map((row) => row + report.contacts.length);
    expect('inside' in twice && Array.from(twice.inside)).toEqual([...rows, ...after]);

    const inside = {
      ...shown,
      distance: rows.map((row) => shown.distance[row]),
      corners: rows.flatMap((row) => shown.corners.slice(9 * row, 9 * row + 9)),
    };
    const seen = new Seen(new View(await cameraOf(page), size), inside);
    const places: [number, number][] = [];
    const isIn: boolean[] = [];
    for (let y = STEP; y < 0.8 * size.height; y += STEP)
      for (let x = STEP; x < size.width; x += 2 * STEP) {
        const row = seen.at(x, y);
        if (row === undefined) continue;
        places.push([x, y]);
        isIn.push(row !== null);
      }
    expect(isIn.filter(Boolean).length).toBeGreaterThan(50);
    const own = PAINT.overlap.map((share) => Math.round(255 * share));
    await eventually(async () => {
      const colours = await coloursAt(page, places);
      for (const [n, colour] of colours.entries()) {
        const what = `pixel ${places[n]}, ${isIn[n] ? 'in' : 'beside'} it: ${colour}`;
        const wanted = isIn[n] ? own : backdropAt(size, places[n]);
        expect({ what, isIts: isSame(colour, wanted) }).toEqual({ what, isIts: true });
      }
    });
    await page.uncheck('#show-overlap');
    expect(await page.isVisible('#legend-overlap')).toBe(false);
    expect(said).toEqual([]);
  });
});

test('candidate faces and their scanlines are drawn where candidateRegion has them, and only when asked for', async () => {
  const detector = await createDetector({ ...options, bone });
  const pose = path.subarray(16 * 120, 16 * 121);
  await shownAt(page, pose);
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
    const view = new View(await cameraOf(page), size);
    const pixels = middles[layer]
      .map((point) => view.pixelOf(point).map(Math.floor))
      .filter(([x, y]) => x > 1 && y > 1 && x < size.width - 1 && y < 0.85 * size.height);
    expect(pixels.length).toBeGreaterThan(middles[layer].length / 2);
    expect(pixels.length).toBeGreaterThan(3);
    const around = pixels.flatMap(([x, y]) =>
      [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [x + dx, y + dy] as const)),
    );
    const isDrawn = async () => {
      const colours = await coloursAt(page, around);
      const isDifferent = (rgb: number[], n: number) => !isSame(rgb, backdropAt(size, around[n]));
      const different = colours.map(isDifferent);
      return pixels.map((_, i) => different.slice(9 * i, 9 * i + 9).some(Boolean));
    };
    await eventually(async () => expect(await isDrawn()).toEqual(pixels.map(() => true)));
    await page.uncheck(`#show-${layer}`);
    await settled(page);
    await eventually(async () => expect(await isDrawn()).toEqual(pixels.map(() => false)));
  }
  expect(said).toEqual([]);
});
